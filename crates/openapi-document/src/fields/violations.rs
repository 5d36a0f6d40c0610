//! Errors about fields that the Specification requires, or whose type it restricts, and that
//! no generator needs.

use super::{DOCUMENT, FieldContent, ObjectType, PATH_ITEM, named};
use crate::{Diagnostic, Diagnostics, Document, Fix, Node};

/// The fields that an object must have.
const REQUIRED: [(&str, &[&str]); 9] = [
    ("the OpenAPI Object", &["info"]),
    ("an Info Object", &["title", "version"]),
    ("a License Object", &["name"]),
    ("a Server Object", &["url"]),
    ("a Server Variable Object", &["default"]),
    ("a Tag Object", &["name"]),
    ("an External Documentation Object", &["url"]),
    ("a Request Body Object", &["content"]),
    ("a Response Object", &["description"]),
];

/// The objects that have a `schema` or `content`.
const DESCRIBED: [&str; 2] = ["a Parameter Object", "a Header Object"];

/// The fields that are strings, in whatever object.
const TEXTS: [&str; 9] = [
    "description",
    "identifier",
    "name",
    "operationId",
    "summary",
    "termsOfService",
    "title",
    "url",
    "version",
];

/// Returns the errors of a document that no generator reports, because it can do without
/// what is missing or wrong.
pub fn violations(document: &Document) -> Diagnostics {
    let root = document.root();
    let version = root.member_text("openapi").unwrap_or_default();
    let mut walk = Walk {
        needs_descriptions: !version.starts_with("3.2"),
        found: Diagnostics::default(),
    };
    walk.object(root, &DOCUMENT);
    walk.found
}

struct Walk {
    /// Whether a response must have a description.
    needs_descriptions: bool,
    found: Diagnostics,
}

impl Walk {
    fn object(&mut self, node: &Node, object_type: &'static ObjectType) {
        let name = object_type.name;
        let Some(members) = node.mapping() else {
            return self.unexpected(node, name, "an object");
        };
        if members.contains_key("$ref") && name != PATH_ITEM.name {
            return;
        }
        for (object, fields) in REQUIRED.iter().filter(|(object, _)| *object == name) {
            for field in fields.iter().filter(|field| !members.contains_key(**field)) {
                let error = Diagnostic::missing(node, object, field);
                match (*object, self.needs_descriptions) {
                    ("a Response Object", true) => {
                        self.found.push(error.fix(Fix::ResponseDescription));
                    }
                    ("a Response Object", false) => {}
                    _ => self.found.push(error),
                }
            }
        }
        let has = |field| members.contains_key(field);
        if DESCRIBED.contains(&name) && !has("schema") && !has("content") {
            let error = Diagnostic::missing(node, name, "schema");
            self.found.push(error.help("write `schema` or `content`"));
        }
        for (field, content) in object_type.fields {
            if let Some(value) = members.get(*field) {
                self.content(field, value, *content);
            }
        }
    }

    fn content(&mut self, field: &str, node: &Node, content: FieldContent) {
        let is_object = node.mapping().is_some();
        match content {
            FieldContent::Anything if TEXTS.contains(&field) => {
                if node.string().is_none() {
                    self.unexpected(node, &format!("`{field}`"), "a string");
                }
            }
            FieldContent::Anything if field == "tags" => {
                for tag in node.items().iter().filter(|tag| tag.string().is_none()) {
                    self.unexpected(tag, "a tag of an operation", "a string");
                }
            }
            FieldContent::Anything | FieldContent::Schema => {}
            FieldContent::One(object_type) => self.object(node, object_type),
            FieldContent::Each(object_type) => match node.sequence() {
                Some(items) => items.iter().for_each(|item| self.object(item, object_type)),
                None => self.unexpected(node, &format!("`{field}`"), "an array"),
            },
            _ if !is_object => self.unexpected(node, &format!("`{field}`"), "an object"),
            FieldContent::Named(object_type) => {
                // The name of a header can begin like that of an extension.
                let is_header = object_type.name == "a Header Object";
                let is_object = |name: &str| is_header || !name.starts_with("x-");
                let objects = node.members().filter(|(name, _)| is_object(name));
                objects.for_each(|(_, one)| self.object(one, object_type));
            }
            FieldContent::NamedTwice(object_type) => {
                let objects = named(node).filter(|one| one.get("$ref").is_none());
                objects
                    .flat_map(named)
                    .for_each(|one| self.object(one, object_type));
            }
            FieldContent::NamedSchemas => {}
        }
    }

    fn unexpected(&mut self, node: &Node, what: &str, expected: &str) {
        self.found
            .push(Diagnostic::unexpected(node, what, expected));
    }
}
