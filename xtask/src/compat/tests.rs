//! A change since the last release requires a suitable version bump, unless there
//! is no release. Each test creates a temporary repository.

use super::*;
use tempfile::TempDir;

/// Returns a document with a version and additional lines for `paths` and for
/// `info`.
fn document(version: &str, paths: &str, info: &str) -> String {
    format!(
        "openapi: 3.1.0\ninfo:\n  title: Things\n  version: {version}\n{info}paths:\n  /things:\n    \
         get:\n      operationId: listThings\n      responses:\n        '200':\n          \
         description: All\n{paths}"
    )
}

const MORE: &str = "    delete:\n      operationId: deleteThings\n      responses:\n        '204':\n          \
                    description: None is left\n";

const WORDS: &str = "  description: Lists things\n";

/// A temporary repository with a committed document.
struct Repository(TempDir);

impl Repository {
    fn new(text: &str) -> Self {
        let repository = Self(TempDir::new().unwrap());
        repository.git(&["init", "--quiet"]);
        repository.commit(text);
        repository
    }

    /// Creates a repository whose first commit is released.
    fn released(tag: &str, text: &str) -> Self {
        let repository = Self::new(text);
        repository.git(&["tag", tag]);
        repository
    }

    fn git(&self, arguments: &[&str]) {
        let status = git(self.0.path(), "-c user.name=test -c user.email=test@example.com")
            .args(arguments)
            // The developer's own configuration must not affect the test.
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .status()
            .unwrap();
        assert!(status.success(), "git {arguments:?}");
    }

    fn write(&self, text: &str) {
        fs::write(self.0.path().join(CONTRACT), text).unwrap();
    }

    fn commit(&self, text: &str) {
        self.write(text);
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message", "change"]);
    }

    /// Returns whether the version fits, and the last line of output.
    fn verdict(&self) -> (Result<bool, String>, String) {
        let (fits, text) = match check(self.0.path()) {
            Ok((fits, text)) => (Ok(fits), text),
            Err(error) => (Err(error.to_string()), String::new()),
        };
        (fits, text.lines().last().unwrap_or_default().to_owned())
    }
}

fn verdict_on(old: &str, new: &str) -> (bool, String) {
    let repository = Repository::released("v1.2.3", old);
    repository.write(new);
    let (fits, message) = repository.verdict();
    (fits.unwrap(), message)
}

#[test]
fn a_change_that_breaks_callers_requires_a_major_bump() {
    let old = document("1.2.3", MORE, "");
    let (fits, message) = verdict_on(&old, &document("1.9.9", "", ""));
    assert!(!fits);
    assert_eq!(
        message,
        "Since v1.2.3, whose info.version is 1.2.3, what has changed breaks callers. \
         info.version is 1.9.9, which is too low: make it 2.0.0 or higher in openapi.yaml."
    );
    let (fits, message) = verdict_on(&old, &document("2.0.0", "", ""));
    assert!(fits, "{message}");
    assert!(message.ends_with("info.version is 2.0.0, which says so."));
    assert!(verdict_on(&old, &document("2.0.0-rc.1", "", "")).0);
}

#[test]
fn a_change_that_breaks_generated_callers_requires_a_major_bump() {
    let old = document("1.2.3", "", "");
    let renamed = |version| document(version, "", "").replace("listThings", "getThings");
    let (fits, message) = verdict_on(&old, &renamed("1.3.0"));
    assert!(!fits);
    assert!(message.contains("make it 2.0.0 or higher"), "{message}");
    assert!(verdict_on(&old, &renamed("2.0.0")).0);
}

#[test]
fn a_compatible_change_requires_a_minor_bump() {
    let old = document("1.2.3", "", "");
    let (fits, message) = verdict_on(&old, &document("1.2.4", MORE, ""));
    assert!(!fits);
    assert!(message.contains("make it 1.3.0 or higher"), "{message}");
    assert!(verdict_on(&old, &document("1.3.0", MORE, "")).0);
}

#[test]
fn a_new_optional_request_member_requires_a_minor_bump() {
    let with = |version, members| {
        let body = format!(
            "    put:\n      operationId: setThings\n      requestBody:\n        content:\n          \
             application/json: {{schema: {{type: object{members}}}}}\n      responses:\n        \
             '204':\n          description: Done\n"
        );
        document(version, &body, "")
    };
    let old = with("1.2.3", "");
    let new = |version| with(version, ", properties: {size: {type: integer}}");
    let (fits, message) = verdict_on(&old, &new("1.2.4"));
    assert!(!fits);
    assert!(message.contains("make it 1.3.0 or higher"), "{message}");
    assert!(verdict_on(&old, &new("1.3.0")).0);
}

#[test]
fn texts_and_notation_require_a_patch_bump() {
    let old = document("1.2.3", "", "");
    for (info, form) in [(WORDS, ""), ("", "# The same.\n")] {
        let new = |version| document(version, "", info) + form;
        let (fits, message) = verdict_on(&old, &new("1.2.3"));
        assert!(!fits, "a released version names one document for ever");
        assert!(message.contains("make it 1.2.4 or higher"), "{message}");
        assert!(verdict_on(&old, &new("1.2.4")).0);
    }
}

#[test]
fn below_1_0_0_a_breaking_change_requires_a_minor_bump_and_any_other_a_patch_bump() {
    let (less, more) = (|version| document(version, "", ""), |version| document(version, MORE, ""));
    for (old, new, least) in [
        (more("0.2.3"), less("0.2.4"), Some("0.3.0")),
        (more("0.2.3"), less("0.3.0"), None),
        (less("0.2.3"), more("0.2.3"), Some("0.2.4")),
        (less("0.2.3"), more("0.2.4"), None),
    ] {
        let (fits, message) = verdict_on(&old, &new);
        assert_eq!(fits, least.is_none(), "{message}");
        assert!(message.contains(least.unwrap_or("which says so")), "{message}");
    }
}

#[test]
fn a_lower_version_never_fits() {
    let old = document("1.2.3", "", "");
    assert!(!verdict_on(&old, &document("1.2.2", "", WORDS)).0);
}

#[test]
fn an_unchanged_document_requires_no_bump() {
    let old = document("1.2.3", "", "");
    let (fits, message) = verdict_on(&old, &old);
    assert!(fits);
    assert_eq!(message, "Nothing has changed since v1.2.3.");
}

#[test]
fn the_highest_ancestor_release_is_compared_and_no_candidate_branch_or_other_tag() {
    let repository = Repository::released("v1.9.0", &document("1.9.0", "", ""));
    repository.commit(&document("1.10.0", MORE, ""));
    repository.git(&["tag", "--annotate", "--message", "release", "v1.10.0"]);
    repository.git(&["tag", "v1.11.0-rc.1"]);
    repository.git(&["tag", "version-3"]);
    repository.git(&["checkout", "--quiet", "-b", "other"]);
    repository.commit(&document("2.0.0", "", ""));
    repository.git(&["tag", "v2.0.0"]);
    repository.git(&["checkout", "--quiet", "-"]);
    repository.commit("");
    repository.write(&document("1.10.0", MORE, WORDS));
    let (fits, message) = repository.verdict();
    assert_eq!(fits, Ok(false));
    assert!(message.starts_with("Since v1.10.0, "), "{message}");
}

#[test]
fn without_a_release_there_is_nothing_to_compare_with() {
    let message = "There is no release yet, so nothing to compare with.";
    let repository = Repository::new(&document("1.0.0", "", ""));
    assert_eq!(repository.verdict(), (Ok(true), message.to_owned()));

    let no_repository = Repository(TempDir::new().unwrap());
    no_repository.write(&document("1.0.0", "", ""));
    assert_eq!(no_repository.verdict(), (Ok(true), message.to_owned()));
}

#[test]
fn a_release_without_the_document_is_nothing_to_compare_with() {
    let repository = Repository::new(&document("1.0.0", "", ""));
    repository.git(&["rm", "--quiet", CONTRACT]);
    repository.git(&["commit", "--quiet", "--message", "change"]);
    repository.git(&["tag", "v1.0.0"]);
    repository.write(&document("1.0.0", MORE, ""));
    let message = "The release v1.0.0 has no openapi.yaml.".to_owned();
    assert_eq!(repository.verdict(), (Ok(true), message));
}

#[test]
fn a_shallow_clone_without_a_release_is_no_proof_that_there_is_none() {
    let origin = Repository::released("v1.0.0", &document("1.0.0", "", ""));
    origin.commit(&document("1.0.0", MORE, ""));
    let clone = Repository(TempDir::new().unwrap());
    let address = format!("file://{}", origin.0.path().display());
    clone.git(&["clone", "--quiet", "--depth", "1", &address, "."]);
    let error = clone.verdict().0.unwrap_err();
    assert!(error.contains("git fetch --unshallow --tags"), "{error}");
    clone.git(&["fetch", "--quiet", "--unshallow", "--tags"]);
    assert_eq!(clone.verdict().0, Ok(false));
}

#[test]
fn an_unreadable_document_is_named() {
    let good = document("1.0.0", "", "");
    for (old, new, named) in [
        ("swagger: '2.0'\n", good.as_str(), "v1.2.3:openapi.yaml"),
        (&good, "openapi: [\n", "openapi.yaml"),
        (&document("first", "", ""), &good, "v1.2.3:openapi.yaml"),
        (&good, &document("1.0", "", ""), "openapi.yaml: info.version"),
    ] {
        let repository = Repository::released("v1.2.3", old);
        repository.write(new);
        let error = repository.verdict().0.unwrap_err();
        assert!(error.contains(named), "{error}");
    }
}
