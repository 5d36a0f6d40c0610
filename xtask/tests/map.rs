//! Each file and each Rust name in the pages that describe the repository exists.
//!
//! The test reads words in backticks and the targets of links. If a page says in which file a name
//! is, as in `name` (`file`), `name` in `file`, `file` (`name`) or `file`: … `name`, the file has to
//! contain the name. Any other name has to occur in some source file, manifest or document.

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

/// The paragraphs and the items of lists, each as text and words in backticks by turns.
fn blocks(page: &str) -> Vec<Vec<String>> {
    let prose = page.split("\n```").step_by(2).collect::<Vec<_>>().join("\n\n");
    let mut blocks = vec![String::new()];
    for line in prose.lines() {
        let is_item =
            line.starts_with("- ") || line.starts_with(|first: char| first.is_ascii_digit());
        if line.is_empty() || is_item {
            blocks.push(String::new());
        }
        blocks.last_mut().unwrap().push_str(&format!("{} ", line.trim()));
    }
    blocks.iter().map(|block| block.split('`').map(str::to_owned).collect()).collect()
}

/// Returns the names that a block says to be in a file, whose path is the word with the index `at`.
fn names_beside(block: &[String], at: usize) -> Vec<&str> {
    let mut names = Vec::new();
    let mut before = at;
    while before >= 2 {
        let between = block[before - 1].trim_matches(['*', ',']);
        let joins = if before == at { [" (", " in "] } else { [" ", " and "] };
        if !joins.contains(&between) || is_path(&block[before - 2]) {
            break;
        }
        before -= 2;
        names.push(block[before].as_str());
    }
    let first = block[at + 1].trim_start_matches('*');
    for next in (at + 2..block.len()).step_by(2) {
        let between = &block[next - 1];
        let ends = [". ", "; ", ")"].iter().any(|end| between.contains(end));
        if !first.starts_with(": ") && !first.starts_with(" (") || ends || is_path(&block[next]) {
            break;
        }
        names.push(block[next].as_str());
    }
    names
}

/// Returns where git finds the files of a path, which is that of a file beside another one of the
/// block if it is not in the root.
fn found(path: &str, block: &[String]) -> Option<String> {
    let folders =
        block.iter().filter(|word| is_path(word)).map(|word| match word.strip_suffix('/') {
            Some(folder) => Path::new(folder),
            None => Path::new(word).parent().unwrap(),
        });
    let mut candidates = folders.map(|folder| folder.join(path)).chain([PathBuf::from(path)]);
    let file = candidates.find(|file| root().join(file).exists())?;
    Some(file.to_string_lossy().into_owned())
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
    let (mut missing, mut located) = (Vec::new(), 0);
    for (name, has_items) in PAGES {
        let page = fs::read_to_string(root().join(name)).unwrap();
        let folder = Path::new(name).parent().unwrap();
        for target in link_targets(&page) {
            if !root().join(folder).join(target).exists() {
                missing.push(format!("{name}: the link to {target}"));
            }
        }
        for block in blocks(&page) {
            for at in (1..block.len()).step_by(2).filter(|at| !block[*at].contains(' ')) {
                let word = &block[at];
                let file = found(word, &block);
                if !is_path(word) {
                    let parts = identifiers(word).into_iter().filter(|_| has_items);
                    let gone = parts.filter(|part| !known.contains(*part));
                    missing.extend(gone.map(|part| format!("{name}: `{part}` of `{word}`")));
                } else if let Some(file) = file.filter(|_| has_items) {
                    let names = names_beside(&block, at).into_iter().flat_map(identifiers);
                    let names: Vec<_> = names.collect();
                    located += names.len();
                    let absent = names.into_iter().filter(|part| !defines(&file, part));
                    missing.extend(absent.map(|part| format!("{name}: `{part}` in {file}")));
                } else if name == "CONTRIBUTING.md" || !exists(word) {
                    missing.push(format!("{name}: the path {word}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "\n{}\n", missing.join("\n"));
    assert!(located > 80, "only {located} names stand beside a file");
}

/// Whether a file or those of a folder define a name, or implement or use it.
fn defines(path: &str, name: &str) -> bool {
    let item = "(fn|struct|enum|const|static|type|trait|mod|impl(<.*>)?|for|use)";
    // Without `pub`, the name of a member is also where a function sets it.
    let member = if name.starts_with(char::is_uppercase) { "" } else { r"pub(\(.*\))? " };
    let pattern = format!("{item} {name}\\b|^ +{member}{name}( \"|[,:({{])");
    let mut search = Command::new("git");
    search.args(["grep", "-qE", "-e", &pattern, "--", path]).current_dir(root());
    search.status().unwrap().success()
}

/// Whether a path exists below the root or, as in a paragraph about a crate, below the
/// sources of any crate.
fn exists(path: &str) -> bool {
    let crates = fs::read_dir(root().join("crates")).unwrap();
    let mut sources = crates.map(|entry| entry.unwrap().path().join("src"));
    root().join(path).exists() || sources.any(|source| source.join(path).exists())
}
