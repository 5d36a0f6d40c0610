//! Compares the annotations of schemas (JSON Schema Validation 2020-12 §9.1, §9.2): titles and
//! descriptions of the schema itself, of its members and of its items and, between
//! two versions of a document, discriminators and the `default` of values that the service reads.
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
        let mut pairs: Vec<(&Node, &Node)> =
            base.node().zip(candidate.node()).into_iter().collect();
        let compares_versions = self.conventions == Conventions::None;
        let mut seen = HashSet::new();
        while let Some((left, right)) = pairs.pop() {
            // Equal schemas have the same texts and defaults. Between versions they are visited
            // nevertheless: components in them can have other names, which are values of a
            // discriminator.
            let is_equal = self.texts.are_equal(left, right);
            if is_equal && !compares_versions
                || !seen.insert((std::ptr::from_ref(left), std::ptr::from_ref(right)))
            {
                continue;
            }
            let is_new = self.compared.insert((left, right, is_read));
            if !is_new && (is_equal || !compares_versions) {
                continue;
            }
            let base = Parts::of(self.base, left);
            let candidate = Parts::of(self.candidate, right);
            let nearest = |field| (base.nearest(field), candidate.nearest(field));
            for field in texts::OF_SCHEMAS.into_iter().filter(|_| is_new) {
                let (left, right) = nearest(field);
                texts::compare(self, part, left, right, &[field]);
            }
            if compares_versions {
                if is_read {
                    let (left, right) = nearest("default");
                    compare_default(self, part, left, right);
                }
                let (left, right) = nearest("discriminator");
                discriminators::compare(self, rules, part, left, right);
            }
            let mut others = candidate.members;
            for (key, member) in base.members {
                // Of several declarations of a property, the first is paired with the first.
                if (key.0 != "oneOf" || compares_versions)
                    && let Some(index) = others.iter().position(|(known, _)| *known == key)
                {
                    pairs.push((member, others.remove(index).1));
                }
            }
        }
    }
}

/// Reports different defaults. One that a side alone declares isn't reported here: a server
/// doesn't apply the default of a member, and `parameters` compares that of a parameter.
fn compare_default(context: &mut Context, part: &OperationPart, base: &Node, candidate: &Node) {
    if let (Some(left), Some(right)) = (base.get("default"), candidate.get("default"))
        && left.value != right.value
    {
        let words = (left.value.excerpt(), right.value.excerpt());
        let message = context.contrast("`default`", &words.0, &words.1);
        let rule = Rule::SchemaAnnotationDifferent;
        context.report(rule, part, message, (left, right));
    }
}
