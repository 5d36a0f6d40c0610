//! Compares the annotations of schemas (Validation §9.1, §9.2): titles and
//! descriptions of the schema itself, of its members and of its items and, between
//! two versions of a document, the `default` of request values and discriminators.
//! Annotations are paired by location only where the location fixes the meaning:
//! conditions are skipped, and so are the branches of unions, except for those that are the
//! same component in two versions. A different text is reported once, a different default
//! at every occurrence in a request.

use super::context::{Context, SchemaRules};
use super::operation_part::OperationPart;
use super::parts::Annotations;
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
        let is_request =
            matches!(part, OperationPart::Parameter { .. } | OperationPart::RequestBody { .. });
        let mut pairs: Vec<(&Node, &Node)> =
            base.node().zip(candidate.node()).into_iter().collect();
        let is_literal = self.conventions == Conventions::None;
        let mut seen = HashSet::new();
        while let Some((left, right)) = pairs.pop() {
            // Equal schemas can have other names, which are values of a discriminator.
            let is_equal = self.texts.are_equal(left, right);
            if is_equal && !is_literal
                || !seen.insert((std::ptr::from_ref(left), std::ptr::from_ref(right)))
            {
                continue;
            }
            let is_new = self.compared.insert((left, right, is_request));
            if !is_new && (is_equal || !is_literal) {
                continue;
            }
            let one = Annotations::of(self.base, left);
            let other = Annotations::of(self.candidate, right);
            for field in texts::OF_SCHEMAS.into_iter().filter(|_| is_new) {
                let (one, other) = (one.nearest(field, left), other.nearest(field, right));
                texts::compare(self, part, one, other, &[field]);
            }
            if is_request && is_literal {
                let locations = (one.nearest("default", left), other.nearest("default", right));
                compare_default(self, part, locations.0, locations.1);
            }
            if is_literal {
                let left = one.nearest("discriminator", left);
                let right = other.nearest("discriminator", right);
                discriminators::compare(self, rules, part, left, right);
            }
            for (name, member) in one.members {
                if name.0 == "oneOf" && !is_literal {
                    continue;
                }
                let same = other.members.iter().find(|(known, _)| *known == name);
                pairs.extend(same.map(|(_, other)| (member, *other)));
            }
        }
    }
}

/// Reports different defaults. Only two declared defaults are compared here: servers
/// don't apply the default of a member, and `parameters` compares the presence of
/// others.
fn compare_default(context: &mut Context, part: &OperationPart, base: &Node, candidate: &Node) {
    if let (Some(left), Some(right)) = (base.get("default"), candidate.get("default"))
        && left.value != right.value
    {
        let words = (left.value.excerpt(), right.value.excerpt());
        let message = context.differs("`default`", &words.0, &words.1);
        let rule = Rule::SchemaAnnotationDifferent;
        context.report(rule, part, message, left, right);
    }
}
