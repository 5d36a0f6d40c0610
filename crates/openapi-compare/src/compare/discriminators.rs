//! Compares the discriminators of two versions of a schema (OpenAPI 3.1.1 §4.8.25). The
//! name of a component is the value for it unless another one is mapped to it. A value
//! that only the old version has breaks those who send it, and one that only the new
//! version has breaks those who receive it. No keyword leads from a base to the schemas that
//! extend it; those with the same value are compared here.

use super::context::{Context, SchemaRules};
use super::operation_part::OperationPart;
use super::parts::Parts;
use crate::Document;
use crate::inclusion::Schema;
use crate::rule::Rule;
use openapi_document::{Discriminator, is_union};
use openapi_source::findings::Level;
use openapi_source::{Node, Pointer};
use std::collections::BTreeMap;

pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    rules: SchemaRules,
    part: &OperationPart,
    base: &'d Node,
    candidate: &'d Node,
) {
    let (old, new) = (context.base, context.candidate);
    let directed = context.directed;
    let left = directed.0.discriminators.get(&base.location.pointer);
    let right = directed.1.discriminators.get(&candidate.location.pointer);
    let is_read = context.reads(part);
    let level_of = |is_narrower: bool| match is_narrower == is_read {
        true => Level::Breaking,
        false => Level::Documentation,
    };
    let at = |node: &'d Node| node.get("discriminator").unwrap_or(node);
    let mut report = |level, what: &str, [left, right]: [Option<&str>; 2]| {
        let message = context.contrast(what, left.unwrap_or("none"), right.unwrap_or("none"));
        let (rule, locations) = (Rule::DiscriminatorDifferent, (at(base), at(candidate)));
        context.report_at(level, rule, part, message, locations);
    };
    let members = [left, right].map(|side| side.map(|one| one.member.as_str()));
    if members[0] != members[1] {
        let has_tags = |document, side: &Discriminator| {
            let mut targets = side.mapping.iter().map(|(_, target)| target);
            targets.all(|target| has_tag(document, target, &side.member))
        };
        let level = match (left, right) {
            (Some(_), Some(_)) => Level::Breaking,
            (Some(one), None) if has_tags(old, one) => Level::Contract,
            (None, Some(one)) if has_tags(new, one) => Level::Contract,
            _ => level_of(left.is_none()),
        };
        report(level, "discriminator", members);
    } else if let (Some(left), Some(right)) = (left, right) {
        let mut values = BTreeMap::<_, [Option<&Pointer>; 2]>::new();
        for (side, discriminator) in [left, right].into_iter().enumerate() {
            for (value, target) in &discriminator.mapping {
                values.entry(value).or_default()[side] = Some(target);
            }
        }
        let are_bases = !is_union(base) && !is_union(candidate);
        // The comparison of the values finds a branch that only one side has.
        let is_branch = |document, target: &Pointer, others: &Discriminator| {
            !are_bases
                && has_tag(document, target, &others.member)
                && !others.mapping.iter().any(|(_, other)| other == target)
        };
        for (value, targets) in &values {
            let level = match targets {
                [Some(one), None] if !is_branch(old, one, right) => level_of(true),
                [None, Some(other)] if !is_branch(new, other, left) => level_of(false),
                // One of them has another name in the other document, or both are the same.
                [Some(one), Some(other)]
                    if one != other && (new.find(one).is_some() || old.find(other).is_some()) =>
                {
                    Level::Breaking
                }
                _ => continue,
            };
            let texts = targets.map(|target| target.map(Pointer::to_fragment));
            let what = format!("the schema for `{value}` of `{}`", left.member);
            report(level, &what, texts.each_ref().map(Option::as_deref));
        }
        let pairs = values.values().filter_map(|[left, right]| (*left).zip(*right));
        for (left, right) in pairs.filter(|_| are_bases) {
            if let Some(pair) = old.find(left).zip(new.find(right)) {
                compare_subtypes(context, rules, part, pair);
            }
        }
    }
}

fn compare_subtypes<'d>(
    context: &mut Context<'d>,
    rules: SchemaRules,
    part: &OperationPart,
    (base, candidate): (&'d Node, &'d Node),
) {
    // A subtype leads to its base, and so to itself.
    let place = format!("{}, {part}", context.operation());
    if context.compared_pairs.insert((base, candidate, place)) {
        let base = Schema::new(context.base, base);
        let candidate = Schema::new(context.candidate, candidate);
        context.compare_schemas(rules, part, &base, &candidate);
    }
}

/// Returns whether the schema at a pointer itself allows only some values of a member.
fn has_tag(document: &Document, schema: &Pointer, member: &str) -> bool {
    let parts = document.find(schema).map(|schema| Parts::of(document, &[schema]));
    let declarations = parts.and_then(|mut parts| parts.members.remove(&("properties", member, 0)));
    declarations.into_iter().flatten().any(|node| {
        let node = document.resolve(node);
        node.get("const").or(node.get("enum")).is_some()
    })
}
