//! `cargo xtask compat`: checks that the version of openapi.yaml (`info.version`)
//! is bumped as the changes since the last release require. The last release is the
//! highest tag `vMAJOR.MINOR.PATCH` among the ancestors of HEAD; the crate
//! `openapi-compare` decides which changes break callers.
//!
//! The check passes without a comparison only if there is no release. If the
//! history is unavailable, it fails.

use crate::{
    conformance::CONTRACT,
    error::Error,
    process::{command, output},
    workspace,
};
use openapi_compare::{Document, Level, Report, Rule, compare_versions};
use semver::Version;
use std::{
    fmt, fs,
    io::{self, Write},
    path::Path,
    process::Command,
};

#[cfg(test)]
mod tests;

/// Prints the changes on standard output. Returns whether the version fits.
pub fn run() -> Result<bool, Error> {
    check(&workspace::root(), &mut io::stdout().lock())
}

/// Checks the repository at `root`, with output to `shown`.
fn check(root: &Path, shown: &mut dyn Write) -> Result<bool, Error> {
    let path = root.join(CONTRACT);
    let text = fs::read_to_string(&path).map_err(Error::file(path))?;
    let mut lines = Vec::new();
    let fits = verify(root, &text, &mut lines);
    shown
        .write_all(&lines)
        .map_err(Error::file("standard output"))?;
    fits
}

fn verify(root: &Path, text: &str, lines: &mut Vec<u8>) -> Result<bool, Error> {
    let Some(tag) = last_release(root)? else {
        write_line(
            lines,
            "There is no release yet, so nothing to compare with.",
        );
        return Ok(true);
    };
    let Some(released) = document_of(root, &tag)? else {
        write_line(lines, format!("The release {tag} has no {CONTRACT}."));
        return Ok(true);
    };
    if released == text {
        write_line(lines, format!("Nothing has changed since {tag}."));
        return Ok(true);
    }
    let name = format!("{tag}:{CONTRACT}");
    let report = compare_versions(
        Level::Documentation,
        &Document::parse(&name, &released)?,
        &Document::parse(CONTRACT, text)?,
    );
    // Writing to memory does not fail.
    let _ = write!(lines, "{report}");
    let (old, new) = (version(&name, &released)?, version(CONTRACT, text)?);
    let change = Change::of(&report);
    let least = change.least_version(&old);
    let fits = Version::new(new.major, new.minor, new.patch) >= least;
    let verdict = if fits {
        format!("info.version is {new}, which says so.")
    } else {
        format!("info.version is {new}: make it {least} or higher in {CONTRACT}.")
    };
    write_line(
        lines,
        format!("\nSince {tag}, whose info.version is {old}, {change}. {verdict}"),
    );
    Ok(fits)
}

fn write_line(lines: &mut Vec<u8>, line: impl fmt::Display) {
    // Writing to memory does not fail.
    let _ = writeln!(lines, "{line}");
}

/// The kind of change between two versions of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    /// Texts for people, or the notation of equivalent content.
    Text,
    /// An addition that a caller can use or notice, and that breaks no caller.
    Compatible,
    /// A change that breaks a caller, or the code generated for a caller.
    Breaking,
}

impl Change {
    fn of(report: &Report) -> Self {
        let findings = report.findings.iter();
        let changes = findings.map(|finding| match (finding.level, finding.rule) {
            (Level::Breaking | Level::Contract, _) => Self::Breaking,
            // A keyword that can't be read in both versions is not a change.
            (_, Rule::TextDifferent | Rule::TagsDifferent | Rule::KeywordUnreadable) => Self::Text,
            _ => Self::Compatible,
        });
        changes.max().unwrap_or(Self::Text)
    }

    /// Returns the lowest version that the change permits (Semantic Versioning
    /// 2.0.0 §4, §6 to §8). Any change requires a new version: a released version
    /// identifies a single document.
    fn least_version(self, old: &Version) -> Version {
        // Below 1.0.0 there are no guarantees, and the changes of each level bump
        // the next lower component.
        match (self, old.major) {
            (Self::Breaking, 1..) => Version::new(old.major + 1, 0, 0),
            (Self::Compatible, 1..) | (Self::Breaking, 0) => {
                Version::new(old.major, old.minor + 1, 0)
            }
            _ => Version::new(old.major, old.minor, old.patch + 1),
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Text => "only texts or their form have changed",
            Self::Compatible => "what has changed breaks no caller, but can be noticed",
            Self::Breaking => "what has changed breaks callers",
        })
    }
}

/// Returns the tag of the last release, or `None` if there is no release or no
/// repository.
fn last_release(root: &Path) -> Result<Option<String>, Error> {
    let Ok(is_shallow) = output(&mut git(root, "rev-parse --is-shallow-repository")) else {
        return Ok(None);
    };
    let tags = output(&mut git(root, "tag --list v* --merged HEAD"))?;
    let releases = tags.lines().filter_map(|tag| {
        let version = Version::parse(tag.strip_prefix('v')?).ok()?;
        version.pre.is_empty().then_some((version, tag))
    });
    match releases.max() {
        Some((_, tag)) => Ok(Some(tag.to_owned())),
        None if is_shallow.trim() == "true" => Err(Error::ShallowClone),
        None => Ok(None),
    }
}

/// Returns the released document, or `None` if the release has no document.
fn document_of(root: &Path, tag: &str) -> Result<Option<String>, Error> {
    let listed = output(git(root, "ls-tree --name-only").args([tag, "--", CONTRACT]))?;
    if listed.is_empty() {
        return Ok(None);
    }
    output(git(root, "show").arg(format!("{tag}:{CONTRACT}"))).map(Some)
}

fn git(root: &Path, arguments: &str) -> Command {
    let mut git = command("git", arguments);
    git.current_dir(root);
    // Within a hook, these variables refer to the hook's repository.
    for variable in ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"] {
        git.env_remove(variable);
    }
    git
}

fn version(name: &str, text: &str) -> Result<Version, Error> {
    let document: serde_yaml_ng::Value = serde_yaml_ng::from_str(text).unwrap_or_default();
    let version = document.get("info").and_then(|info| info.get("version"));
    let version = version.and_then(|version| version.as_str());
    version
        .and_then(|version| Version::parse(version).ok())
        .ok_or_else(|| Error::Version {
            document: name.to_owned(),
        })
}
