//! What the compiler says, in a form that is the same on every machine: where
//! an error is and what it is, without the line, which would change with every
//! line added above it, and without folders, which are somebody's own.

use crate::{error::Error, process};
use std::{path::Path, process::Command};

/// What cargo is asked to do in the copy.
pub const CHECK: &str = "check --package plant-store";

/// Compiles the service in `workspace`, which has to work, and in the sight of
/// the reader, since it takes a while the first time.
pub fn succeeds(workspace: &Path) -> Result<(), Error> {
    process::require(&mut check(workspace))
}

/// The errors with which the service in `workspace` does not compile, each as
/// `FILE: error: MESSAGE`; none when it compiles.
pub fn errors(workspace: &Path) -> Result<Vec<String>, Error> {
    let (compiles, messages) = process::messages(&mut check(workspace))?;
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
    let mut check = process::cargo(CHECK);
    check
        .args(["--message-format", "short"])
        .current_dir(workspace)
        // The copy and the workspace must not share one.
        .env_remove("CARGO_TARGET_DIR")
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
