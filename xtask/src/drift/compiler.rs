//! The compiler's errors in a form that is equal on every machine: file and
//! message, without the line, which would change with every line added above, and
//! without directories of the machine.

use crate::{error::Error, process, workspace};
use std::{path::Path, process::Command};

/// The cargo command for the copy. By binary rather than package, since the
/// dependencies then have the features of the whole workspace, with which clippy
/// has checked most of them already.
pub const CHECK: &str = "check --bin plant-store";

/// Compiles the service in `workspace`, which must succeed. The output is visible,
/// since the first build takes long.
pub fn succeeds(workspace: &Path) -> Result<(), Error> {
    process::require(&mut check(workspace)?)
}

/// Returns the compiler errors of the service in `workspace`, each as
/// `FILE: error: MESSAGE`; empty if it compiles.
pub fn errors(workspace: &Path) -> Result<Vec<String>, Error> {
    let (compiles, messages) = process::messages(&mut check(workspace)?)?;
    if compiles {
        return Ok(Vec::new());
    }
    let mut errors: Vec<_> = messages.lines().filter_map(error).collect();
    // The order of the compiler's errors is not deterministic.
    errors.sort();
    errors.dedup();
    Ok(errors)
}

fn check(workspace: &Path) -> Result<Command, Error> {
    let mut check = process::cargo(CHECK);
    check
        .args(["--message-format", "short"])
        .current_dir(workspace)
        .env("CARGO_TARGET_DIR", workspace::target()?)
        .env("CARGO_TERM_COLOR", "never");
    Ok(check)
}

/// Returns an error such as `src/a.rs:1:2: error[E0001]: message` without its
/// position.
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
    //! Everything that depends on the machine or on the lines above is removed, and
    //! other lines are not treated as errors.

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
