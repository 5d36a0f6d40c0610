//! Expands schemas to normal forms, in which `$ref`, `allOf`, `anyOf`, `oneOf`, `enum`,
//! `const`, `type` and `nullable` are eliminated. The schemas of members and items
//! are not expanded. No keyword is dropped silently: the table of keywords
//! decides, and an unknown keyword becomes a constraint.

use super::array::Arrays;
use super::comparison::Comparison;
use super::normal_form::{Alternative, Booleans, Branch, NormalForm, Values};
use super::number::Numbers;
use super::object::Objects;
use super::string::{Strings, is_numeric_format};
use super::{Key, Schema, SchemaNode};
use crate::Document;
use crate::inclusion::effort::spend;
use crate::inclusion::keyword::{self, Effect, Keyword, ValueType};
use openapi_source::{Node, Value};
use std::rc::Rc;

/// The depth of nested references and branches that is expanded into one normal form.
const MAXIMUM_DEPTH: usize = 64;

/// The state of an expansion.
struct Expansion {
    /// The schemas that are being expanded, outermost first.
    within: Key,
    /// Whether `oneOf` is treated as `anyOf`, which allows more.
    loosely: bool,
}

impl<'d> Comparison<'d> {
    /// Returns the normal form of `schema`.
    pub(crate) fn expand(&mut self, schema: &Schema<'d>) -> Rc<NormalForm<'d>> {
        self.expanded(schema, false)
    }

    /// Returns a normal form that may allow more than `schema`. It decides whether
    /// branches of a `oneOf` are disjoint by their members, whose schemas may
    /// contain the same `oneOf`: exact expansion might not terminate.
    pub(crate) fn expand_loosely(&mut self, schema: &Schema<'d>) -> Rc<NormalForm<'d>> {
        self.expanded(schema, true)
    }

    fn expanded(&mut self, schema: &Schema<'d>, loosely: bool) -> Rc<NormalForm<'d>> {
        let key = (schema.key(), loosely);
        if let Some(normal_form) = self.normal_forms.get(&key) {
            return Rc::clone(normal_form);
        }
        let normal_form = Rc::new(self.expand_parts(schema, loosely));
        self.normal_forms.insert(key, Rc::clone(&normal_form));
        normal_form
    }

    fn expand_parts(&mut self, schema: &Schema<'d>, loosely: bool) -> NormalForm<'d> {
        let mut normal_form = NormalForm::any(schema.at);
        for part in &schema.parts {
            let mut expansion = Expansion { within: Vec::new(), loosely };
            let expanded = self.expand_node(*part, &mut expansion);
            restrict(&mut normal_form, expanded, "allOf", *part);
        }
        normal_form
    }

    fn expand_node(&mut self, part: SchemaNode<'d>, expansion: &mut Expansion) -> NormalForm<'d> {
        spend(40);
        let SchemaNode { document, node } = part;
        let at = |node| SchemaNode { document, node };
        match &node.value {
            Value::Bool(false) => return NormalForm::default(),
            Value::Mapping(_) => {}
            _ => return NormalForm::any(node),
        }
        let mut normal_form = own_keywords(document, node);
        if expansion.within.contains(&std::ptr::from_ref(node))
            || expansion.within.len() == MAXIMUM_DEPTH
        {
            // The schema is defined by itself, or nested too deeply to expand. It is
            // compared as a whole.
            normal_form.constrain("$ref", part);
            return normal_form;
        }
        expansion.within.push(node);
        if let Some(target) = document.target(node) {
            let expanded = self.expand_node(at(target), expansion);
            restrict(&mut normal_form, expanded, "$ref", at(target));
        }
        let branches = node.get("allOf").map_or(&[][..], Node::items);
        for branch in branches {
            let expanded = self.expand_node(at(branch), expansion);
            restrict(&mut normal_form, expanded, "allOf", at(branch));
        }
        if branches.len() > 1 {
            // A difference common to all branches is reported at the `allOf`.
            normal_form.alternatives.iter_mut().for_each(|one| one.at = node);
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(branches) = node.get(keyword) {
                let union = self.expand_union(keyword, at(branches), expansion);
                restrict(&mut normal_form, union, keyword, at(branches));
            }
        }
        if node.get("not").is_some_and(Node::allows_everything) {
            // This is how 3.0 writes `false`.
            normal_form.alternatives.clear();
        }
        if let Some(rest) = node.get("unevaluatedProperties") {
            apply_unevaluated_properties(document, &mut normal_form, rest);
        }
        expansion.within.pop();
        if document.allows_null(node) {
            let type_at = node.get("nullable").unwrap_or(node);
            normal_form.add(Alternative { type_at, ..Alternative::new(Values::Null, node) });
        }
        normal_form
    }

    fn expand_union(
        &mut self,
        keyword: &'static str,
        branches: SchemaNode<'d>,
        expansion: &mut Expansion,
    ) -> NormalForm<'d> {
        let items = branches.node.items().iter();
        let expanded: Vec<NormalForm<'d>> = items
            .map(|node| self.expand_node(SchemaNode { node, ..branches }, expansion))
            .collect();
        let shared = match keyword {
            "oneOf" if !expansion.loosely => self.overlaps(&expanded),
            _ => Vec::new(),
        };
        let mut union = NormalForm::default();
        let union_at = branches.node;
        for (at, mut expanded) in union_at.items().iter().zip(expanded) {
            let branch = Branch { union: union_at, at };
            for one in &mut expanded.alternatives {
                one.branches.insert(0, branch);
            }
            union.unite(expanded);
        }
        // `oneOf` rejects values that two branches allow, which a union can't
        // express.
        for alternative in &mut union.alternatives {
            if shared.contains(&alternative.values.value_type()) {
                alternative.constrain(keyword, branches);
            }
        }
        union
    }
}

/// Intersects `normal_form` with `other`. If the result is too large to expand, `part` is
/// kept as a constraint.
fn restrict<'d>(
    normal_form: &mut NormalForm<'d>,
    other: NormalForm<'d>,
    keyword: &'static str,
    part: SchemaNode<'d>,
) {
    match normal_form.intersect(&other) {
        Some(both) => *normal_form = both,
        None => normal_form.constrain(keyword, part),
    }
}

/// Expands the keywords of `schema` that apply no subschema to the same value.
fn own_keywords<'d>(document: &'d Document, schema: &'d Node) -> NormalForm<'d> {
    let mut normal_form = types(document, schema);
    let at = |node| SchemaNode { document, node };
    for keyword in ["const", "enum"] {
        if let Some(node) = schema.get(keyword) {
            restrict(&mut normal_form, enumerated(keyword, at(node)), keyword, at(node));
        }
    }
    for (keyword, node) in schema.members() {
        match keyword::effect(keyword) {
            Effect::ComparedAnnotation if node.boolean() == Some(true) => {
                normal_form.annotations.insert(keyword, node);
            }
            Effect::Constraint | Effect::ComparedValue if !document.is_lifted(keyword) => {
                constrain(&mut normal_form, keyword, at(node));
            }
            _ => {}
        }
    }
    normal_form
}

/// Returns one alternative for each type that `schema` allows, with the keywords
/// that apply to values of that type.
fn types<'d>(document: &'d Document, schema: &'d Node) -> NormalForm<'d> {
    let declared = schema.get("type");
    let named = |name: &str| match declared {
        None => true,
        Some(declared) => {
            declared.string() == Some(name)
                || declared.items().iter().any(|item| item.string() == Some(name))
        }
    };
    let numeric_format = is_numeric_format(schema);
    let strings = named("string");
    let numbers = named("number") || named("integer");
    // A format applies to strings or to numbers, whatever else is allowed. If
    // numbers aren't allowed, even a numeric format applies to strings.
    let string_format = strings && !(numeric_format && numbers);
    let mut normal_form = NormalForm::default();
    for kind in ValueType::ALL.iter().copied() {
        let values = match kind {
            ValueType::Number if numbers => {
                let values = Numbers::new(schema);
                let values =
                    if named("number") { values } else { values.and_then(Numbers::integers) };
                values.map(Values::Number)
            }
            ValueType::String if strings => Strings::new(schema, string_format).map(Values::String),
            ValueType::Array if named("array") => Arrays::new(document, schema).map(Values::Array),
            ValueType::Object if named("object") => {
                Objects::new(document, schema).map(Values::Object)
            }
            ValueType::Null | ValueType::Boolean if named(kind.into()) => Some(Values::any(kind)),
            _ => None,
        };
        let type_at = declared.unwrap_or(schema);
        let one = values.map(|values| Alternative { type_at, ..Alternative::new(values, schema) });
        normal_form.alternatives.extend(one);
    }
    if let Some(format) = schema.get("format")
        && !string_format
        && !(numeric_format && numbers)
    {
        let part = SchemaNode { document, node: format };
        normal_form.constrain("format", part);
    }
    normal_form
}

/// Returns the union of the values of `const` or `enum`. Arrays and objects are those that the
/// keyword, as a constraint, allows.
fn enumerated<'d>(keyword: &'static str, part: SchemaNode<'d>) -> NormalForm<'d> {
    let mut normal_form = NormalForm::default();
    let values = match keyword {
        "const" => std::slice::from_ref(part.node),
        _ => part.node.items(),
    };
    for value in values {
        let values = match &value.value {
            Value::Null => Values::Null,
            Value::Bool(boolean) => {
                Values::Boolean(Booleans { with_true: *boolean, with_false: !*boolean })
            }
            Value::Number(number) => Values::Number(Numbers::one(number, value)),
            Value::String(text) => Values::String(Strings::one(text, value)),
            Value::Sequence(_) => Values::any(ValueType::Array),
            Value::Mapping(_) => Values::any(ValueType::Object),
        };
        let kind = values.value_type();
        let mut one = Alternative::new(values, value);
        if let ValueType::Array | ValueType::Object = kind {
            if !normal_form.of_type(kind).is_empty() {
                continue;
            }
            one.constrain(keyword, part);
        }
        normal_form.add(one);
    }
    normal_form
}

/// Adds a keyword that the normal form can't express to the alternatives of the type that
/// the keyword applies to.
fn constrain<'d>(normal_form: &mut NormalForm<'d>, keyword: &'d str, part: SchemaNode<'d>) {
    let applies_to = Keyword::from_name(keyword).and_then(keyword::applies_to);
    for alternative in &mut normal_form.alternatives {
        if applies_to.is_none_or(|only| only == alternative.values.value_type()) {
            alternative.constrain(keyword, part);
        }
    }
}

/// Applies `unevaluatedProperties`, which takes `$ref` and `allOf` into account.
fn apply_unevaluated_properties<'d>(
    document: &'d Document,
    normal_form: &mut NormalForm<'d>,
    rest: &'d Node,
) {
    let is_plain = normal_form.of_type(ValueType::Object).len() == 1;
    for alternative in &mut normal_form.alternatives {
        match &mut alternative.values {
            Values::Object(objects) if is_plain && alternative.constraints.is_empty() => {
                objects.restrict_unevaluated(document, rest);
            }
            // Which members are evaluated depends on the value.
            Values::Object(_) => {
                let node = rest;
                alternative.constrain("unevaluatedProperties", SchemaNode { document, node });
            }
            _ => {}
        }
    }
}
