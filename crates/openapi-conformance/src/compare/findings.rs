//! The findings of a comparison, in the order in which they are met. One that is
//! met again must only gain another place where it is seen; large documents meet
//! the same one thousands of times.

use crate::document::{Node, Source};
use crate::level::Level;
use crate::report::Finding;
use crate::rule::Rule;
use std::collections::HashMap;

#[derive(Default)]
pub(super) struct Findings {
    list: Vec<Finding>,
    /// Indexes in `list`.
    known: HashMap<Identity, usize>,
}

/// What makes two findings the same: the rule, how much it matters, the message,
/// and where it stands in both documents.
type Identity = (Rule, Level, String, Source, Source);

fn identity(
    rule: Rule,
    level: Level,
    message: &str,
    (contract, emitted): (&Node, &Node),
) -> Identity {
    (
        rule,
        level,
        message.to_owned(),
        contract.source.clone(),
        emitted.source.clone(),
    )
}

impl Findings {
    /// Whether the same was found before; it is seen in one place more, then.
    pub(super) fn is_known(
        &mut self,
        rule: Rule,
        level: Level,
        message: &str,
        places: (&Node, &Node),
        seen_in: &str,
    ) -> bool {
        let Some(index) = self.known.get(&identity(rule, level, message, places)) else {
            return false;
        };
        let known = &mut self.list[*index].seen_in;
        if !known.iter().any(|place| place == seen_in) {
            known.push(seen_in.to_owned());
        }
        true
    }

    /// Adds a finding about these places that isn't known.
    pub(super) fn push(&mut self, finding: Finding, places: (&Node, &Node)) {
        let identity = identity(finding.rule, finding.level, &finding.message, places);
        self.known.insert(identity, self.list.len());
        self.list.push(finding);
    }

    /// Those that matter at least as much as `level`.
    pub(super) fn up_to(self, level: Level) -> Vec<Finding> {
        let findings = self.list.into_iter();
        findings.filter(|finding| finding.level <= level).collect()
    }
}
