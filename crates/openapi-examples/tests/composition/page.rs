//! The page `docs/composing.md` quotes lines of these tests, so that its code is
//! compiled.

use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Returns the code blocks of the page: their languages and their lines.
fn blocks(page: &str) -> Vec<(&str, Vec<&str>)> {
    let mut blocks = Vec::new();
    // Blocks of lists are indented.
    let mut lines = page.lines().map(str::trim_start);
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let block = lines.by_ref().take_while(|line| *line != "```");
            blocks.push((language, block.collect()));
        }
    }
    blocks
}

/// Returns whether a text contains the lines consecutively, with any indentation.
fn contains(text: &str, block: &[&str]) -> bool {
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    let block: Vec<_> = block.iter().map(|line| line.trim()).collect();
    lines.windows(block.len()).any(|window| window == block)
}

#[test]
fn the_code_of_the_page_is_code_of_the_tests() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let entries = fs::read_dir(folder.join("tests/composition")).unwrap();
    let sources: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .chain(
            ["build/main.rs", "../../xtask/others/tests/api_manager.rs"]
                .map(|one| folder.join(one)),
        )
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let page = fs::read_to_string(Path::new(ROOT).join("docs/composing.md")).unwrap();
    let blocks = blocks(&page);
    assert!(blocks.len() > 10);
    // The commands run in a test of `openapi-dropshot-cli`.
    let blocks = blocks.into_iter().filter(|(language, _)| *language != "console");
    for (language, block) in blocks {
        assert!(["rust", "toml"].contains(&language), "{language}");
        let found = sources.iter().any(|source| contains(source, &block));
        assert!(found, "no test has these lines:\n{}", block.join("\n"));
    }
}
