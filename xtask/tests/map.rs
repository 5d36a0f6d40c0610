//! Each file and each Rust name in the pages that describe the repository exists.
//!
//! The test reads words in backticks and the targets of links. A name counts as existing
//! if it occurs anywhere in a source file, a manifest or a document, so the test finds a
//! name that is gone, and not one that moved.

#![allow(clippy::unwrap_used)]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The pages, and whether Rust items are looked up, too.
const PAGES: [(&str, bool); 6] = [
    ("docs/architecture.md", true),
    ("docs/glossary.md", true),
    ("docs/releasing.md", false),
    ("CONTRIBUTING.md", true),
    ("SECURITY.md", true),
    ("README.md", false),
];

/// The ends of names that are taken for the name of a file.
const EXTENSIONS: [&str; 7] = [".rs", ".md", ".toml", ".yaml", ".yml", ".txt", ".json"];

/// Files that only exist in `OUT_DIR`, or in the demonstration of the README.
const ELSEWHERE: [&str; 5] = ["api.rs", "changed.yaml", "client.rs", "openapi.json", "trees.yaml"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The words in backticks, outside of fenced blocks, that have no space in them.
fn code_words(page: &str) -> Vec<&str> {
    let prose = page.split("\n```").step_by(2);
    prose
        .flat_map(|text| text.split('`').skip(1).step_by(2))
        .filter(|word| !word.is_empty() && !word.contains(char::is_whitespace))
        .collect()
}

/// The targets of links, without those to the web and to a place on the page.
fn link_targets(page: &str) -> Vec<&str> {
    page.split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', '#']).next())
        .filter(|target| !target.is_empty() && !target.contains("://"))
        .collect()
}

/// Whether a word in backticks names a file or a folder of the repository.
fn is_path(word: &str) -> bool {
    let is_named = EXTENSIONS.iter().any(|end| word.ends_with(end)) || word.ends_with('/');
    let is_plain = word
        .chars()
        .all(|character| character.is_ascii_alphanumeric() || "_-./".contains(character));
    is_named && is_plain && !word.starts_with('/') && !ELSEWHERE.contains(&word)
}

/// The identifiers of a word that is written as a Rust path, such as `A::b`.
fn identifiers(word: &str) -> Vec<&str> {
    let parts: Vec<_> = word.split("::").collect();
    let is_identifier = |part: &&str| {
        part.starts_with(|first: char| first.is_ascii_alphabetic())
            && part.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
    };
    if parts.iter().all(is_identifier) { parts } else { Vec::new() }
}

/// All identifiers, keywords and names of the workspace's source files, manifests and
/// documents.
fn known() -> BTreeSet<String> {
    let listed = Command::new("git")
        .args(["ls-files", "*.rs", "*.toml", "*.yaml"])
        .current_dir(root())
        .output()
        .unwrap();
    let files = String::from_utf8(listed.stdout).unwrap();
    let texts = files.lines().filter_map(|path| fs::read_to_string(root().join(path)).ok());
    texts
        .flat_map(|text| {
            text.split(|character: char| !(character.is_alphanumeric() || character == '_'))
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn the_map_names_only_what_exists() {
    let known = known();
    let mut missing = Vec::new();
    for (name, has_items) in PAGES {
        let page = fs::read_to_string(root().join(name)).unwrap();
        let folder = Path::new(name).parent().unwrap();
        for target in link_targets(&page) {
            if !root().join(folder).join(target).exists() {
                missing.push(format!("{name}: the link to {target}"));
            }
        }
        for word in code_words(&page) {
            if is_path(word) {
                if !exists(word) {
                    missing.push(format!("{name}: the path {word}"));
                }
            } else if has_items {
                let gone = identifiers(word).into_iter().filter(|part| !known.contains(*part));
                missing.extend(gone.map(|part| format!("{name}: `{part}` of `{word}`")));
            }
        }
    }
    assert!(missing.is_empty(), "\n{}\n", missing.join("\n"));
}

/// Whether a path exists below the root or, as in a paragraph about a crate, below the
/// sources of any crate.
fn exists(path: &str) -> bool {
    let crates = fs::read_dir(root().join("crates")).unwrap();
    let mut sources = crates.map(|entry| entry.unwrap().path().join("src"));
    root().join(path).exists() || sources.any(|source| source.join(path).exists())
}
