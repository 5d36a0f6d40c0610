//! Every rule has a section in docs/live.md, and there is none without a rule.

use openapi_live::Rule;
use std::collections::BTreeSet;

#[test]
fn each_rule_is_explained_and_nothing_else_is() {
    let page = include_str!("../../../../docs/live.md");
    let sections = page.lines().filter_map(|line| line.strip_prefix("### "));
    let sections: BTreeSet<_> = sections.collect();
    let rules: BTreeSet<_> = Rule::ALL.into_iter().map(Rule::id).collect();
    assert_eq!(sections, rules);
}
