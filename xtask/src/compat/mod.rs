//! `cargo xtask compat`: checks that the version of openapi.yaml (`info.version`)
//! is bumped as the changes since the last release require. The last release is the
//! highest tag `vMAJOR.MINOR.PATCH` among the ancestors of HEAD; the crate
//! `openapi-compare` decides which changes break callers.
//!
//! The check passes without a comparison only if there is no release. If the
//! history is unavailable, it fails.

use crate::{
    conformance::CONTRACT,
    process::{command, output},
    workspace,
};
use anyhow::{Context, Result, ensure};
use fs_err as fs;
use openapi_compare::{Document, Level, Report, Rule, compare_versions};
use semver::Version;
use std::{fmt, path::Path, process::Command};

#[cfg(test)]
mod tests;

/// Prints the changes on standard output. Returns whether the version fits.
pub fn run() -> Result<bool> {
    let (fits, message) = check(&workspace::root())?;
    println!("{message}");
    Ok(fits)
}

/// Returns whether the version of the document of the repository at `root` fits, and the reason.
fn check(root: &Path) -> Result<(bool, String)> {
    let path = root.join(CONTRACT);
    let text = fs::read_to_string(&path)?;
    let Some(tag) = last_release(root)? else {
        let message = "There is no release yet, so nothing to compare with.";
        return Ok((true, message.to_owned()));
    };
    let Some(released) = document_of(root, &tag)? else {
        return Ok((true, format!("The release {tag} has no {CONTRACT}.")));
    };
    if released == text {
        return Ok((true, format!("Nothing has changed since {tag}.")));
    }
    let name = format!("{tag}:{CONTRACT}");
    let report = compare_versions(
        Level::Documentation,
        &Document::parse(&name, &released)?,
        &Document::parse(CONTRACT, &text)?,
    );
    let (old, new) = (version(&name, &released)?, version(CONTRACT, &text)?);
    let change = Change::of(&report);
    let least = change.least_version(&old);
    let fits = Version::new(new.major, new.minor, new.patch) >= least;
    let too_low = || format!("which is too low: make it {least} or higher in {CONTRACT}.");
    let verdict = if fits { "which says so.".to_owned() } else { too_low() };
    let message = format!(
        "{report}\nSince {tag}, whose info.version is {old}, {change}. info.version is {new}, \
         {verdict}"
    );
    Ok((fits, message))
}

/// The kind of change between two versions of the document.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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
fn last_release(root: &Path) -> Result<Option<String>> {
    let Ok(is_shallow) = output(&mut git(root, "rev-parse --is-shallow-repository")) else {
        return Ok(None);
    };
    let tags = output(&mut git(root, "tag --list v* --merged HEAD"))?;
    let releases = tags.lines().filter_map(|tag| {
        let version = Version::parse(tag.strip_prefix('v')?).ok()?;
        version.pre.is_empty().then_some((version, tag))
    });
    let last = releases.max().map(|(_, tag)| tag.to_owned());
    ensure!(
        last.is_some() || is_shallow.trim() != "true",
        "this clone is shallow and has no release, which proves nothing; get the rest by \
         `git fetch --unshallow --tags`, or in a workflow on GitHub by `fetch-depth: 0`"
    );
    Ok(last)
}

/// Returns the released document, or `None` if the release has no document.
fn document_of(root: &Path, tag: &str) -> Result<Option<String>> {
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

fn version(name: &str, text: &str) -> Result<Version> {
    let document: serde_yaml_ng::Value = serde_yaml_ng::from_str(text).unwrap_or_default();
    let version = document["info"]["version"].as_str();
    version.and_then(|version| Version::parse(version).ok()).with_context(|| {
        format!(
            "{name}: info.version is no version like \"1.2.3\", in quotes where YAML takes it for \
             a number (https://semver.org)"
        )
    })
}
