//! The rules of this workspace that a scan of the files under version control can check.
//! Each failure lists the files and states the rationale of the rule. Add a rule only if it
//! can be broken by accident.

#![allow(clippy::unwrap_used)]

use std::{fs, path::PathBuf, process::Command};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the text files under version control, and those that `.gitignore` does not
/// exclude, with paths relative to the workspace root.
fn files() -> Vec<(String, String)> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(listed.status.success(), "git cannot list the files");
    String::from_utf8(listed.stdout)
        .unwrap()
        .lines()
        // A file that is not text or was just deleted breaks no rule.
        .filter_map(|path| Some((path.to_owned(), fs::read_to_string(root().join(path)).ok()?)))
        .collect()
}

/// Returns the handwritten Rust source files, without reviewed output.
fn sources() -> impl Iterator<Item = (String, String)> {
    files().into_iter().filter(|(path, _)| path.ends_with(".rs") && !path.contains("tests/output/"))
}

fn assert_none(rule: &str, offenders: Vec<String>) {
    assert!(offenders.is_empty(), "{rule}\n\n{}\n", offenders.join("\n"));
}

/// Returns `path:line: text` for every line that satisfies `is_offence`.
fn offending_lines(path: &str, text: &str, is_offence: impl Fn(&str) -> bool) -> Vec<String> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| is_offence(line))
        .map(|(index, line)| format!("{path}:{}: {}", index + 1, line.trim()))
        .collect()
}

/// Returns whether `word` occurs in `line` without a preceding letter or digit.
fn begins_a_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        !line[..at].chars().next_back().is_some_and(|before| before.is_alphanumeric())
    })
}

#[test]
fn every_source_file_begins_with_its_purpose() {
    // A library can have the page of its package.
    let begins = |text: &str| text.starts_with("//! ") || text.starts_with("#![doc = include_str!");
    let offenders = sources().filter(|(_, text)| !begins(text)).map(|(path, _)| path).collect();
    assert_none("A source file opens with `//!` and its purpose.", offenders);
}

#[test]
fn the_openapi_crates_do_not_mention_the_service() {
    let offenders = files()
        .iter()
        .filter(|(path, _)| path.starts_with("crates/openapi-") && !path.ends_with("/LICENSE"))
        // The documents in their tests may have any subject.
        .filter(|(path, _)| path.ends_with(".rs") || !path.contains("/tests/"))
        .flat_map(|(path, text)| {
            offending_lines(path, text, |line| line.to_lowercase().contains("plant"))
        })
        .collect();
    assert_none(
        "The openapi-* crates work for any document, so they are not tuned to this one.",
        offenders,
    );
}

#[test]
fn no_file_contains_a_path_of_a_machine() {
    let folders = ["work", "root", "home", "tmp", "Users"].map(|name| format!("/{name}/"));
    let offenders = files()
        .iter()
        .flat_map(|(path, text)| {
            offending_lines(path, text, |line| {
                folders.iter().any(|folder| begins_a_path(line, folder))
            })
        })
        .collect();
    assert_none(
        "An absolute path means nothing elsewhere; use a relative one, or a temporary folder.",
        offenders,
    );
}

/// Returns whether `folder` occurs in `line` where an absolute path can begin,
/// which is not the middle of a relative path or of a URL.
fn begins_a_path(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        !line[..at]
            .chars()
            .next_back()
            .is_some_and(|before| before.is_alphanumeric() || "._-~}*/".contains(before))
    })
}

#[test]
fn no_task_is_left_in_a_comment() {
    let markers = [concat!("TO", "DO"), concat!("FIX", "ME")];
    let offenders = sources()
        .flat_map(|(path, text)| {
            offending_lines(&path, &text, |line| {
                markers.iter().any(|marker| begins_a_word(line, marker))
            })
        })
        .collect();
    assert_none("What is left to do is an issue, not a comment.", offenders);
}

#[test]
fn no_reviewed_text_is_pending() {
    let offenders = files()
        .into_iter()
        .map(|(path, _)| path)
        .filter(|path| path.ends_with(".snap.new") || path.ends_with(".pending-snap"))
        .collect();
    assert_none(
        "Accept these by `cargo xtask accept`, or delete them and mend the code.",
        offenders,
    );
}

/// `cargo build --release`, `cargo install` and the recipes of packages take this profile.
#[test]
fn the_profile_release_is_fully_optimized() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let (_, profile) = manifest.split_once("\n[profile.release").unwrap();
    assert_eq!(profile.find("opt-level"), None, "cargo's own is 3");
}

#[test]
fn the_container_file_names_its_base_images_by_digest() {
    let path = "deploy/Containerfile";
    let text = fs::read_to_string(root().join(path)).unwrap();
    let offenders = offending_lines(path, &text, |line| {
        line.strip_prefix("FROM ")
            .is_some_and(|image| image != "scratch" && !image.contains("@sha256:"))
    });
    assert_none("A tag can be moved to another image.", offenders);
}

#[test]
fn workflows_name_actions_by_commit_and_keep_no_credentials() {
    let mut offenders = Vec::new();
    for (path, text) in files() {
        if !path.contains("github/") || !path.ends_with(".yml") {
            continue;
        }
        offenders.extend(offending_lines(&path, &text, |line| {
            let Some((_, action)) = line.split_once("uses: ") else {
                return false;
            };
            let commit = action.split_once('@').and_then(|(_, version)| version.split_once(" # v"));
            !commit.is_some_and(|(commit, _)| {
                commit.len() == 40 && commit.bytes().all(|digit| digit.is_ascii_hexdigit())
            })
        }));
        let count = |what| text.matches(what).count();
        if count("actions/checkout@") > count("persist-credentials: false") {
            offenders.push(path);
        }
    }
    assert_none(
        "A tag can be moved to other code, and every later step could read the credentials that \
         a checkout keeps.",
        offenders,
    );
}

/// A line break in the name of a file would begin an instruction of its own.
#[test]
fn one_function_prints_what_is_not_constant_to_cargo() {
    // The paths in test-kit are constants.
    let is_constant = |line: &str| !line.contains('{') || line.contains("test_kit::programs::");
    let prints = |line: &str| line.contains("println!(\"cargo:") && !is_constant(line);
    let offenders = files().into_iter().filter(|(path, _)| {
        let is_source = path.ends_with(".rs") || path.ends_with(".md");
        is_source
            && path != "crates/openapi-document/src/build.rs"
            && path != "xtask/tests/rules.rs"
    });
    let offenders = offenders.flat_map(|(path, text)| offending_lines(&path, &text, prints));
    assert_none(
        "Use `instruct_cargo` of openapi-document, which refuses line breaks:",
        offenders.collect(),
    );
}
