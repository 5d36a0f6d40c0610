//! The fields of a document that another document lacks: those that only people and
//! tools read, such as examples, links and external documentation, and the annotations
//! of schemas. Their values aren't compared. All other fields are compared by the rules.

use super::parameters;
use crate::Document;
use openapi_source::{Node, SourceLocation, operation, operations};
use std::collections::HashSet;

/// The annotations of a schema. `example` of a 3.0 document is lifted to `examples`.
const OF_SCHEMAS: [&str; 11] = [
    "contentEncoding",
    "contentMediaType",
    "default",
    "deprecated",
    "description",
    "discriminator",
    "externalDocs",
    "readOnly",
    "title",
    "writeOnly",
    "xml",
];

/// Returns the location of each field of an operation, of its parts, and of the document,
/// that `contract` has and `emitted` lacks. Operations, parameters, responses and media
/// types that `emitted` lacks aren't listed, because rules report them, and neither are
/// fields that a [`Limit`](crate::Limit) explains. In the order of the contract.
pub fn missing_fields(contract: &Document, emitted: &Document) -> Vec<SourceLocation> {
    let mut search = Search { contract, emitted, seen: HashSet::new(), missing: Vec::new() };
    search.document();
    let mut missing = search.missing;
    missing.sort_by_key(|location| (location.line, location.column));
    missing
}

struct Search<'d> {
    contract: &'d Document,
    emitted: &'d Document,
    /// The pairs of schemas that are searched, by address (never dereferenced).
    seen: HashSet<(*const Node, *const Node)>,
    missing: Vec<SourceLocation>,
}

impl<'d> Search<'d> {
    fn document(&mut self) {
        let (left, right) = (self.contract.root(), self.emitted.root());
        self.fields(left, right, &["servers", "externalDocs"]);
        self.named(left, right, "tags", |search, left, right| {
            search.fields(left, right, &["description", "externalDocs"]);
        });
        if let (Some(left), Some(right)) = (left.get("info"), right.get("info")) {
            let fields = ["description", "termsOfService", "contact", "license"];
            self.fields(left, right, &fields);
        }
        let of = |document: &'d Document| document.root().get("components");
        if let (Some(left), Some(right)) = (of(self.contract), of(self.emitted)) {
            self.each(left, right, "securitySchemes", |search, left, right| {
                search.fields(left, right, &["description", "bearerFormat"]);
            });
        }
        self.each(left, right, "paths", |search, left, right| {
            search.fields(left, right, &["summary", "description", "servers"]);
            for (method, one) in operations(left) {
                if let Some(other) = operation(right, &method) {
                    search.operation((left, one), (right, other));
                }
            }
        });
    }

    fn operation(&mut self, left: (&'d Node, &'d Node), right: (&'d Node, &'d Node)) {
        let fields = ["tags", "summary", "description", "externalDocs", "servers"];
        self.fields(left.1, right.1, &fields);
        let others = parameters::collect(self.emitted, right);
        for one in parameters::collect(self.contract, left) {
            let same = |other: &&parameters::Parameter| {
                (other.location, other.name) == (one.location, one.name)
            };
            if let Some(other) = others.iter().find(same) {
                self.parameter(one.node, other.node);
            }
        }
        let body = |document: &'d Document, operation: &'d Node| {
            Some(document.resolve(operation.get("requestBody")?))
        };
        let bodies = (body(self.contract, left.1), body(self.emitted, right.1));
        if let (Some(left), Some(right)) = bodies {
            self.fields(left, right, &["description"]);
            self.content(left, right);
        }
        self.each(left.1, right.1, "responses", |search, left, right| {
            search.fields(left, right, &["description", "links"]);
            search.content(left, right);
            search.each(left, right, "headers", Self::parameter);
        });
    }

    /// Searches a parameter or a header.
    fn parameter(&mut self, left: &'d Node, right: &'d Node) {
        let fields = ["description", "deprecated", "example", "examples"];
        self.fields(left, right, &fields);
        self.schema_of(left, right);
        self.content(left, right);
    }

    fn content(&mut self, left: &'d Node, right: &'d Node) {
        self.each(left, right, "content", |search, left, right| {
            search.fields(left, right, &["example", "examples", "encoding"]);
            search.each(left, right, "encoding", |search, left, right| {
                search.fields(left, right, &["headers"]);
            });
            search.schema_of(left, right);
        });
    }

    fn schema_of(&mut self, left: &'d Node, right: &'d Node) {
        if let (Some(left), Some(right)) = (left.get("schema"), right.get("schema")) {
            self.schema(left, right);
        }
    }

    fn schema(&mut self, left: &'d Node, right: &'d Node) {
        let is_new = self.seen.insert((std::ptr::from_ref(left), std::ptr::from_ref(right)));
        if !is_new {
            return;
        }
        let (lefts, rights) = (parts(self.contract, left), parts(self.emitted, right));
        let has = |field: &str| rights.iter().any(|part| part.get(field).is_some());
        // The annotations of a branch of `allOf` describe the branch.
        for field in OF_SCHEMAS {
            if let Some(node) = declared(left, field).filter(|_| !has(field)) {
                self.missing.push(SourceLocation::of(&node.location));
            }
        }
        let example = declared(left, "examples").or(declared(left, "example"));
        if let Some(node) = example.filter(|_| !has("examples") && !has("example")) {
            self.missing.push(SourceLocation::of(&node.location));
        }
        let member = |parts: &[&'d Node], keyword: &str, name: &str| {
            parts.iter().filter_map(|part| part.get(keyword)).find_map(|map| map.get(name))
        };
        for part in &lefts {
            let properties = part.get("properties").into_iter().flat_map(Node::members);
            for (name, left) in properties {
                if let Some(right) = member(&rights, "properties", name) {
                    self.schema(left, right);
                }
            }
            for keyword in ["items", "additionalProperties"] {
                let right = rights.iter().find_map(|part| part.get(keyword));
                if let (Some(left), Some(right)) = (part.get(keyword), right) {
                    self.schema(left, right);
                }
            }
            for keyword in ["oneOf", "anyOf"] {
                let others = rights.iter().find_map(|part| part.get(keyword));
                let (one, other) = (branches(part, keyword), others.map(Node::items));
                if let Some(other) = other.filter(|other| other.len() == one.len()) {
                    one.iter().zip(other).for_each(|(left, right)| self.schema(left, right));
                }
            }
        }
        if let Some(target) = self.contract.target(left) {
            self.schema(target, right);
        }
    }

    /// Searches the members of both maps.
    fn each(
        &mut self,
        left: &'d Node,
        right: &'d Node,
        field: &str,
        search: impl Fn(&mut Self, &'d Node, &'d Node),
    ) {
        let Some(others) = right.get(field) else {
            return;
        };
        for (name, left) in left.get(field).into_iter().flat_map(Node::members) {
            if let Some(right) = others.get(name) {
                let (left, right) = (self.contract.resolve(left), self.emitted.resolve(right));
                search(self, left, right);
            }
        }
    }

    /// Searches the items of both lists that have the same `name`.
    fn named(
        &mut self,
        left: &'d Node,
        right: &'d Node,
        field: &str,
        search: impl Fn(&mut Self, &'d Node, &'d Node),
    ) {
        let others = right.get(field).map_or(&[][..], Node::items);
        for left in left.get(field).map_or(&[][..], Node::items) {
            let same = |other: &&Node| other.member_text("name") == left.member_text("name");
            match others.iter().find(same) {
                Some(right) => search(self, left, right),
                None => self.missing.push(SourceLocation::of(&left.location)),
            }
        }
    }

    /// Adds the fields that the right object lacks.
    fn fields(&mut self, left: &'d Node, right: &'d Node, fields: &[&str]) {
        for field in fields {
            if let Some(node) = declared(left, field).filter(|_| right.get(field).is_none()) {
                self.missing.push(SourceLocation::of(&node.location));
            }
        }
    }
}

/// Returns a field, unless its value says the same as its absence.
fn declared<'d>(node: &'d Node, field: &str) -> Option<&'d Node> {
    let is_absent = |node: &Node| {
        node.boolean() == Some(false)
            || node.string() == Some("")
            || node.mapping().is_some_and(|members| members.is_empty())
    };
    let is_value = ["default", "example"].contains(&field);
    node.get(field).filter(|node| is_value || !is_absent(node))
}

/// Returns the schemas that apply to the value of a schema: itself, and those of `$ref`,
/// `allOf`, and an alternative to null.
fn parts<'d>(document: &'d Document, schema: &'d Node) -> Vec<&'d Node> {
    let mut parts = vec![schema];
    let mut next = 0;
    while let Some(part) = parts.get(next).copied() {
        let alternatives = ["anyOf", "oneOf"].map(|keyword| branches(part, keyword));
        let only = alternatives.into_iter().filter(|branches| branches.len() == 1);
        let all = part.get("allOf").map_or(&[][..], Node::items).iter();
        for part in document.target(part).into_iter().chain(all).chain(only.flatten()) {
            if !parts.iter().any(|known| std::ptr::eq(*known, part)) {
                parts.push(part);
            }
        }
        next += 1;
    }
    parts
}

/// Returns the alternatives to null.
fn branches<'d>(schema: &'d Node, keyword: &str) -> Vec<&'d Node> {
    let branches = schema.get(keyword).map_or(&[][..], Node::items).iter();
    let is_null = |branch: &Node| branch.member_text("type") == Some("null");
    branches.filter(|branch| !is_null(branch)).collect()
}
