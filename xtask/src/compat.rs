//! `cargo xtask compat`: whether the version that openapi.yaml gives itself
//! (`info.version`) says what has changed since the last release. That is the
//! highest tag `vMAJOR.MINOR.PATCH` on the way to what is checked out; what
//! breaks callers is decided by the crate `openapi-conformance`.
//!
//! It must never pass because it could not look: only where there is no release
//! is there nothing to compare with.

use crate::{
    conformance::CONTRACT,
    error::Error,
    process::{command, output},
    workspace,
};
use openapi_conformance::{Document, Level, Report, Rule, compare_versions};
use semver::Version;
use std::{
    fmt, fs,
    io::{self, Write},
    path::Path,
    process::Command,
};

#[cfg(test)]
mod tests;

/// Prints what has changed, on standard output; whether the version fits.
pub fn run() -> Result<bool, Error> {
    check(&workspace::root(), &mut io::stdout().lock())
}

/// The same for the repository at `root`.
fn check(root: &Path, shown: &mut dyn Write) -> Result<bool, Error> {
    let path = root.join(CONTRACT);
    let text = fs::read_to_string(&path).map_err(Error::file(path))?;
    let mut said = Vec::new();
    let fits = judge(root, &text, &mut said);
    shown
        .write_all(&said)
        .map_err(Error::file("standard output"))?;
    fits
}

fn judge(root: &Path, text: &str, said: &mut Vec<u8>) -> Result<bool, Error> {
    let Some(tag) = last_release(root)? else {
        say(said, "There is no release yet, so nothing to compare with.");
        return Ok(true);
    };
    let Some(released) = document_of(root, &tag)? else {
        say(said, format!("The release {tag} has no {CONTRACT}."));
        return Ok(true);
    };
    if released == text {
        say(said, format!("Nothing has changed since {tag}."));
        return Ok(true);
    }
    let name = format!("{tag}:{CONTRACT}");
    let report = compare_versions(
        Level::Documentation,
        &Document::parse(&name, &released)?,
        &Document::parse(CONTRACT, text)?,
    );
    // Writing to memory does not fail.
    let _ = write!(said, "{report}");
    let (old, new) = (version(&name, &released)?, version(CONTRACT, text)?);
    let change = Change::of(&report);
    let least = change.least_version(&old);
    let fits = Version::new(new.major, new.minor, new.patch) >= least;
    let verdict = if fits {
        format!("info.version is {new}, which says so.")
    } else {
        format!("info.version is {new}: make it {least} or higher in {CONTRACT}.")
    };
    say(
        said,
        format!("\nSince {tag}, whose info.version is {old}, {change}. {verdict}"),
    );
    Ok(fits)
}

fn say(said: &mut Vec<u8>, line: impl fmt::Display) {
    // Writing to memory does not fail.
    let _ = writeln!(said, "{line}");
}

/// What a new version of the document means to those who know the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    /// Texts for people, or the form in which the same is written.
    Text,
    /// Something that a caller can use, or has to know, and that breaks none.
    Compatible,
    /// Something that makes a caller, or what was generated for him, fail.
    Breaking,
}

impl Change {
    fn of(report: &Report) -> Self {
        let findings = report.findings.iter();
        let changes = findings.map(|finding| match (finding.level, finding.rule) {
            (Level::Breaking | Level::Contract, _) => Self::Breaking,
            // What both versions have and can't be read is no change.
            (_, Rule::TextDifferent | Rule::TagsDifferent | Rule::KeywordUnreadable) => Self::Text,
            _ => Self::Compatible,
        });
        changes.max().unwrap_or(Self::Text)
    }

    /// The lowest version that says so (Semantic Versioning 2.0.0 §4, §6 to §8).
    /// Any change asks for one: a version that was released names one document
    /// for ever.
    fn least_version(self, old: &Version) -> Version {
        // Below 1.0.0 nothing is promised, and each place counts for the one
        // before it.
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

/// The tag of the last release; none when there is none, or no repository.
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

/// The document as it was released, if it was.
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
    // Within a hook these lead to the repository that it belongs to.
    for variable in ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"] {
        git.env_remove(variable);
    }
    git
}

/// What a document says its version is.
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
