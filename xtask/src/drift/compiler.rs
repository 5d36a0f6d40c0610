//! What the compiler says, in a form that is the same on every machine: where
//! an error is and what it is, without the line, which would change with every
//! line added above it, and without folders, which are somebody's own.

use crate::{error::Error, process, workspace};
use std::{env, path::Path, process::Command};

/// What cargo is asked to do in the copy. By the binary and not by its package,
/// since the features of dependencies are then those of the whole workspace,
/// with which clippy has checked nearly all of them before.
pub const CHECK: &str = "check --bin plant-store";

/// Compiles the service in `workspace`, which has to work, and in the sight of
/// the reader, since it takes a while the first time.
pub fn succeeds(workspace: &Path) -> Result<(), Error> {
    process::require(&mut check(workspace))
}

/// The errors with which the service in `workspace` does not compile, each as
/// `FILE: error: MESSAGE`; none when it compiles.
pub fn errors(workspace: &Path) -> Result<Vec<String>, Error> {
    errors_of(&mut check(workspace))
}

/// The same for another command of cargo's, with short messages.
pub fn errors_of(command: &mut Command) -> Result<Vec<String>, Error> {
    let (compiles, messages) = process::messages(command)?;
    if compiles {
        return Ok(Vec::new());
    }
    let mut errors: Vec<_> = messages.lines().filter_map(error).collect();
    // The order in which the compiler comes to them is its own business.
    errors.sort();
    errors.dedup();
    Ok(errors)
}

fn check(workspace: &Path) -> Command {
    let shared = env::var_os("CARGO_TARGET_DIR").map_or_else(
        || workspace::root().join("target"),
        |folder| workspace::root().join(folder),
    );
    let mut check = process::cargo(CHECK);
    check
        .args(["--message-format", "short"])
        .current_dir(workspace)
        .env("CARGO_TARGET_DIR", shared)
        .env("CARGO_TERM_COLOR", "never");
    check
}

/// `src/a.rs:1:2: error[E0001]: message` without its position.
fn error(line: &str) -> Option<String> {
    let (place, message) = line.split_once(": error")?;
    let file = place.split(':').next()?;
    let file = match file.rsplit_once("/out/") {
        Some((_, generated)) if file.contains("/build/") => format!("OUT_DIR/{generated}"),
        _ => file.to_owned(),
    };
    Some(format!("{file}: error{message}"))
}

#[cfg(test)]
mod tests {
    //! Promised: what depends on the machine or on the lines above is gone,
    //! and what is not an error of the compiler is not taken for one.

    use super::*;

    #[test]
    fn an_error_keeps_its_file_and_its_message() {
        let cases = [
            (
                "src/handlers.rs:12:5: error[E0046]: not all trait items implemented: `a`",
                Some("src/handlers.rs: error[E0046]: not all trait items implemented: `a`"),
            ),
            (
                "target/debug/build/service-0123456789abcdef/out/api.rs:3:1: error: no such: error",
                Some("OUT_DIR/api.rs: error: no such: error"),
            ),
            ("src/lib.rs:1:1: warning: unused: `a`", None),
            (
                "error: could not compile `service` due to 1 previous error",
                None,
            ),
            ("   Compiling service v1.0.0", None),
        ];
        for (line, expected) in cases {
            assert_eq!(error(line).as_deref(), expected, "{line}");
        }
    }
}
