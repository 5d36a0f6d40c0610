//! What each keyword says about a value of one type, and what it takes for it
//! to be wrong (Core §10 and §11, Validation §6). It must never take a keyword
//! that it doesn't know for one that can't be wrong.

use super::fact::{Atom, Claim, Fact, Names, Ways, all, always, any, fact};
use super::{Kind, number, unevaluated};
use crate::document::Node;
use crate::schema::{Part, format};
use bigdecimal::{BigDecimal, ToPrimitive};

/// The ways in which `keyword` of `schema` holds for a value of `kind`, or
/// doesn't.
pub(super) fn meaning<'d>(
    kind: Kind,
    schema: Part<'d>,
    keyword: &'d str,
    holds: bool,
) -> Vec<Ways<'d>> {
    let Some(value) = schema.node.get(keyword) else {
        return always(holds);
    };
    let count = || {
        value
            .number()
            .and_then(BigDecimal::to_u64)
            .unwrap_or(u64::MAX)
    };
    match (keyword, kind) {
        ("type", _) => kinds(kind, value, holds),
        ("const", _) => listed(std::slice::from_ref(value), holds),
        ("enum", _) => listed(value.items(), holds),
        ("$ref" | "allOf" | "anyOf" | "oneOf" | "not" | "if", _) => {
            applied(schema, keyword, value, holds)
        }
        (
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf",
            Kind::Number,
        ) => number::meaning(keyword, value, holds),
        ("format", Kind::Number) => number::format(value, holds),
        ("minLength", Kind::String)
        | ("minItems", Kind::Array)
        | ("minProperties", Kind::Object) => at_least(count(), holds),
        ("maxLength", Kind::String)
        | ("maxItems", Kind::Array)
        | ("maxProperties", Kind::Object) => at_most(count(), holds),
        ("pattern", Kind::String) => match value.text() {
            Some(text) => all([Atom::Fact(Fact::Pattern(text, holds))]),
            None => unknown(),
        },
        ("format", Kind::String) => match value.text() {
            Some(name) if format::example(name).is_some() => {
                all([Atom::Fact(Fact::Format(name, holds))])
            }
            _ => always(holds),
        },
        ("uniqueItems", Kind::Array) => match value.boolean() {
            Some(true) => all([Atom::Fact(Fact::Unique(holds))]),
            _ => always(holds),
        },
        ("unevaluatedItems" | "unevaluatedProperties", _) if value.boolean() == Some(true) => {
            always(holds)
        }
        ("prefixItems" | "items" | "contains" | "unevaluatedItems", Kind::Array) => {
            items(schema, keyword, value, holds)
        }
        (
            "required"
            | "properties"
            | "patternProperties"
            | "additionalProperties"
            | "propertyNames"
            | "dependentRequired"
            | "dependentSchemas"
            | "unevaluatedProperties",
            Kind::Object,
        ) => members(schema, keyword, value, holds),
        ("$dynamicRef", _) => unknown(),
        _ => always(holds),
    }
}

/// A keyword that is left open: it may hold, and may not.
fn unknown<'d>() -> Vec<Ways<'d>> {
    Vec::new()
}

fn kinds<'d>(kind: Kind, value: &'d Node, holds: bool) -> Vec<Ways<'d>> {
    let names = |name: &str| {
        value.text() == Some(name) || value.items().iter().any(|one| one.text() == Some(name))
    };
    match kind {
        Kind::Number if names("number") => always(holds),
        Kind::Number if names("integer") => {
            all([Atom::Fact(Fact::Multiple(BigDecimal::from(1), holds))])
        }
        Kind::Number => always(!holds),
        Kind::String => always(names("string") == holds),
        Kind::Array => always(names("array") == holds),
        Kind::Object => always(names("object") == holds),
    }
}

fn listed(values: &[Node], holds: bool) -> Vec<Ways<'_>> {
    match holds {
        true => all([Atom::Fact(Fact::Listed(values.iter().collect()))]),
        false => all(values.iter().map(|one| Atom::Fact(Fact::Unlisted(one)))),
    }
}

fn at_least<'d>(count: u64, holds: bool) -> Vec<Ways<'d>> {
    match (holds, count.checked_sub(1)) {
        (_, None) => always(holds),
        (true, _) => all([Atom::Fact(Fact::AtLeast(count))]),
        (false, Some(less)) => all([Atom::Fact(Fact::AtMost(less))]),
    }
}

fn at_most<'d>(count: u64, holds: bool) -> Vec<Ways<'d>> {
    let more = count.saturating_add(1);
    fact(holds, Fact::AtMost(count), Fact::AtLeast(more))
}

/// The keywords that apply other schemas to the same value.
fn applied<'d>(schema: Part<'d>, keyword: &str, value: &'d Node, holds: bool) -> Vec<Ways<'d>> {
    let claim = |node, holds| Atom::Claim(Claim::new(schema, node, holds));
    let each = |holds| value.items().iter().map(move |node| claim(node, holds));
    match keyword {
        "$ref" => match schema.document.target(schema.node) {
            Some(target) => all([claim(target, holds)]),
            None => unknown(),
        },
        "not" => all([claim(value, !holds)]),
        "if" => {
            let branches = [(true, "then"), (false, "else")];
            let way = |(condition, next)| match schema.node.get(next) {
                Some(next) => Some(vec![claim(value, condition), claim(next, holds)]),
                None => holds.then(|| vec![claim(value, condition)]),
            };
            vec![branches.into_iter().filter_map(way).collect()]
        }
        "allOf" if holds => all(each(true)),
        "allOf" => any(each(false)),
        "anyOf" if holds => any(each(true)),
        "anyOf" => all(each(false)),
        _ => {
            let branches = value.items();
            // One alone, or else none or two.
            let one = (0..branches.len()).map(|only| {
                let branches = branches.iter().enumerate();
                branches
                    .map(|(index, node)| claim(node, index == only))
                    .collect()
            });
            if holds {
                return vec![one.collect()];
            }
            let mut ways: Ways<'d> = vec![each(false).collect()];
            for (index, node) in branches.iter().enumerate() {
                let others = branches[index + 1..].iter();
                ways.extend(others.map(|other| vec![claim(node, true), claim(other, true)]));
            }
            vec![ways]
        }
    }
}

fn items<'d>(schema: Part<'d>, keyword: &str, value: &'d Node, holds: bool) -> Vec<Ways<'d>> {
    let claim = |node, holds| Claim::new(schema, node, holds);
    let prefix = schema
        .node
        .get("prefixItems")
        .map_or(0, |all| all.items().len());
    let rest = |prefix| {
        fact(
            holds,
            Fact::Items(prefix, None, claim(value, true)),
            Fact::SomeItems(prefix, None, 1, claim(value, false)),
        )
    };
    match keyword {
        "prefixItems" => {
            let each = value.items().iter().enumerate();
            let facts = each.map(|(at, node)| {
                let end = Some(at + 1);
                Atom::Fact(match holds {
                    true => Fact::Items(at, end, claim(node, true)),
                    false => Fact::SomeItems(at, end, 1, claim(node, false)),
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
            let some =
                |count, holds| Atom::Fact(Fact::SomeItems(0, None, count, claim(value, holds)));
            let few = |count: u64| {
                Atom::Fact(match count {
                    0 => Fact::Items(0, None, claim(value, false)),
                    count => Fact::FewItems(count, claim(value, true)),
                })
            };
            let mut atoms = Vec::new();
            match holds {
                true => {
                    atoms.extend((minimum > 0).then(|| some(minimum, true)));
                    atoms.extend(maximum.map(few));
                    all(atoms)
                }
                false => {
                    atoms.extend((minimum > 0).then(|| few(minimum - 1)));
                    atoms.extend(maximum.map(|count| some(count.saturating_add(1), true)));
                    any(atoms)
                }
            }
        }
        _ => match unevaluated::items(schema) {
            None => unknown(),
            Some(None) => always(holds),
            Some(Some(prefix)) => rest(prefix),
        },
    }
}

fn members<'d>(schema: Part<'d>, keyword: &str, value: &'d Node, holds: bool) -> Vec<Ways<'d>> {
    let claim = |node, holds| Claim::new(schema, node, holds);
    let such = |names: Names<'d>, node| {
        Atom::Fact(match holds {
            true => Fact::Members(names, claim(node, true)),
            false => Fact::SomeMember(names, claim(node, false)),
        })
    };
    let texts = |names: &'d Node| names.items().iter().filter_map(Node::text);
    match keyword {
        "required" if holds => all(texts(value).map(|name| Atom::Fact(Fact::Present(name)))),
        "required" => any(texts(value).map(|name| Atom::Fact(Fact::Absent(name)))),
        "properties" if holds => {
            let each = value.members();
            all(each.map(|(name, node)| Atom::Fact(Fact::Member(name, claim(node, true)))))
        }
        "properties" => vec![
            value
                .members()
                .map(|(name, node)| {
                    let member = Fact::Member(name, claim(node, false));
                    vec![Atom::Fact(Fact::Present(name)), Atom::Fact(member)]
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
                such(names, node)
            });
            if holds { all(each) } else { any(each) }
        }
        "additionalProperties" => all([such(unevaluated::unnamed(schema), value)]),
        "propertyNames" => fact(
            holds,
            Fact::Names(claim(value, true)),
            Fact::SomeName(claim(value, false)),
        ),
        "dependentRequired" => {
            let each = value.members().map(|(name, names)| {
                let needed = texts(names).map(|name| Atom::Fact(Fact::Present(name)));
                let missing = texts(names).map(Fact::Absent);
                (name, needed.collect(), missing.map(Atom::Fact).collect())
            });
            depending(each, holds)
        }
        "dependentSchemas" => {
            let each = value.members().map(|(name, node)| {
                let needed = vec![Atom::Claim(claim(node, true))];
                (name, needed, vec![Atom::Claim(claim(node, false))])
            });
            depending(each, holds)
        }
        _ => match unevaluated::members(schema) {
            None => unknown(),
            Some(None) => always(holds),
            Some(Some(names)) => all([such(names, value)]),
        },
    }
}

/// For each name, either it is absent, or all that it needs is there; it is
/// wrong if one of these isn't.
fn depending<'d>(
    each: impl Iterator<Item = (&'d str, Vec<Atom<'d>>, Vec<Atom<'d>>)>,
    holds: bool,
) -> Vec<Ways<'d>> {
    if holds {
        return each
            .map(|(name, needed, _)| vec![vec![Atom::Fact(Fact::Absent(name))], needed])
            .collect();
    }
    let wrong = each.flat_map(|(name, _, missing)| {
        let present = move || Atom::Fact(Fact::Present(name));
        missing.into_iter().map(move |one| vec![present(), one])
    });
    vec![wrong.collect()]
}
