//! Errors about fields that the Specification requires, or whose type it restricts.

use super::FieldContent::{
    Anything, Boolean, Each, Named, NamedSchemas, NamedTwice, One, Schema, Text, Texts,
};
use super::{FieldContent, ObjectType, each_object, is_3_2};
use crate::{Diagnostic, Diagnostics, Document, Fix, Node, Value};

/// The fields that each object of a type must have. Those that only some must have, such as `scheme`
/// of the type `http`, are not checked in an object that no operation uses.
const REQUIRED: [(&str, &[&str]); 12] = [
    ("the OpenAPI Object", &["info"]),
    ("an Info Object", &["title", "version"]),
    ("a License Object", &["name"]),
    ("a Server Object", &["url"]),
    ("a Server Variable Object", &["default"]),
    ("a Tag Object", &["name"]),
    ("an External Documentation Object", &["url"]),
    ("a Parameter Object", &["name", "in"]),
    ("a Request Body Object", &["content"]),
    ("a Response Object", &["description"]),
    ("a Security Scheme Object", &["type"]),
    ("an OAuth Flow Object", &["scopes"]),
];

/// The objects that have a `schema` or `content`.
const DESCRIBED: [&str; 2] = ["a Parameter Object", "a Header Object"];

/// The objects that only people and tools read.
const FOR_PEOPLE: [&str; 7] = [
    "an Info Object",
    "a Contact Object",
    "a License Object",
    "a Tag Object",
    "an External Documentation Object",
    "an Example Object",
    "a Link Object",
];

/// Returns the errors of a document that no generator reports, because it can do without
/// what is missing or wrong.
pub fn violations(document: &Document) -> Diagnostics {
    let root = document.root();
    let is_3_2 = is_3_2(root);
    let mut found = Diagnostics::default();
    // From 3.1 on, one of three is required (§4.8.1). That an operation of 3.0 must have `responses`
    // is not checked: it is read as one of 3.1, which need not.
    let others: &[&str] = if document.is_3_0 { &[] } else { &["components", "webhooks"] };
    if others.iter().chain(&["paths"]).all(|field| root.get(field).is_none()) {
        found.push(Diagnostic::missing(root, "the OpenAPI Object", "paths"));
    }
    each_object(root, &mut |node, object_type| {
        found.extend(mistyped(node, object_type, is_3_2, |_| true));
        found.extend(missing(node, object_type, is_3_2));
        let reference = node.get("$ref");
        found.extend(reference.and_then(|reference| document.target(reference).err()));
        let lacks = |field| node.mapping().is_some_and(|fields| !fields.contains_key(field));
        if DESCRIBED.contains(&object_type.name) && lacks("schema") && lacks("content") {
            let error = Diagnostic::missing(node, object_type.name, "schema");
            found.push(error.help("write `schema` or `content`"));
        }
    });
    found
}

/// Returns the errors in what checks read: a check would take a value of another type for an
/// absent one.
pub(crate) fn needed_by_checks(root: &Node) -> Diagnostics {
    let is_3_2 = is_3_2(root);
    let mut found = Diagnostics::default();
    let is_for_people = |one: &ObjectType| FOR_PEOPLE.contains(&one.name);
    each_object(root, &mut |node, object_type| {
        if is_for_people(object_type) {
            return;
        }
        found.extend(mistyped(node, object_type, is_3_2, |content| {
            content.object().is_none_or(|one| !is_for_people(one))
        }));
        // A server without a URL counts as `/`, and a parameter without a name or a place has no
        // identity. What other objects may lack makes no check wrong.
        if ["a Server Object", "a Parameter Object"].contains(&object_type.name) {
            found.extend(missing(node, object_type, is_3_2));
        }
    });
    found
}

/// Returns an error for each field that an object must have and lacks.
fn missing(node: &Node, object_type: &ObjectType, is_3_2: bool) -> Vec<Diagnostic> {
    let object = object_type.name;
    let required = REQUIRED.iter().find(|(name, _)| *name == object);
    let fields = required.into_iter().flat_map(|(_, fields)| *fields);
    let is_missing = |field: &&&str| node.mapping().is_some() && node.get(field).is_none();
    let errors = fields.filter(is_missing).filter_map(|field| {
        let error = Diagnostic::missing(node, object, field);
        match object {
            // Not in 3.2.
            "a Response Object" => (!is_3_2).then(|| error.fix(Fix::ResponseDescription)),
            _ => Some(error),
        }
    });
    errors.collect()
}

/// Returns an error for an object that is none, or for each of the selected fields whose value
/// has another type.
fn mistyped(
    node: &Node,
    object_type: &ObjectType,
    is_3_2: bool,
    is_selected: impl Fn(FieldContent) -> bool,
) -> Vec<Diagnostic> {
    if node.mapping().is_none() {
        return vec![Diagnostic::unexpected(node, object_type.name, "an object")];
    }
    let errors = node.members().filter_map(|(name, value)| {
        let content = object_type.field(name, is_3_2).filter(|one| is_selected(*one))?;
        let expected = content.expected(value)?;
        Some(Diagnostic::unexpected(value, &format!("`{name}`"), expected))
    });
    errors.collect()
}

impl FieldContent {
    /// Returns what a value of another type should be. An object in the place of a field is
    /// checked where it is visited.
    pub(crate) fn expected(self, value: &Node) -> Option<&'static str> {
        let (expected, fits) = match self {
            Anything | One(_) | Schema => return None,
            Boolean => ("a boolean", value.boolean().is_some()),
            Text => ("a string", value.string().is_some()),
            Texts => ("an array of strings", is_texts(value)),
            Each(_) => ("an array", matches!(value.value, Value::Sequence(_))),
            Named(_) | NamedTwice(_) | NamedSchemas => ("an object", value.mapping().is_some()),
        };
        (!fits).then_some(expected)
    }

    /// Returns the type of the objects in the field.
    fn object(self) -> Option<&'static ObjectType> {
        match self {
            One(object_type) | Each(object_type) => Some(object_type),
            Named(object_type) | NamedTwice(object_type) => Some(object_type),
            _ => None,
        }
    }
}

fn is_texts(value: &Node) -> bool {
    let is_text = |item: &Node| item.string().is_some();
    matches!(value.value, Value::Sequence(_)) && value.items().iter().all(is_text)
}
