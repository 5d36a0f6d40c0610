//! `cargo xtask drift`: shows that the document and the code cannot diverge
//! unnoticed. Each case is a patch in `xtask/drift` that changes one of them in a copy of
//! the workspace; the resulting messages of the compiler and the conformance check are
//! reviewed text in `tests/output/drift`.
//!
//! A case without any message fails, whatever the reviewed text says. The compiler's
//! messages are part of the reviewed text, so a new toolchain may require a new review.

use crate::{
    conformance::{self, CONTRACT},
    process::{self, command, output, require},
    workspace,
};
use anyhow::{Context, Result, ensure};
use fs_err as fs;
use openapi_compare::{Document, Finding, compare};
use std::{
    collections::BTreeSet,
    fmt::Write,
    path::{Path, PathBuf},
    process::Command,
};

/// The cargo command for the copy. By binary rather than package, since the
/// dependencies then have the features of the whole workspace, as in other commands.
const CHECK: &str = "check --bin plant-store";

/// A change by which the document and the code could diverge.
struct Case {
    /// The name of the patch and of the file of the reviewed text, without extension.
    name: String,
    patch: PathBuf,
    /// The first line of the patch: the change as a sentence.
    sentence: String,
    /// The changed file.
    file: String,
}

impl Case {
    fn read(patch: PathBuf) -> Result<Self> {
        let text = fs::read_to_string(&patch)?;
        let mut lines = text.lines();
        let sentence = lines.next().unwrap_or_default().to_owned();
        let file = lines.find_map(|line| line.strip_prefix("+++ b/"));
        let file = file.with_context(|| format!("{} changes no file", patch.display()))?;
        Ok(Self {
            name: patch.file_stem().unwrap_or_default().to_string_lossy().into(),
            sentence,
            file: file.to_owned(),
            patch,
        })
    }

    /// Applies the patch to a workspace, or takes it back with `--reverse`.
    fn apply(&self, workspace: &Path, options: &str) -> Result<()> {
        let mut apply = command("git", &format!("apply {options}"));
        apply.arg(&self.patch).current_dir(workspace);
        // The copy is in a directory of the repository, and no part of it.
        apply.env("GIT_CEILING_DIRECTORIES", workspace.parent().unwrap_or(workspace));
        output(&mut apply).with_context(|| format!("mend {}", self.patch.display()))?;
        Ok(())
    }
}

fn cases() -> Result<Vec<Case>> {
    let entries = fs::read_dir(workspace::root().join("xtask/drift"))?;
    let mut patches = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    patches.sort();
    patches.into_iter().map(Case::read).collect()
}

/// Runs every case, and compares its messages with the reviewed text or overwrites it. Returns
/// whether all cases passed.
pub fn run(overwrites: bool) -> Result<bool> {
    let emitted = conformance::emitted()?;
    let cases = cases()?;
    let copy = copy_of_the_workspace(&cases)?;
    require(&mut check(&copy)?)?;
    let mut passes = remove_or_report_strays(&cases, overwrites)?;
    for case in &cases {
        match run_case(case, &copy, &emitted, overwrites) {
            Ok(()) => println!("{}: passed", case.name),
            Err(problem) => {
                passes = false;
                println!("{}: FAILED\n{problem:#}", case.name);
            }
        }
    }
    Ok(passes)
}

/// Copies all files that are, or soon will be, under version control, with their times, so
/// that cargo compiles only what has changed.
///
/// The copy shares the target directory of the workspace. cargo treats the packages of two
/// workspaces with the same layout and version as identical, so those of the copy get
/// another version, which satisfies their requirements on each other.
fn copy_of_the_workspace(cases: &[Case]) -> Result<PathBuf> {
    let copy = workspace::empty_folder("drift")?;
    let mut shell = command("sh", "-c");
    // A file that was just removed is still listed.
    shell.arg(
        "git ls-files -z --cached --others --exclude-standard \
         | tar --create --null --files-from - --ignore-failed-read \
         | tar --extract --directory \"$0\"",
    );
    require(shell.arg(&copy))?;
    let manifest = copy.join("Cargo.toml");
    let text = fs::read_to_string(&manifest)?;
    let versioned = |version| format!("[workspace.package]\nversion = \"{version}\"\n");
    let ours = versioned(env!("CARGO_PKG_VERSION"));
    ensure!(text.contains(&ours), "Cargo.toml doesn't have the lines\n{ours}");
    fs::write(&manifest, text.replacen(&ours, &versioned("1.0.99"), 1))?;
    // Files that an earlier run may have left changed, and compiled.
    for file in cases.iter().map(|case| copy.join(&case.file)) {
        fs::write(&file, &fs::read_to_string(&file)?)?;
    }
    Ok(copy)
}

/// Applies a case, records the messages, and reverts the change. An error is the problem of the
/// case.
fn run_case(case: &Case, copy: &Path, emitted: &Document, overwrites: bool) -> Result<()> {
    case.apply(copy, "")?;
    let changed = fs::read_to_string(copy.join(&case.file))?;
    let errors = errors(copy);
    case.apply(copy, "--reverse")?;
    let errors = errors?;

    let mut text = format!("{}\n\n$ cargo {CHECK}\n", case.sentence);
    for error in &errors {
        let _ = writeln!(text, "{error}");
    }
    let mut is_noticed = !errors.is_empty();
    if case.file == CONTRACT {
        let report = compare(&Document::parse(CONTRACT, &changed)?, emitted);
        is_noticed |= !report.is_clean();
        let _ = writeln!(text, "\n$ cargo xtask conformance");
        for finding in &report.findings {
            text += &described(finding);
        }
    }
    ensure!(is_noticed, "nothing objects to this: {}", case.sentence);
    let reviewed = reviewed(&case.name);
    let expected = fs::read_to_string(&reviewed).unwrap_or_default();
    if overwrites {
        return Ok(fs::write(&reviewed, text)?);
    }
    ensure!(
        expected == text,
        "--- reviewed\n{expected}\n--- found\n{text}\nIf what was found is right, accept it by \
         `cargo xtask accept`."
    );
    Ok(())
}

/// Returns the compiler errors of the service in a workspace, each as `FILE: error: MESSAGE`;
/// empty if it compiles.
fn errors(workspace: &Path) -> Result<Vec<String>> {
    let output = process::run(&mut check(workspace)?)?;
    if output.status.success() {
        return Ok(Vec::new());
    }
    let messages = String::from_utf8_lossy(&output.stderr);
    // The order of the compiler's errors is not deterministic.
    let errors: BTreeSet<_> = messages.lines().filter_map(error).collect();
    Ok(errors.into_iter().collect())
}

fn check(workspace: &Path) -> Result<Command> {
    let mut check = process::cargo(CHECK);
    check
        .args(["--message-format", "short"])
        .current_dir(workspace)
        .env("CARGO_TARGET_DIR", workspace::target()?)
        .env("CARGO_TERM_COLOR", "never");
    Ok(check)
}

/// Returns an error such as `src/a.rs:1:2: error[E0001]: message` in a form that is equal on
/// every machine: without its position, which would change with every line added above, and
/// without directories.
fn error(line: &str) -> Option<String> {
    let (place, message) = line.split_once(": error")?;
    let file = place.split(':').next()?;
    let file = match file.rsplit_once("/out/") {
        Some((_, generated)) if file.contains("/build/") => format!("OUT_DIR/{generated}"),
        _ => file.to_owned(),
    };
    Some(format!("{file}: error{message}"))
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

fn reviewed(name: &str) -> PathBuf {
    workspace::root().join(format!("tests/output/drift/{name}.txt"))
}

/// Removes or reports reviewed text without a case, which nothing compares. Returns whether
/// there was none to report.
fn remove_or_report_strays(cases: &[Case], removes: bool) -> Result<bool> {
    let known: BTreeSet<PathBuf> = cases.iter().map(|case| reviewed(&case.name)).collect();
    let folder = workspace::root().join("tests/output/drift");
    let entries = fs::read_dir(&folder)?;
    let mut strays: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    strays.retain(|path| !known.contains(path));
    for path in &strays {
        if removes {
            fs::remove_file(path)?;
        } else {
            println!("{}: FAILED: it belongs to no case", path.display());
        }
    }
    Ok(removes || strays.is_empty())
}

#[cfg(test)]
mod tests {
    //! Everything that depends on the machine or on the lines above is removed, and
    //! other lines are not treated as errors.

    use super::*;

    /// So that a stale patch is noticed immediately, and not only by the slow command.
    #[test]
    fn every_patch_fits_its_file() {
        let cases = cases().unwrap();
        assert!(!cases.is_empty());
        for case in cases {
            case.apply(&workspace::root(), "--check").unwrap();
        }
    }

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
            ("error: could not compile `service` due to 1 previous error", None),
            ("   Compiling service v1.0.0", None),
        ];
        for (line, expected) in cases {
            assert_eq!(error(line).as_deref(), expected, "{line}");
        }
    }
}
