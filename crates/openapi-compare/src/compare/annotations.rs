//! Compares the annotations of schemas (Validation §9.1, §9.2): titles and
//! descriptions of the schema itself, of its members and of its items and, between
//! two versions of a document, the `default` of request values and discriminators.
//! Annotations are paired by location only where the location fixes the meaning:
//! conditions are skipped, and so are the branches of unions, except for those that are the
//! same component in two versions. A different text is reported once, a different default
//! at every occurrence in a request.

use super::Conventions;
use super::context::{Context, SchemaRules};
use super::operation_part::OperationPart;
use super::{discriminators, texts};
use crate::Document;
use crate::inclusion::Schema;
use crate::rule::Rule;
use openapi_source::Node;
use std::collections::HashSet;

/// Compared pairs of schemas, by address (never dereferenced) and by whether they
/// are part of a request. The texts of a pair are reported once.
pub(super) type Compared = HashSet<(*const Node, *const Node, bool)>;

/// Returns whether `keyword` neither constrains values nor is compared by this
/// module.
pub(super) fn is_ignored(keyword: &str) -> bool {
    crate::inclusion::is_ignored(keyword)
        && !["default", "discriminator"].contains(&keyword)
        && !texts::OF_SCHEMAS.contains(&keyword)
}

pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    rules: SchemaRules,
    part: &OperationPart,
    base: &Schema<'d>,
    candidate: &Schema<'d>,
) {
    let is_request =
        matches!(part, OperationPart::Parameter { .. } | OperationPart::RequestBody { .. });
    let mut pairs: Vec<(&Node, &Node)> = base.node().zip(candidate.node()).into_iter().collect();
    let is_literal = context.conventions == Conventions::None;
    let mut seen = HashSet::new();
    while let Some((left, right)) = pairs.pop() {
        // Equal schemas can have other names, which are values of a discriminator.
        let is_equal = context.texts.are_equal(left, right);
        if is_equal && !is_literal
            || !seen.insert((std::ptr::from_ref(left), std::ptr::from_ref(right)))
        {
            continue;
        }
        let is_new = context.compared.insert((left, right, is_request));
        if !is_new && (is_equal || !is_literal) {
            continue;
        }
        let one = Annotations::of(context.base, left);
        let other = Annotations::of(context.candidate, right);
        for field in texts::OF_SCHEMAS.into_iter().filter(|_| is_new) {
            let (one, other) = (one.nearest(field, left), other.nearest(field, right));
            texts::compare(context, part, one, other, &[field]);
        }
        if is_request && is_literal {
            let locations = (one.nearest("default", left), other.nearest("default", right));
            compare_default(context, part, locations.0, locations.1);
        }
        if is_literal {
            let left = one.nearest("discriminator", left);
            let right = other.nearest("discriminator", right);
            discriminators::compare(context, rules, part, left, right);
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

/// The annotations of a schema and of the schemas that it consists of (`$ref`,
/// `allOf`).
#[derive(Default)]
pub(super) struct Annotations<'d> {
    /// Schemas whose annotations describe the value as a whole, the nearest first.
    whole: Vec<&'d Node>,
    /// Schemas of the properties and, under the keyword's name, of all items and of
    /// all additional properties. Under `oneOf`, the components in unions.
    pub(super) members: Vec<((&'static str, &'d str), &'d Node)>,
}

impl<'d> Annotations<'d> {
    /// Returns the nearest schema with the keyword `field`, or `otherwise` if there
    /// is none.
    fn nearest(&self, field: &str, otherwise: &'d Node) -> &'d Node {
        let has_field = |node: &&&Node| node.get(field).is_some();
        self.whole.iter().find(has_field).copied().unwrap_or(otherwise)
    }

    pub(super) fn of(document: &'d Document, node: &'d Node) -> Annotations<'d> {
        let mut annotations = Annotations::default();
        annotations.add(document, node, true, &mut Vec::new());
        annotations
    }

    fn add(
        &mut self,
        document: &'d Document,
        node: &'d Node,
        is_whole: bool,
        seen: &mut Vec<*const Node>,
    ) {
        if seen.contains(&std::ptr::from_ref(node)) {
            return;
        }
        seen.push(node);
        if is_whole {
            self.whole.push(node);
        }
        let properties = node
            .get("properties")
            .into_iter()
            .flat_map(Node::members)
            .map(|(name, member)| (("properties", name), member));
        let all = ["items", "additionalProperties"]
            .into_iter()
            .filter_map(|keyword| Some(((keyword, ""), node.get(keyword)?)));
        let unions = [node.get("oneOf"), node.get("anyOf")];
        let branches = unions.into_iter().flatten().flat_map(Node::items);
        let components =
            branches.filter_map(|branch| Some((("oneOf", branch.member_text("$ref")?), branch)));
        for (name, member) in properties.chain(all).chain(components) {
            if !self.members.iter().any(|(known, _)| *known == name) {
                self.members.push((name, member));
            }
        }
        if let Some(target) = document.target(node) {
            self.add(document, target, is_whole, seen);
        }
        let parts = node.get("allOf").map_or(&[][..], Node::items);
        for part in parts {
            // An annotation on one of several `allOf` branches describes that
            // branch, not the whole.
            let is_whole = is_whole && (parts.len() == 1 || part.get("$ref").is_none());
            self.add(document, part, is_whole, seen);
        }
    }
}
