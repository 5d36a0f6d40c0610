//! Collects findings in order of their first occurrence. Another occurrence of a known finding
//! only adds a line to `seen_in`. Callers ask with [`Findings::add_occurrence`] before they make a
//! finding: its witnesses and excerpts take long, and large documents have thousands of
//! occurrences of one finding.

use crate::report::Finding;
use crate::rule::Rule;
use openapi_source::findings::Level;
use openapi_source::{Location, Node};
use std::collections::HashMap;

#[derive(Default)]
pub(super) struct Findings {
    list: Vec<Finding>,
    /// Indexes in `list`.
    known: HashMap<Identity, usize>,
}

/// The identity of a finding: the rule, the level, the message, and the locations
/// in both documents.
type Identity = (Rule, Level, String, Location, Location);

fn identity(
    rule: Rule,
    level: Level,
    message: &str,
    (base, candidate): (&Node, &Node),
) -> Identity {
    (rule, level, message.to_owned(), base.location.clone(), candidate.location.clone())
}

impl Findings {
    /// Adds an occurrence to an existing finding. Returns false if there is none.
    pub(super) fn add_occurrence(
        &mut self,
        rule: Rule,
        level: Level,
        message: &str,
        locations: (&Node, &Node),
        seen_in: &str,
    ) -> bool {
        let Some(index) = self.known.get(&identity(rule, level, message, locations)) else {
            return false;
        };
        let places = &mut self.list[*index].seen_in;
        if !places.iter().any(|place| place == seen_in) {
            places.push(seen_in.to_owned());
        }
        true
    }

    /// Adds a finding about these nodes that isn't known yet.
    pub(super) fn push(&mut self, finding: Finding, locations: (&Node, &Node)) {
        let identity = identity(finding.rule, finding.level, &finding.message, locations);
        self.known.insert(identity, self.list.len());
        self.list.push(finding);
    }

    /// Returns the findings whose level is at least as severe as `level`.
    pub(super) fn up_to(self, level: Level) -> Vec<Finding> {
        self.list.into_iter().filter(|finding| finding.level <= level).collect()
    }
}
