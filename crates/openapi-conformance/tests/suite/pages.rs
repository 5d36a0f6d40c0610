//! Every rule has a page, and the example on it really gives what the page
//! shows: the rule's own finding, word for word.

use crate::fixture::read;
use openapi_conformance::{Level, Rule, compare_at};
use std::collections::BTreeSet;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules")
}

/// The fenced block that opens with these words.
fn block<'p>(page: &'p str, opening: &str) -> &'p str {
    let opening = format!("```{opening}\n");
    let (_, rest) = page
        .split_once(&opening)
        .unwrap_or_else(|| panic!("no block {opening}"));
    rest.split_once("```").unwrap().0
}

#[test]
fn the_example_on_the_page_of_each_rule_shows_it() {
    for rule in Rule::ALL {
        let path = folder().join(rule.id()).with_extension("md");
        let page = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(
            page.starts_with(&format!("# {rule}\n")),
            "{rule}: the title of its page"
        );
        let level = format!("\nLevel: {}.\n", rule.level().name());
        assert!(page.contains(&level), "{rule}: {level}");
        let contract = read("contract.yaml", block(&page, "yaml contract.yaml"));
        let emitted = read("emitted.yaml", block(&page, "yaml emitted.yaml"));
        let report = compare_at(Level::Documentation, &contract, &emitted);
        assert!(
            report.findings.iter().any(|finding| finding.rule == rule),
            "{rule}\n{report}"
        );
        assert_eq!(
            report.to_string(),
            block(&page, "text"),
            "{rule}: what its page shows"
        );
    }
}

#[test]
fn there_is_no_page_without_a_rule() {
    let pages = std::fs::read_dir(folder()).unwrap();
    let pages: BTreeSet<String> = pages
        .map(|page| page.unwrap().file_name().into_string().unwrap())
        .collect();
    let mut wanted: BTreeSet<String> = Rule::ALL
        .into_iter()
        .map(|rule| format!("{rule}.md"))
        .collect();
    wanted.insert("README.md".to_owned());
    assert_eq!(pages, wanted);
}
