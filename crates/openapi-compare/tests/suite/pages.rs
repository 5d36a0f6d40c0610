//! Tests of the rule pages: every rule has a page, and the example on the page has
//! the finding that the page shows, word for word.

use crate::fixture::{name, read};
use openapi_compare::{Level, Limit, Report, Rule, compare_at, compare_versions};
use std::collections::BTreeSet;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules")
}

/// Returns the fenced block with this info string.
fn block<'p>(page: &'p str, opening: &str) -> Option<&'p str> {
    let opening = format!("```{opening}\n");
    let (_, rest) = page.split_once(&opening)?;
    Some(rest.split_once("```")?.0)
}

/// Compares the documents of the example: a contract and an emitted document, or
/// two versions of a document.
fn report(page: &str) -> Report {
    let document = |name: &str| Some(read(name, block(page, &format!("yaml {name}"))?));
    let level = Level::Documentation;
    if let (Some(old), Some(new)) = (document("old.yaml"), document("new.yaml")) {
        return compare_versions(level, &old, &new);
    }
    let documents = (document("contract.yaml"), document("emitted.yaml"));
    let (Some(contract), Some(emitted)) = documents else {
        panic!("no example:\n{page}");
    };
    compare_at(level, &contract, &emitted)
}

#[test]
fn the_example_on_the_page_of_each_rule_shows_it() {
    for rule in Rule::ALL.iter().copied() {
        let path = folder().join(rule.id()).with_extension("md");
        let page = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(page.starts_with(&format!("# {rule}\n")), "{rule}: the title of its page");
        let level = format!("\nLevel: {}.\n", name(rule.level()));
        assert!(page.contains(&level), "{rule}: {level}");
        let report = report(&page);
        assert!(report.findings.iter().any(|finding| finding.rule == rule), "{rule}\n{report}");
        assert_eq!(
            Some(report.to_string().as_str()),
            block(&page, "text"),
            "{rule}: what its page shows"
        );
    }
}

#[test]
fn the_page_of_limits_lists_and_shows_them() {
    let page = std::fs::read_to_string(folder().join("README.md")).unwrap();
    for limit in Limit::ALL {
        let row = format!("| {limit} | {} |\n", limit.explanation());
        assert!(page.contains(&row), "{row}");
    }
    assert_eq!(Some(report(&page).to_string().as_str()), block(&page, "text"));
}

#[test]
fn there_is_no_page_without_a_rule() {
    let pages = std::fs::read_dir(folder()).unwrap();
    let pages: BTreeSet<String> =
        pages.map(|page| page.unwrap().file_name().into_string().unwrap()).collect();
    let mut wanted: BTreeSet<String> = Rule::ALL.iter().map(|rule| format!("{rule}.md")).collect();
    wanted.insert("README.md".to_owned());
    assert_eq!(pages, wanted);
}
