//! `cargo xtask drift`: shows that the document and the code cannot diverge
//! unnoticed. Each case changes one of them in a copy of the workspace; the
//! resulting messages of the compiler and the conformance check are reviewed text
//! in `tests/output/drift`.
//!
//! The workspace itself is unchanged, except for the reviewed text in the mode that
//! overwrites it. A case without any message fails, whatever the reviewed text
//! says. The compiler's messages are part of the reviewed text, so a new toolchain
//! may require a new review.

mod cases;
pub mod compiler;

use crate::{conformance, copy::Copy, error::Error, test_count::TestCount, workspace};
use cases::{CASES, Case};
use openapi_compare::{Document, Finding, compare};
use std::{
    collections::BTreeSet,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

/// The handling of reviewed text that differs from the result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// The case fails.
    Compare,
    /// The reviewed text is replaced.
    Overwrite,
}

/// Runs every case and prints its result. Returns whether all cases passed.
pub fn run(mode: Mode, count: &mut TestCount) -> Result<bool, Error> {
    let emitted = conformance::emitted()?;
    let copy = Copy::of_the_workspace("drift")?.with_packages_of_its_own()?;
    compiler::succeeds(copy.root())?;
    let before = *count;
    for case in CASES {
        match run_case(case, &copy, &emitted, mode)? {
            Ok(()) => {
                println!("{}: passed", case.name);
                count.passed += 1;
            }
            Err(problem) => {
                println!("{}: FAILED\n{problem}", case.name);
                count.failed += 1;
            }
        }
    }
    remove_or_report_strays(mode, count)?;
    Ok(count.failed == before.failed)
}

/// Applies a case, records the messages, and reverts the change.
fn run_case(
    case: &Case,
    copy: &Copy,
    emitted: &Document,
    mode: Mode,
) -> Result<Result<(), String>, Error> {
    let original = copy.read(case.file)?;
    let changed = match case.apply(&original) {
        Ok(changed) => changed,
        Err(problem) => return Ok(Err(problem)),
    };
    copy.write(case.file, &changed)?;
    let errors = compiler::errors(copy.root());
    copy.write(case.file, &original)?;
    let errors = errors?;

    let mut text = format!("{}\n\n$ cargo {}\n", case.sentence, compiler::CHECK);
    for error in &errors {
        let _ = writeln!(text, "{error}");
    }
    let mut is_noticed = !errors.is_empty();
    if case.file == conformance::CONTRACT {
        let report = compare(&Document::parse(conformance::CONTRACT, &changed)?, emitted);
        is_noticed |= !report.is_clean();
        let _ = writeln!(text, "\n$ cargo xtask conformance");
        for finding in &report.findings {
            text += &described(finding);
        }
    }
    if !is_noticed {
        return Ok(Err(format!("nothing objects to this: {}", case.sentence)));
    }
    compare_with_reviewed(&reviewed(case.name), &text, mode)
}

/// Formats a finding without lines and columns, which would change with every line
/// added above.
fn described(finding: &Finding) -> String {
    let mut text = format!("{}: {}\n", finding.rule, finding.message);
    for place in &finding.seen_in {
        let _ = writeln!(text, "  in {place}");
    }
    for place in [&finding.base, &finding.candidate] {
        let _ = writeln!(text, "  --> {}#{}", place.file, place.pointer);
    }
    text
}

fn folder() -> PathBuf {
    workspace::root().join("tests/output/drift")
}

fn reviewed(name: &str) -> PathBuf {
    folder().join(name).with_extension("txt")
}

fn compare_with_reviewed(
    path: &Path,
    found: &str,
    mode: Mode,
) -> Result<Result<(), String>, Error> {
    let expected = fs::read_to_string(path).unwrap_or_default();
    if expected == found {
        return Ok(Ok(()));
    }
    if mode == Mode::Overwrite {
        fs::create_dir_all(folder()).map_err(Error::file(folder()))?;
        fs::write(path, found).map_err(Error::file(path))?;
        return Ok(Ok(()));
    }
    Ok(Err(format!(
        "--- reviewed\n{expected}\n--- found\n{found}\nIf what was found is right, accept it by \
         `cargo xtask accept`.",
    )))
}

/// Removes or reports reviewed text without a case, which nothing compares.
fn remove_or_report_strays(mode: Mode, count: &mut TestCount) -> Result<(), Error> {
    let known: BTreeSet<PathBuf> = CASES.iter().map(|case| reviewed(case.name)).collect();
    let Ok(entries) = fs::read_dir(folder()) else {
        return Ok(());
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if known.contains(&path) {
            continue;
        }
        if mode == Mode::Overwrite {
            fs::remove_file(&path).map_err(Error::file(path))?;
        } else {
            println!("{}: FAILED: it belongs to no case", path.display());
            count.failed += 1;
        }
    }
    Ok(())
}
