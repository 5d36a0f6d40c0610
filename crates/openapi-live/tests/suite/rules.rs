//! Tests that every rule has a section in docs/live.md, and every section a rule.

use openapi_live::Rule;
use std::collections::BTreeSet;

#[test]
fn each_rule_has_a_section_and_there_are_no_others() {
    let page = include_str!("../../../../docs/live.md");
    let sections = page.lines().filter_map(|line| line.strip_prefix("### "));
    let sections: BTreeSet<_> = sections.collect();
    let rules: BTreeSet<_> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    assert_eq!(sections, rules);
}
