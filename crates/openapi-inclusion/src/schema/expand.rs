//! Expands schemas to shapes, in which `$ref`, `allOf`, `anyOf`, `oneOf`, `enum`,
//! `const`, `type` and `nullable` are eliminated. The schemas of members and items
//! are not expanded. No keyword is dropped silently: the list of ignored keywords
//! is closed, and a keyword on no list becomes a constraint.

use super::array::Arrays;
use super::comparison::Comparison;
use super::number::Numbers;
use super::object::Objects;
use super::shape::{Alternative, Booleans, Branch, Kind, Shape, Values};
use super::string::{Strings, is_numeric_format};
use super::{Key, Part, Schema, is_ignored};
use crate::document::Document;
use openapi_source::{Content, Node};
use std::rc::Rc;

/// Keywords that the shape expresses, or that have an effect only beside a keyword
/// that is a constraint.
const EXPRESSED: [&str; 34] = [
    "$ref",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contentEncoding",
    "contentMediaType",
    "else",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "required",
    "type",
    "uniqueItems",
    "unevaluatedProperties",
    "format",
    "if",
    "then",
];

/// Annotations that matter to a caller, so they are compared.
const COMPARED_ANNOTATIONS: [&str; 3] = ["deprecated", "readOnly", "writeOnly"];

/// The depth of nested references and branches that is expanded into one shape.
const MAXIMUM_DEPTH: usize = 64;

/// The state of an expansion.
pub(super) struct Expansion {
    /// The schemas that are being expanded, outermost first.
    pub(super) within: Key,
    /// Whether `oneOf` is treated as `anyOf`, which allows more.
    pub(super) loosely: bool,
    /// Whether an enclosing schema has `unevaluated…`, so that it matters which
    /// members and items a subschema evaluates.
    pub(super) is_watched: bool,
}

impl<'d> Comparison<'d> {
    /// Returns the normal form of `schema`.
    pub(crate) fn expand(&mut self, schema: &Schema<'d>) -> Rc<Shape<'d>> {
        let key = schema.key();
        if let Some(shape) = self.shapes.get(&key) {
            return Rc::clone(shape);
        }
        let shape = Rc::new(self.expand_parts(schema, false));
        self.shapes.insert(key, Rc::clone(&shape));
        shape
    }

    /// Returns a normal form that may allow more than `schema`. It decides whether
    /// branches of a `oneOf` are disjoint by their members, whose schemas may
    /// contain the same `oneOf`: exact expansion might not terminate.
    pub(crate) fn expand_loosely(&mut self, schema: &Schema<'d>) -> Rc<Shape<'d>> {
        let key = schema.key();
        if let Some(shape) = self.loose_shapes.get(&key) {
            return Rc::clone(shape);
        }
        let shape = Rc::new(self.expand_parts(schema, true));
        self.loose_shapes.insert(key, Rc::clone(&shape));
        shape
    }

    fn expand_parts(&mut self, schema: &Schema<'d>, loosely: bool) -> Shape<'d> {
        let mut shape = Shape::any(schema.at);
        for part in &schema.parts {
            let within = Vec::new();
            let mut expansion = Expansion {
                within,
                loosely,
                is_watched: false,
            };
            let expanded = self.expand_node(*part, &mut expansion);
            restrict(&mut shape, expanded, "allOf", *part);
        }
        shape
    }

    pub(super) fn expand_node(&mut self, part: Part<'d>, expansion: &mut Expansion) -> Shape<'d> {
        let Part { document, node } = part;
        let at = |node| Part { document, node };
        match &node.content {
            Content::Boolean(false) => return Shape::default(),
            Content::Mapping(_) => {}
            _ => return Shape::any(node),
        }
        let mut shape = own_keywords(document, node);
        if expansion.within.contains(&std::ptr::from_ref(node))
            || expansion.within.len() == MAXIMUM_DEPTH
        {
            // The schema is defined by itself, or nested too deeply to expand. It is
            // compared as a whole.
            shape.constrain("$ref", part);
            return shape;
        }
        expansion.within.push(node);
        expansion.is_watched |= ["unevaluatedProperties", "unevaluatedItems"]
            .iter()
            .any(|keyword| node.get(keyword).is_some());
        if let Some(target) = document.target(node) {
            let expanded = self.expand_node(at(target), expansion);
            restrict(&mut shape, expanded, "$ref", at(target));
        }
        let branches = node.get("allOf").map_or(&[][..], Node::items);
        for branch in branches {
            let expanded = self.expand_node(at(branch), expansion);
            restrict(&mut shape, expanded, "allOf", at(branch));
        }
        if branches.len() > 1 {
            // A difference common to all branches is reported at the `allOf`.
            shape.alternatives.iter_mut().for_each(|one| one.at = node);
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(branches) = node.get(keyword) {
                let union = self.expand_union(keyword, at(branches), expansion);
                restrict(&mut shape, union, keyword, at(branches));
            }
        }
        if let Some(not) = node.get("not") {
            self.apply_negation(&mut shape, at(not), expansion);
        }
        self.apply_condition(&mut shape, part, expansion);
        if let Some(rest) = node.get("unevaluatedProperties") {
            apply_unevaluated_properties(document, &mut shape, rest, node);
        }
        expansion.within.pop();
        if document.allows_null(node) {
            shape.unite(Shape {
                alternatives: vec![Alternative {
                    values: Values::Null,
                    constraints: Vec::new(),
                    at: node,
                    type_at: node.get("nullable").unwrap_or(node),
                    branches: Vec::new(),
                }],
                ..Shape::default()
            });
        }
        shape
    }

    fn expand_union(
        &mut self,
        keyword: &'static str,
        branches: Part<'d>,
        expansion: &mut Expansion,
    ) -> Shape<'d> {
        let items = branches.node.items().iter();
        let expanded: Vec<Shape<'d>> = items
            .map(|node| self.expand_node(Part { node, ..branches }, expansion))
            .collect();
        let shared = match keyword {
            "oneOf" if !expansion.loosely => self.overlaps(&expanded),
            _ => Vec::new(),
        };
        let mut union = Shape::default();
        let union_at = branches.node;
        for (at, mut expanded) in union_at.items().iter().zip(expanded) {
            let branch = Branch {
                union: union_at,
                at,
            };
            for one in &mut expanded.alternatives {
                one.branches.insert(0, branch);
            }
            union.unite(expanded);
        }
        // `oneOf` rejects values that two branches allow, which a union can't
        // express.
        for alternative in &mut union.alternatives {
            if shared.contains(&alternative.values.kind()) {
                alternative.constrain(keyword, branches);
            }
        }
        union
    }
}

/// Intersects `shape` with `other`. If the result is too large to expand, `part` is
/// kept as a constraint.
pub(super) fn restrict<'d>(
    shape: &mut Shape<'d>,
    other: Shape<'d>,
    keyword: &'static str,
    part: Part<'d>,
) {
    match shape.intersect(&other) {
        Some(both) => *shape = both,
        None => shape.constrain(keyword, part),
    }
}

/// Expands the keywords of `schema` that apply no subschema to the same value.
fn own_keywords<'d>(document: &'d Document, schema: &'d Node) -> Shape<'d> {
    let mut shape = types(document, schema);
    let at = |node| Part { document, node };
    if let Some(value) = schema.get("const") {
        let only = enumerated(std::slice::from_ref(value));
        restrict(&mut shape, only, "const", at(value));
    }
    if let Some(values) = schema.get("enum") {
        restrict(&mut shape, enumerated(values.items()), "enum", at(values));
    }
    for (keyword, node) in schema.members() {
        let known =
            EXPRESSED.contains(&keyword) || is_ignored(keyword) || document.is_lifted(keyword);
        if let Some(annotation) = COMPARED_ANNOTATIONS.into_iter().find(|one| *one == keyword) {
            if node.boolean() == Some(true) {
                shape.annotations.insert(annotation, node);
            }
        } else if !known {
            constrain(&mut shape, schema, keyword, at(node));
        }
    }
    shape
}

/// Returns one alternative for each type that `schema` allows, with the keywords
/// that apply to values of that type.
fn types<'d>(document: &'d Document, schema: &'d Node) -> Shape<'d> {
    let declared = schema.get("type");
    let named = |name: &str| match declared {
        None => true,
        Some(declared) => {
            declared.text() == Some(name)
                || declared
                    .items()
                    .iter()
                    .any(|item| item.text() == Some(name))
        }
    };
    let numeric_format = is_numeric_format(schema);
    let strings = named("string");
    let numbers = named("number") || named("integer");
    // A format applies to strings or to numbers, whatever else is allowed. If
    // numbers aren't allowed, even a numeric format applies to strings.
    let string_format = strings && !(numeric_format && numbers);
    let mut shape = Shape::default();
    for kind in Kind::ALL {
        let values = match kind {
            Kind::Number if numbers => {
                let values = Numbers::new(schema);
                let values = if named("number") {
                    values
                } else {
                    values.and_then(Numbers::integers)
                };
                values.map(Values::Number)
            }
            Kind::String if strings => Strings::new(schema, string_format).map(Values::String),
            Kind::Array if named("array") => Arrays::new(document, schema).map(Values::Array),
            Kind::Object if named("object") => Objects::new(document, schema).map(Values::Object),
            Kind::Null | Kind::Boolean if named(kind.name()) => Some(Values::any(kind)),
            _ => None,
        };
        shape.alternatives.extend(values.map(|values| Alternative {
            values,
            constraints: Vec::new(),
            at: schema,
            type_at: declared.unwrap_or(schema),
            branches: Vec::new(),
        }));
    }
    if let Some(format) = schema.get("format")
        && !string_format
        && !(numeric_format && numbers)
    {
        let part = Part {
            document,
            node: format,
        };
        shape.constrain("format", part);
    }
    shape
}

/// Returns the union of the enumerated `values`.
fn enumerated<'d>(values: &'d [Node]) -> Shape<'d> {
    let mut shape = Shape::default();
    for value in values {
        let one = match &value.content {
            Content::Null => Values::Null,
            Content::Boolean(boolean) => Values::Boolean(Booleans {
                with_true: *boolean,
                with_false: !*boolean,
            }),
            Content::Number(number) => Values::Number(Numbers::one(number, value)),
            Content::String(text) => Values::String(Strings::one(text, value)),
            Content::Sequence(_) => Values::Array(Arrays::one(value)),
            Content::Mapping(_) => Values::Object(Objects::one(value)),
        };
        shape.unite(Shape {
            alternatives: vec![Alternative {
                values: one,
                constraints: Vec::new(),
                at: value,
                type_at: value,
                branches: Vec::new(),
            }],
            ..Shape::default()
        });
    }
    shape
}

/// Adds a keyword that the shape can't express to the alternatives of the type that
/// the keyword applies to.
fn constrain<'d>(shape: &mut Shape<'d>, schema: &'d Node, keyword: &'d str, part: Part<'d>) {
    let kind = match keyword {
        // They have no effect without `contains` (Validation §6.4.4).
        "minContains" | "maxContains" if schema.get("contains").is_none() => return,
        "contains" | "minContains" | "maxContains" | "unevaluatedItems" => Some(Kind::Array),
        "propertyNames" | "dependentRequired" | "dependentSchemas" | "unevaluatedProperties" => {
            Some(Kind::Object)
        }
        "contentSchema" => Some(Kind::String),
        _ => None,
    };
    for alternative in &mut shape.alternatives {
        if kind.is_none_or(|kind| kind == alternative.values.kind()) {
            alternative.constrain(keyword, part);
        }
    }
}

/// Applies `unevaluatedProperties`, which takes `$ref` and `allOf` into account.
fn apply_unevaluated_properties<'d>(
    document: &'d Document,
    shape: &mut Shape<'d>,
    rest: &'d Node,
    schema: &'d Node,
) {
    let is_plain = shape.of_kind(Kind::Object).len() == 1
        && ["if", "dependentSchemas"]
            .iter()
            .all(|keyword| schema.get(keyword).is_none());
    for alternative in &mut shape.alternatives {
        match &mut alternative.values {
            Values::Object(objects) if is_plain && alternative.constraints.is_empty() => {
                objects.restrict_unevaluated(document, rest);
            }
            // Which members are evaluated depends on the value.
            Values::Object(_) => {
                let node = rest;
                alternative.constrain("unevaluatedProperties", Part { document, node });
            }
            _ => {}
        }
    }
}
