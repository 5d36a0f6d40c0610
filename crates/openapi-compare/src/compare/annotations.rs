//! Compares the annotations of schemas (JSON Schema Validation 2020-12 §9.1, §9.2): titles and
//! descriptions of the schema itself, of its members and of its items and, between
//! two versions of a document, discriminators and the `default` of values that the service reads.
//! All declarations of a member describe it together, in any order.
//! Parts are paired by location only where the location fixes the meaning: `if`, `then` and
//! `else` are skipped, and so are the branches of unions, except for those that are the same
//! component in two versions. A different text is reported once, a different default wherever
//! the service reads the value.

use super::context::{Context, SchemaRules};
use super::operation_part::OperationPart;
use super::parts::Parts;
use super::{Conventions, discriminators, texts};
use crate::inclusion::Schema;
use crate::rule::Rule;
use openapi_source::Node;
use std::collections::HashSet;

/// The maximum number of pairs of values of which all declarations are compared. There can be as
/// many as combinations of schemas.
const MAXIMUM_PAIRS: usize = 10_000;

impl<'d> Context<'d> {
    /// Compares the annotations of two schemas of `part`.
    pub(super) fn compare_annotations(
        &mut self,
        rules: SchemaRules,
        part: &OperationPart,
        base: &Schema<'d>,
        candidate: &Schema<'d>,
    ) {
        let is_read = self.reads(part);
        let pair = base.node().zip(candidate.node());
        let mut pairs = Vec::from_iter(pair.map(|(left, right)| [vec![left], vec![right]]));
        let compares_versions = self.conventions == Conventions::None;
        let mut seen = HashSet::new();
        while let Some(mut pair) = pairs.pop() {
            if seen.len() > MAXIMUM_PAIRS {
                pair.iter_mut().for_each(|declarations| declarations.truncate(1));
            }
            // Equal schemas have the same texts and defaults. Between versions they are visited
            // nevertheless: components in them can have other names, which are values of a
            // discriminator.
            let [lefts, rights] = &pair;
            let is_equal = lefts.len() == rights.len()
                && lefts.iter().zip(rights).all(|(left, right)| self.texts.are_equal(left, right));
            let addresses = |nodes: &Vec<_>| {
                nodes.iter().map(|node| std::ptr::from_ref::<Node>(*node)).collect()
            };
            let key: [Vec<_>; 2] = pair.each_ref().map(addresses);
            if is_equal && !compares_versions || !seen.insert(key.clone()) {
                continue;
            }
            let is_new = self.compared.insert((key, is_read));
            if !is_new && (is_equal || !compares_versions) {
                continue;
            }
            let base = Parts::of(self.base, lefts);
            let mut candidate = Parts::of(self.candidate, rights);
            for field in texts::OF_SCHEMAS.into_iter().filter(|_| is_new) {
                if let Some((left, right)) = base.different(&candidate, field) {
                    texts::compare(self, part, left, right, &[field]);
                }
            }
            if compares_versions {
                if is_read && let Some((left, right)) = base.different(&candidate, "default") {
                    compare_default(self, part, left, right);
                }
                let [left, right] = [&base, &candidate].map(|parts| parts.nearest("discriminator"));
                discriminators::compare(self, rules, part, left, right);
            }
            for (member, lefts) in base.members {
                if (member.0 != "oneOf" || compares_versions)
                    && let Some(rights) = candidate.members.remove(&member)
                {
                    pairs.push([lefts, rights]);
                }
            }
        }
    }
}

/// Reports different defaults. One that a side alone declares isn't reported here: a server
/// doesn't apply the default of a member, and `parameters` compares that of a parameter.
fn compare_default(context: &mut Context, part: &OperationPart, base: &Node, candidate: &Node) {
    if let (Some(left), Some(right)) = (base.get("default"), candidate.get("default")) {
        let words = (left.value.excerpt(), right.value.excerpt());
        let message = context.contrast("`default`", &words.0, &words.1);
        let rule = Rule::SchemaAnnotationDifferent;
        context.report(rule, part, message, (left, right));
    }
}
