//! Promised: the rules of this workspace that can be checked by reading its
//! files, and those about which crate may see which, hold for every file
//! under version control. Each failure lists all offenders at once and says
//! why the rule exists.
//!
//! A rule that cannot be broken by accident does not belong here.

#![allow(clippy::unwrap_used)]

use std::{fs, path::PathBuf, process::Command};

/// The longest a source file may be, in lines, its inline tests included.
const LINES: usize = 400;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The text files of the workspace, with paths relative to its root: those
/// under version control and those that soon will be.
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
        // What is not text or was deleted a moment ago breaks no rule.
        .filter_map(|path| Some((path.to_owned(), fs::read_to_string(root().join(path)).ok()?)))
        .collect()
}

/// The Rust source files that people write, as opposed to reviewed output.
fn sources() -> impl Iterator<Item = (String, String)> {
    files()
        .into_iter()
        .filter(|(path, _)| path.ends_with(".rs") && !path.contains("tests/output/"))
}

fn assert_none(rule: &str, offenders: Vec<String>) {
    assert!(offenders.is_empty(), "{rule}\n\n{}\n", offenders.join("\n"));
}

/// `path:line: text` for every line of `text` that `is_offence` holds for.
fn offending_lines(path: &str, text: &str, is_offence: impl Fn(&str) -> bool) -> Vec<String> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| is_offence(line))
        .map(|(index, line)| format!("{path}:{}: {}", index + 1, line.trim()))
        .collect()
}

/// Whether `word` stands in `line` and no letter or digit precedes it.
fn begins_a_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        !line[..at]
            .chars()
            .next_back()
            .is_some_and(|before| before.is_alphanumeric())
    })
}

#[test]
fn every_source_file_opens_by_saying_what_it_is_for() {
    let offenders = sources()
        .filter(|(_, text)| !text.starts_with("//! "))
        .map(|(path, _)| path)
        .collect();
    assert_none(
        "A source file opens with `//!`: what it is for, and what it must never do.",
        offenders,
    );
}

#[test]
fn the_openapi_crates_do_not_know_what_they_are_used_for() {
    let offenders = files()
        .iter()
        .filter(|(path, _)| path.starts_with("crates/openapi-"))
        // The documents they are tested with may be about anything.
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
fn no_file_names_a_place_on_somebodys_machine() {
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

/// Whether `folder` stands in `line` where an absolute path can begin, which
/// is not the middle of a relative path or of an address.
fn begins_a_path(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        !line[..at]
            .chars()
            .next_back()
            .is_some_and(|before| before.is_alphanumeric() || "._-~}*/".contains(before))
    })
}

#[test]
fn nothing_is_left_to_be_done_later() {
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
fn no_reviewed_text_waits_for_its_review() {
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

/// If you are here because this failed: split the file by concern into
/// modules. The list in `long_files.txt` is for what was there before the
/// rule; it should only ever shrink.
#[test]
fn only_the_listed_source_files_are_long() {
    let listed: Vec<&str> = include_str!("long_files.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let long: Vec<String> = sources()
        .filter(|(path, text)| !path.contains("tests/") && text.lines().count() > LINES)
        .map(|(path, _)| path)
        .collect();
    let unlisted = long
        .iter()
        .filter(|path| !listed.contains(&path.as_str()))
        .cloned()
        .collect();
    assert_none(
        &format!("A source file has at most {LINES} lines; split these by concern:"),
        unlisted,
    );
    let stale = listed
        .iter()
        .filter(|path| !long.iter().any(|it| it == *path))
        .map(|path| (*path).to_owned())
        .collect();
    assert_none(
        "These are short now, or gone; take them off xtask/tests/long_files.txt:",
        stale,
    );
}

#[test]
fn the_rust_code_of_the_readme_is_code_of_the_example() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let example = ["build.rs", "src/main.rs"]
        .map(|file| read(&format!("crates/openapi-example/{file}")))
        .concat();
    let readme = read("README.md");
    let blocks = readme.split("```rust\n").skip(1);
    let blocks: Vec<_> = blocks
        .map(|block| block.split("```").next().unwrap())
        .collect();
    assert!(blocks.len() >= 2, "README.md shows the example");
    let strangers = blocks.iter().filter(|block| !example.contains(**block));
    assert_none(
        "The Rust code of README.md is compiled, as part of crates/openapi-example.",
        strangers.map(ToString::to_string).collect(),
    );
}
