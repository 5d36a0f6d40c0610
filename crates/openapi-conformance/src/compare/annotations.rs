//! What schemas say of their values beside which are allowed (Validation §9.1, §9.2):
//! titles and descriptions, of the schema itself, of its members and of its items,
//! and between two versions of a document what is taken where a caller says nothing
//! (`default`). It must never pair what means two things by its place alone: what
//! stands in unions and conditions is not looked at. A text that differs is told
//! once, a default for each place where it is asked.

use super::Conventions;
use super::context::Context;
use super::part::Part;
use super::texts;
use crate::document::{Document, Node};
use crate::rule::Rule;
use crate::schema::Schema;
use std::collections::HashSet;

/// Pairs of schemas that were compared, as what is asked or what is answered, by
/// their addresses, which are never followed. Texts of the same pair are told once.
pub(super) type Compared = HashSet<(*const Node, *const Node, bool)>;

/// Returns whether `keyword` is none of those that are compared here, and says
/// nothing about the values.
pub(super) fn is_ignored(keyword: &str) -> bool {
    crate::schema::is_ignored(keyword)
        && keyword != "default"
        && !texts::OF_SCHEMAS.contains(&keyword)
}

pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    part: &Part,
    contract: &Schema<'d>,
    emitted: &Schema<'d>,
) {
    let is_asked = matches!(part, Part::Parameter { .. } | Part::RequestBody { .. });
    let node = |schema: &Schema<'d>| schema.parts.first().map(|part| part.node);
    let mut pairs: Vec<(&Node, &Node)> = node(contract).zip(node(emitted)).into_iter().collect();
    let tells_defaults = is_asked && context.conventions == Conventions::None;
    let mut seen = HashSet::new();
    while let Some((left, right)) = pairs.pop() {
        if context.texts.are_equal(left, right)
            || !seen.insert((std::ptr::from_ref(left), std::ptr::from_ref(right)))
        {
            continue;
        }
        let is_new = context.compared.insert((left, right, is_asked));
        if !is_new && !tells_defaults {
            continue;
        }
        let one = Said::by(context.contract, left);
        let other = Said::by(context.emitted, right);
        for field in texts::OF_SCHEMAS.into_iter().filter(|_| is_new) {
            let (one, other) = (one.nearest(field, left), other.nearest(field, right));
            texts::compare(context, part, one, other, &[field]);
        }
        if tells_defaults {
            let places = (
                one.nearest("default", left),
                other.nearest("default", right),
            );
            compare_default(context, part, places.0, places.1);
        }
        for (name, member) in one.members {
            let same = other.members.iter().find(|(known, _)| *known == name);
            pairs.extend(same.map(|(_, other)| (member, *other)));
        }
    }
}

/// A document that tells none may well have one, and the same.
fn compare_default(context: &mut Context, part: &Part, contract: &Node, emitted: &Node) {
    if let (Some(left), Some(right)) = (contract.get("default"), emitted.get("default"))
        && left.content != right.content
    {
        let words = (left.content.excerpt(), right.content.excerpt());
        let message = context.differs("`default`", &words.0, &words.1);
        let rule = Rule::SchemaAnnotationDifferent;
        context.report(rule, part, message, left, right);
    }
}

/// What a schema and those that it is made of say about the same value.
#[derive(Default)]
struct Said<'d> {
    /// Those that are about it as a whole, the nearest first.
    whole: Vec<&'d Node>,
    /// Its members, and under the keywords' names what all items and all other
    /// members are.
    members: Vec<((&'static str, &'d str), &'d Node)>,
}

impl<'d> Said<'d> {
    /// The nearest that says something by `field`; `otherwise`, if none does.
    fn nearest(&self, field: &str, otherwise: &'d Node) -> &'d Node {
        let says = |node: &&&Node| node.get(field).is_some();
        self.whole.iter().find(says).copied().unwrap_or(otherwise)
    }

    fn by(document: &'d Document, node: &'d Node) -> Said<'d> {
        let mut said = Said::default();
        said.add(document, node, true, &mut Vec::new());
        said
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
        let properties = node.get("properties").into_iter().flat_map(Node::members);
        let properties = properties.map(|(name, member)| (("properties", name), member));
        let all = ["items", "additionalProperties"].into_iter();
        let all = all.filter_map(|keyword| Some(((keyword, ""), node.get(keyword)?)));
        for (name, member) in properties.chain(all) {
            if !self.members.iter().any(|(known, _)| *known == name) {
                self.members.push((name, member));
            }
        }
        if let Some(target) = document.target(node) {
            self.add(document, target, is_whole, seen);
        }
        let parts = node.get("allOf").map_or(&[][..], Node::items);
        for part in parts {
            // What is said of one of several that it is made of isn't said of it.
            let is_whole = is_whole && (parts.len() == 1 || part.get("$ref").is_none());
            self.add(document, part, is_whole, seen);
        }
    }
}
