//! Decomposes each keyword, and the negation of each keyword, for values of one type
//! (Core §10 and §11, Validation §6).

use super::fact::{Condition, Dnf, Fact, Literal, Names, all, always, any, fact};
use super::{InfiniteType, number, unevaluated};
use crate::keyword::{Keyword, applies_to};
use crate::schema::{SchemaNode, format};
use bigdecimal::{BigDecimal, ToPrimitive};
use openapi_source::Node;

/// Returns the conditions under which `keyword` of `schema` accepts a value of
/// `kind`, or rejects it if `holds` is `false`.
pub(super) fn conditions_of<'d>(
    kind: InfiniteType,
    schema: SchemaNode<'d>,
    keyword: &'d str,
    holds: bool,
) -> Vec<Dnf<'d>> {
    let Some(value) = schema.node.get(keyword) else {
        return always(holds);
    };
    // An unknown keyword is an annotation (Core §6.5).
    let Some(known) = Keyword::of(keyword) else {
        return always(holds);
    };
    if applies_to(known).is_some_and(|only| only != kind.value_type()) {
        return always(holds);
    }
    let count = || {
        value
            .number()
            .and_then(BigDecimal::to_u64)
            .unwrap_or(u64::MAX)
    };
    match known {
        Keyword::Type => kinds(kind, value, holds),
        Keyword::Const => enumerated(std::slice::from_ref(value), holds),
        Keyword::Enum => enumerated(value.items(), holds),
        Keyword::Ref
        | Keyword::AllOf
        | Keyword::AnyOf
        | Keyword::OneOf
        | Keyword::Not
        | Keyword::If => applied(schema, keyword, value, holds),
        Keyword::Minimum
        | Keyword::Maximum
        | Keyword::ExclusiveMinimum
        | Keyword::ExclusiveMaximum
        | Keyword::MultipleOf => number::conditions_of(keyword, value, holds),
        Keyword::MinLength | Keyword::MinItems | Keyword::MinProperties => at_least(count(), holds),
        Keyword::MaxLength | Keyword::MaxItems | Keyword::MaxProperties => at_most(count(), holds),
        Keyword::Pattern => match value.string() {
            Some(text) => all([Condition::Fact(Fact::Pattern(text, holds))]),
            None => unknown(),
        },
        Keyword::Format => match (kind, value.string()) {
            (InfiniteType::Number, _) => number::format(value, holds),
            (InfiniteType::String, Some(name)) if format::example(name).is_some() => {
                all([Condition::Fact(Fact::Format(name, holds))])
            }
            _ => always(holds),
        },
        Keyword::UniqueItems => match value.boolean() {
            Some(true) => all([Condition::Fact(Fact::Unique(holds))]),
            _ => always(holds),
        },
        Keyword::UnevaluatedItems | Keyword::UnevaluatedProperties
            if value.boolean() == Some(true) =>
        {
            always(holds)
        }
        Keyword::PrefixItems | Keyword::Items | Keyword::Contains | Keyword::UnevaluatedItems => {
            items(schema, keyword, value, holds)
        }
        Keyword::Required
        | Keyword::Properties
        | Keyword::PatternProperties
        | Keyword::AdditionalProperties
        | Keyword::PropertyNames
        | Keyword::DependentRequired
        | Keyword::DependentSchemas
        | Keyword::UnevaluatedProperties => members(schema, keyword, value, holds),
        Keyword::DynamicRef => unknown(),
        // Part of `if` and of `contains`.
        Keyword::Then | Keyword::Else | Keyword::MinContains | Keyword::MaxContains => {
            always(holds)
        }
        Keyword::Anchor
        | Keyword::Comment
        | Keyword::ContentEncoding
        | Keyword::ContentMediaType
        | Keyword::ContentSchema
        | Keyword::Default
        | Keyword::Definitions
        | Keyword::Defs
        | Keyword::Deprecated
        | Keyword::Description
        | Keyword::Discriminator
        | Keyword::DynamicAnchor
        | Keyword::Example
        | Keyword::Examples
        | Keyword::ExternalDocs
        | Keyword::Id
        | Keyword::Nullable
        | Keyword::ReadOnly
        | Keyword::Schema
        | Keyword::Title
        | Keyword::WriteOnly
        | Keyword::Xml => always(holds),
    }
}

/// Returns no condition, for a keyword whose effect is unknown.
fn unknown<'d>() -> Vec<Dnf<'d>> {
    Vec::new()
}

fn kinds<'d>(kind: InfiniteType, value: &'d Node, holds: bool) -> Vec<Dnf<'d>> {
    let names = |name: &str| {
        value.string() == Some(name) || value.items().iter().any(|one| one.string() == Some(name))
    };
    match kind {
        InfiniteType::Number if names("number") => always(holds),
        InfiniteType::Number if names("integer") => {
            all([Condition::Fact(Fact::Multiple(BigDecimal::from(1), holds))])
        }
        InfiniteType::Number => always(!holds),
        InfiniteType::String => always(names("string") == holds),
        InfiniteType::Array => always(names("array") == holds),
        InfiniteType::Object => always(names("object") == holds),
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
    match (holds, count.checked_sub(1)) {
        (_, None) => always(holds),
        (true, _) => all([Condition::Fact(Fact::AtLeast(count))]),
        (false, Some(less)) => all([Condition::Fact(Fact::AtMost(less))]),
    }
}

fn at_most<'d>(count: u64, holds: bool) -> Vec<Dnf<'d>> {
    let more = count.saturating_add(1);
    fact(holds, Fact::AtMost(count), Fact::AtLeast(more))
}

/// Decomposes the keywords that apply subschemas to the same value.
fn applied<'d>(
    schema: SchemaNode<'d>,
    keyword: &str,
    value: &'d Node,
    holds: bool,
) -> Vec<Dnf<'d>> {
    let literal = |node, holds| Condition::Literal(Literal::new(schema, node, holds));
    let each = |holds| value.items().iter().map(move |node| literal(node, holds));
    match keyword {
        "$ref" => match schema.document.target(schema.node) {
            Some(target) => all([literal(target, holds)]),
            None => unknown(),
        },
        "not" => all([literal(value, !holds)]),
        "if" => {
            let branches = [(true, "then"), (false, "else")];
            let branch = |(condition, next)| match schema.node.get(next) {
                Some(next) => Some(vec![literal(value, condition), literal(next, holds)]),
                None => holds.then(|| vec![literal(value, condition)]),
            };
            vec![branches.into_iter().filter_map(branch).collect()]
        }
        "allOf" if holds => all(each(true)),
        "allOf" => any(each(false)),
        "anyOf" if holds => any(each(true)),
        "anyOf" => all(each(false)),
        _ => {
            let branches = value.items();
            // Exactly one branch accepts the value. The negation: none does, or two
            // do.
            let one = (0..branches.len()).map(|only| {
                let branches = branches.iter().enumerate();
                branches
                    .map(|(index, node)| literal(node, index == only))
                    .collect()
            });
            if holds {
                return vec![one.collect()];
            }
            let mut dnf: Dnf<'d> = vec![each(false).collect()];
            for (index, node) in branches.iter().enumerate() {
                let others = branches[index + 1..].iter();
                dnf.extend(others.map(|other| vec![literal(node, true), literal(other, true)]));
            }
            vec![dnf]
        }
    }
}

fn items<'d>(schema: SchemaNode<'d>, keyword: &str, value: &'d Node, holds: bool) -> Vec<Dnf<'d>> {
    let literal = |node, holds| Literal::new(schema, node, holds);
    let prefix = schema
        .node
        .get("prefixItems")
        .map_or(0, |all| all.items().len());
    let rest = |prefix| {
        fact(
            holds,
            Fact::Items(prefix, None, literal(value, true)),
            Fact::SomeItems(prefix, None, 1, literal(value, false)),
        )
    };
    match keyword {
        "prefixItems" => {
            let each = value.items().iter().enumerate();
            let facts = each.map(|(at, node)| {
                let end = Some(at + 1);
                Condition::Fact(if holds {
                    Fact::Items(at, end, literal(node, true))
                } else {
                    Fact::SomeItems(at, end, 1, literal(node, false))
                })
            });
            if holds { all(facts) } else { any(facts) }
        }
        "items" => rest(prefix),
        "contains" => {
            let limit = |keyword| {
                let count = schema.node.get(keyword).and_then(Node::number);
                count.map(|count| count.to_u64().unwrap_or(u64::MAX))
            };
            let (minimum, maximum) = (limit("minContains").unwrap_or(1), limit("maxContains"));
            let some = |count, holds| {
                Condition::Fact(Fact::SomeItems(0, None, count, literal(value, holds)))
            };
            let few = |count: u64| {
                Condition::Fact(match count {
                    0 => Fact::Items(0, None, literal(value, false)),
                    count => Fact::FewItems(count, literal(value, true)),
                })
            };
            let mut conditions = Vec::new();
            if holds {
                conditions.extend((minimum > 0).then(|| some(minimum, true)));
                conditions.extend(maximum.map(few));
                all(conditions)
            } else {
                conditions.extend((minimum > 0).then(|| few(minimum - 1)));
                conditions.extend(maximum.map(|count| some(count.saturating_add(1), true)));
                any(conditions)
            }
        }
        _ => match unevaluated::items(schema) {
            None => unknown(),
            Some(None) => always(holds),
            Some(Some(prefix)) => rest(prefix),
        },
    }
}

fn members<'d>(
    schema: SchemaNode<'d>,
    keyword: &str,
    value: &'d Node,
    holds: bool,
) -> Vec<Dnf<'d>> {
    let literal = |node, holds| Literal::new(schema, node, holds);
    let members_named = |names: Names<'d>, node| {
        Condition::Fact(if holds {
            Fact::Members(names, literal(node, true))
        } else {
            Fact::SomeMember(names, literal(node, false))
        })
    };
    let texts = |names: &'d Node| names.items().iter().filter_map(Node::string);
    match keyword {
        "required" if holds => all(texts(value).map(|name| Condition::Fact(Fact::Present(name)))),
        "required" => any(texts(value).map(|name| Condition::Fact(Fact::Absent(name)))),
        "properties" if holds => {
            let each = value.members();
            all(each.map(|(name, node)| Condition::Fact(Fact::Member(name, literal(node, true)))))
        }
        "properties" => vec![
            value
                .members()
                .map(|(name, node)| {
                    let member = Fact::Member(name, literal(node, false));
                    vec![
                        Condition::Fact(Fact::Present(name)),
                        Condition::Fact(member),
                    ]
                })
                .collect(),
        ],
        "patternProperties" => {
            let each = value.members().map(|(pattern, node)| {
                let matching = Some(pattern);
                let names = Names {
                    matching,
                    ..Names::default()
                };
                members_named(names, node)
            });
            if holds { all(each) } else { any(each) }
        }
        "additionalProperties" => all([members_named(unevaluated::other_names(schema), value)]),
        "propertyNames" => fact(
            holds,
            Fact::Names(literal(value, true)),
            Fact::SomeName(literal(value, false)),
        ),
        "dependentRequired" => {
            let each = value.members().map(|(name, names)| {
                let needed = texts(names).map(|name| Condition::Fact(Fact::Present(name)));
                let violated = texts(names).map(Fact::Absent);
                (
                    name,
                    needed.collect(),
                    violated.map(Condition::Fact).collect(),
                )
            });
            dependencies(each, holds)
        }
        "dependentSchemas" => {
            let each = value.members().map(|(name, node)| {
                let needed = vec![Condition::Literal(literal(node, true))];
                (name, needed, vec![Condition::Literal(literal(node, false))])
            });
            dependencies(each, holds)
        }
        _ => match unevaluated::members(schema) {
            None => unknown(),
            Some(None) => always(holds),
            Some(Some(names)) => all([members_named(names, value)]),
        },
    }
}

/// Decomposes dependencies: for each name, either the member is absent, or all
/// needed conditions hold. The negation: a member is present, and a needed
/// condition fails.
fn dependencies<'d>(
    each: impl Iterator<Item = (&'d str, Vec<Condition<'d>>, Vec<Condition<'d>>)>,
    holds: bool,
) -> Vec<Dnf<'d>> {
    if holds {
        return each
            .map(|(name, needed, _)| vec![vec![Condition::Fact(Fact::Absent(name))], needed])
            .collect();
    }
    let violations = each.flat_map(|(name, _, violated)| {
        let present = move || Condition::Fact(Fact::Present(name));
        violated.into_iter().map(move |one| vec![present(), one])
    });
    vec![violations.collect()]
}
