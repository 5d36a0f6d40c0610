//! Decomposes each keyword, and the negation of each keyword, for values of one type
//! (Core §10 and §11, Validation §6).

use super::fact::{Condition, Dnf, Fact, Literal, Names, all, always, any, fact};
use super::{number, unevaluated};
use crate::inclusion::keyword::{Keyword, ValueType, applies_to, is_assertion};
use crate::inclusion::schema::{SchemaNode, format};
use bigdecimal::{BigDecimal, ToPrimitive};
use openapi_source::Node;

/// Returns the conditions under which `keyword` of `schema` accepts a value of
/// `kind`, or rejects it if `holds` is `false`.
pub(super) fn conditions_of<'d>(
    kind: ValueType,
    schema: SchemaNode<'d>,
    keyword: &'d str,
    holds: bool,
) -> Vec<Dnf<'d>> {
    let Some(value) = schema.node.get(keyword) else {
        return always(holds);
    };
    // An unknown keyword is an annotation (Core §6.5).
    let Some(known) = Keyword::from_name(keyword) else {
        return always(holds);
    };
    let is_of_others = applies_to(known).is_some_and(|only| only != kind);
    if is_of_others || !is_assertion(keyword) && known != Keyword::Format {
        return always(holds);
    }
    let count = || value.number().and_then(BigDecimal::to_u64).unwrap_or(u64::MAX);
    let literal = |node, holds| Condition::Literal(Literal::new(schema, node, holds));
    let each = |holds| value.items().iter().map(move |node| literal(node, holds));
    match known {
        Keyword::Type => kinds(kind, value, holds),
        Keyword::Const => enumerated(std::slice::from_ref(value), holds),
        Keyword::Enum => enumerated(value.items(), holds),
        Keyword::Ref => match schema.document.target(schema.node) {
            Some(target) => all([literal(target, holds)]),
            None => unknown(),
        },
        Keyword::AllOf if holds => all(each(true)),
        Keyword::AllOf => any(each(false)),
        Keyword::AnyOf if holds => any(each(true)),
        Keyword::AnyOf => all(each(false)),
        Keyword::OneOf => one_of(schema, value, holds),
        Keyword::Not => all([literal(value, !holds)]),
        Keyword::If => condition(schema, value, holds),
        Keyword::Minimum => number::minimum(value, false, holds),
        Keyword::ExclusiveMinimum => number::minimum(value, true, holds),
        Keyword::Maximum => number::maximum(value, false, holds),
        Keyword::ExclusiveMaximum => number::maximum(value, true, holds),
        Keyword::MultipleOf => number::multiple(value, holds),
        Keyword::MinLength | Keyword::MinItems | Keyword::MinProperties => at_least(count(), holds),
        Keyword::MaxLength | Keyword::MaxItems | Keyword::MaxProperties => at_most(count(), holds),
        Keyword::Pattern => match value.string() {
            Some(text) => all([Condition::Fact(Fact::Pattern(text, holds))]),
            None => unknown(),
        },
        Keyword::Format => match (kind, value.string()) {
            (ValueType::Number, _) => number::format(value, holds),
            (ValueType::String, Some(name)) if format::example(name).is_some() => {
                all([Condition::Fact(Fact::Format(name, holds))])
            }
            _ => always(holds),
        },
        Keyword::UniqueItems => match value.boolean() {
            Some(true) => all([Condition::Fact(Fact::Unique(holds))]),
            _ => always(holds),
        },
        Keyword::PrefixItems => prefix(schema, value, holds),
        Keyword::Items => items(schema, value, holds),
        Keyword::Required => required(value, holds),
        Keyword::Properties => properties(schema, value, holds),
        Keyword::PatternProperties => pattern_properties(schema, value, holds),
        Keyword::AdditionalProperties => {
            all([members(unevaluated::other_names(schema), schema, value, holds)])
        }
        Keyword::PropertyNames => fact(
            holds,
            Fact::Names(Literal::new(schema, value, true)),
            Fact::SomeName(Literal::new(schema, value, false)),
        ),
        Keyword::DependentRequired => dependent_required(value, holds),
        Keyword::UnevaluatedProperties if value.boolean() == Some(true) => always(holds),
        Keyword::UnevaluatedProperties => match unevaluated::members(schema) {
            None => unknown(),
            Some(None) => always(holds),
            Some(Some(names)) => all([members(names, schema, value, holds)]),
        },
        // They are part of `if` and of `contains`.
        Keyword::Then | Keyword::Else | Keyword::MinContains | Keyword::MaxContains => {
            always(holds)
        }
        // Almost no document has one of the others, such as `contains`. No proof relies on them,
        // and values are made without them.
        _ => unknown(),
    }
}

/// Returns no condition, for a keyword whose effect is unknown.
fn unknown<'d>() -> Vec<Dnf<'d>> {
    Vec::new()
}

fn kinds<'d>(kind: ValueType, value: &'d Node, holds: bool) -> Vec<Dnf<'d>> {
    let names = |name: &str| {
        value.string() == Some(name) || value.items().iter().any(|one| one.string() == Some(name))
    };
    match kind {
        ValueType::Number if !names("number") && names("integer") => {
            all([Condition::Fact(Fact::Multiple(BigDecimal::from(1), holds))])
        }
        _ => always(names(kind.into()) == holds),
    }
}

fn enumerated(values: &[Node], holds: bool) -> Vec<Dnf<'_>> {
    if holds {
        all([Condition::Fact(Fact::OneOf(values.iter().collect()))])
    } else {
        all(values.iter().map(|one| Condition::Fact(Fact::Not(one))))
    }
}

fn at_least<'d>(count: u64, holds: bool) -> Vec<Dnf<'d>> {
    match count.checked_sub(1) {
        // Every count is at least 0.
        None => always(holds),
        Some(less) => fact(holds, Fact::AtLeast(count), Fact::AtMost(less)),
    }
}

fn at_most<'d>(count: u64, holds: bool) -> Vec<Dnf<'d>> {
    let more = count.saturating_add(1);
    fact(holds, Fact::AtMost(count), Fact::AtLeast(more))
}

/// Either `if` accepts the value and so does `then`, or it doesn't, and `else` does. A keyword
/// that is absent accepts every value.
fn condition<'d>(schema: SchemaNode<'d>, value: &'d Node, holds: bool) -> Vec<Dnf<'d>> {
    let literal = |node, holds| Condition::Literal(Literal::new(schema, node, holds));
    let branches = [(true, "then"), (false, "else")];
    let branch = |(condition, next)| match schema.node.get(next) {
        Some(next) => Some(vec![literal(value, condition), literal(next, holds)]),
        None => holds.then(|| vec![literal(value, condition)]),
    };
    vec![branches.into_iter().filter_map(branch).collect()]
}

/// Exactly one branch accepts the value. The negation: none does, or two do.
fn one_of<'d>(schema: SchemaNode<'d>, value: &'d Node, holds: bool) -> Vec<Dnf<'d>> {
    let literal = |node, holds| Condition::Literal(Literal::new(schema, node, holds));
    let branches = value.items();
    if holds {
        let one = branches.iter().map(|only| {
            let others = branches.iter().filter(|node| !std::ptr::eq(*node, only));
            let others = others.map(|node| literal(node, false));
            // The last condition is decomposed first, and this one closes most branches.
            others.chain([literal(only, true)]).collect()
        });
        return vec![one.collect()];
    }
    let mut dnf: Dnf<'d> = vec![branches.iter().map(|node| literal(node, false)).collect()];
    for (index, node) in branches.iter().enumerate() {
        let others = branches[index + 1..].iter();
        dnf.extend(others.map(|other| vec![literal(node, true), literal(other, true)]));
    }
    vec![dnf]
}

fn prefix<'d>(schema: SchemaNode<'d>, value: &'d Node, holds: bool) -> Vec<Dnf<'d>> {
    let facts = value.items().iter().enumerate().map(|(at, node)| {
        let (end, literal) = (Some(at + 1), Literal::new(schema, node, holds));
        Condition::Fact(if holds {
            Fact::Items(at, end, literal)
        } else {
            Fact::SomeItem(at, end, literal)
        })
    });
    if holds { all(facts) } else { any(facts) }
}

/// All items behind the prefix are in `value`.
fn items<'d>(schema: SchemaNode<'d>, value: &'d Node, holds: bool) -> Vec<Dnf<'d>> {
    let from = schema.node.get("prefixItems").map_or(0, |all| all.items().len());
    let literal = Literal::new(schema, value, holds);
    fact(holds, Fact::Items(from, None, literal), Fact::SomeItem(from, None, literal))
}

fn texts(names: &Node) -> impl Iterator<Item = &str> {
    names.items().iter().filter_map(Node::string)
}

fn required(value: &Node, holds: bool) -> Vec<Dnf<'_>> {
    if holds {
        all(texts(value).map(|name| Condition::Fact(Fact::Present(name))))
    } else {
        any(texts(value).map(|name| Condition::Fact(Fact::Absent(name))))
    }
}

/// All members with these names are in `node`.
fn members<'d>(
    names: Names<'d>,
    schema: SchemaNode<'d>,
    node: &'d Node,
    holds: bool,
) -> Condition<'d> {
    let literal = Literal::new(schema, node, holds);
    Condition::Fact(if holds {
        Fact::Members(names, literal)
    } else {
        Fact::SomeMember(names, literal)
    })
}

fn properties<'d>(schema: SchemaNode<'d>, value: &'d Node, holds: bool) -> Vec<Dnf<'d>> {
    let each = value.members().map(|(name, node)| {
        let member = Fact::Member(name, Literal::new(schema, node, holds));
        (Fact::Present(name), Condition::Fact(member))
    });
    if holds {
        all(each.map(|(_, member)| member))
    } else {
        vec![each.map(|(present, member)| vec![Condition::Fact(present), member]).collect()]
    }
}

fn pattern_properties<'d>(schema: SchemaNode<'d>, value: &'d Node, holds: bool) -> Vec<Dnf<'d>> {
    let each = value.members().map(|(pattern, node)| {
        let names = Names { matching: Some(pattern), ..Names::default() };
        members(names, schema, node, holds)
    });
    if holds { all(each) } else { any(each) }
}

/// For each name, either the member is absent, or all those are present that it needs. The
/// negation: a member is present, and one that it needs is absent.
fn dependent_required(value: &Node, holds: bool) -> Vec<Dnf<'_>> {
    let present = |name| Condition::Fact(Fact::Present(name));
    let absent = |name| Condition::Fact(Fact::Absent(name));
    if holds {
        let each = value
            .members()
            .map(|(name, names)| vec![vec![absent(name)], texts(names).map(present).collect()]);
        return each.collect();
    }
    let violations = value.members().flat_map(|(name, names)| {
        texts(names).map(move |needed| vec![present(name), absent(needed)])
    });
    vec![violations.collect()]
}
