//! Compares parameters and headers of different types by their texts: the style of a value
//! writes the integer 1 and the string "1" in the same way (OpenAPI 3.1.1 §4.8.12.2, appendix
//! B), and a list of one value as that value.

use super::context::{Context, SchemaRules};
use super::operation_part::OperationPart;
use crate::Document;
use crate::inclusion::{Inclusion, Schema, Verdict, is_ignored};
use crate::report::{Side, Witness};
use crate::rule::Rule;
use openapi_document::{Keyword, TypeName};
use openapi_source::findings::Level;
use openapi_source::{Node, Value};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// The maximum number of schemas and listed values in a schema, which can contain itself.
const MAXIMUM_SIZE: usize = 2_000;

/// Compares two schemas of different types. Returns `None` if their values have to be
/// compared.
pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    rules: SchemaRules,
    part: &OperationPart,
    (base, candidate): (&Schema<'d>, &Schema<'d>),
) -> Option<()> {
    let of = |document, schema: &Schema<'d>| {
        let (mut types, mut budget) = (BTreeSet::new(), MAXIMUM_SIZE);
        let schema = texts(document, schema.node()?, &mut types, &mut budget)?;
        Some((schema, Vec::from_iter(types).join(", ")))
    };
    let (old, left) = of(context.base, base)?;
    let (new, right) = of(context.candidate, candidate)?;
    let kinds = [&left, &right].map(|types| types.replace("integer", "number"));
    if kinds[0] == kinds[1] || kinds.contains(&String::new()) {
        return None;
    }
    let schemas = json!({"old": old, "new": new});
    let document = json!({"openapi": "3.1.0", "components": {"schemas": schemas}});
    let document = Document::parse("texts", &document.to_string()).ok()?;
    let one = Schema::at(&document, "#/components/schemas/old")?;
    let other = Schema::at(&document, "#/components/schemas/new")?;
    let mut inclusion = Inclusion::default();
    let verdicts = [
        corrected(inclusion.decide(&one, &other), context, base, candidate),
        corrected(inclusion.decide(&other, &one), context, candidate, base),
    ];
    let mut rule = match &verdicts {
        [Verdict::Undecided, _] | [_, Verdict::Undecided] => Rule::Undecided,
        [Verdict::Included, Verdict::Included] => Rule::SchemaAnnotationDifferent,
        [Verdict::Included, _] => rules.wider,
        [_, Verdict::Included] => rules.narrower,
        _ => rules.different,
    };
    let sides = verdicts.into_iter().zip([Side::Base, Side::Candidate]);
    let mut witnesses = Vec::from_iter(sides.filter_map(|(verdict, allowed_by)| match verdict {
        Verdict::Witness(value) => Some(Witness { value, allowed_by }),
        _ => None,
    }));
    // No caller fails, but the type in generated code is another one.
    if context.level(rule, part, rule.level()) == Level::Documentation {
        rule = Rule::SchemaAnnotationDifferent;
        witnesses.clear();
    }
    let message = context.contrast("type", &left, &right);
    let at = |document: &'d Document, schema: &Schema<'d>| {
        let schema = document.resolve(schema.location());
        schema.get("type").unwrap_or(schema)
    };
    let locations = (at(context.base, base), at(context.candidate, candidate));
    context.report_witnessed(rule.level(), rule, part, message, locations, witnesses);
    Some(())
}

/// Corrects a verdict by texts whose values the validator accepts or refuses: the one found, those
/// that a schema enumerates, and the integers next to its bounds.
///
/// Bounds have no pattern, so that a text can be shown that they refuse, and an enumerated text
/// can pass for allowed.
fn corrected<'d>(
    verdict: Verdict,
    context: &mut Context<'d>,
    allowing: &Schema<'d>,
    rejecting: &Schema<'d>,
) -> Verdict {
    let mut texts = match &verdict {
        Verdict::Witness(Json::String(text)) => vec![text.clone()],
        Verdict::Witness(_) => return verdict,
        _ => Vec::new(),
    };
    for schema in [allowing, rejecting] {
        scalars(&schema.to_json_schema(), &mut texts);
    }
    let mut allows = |schema: &Schema<'d>, text: &str| {
        let read = serde_json::from_str(text).ok();
        let read = read.filter(|read: &Json| !read.is_string());
        let read = read.or_else(|| text.is_empty().then_some(Json::Null));
        let values = [json!(text)].into_iter().chain(read);
        let mut values = values.flat_map(|value| [json!([value]), value]);
        values.any(|value| context.schemas.accepts(schema, &value))
    };
    match texts.into_iter().find(|text| allows(allowing, text) && !allows(rejecting, text)) {
        Some(text) => Verdict::Witness(json!(text)),
        None if matches!(verdict, Verdict::Included) => verdict,
        None => Verdict::Undecided,
    }
}

/// Adds the texts of all scalars of a schema, among them the enumerated ones, and of the integers
/// next to its bounds.
fn scalars(schema: &Json, texts: &mut Vec<String>) {
    match schema {
        Json::Array(items) => items.iter().for_each(|item| scalars(item, texts)),
        Json::Object(members) => members.values().for_each(|member| scalars(member, texts)),
        Json::String(text) => texts.push(text.clone()),
        scalar => {
            texts.push(scalar.to_string());
            let near = scalar.as_i64().into_iter();
            let near = near.flat_map(|bound| [bound.saturating_sub(1), bound.saturating_add(1)]);
            texts.extend(near.map(|number| number.to_string()));
        }
    }
}

/// Returns a schema for the text of a value, or of its only item, and for arrays of the texts of
/// several items, and adds the types of the values. Returns `None` for objects, and for keywords
/// that say nothing about texts.
fn texts(
    document: &Document,
    schema: &Node,
    types: &mut BTreeSet<String>,
    budget: &mut usize,
) -> Option<Json> {
    *budget = budget.checked_sub(1)?;
    schema.mapping()?;
    let mut conditions = Vec::new();
    for (keyword, node) in schema.members() {
        let items = node.sequence().filter(|_| keyword != "const");
        let values = items.unwrap_or(std::slice::from_ref(node));
        conditions.push(match keyword {
            "$ref" => texts(document, document.target(schema)?, types, budget)?,
            "allOf" | "anyOf" | "oneOf" => {
                let (mut parts, mut all_types, mut count) = (Vec::new(), BTreeSet::new(), 0);
                for part in values {
                    let mut own = BTreeSet::new();
                    parts.push(texts(document, part, &mut own, budget)?);
                    count += own.len();
                    all_types.extend(own);
                }
                let is_disjoint = count == all_types.len() && !all_types.contains("number");
                let applied = match keyword {
                    // A text can be that of a value of each type, and each type is of one branch.
                    "oneOf" if is_disjoint => "anyOf",
                    "oneOf" if all_types.len() != 1 => return None,
                    _ => keyword,
                };
                types.extend(all_types);
                json!({applied: parts})
            }
            "type" => {
                let names = values.iter().filter_map(Node::string);
                let of_texts = names.clone().filter(|name| !["array", "null"].contains(name));
                types.extend(of_texts.map(str::to_owned));
                json!({"anyOf": names.map(of_type).collect::<Option<Vec<_>>>()?})
            }
            "enum" | "const" => {
                *budget = budget.checked_sub(values.len())?;
                json!({"enum": values.iter().map(text).collect::<Option<Vec<_>>>()?})
            }
            "items" => {
                let mut own = BTreeSet::new();
                let items = texts(document, node, &mut own, budget)?;
                types.extend(own.iter().map(|name| format!("array of {name}")));
                let list = json!({"type": "array", "items": items});
                json!({"anyOf": [{"allOf": [items], "type": "string"}, list]})
            }
            "minItems" if !["0", "1"].contains(&&*node.value.to_string()) => {
                json!({"type": "array", "minItems": node})
            }
            "minimum" if node.value.to_string() == "0" => json!({"pattern": "^[^-]"}),
            "minimum" if node.value.to_string() == "1" => json!({"pattern": "^[1-9]"}),
            "format" if !is_format_of_numbers(node) => json!({"format": node}),
            "minLength" | "maxLength" | "pattern" | "maxItems" | "uniqueItems" => {
                json!({keyword: node})
            }
            _ if keyword == "format" || is_of_numbers(keyword) => {
                // No pattern expresses a bound. This one matches every text, and has a lookahead,
                // about which nothing is proved: only equal bounds are proved to be equal.
                let value = node.value.to_string();
                let value = value.replace(|c: char| !c.is_alphanumeric(), "_");
                json!({"pattern": format!("^(?!{keyword} {value}$)")})
            }
            "deprecated" | "readOnly" | "writeOnly" | "minItems" => continue,
            _ if is_ignored(keyword) || document.is_lifted(keyword) => continue,
            _ => return None,
        });
    }
    Some(json!({"allOf": conditions}))
}

fn of_type(name: &str) -> Option<Json> {
    Some(match name {
        "string" => json!({"type": "string"}),
        "integer" => json!({"type": "string", "pattern": "^(0|-?[1-9][0-9]*)$"}),
        "number" => {
            let pattern = r"^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$";
            json!({"type": "string", "pattern": pattern})
        }
        "boolean" => json!({"enum": ["true", "false"]}),
        "null" => json!({"const": ""}),
        "array" => json!({"anyOf": [{"type": "string"}, {"type": "array", "minItems": 2}]}),
        _ => return None,
    })
}

fn text(node: &Node) -> Option<String> {
    match &node.value {
        Value::String(text) => Some(text.clone()),
        Value::Null => Some(String::new()),
        Value::Bool(_) | Value::Number(_) => Some(node.value.to_string()),
        Value::Sequence(_) | Value::Mapping(_) => None,
    }
}

fn is_of_numbers(keyword: &str) -> bool {
    Keyword::from_name(keyword).and_then(Keyword::applies_to) == Some(TypeName::Number)
}

fn is_format_of_numbers(format: &Node) -> bool {
    let numbers = ["int", "uint", "float", "double"];
    format.string().is_some_and(|name| numbers.iter().any(|one| name.starts_with(one)))
}
