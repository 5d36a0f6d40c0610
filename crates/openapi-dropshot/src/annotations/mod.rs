//! Copies what only people and tools read from the embedded document to the emitted
//! document: descriptions of responses and headers, examples, links, external
//! documentation, servers and the like.
//!
//! No Rust type carries these fields, and no request and no response depends on them.
//! All others come from the types of the server, so that comparing the two documents
//! compares the server with the document. A field that is emitted stays as it is.

mod schemas;
mod source;

use openapi_schema::http::essence;
use serde_json::{Map, Value};

use crate::{Document, SchemaError};
use schemas::Schemas;
use source::Source;

/// The fields of an Info Object that OpenAPI 3.0.3 has too.
const INFO: &[&str] = &["description", "termsOfService", "contact", "license"];

/// The fields of the OpenAPI Object.
const DOCUMENT: &[&str] = &["servers", "externalDocs"];

const PATH_ITEM: &[&str] = &["summary", "description", "servers"];

const OPERATION: &[&str] = &["externalDocs", "servers"];

/// The fields of a Parameter Object and of a Header Object.
const PARAMETER: &[&str] = &["description", "deprecated", "example"];

/// The fields of a Header Object alone.
const HEADER: &[&str] = &["explode"];

const REQUEST_BODY: &[&str] = &["description"];

const MEDIA_TYPE: &[&str] = &["example"];

/// The fields of an Encoding Object. The schemas of `headers` are not those of 3.0.
const ENCODING: &[&str] = &["contentType", "style", "explode", "allowReserved"];

const TAG: &[&str] = &["description", "externalDocs"];

const SECURITY_SCHEME: &[&str] = &["description", "bearerFormat"];

/// An emitted operation, and the document that it is generated from.
pub(crate) struct Annotated<'o> {
    pub document: Option<&'static Document>,
    pub path: &'o str,
    pub method: &'o str,
}

/// Annotates an emitted document. Its `info`, `servers`, `tags` and `externalDocs` are
/// those of `first`.
pub(crate) fn annotate(
    first: Option<&'static Document>,
    operations: &[Annotated<'_>],
    emitted: &mut Value,
) -> Result<(), SchemaError> {
    let mut documents: Vec<&'static Document> = Vec::new();
    for document in operations.iter().filter_map(|one| one.document) {
        if !documents.iter().any(|known| std::ptr::eq(*known, document)) {
            documents.push(document);
        }
    }
    for document in documents {
        let is_same =
            |one: Option<&'static Document>| one.is_some_and(|one| std::ptr::eq(one, document));
        let mut annotations = Annotations::new(document.json()?);
        if is_same(first) {
            annotations.document(emitted);
        }
        annotations.security_schemes(emitted);
        for Annotated { path, method, .. } in operations.iter().filter(|one| is_same(one.document))
        {
            if let Some(item) = emitted["paths"].get_mut(path) {
                annotations.operation(path, method, item);
            }
        }
        annotations.components(emitted);
    }
    Ok(())
}

/// Copies from one document.
struct Annotations<'d> {
    source: Source<'d>,
    schemas: Schemas<'d>,
}

impl<'d> Annotations<'d> {
    fn new(document: &'d Value) -> Self {
        let source = Source::new(document);
        Self { source, schemas: Schemas::new(source) }
    }

    /// Annotates the OpenAPI Object: `info`, `servers`, `tags` and `externalDocs`.
    fn document(&self, emitted: &mut Value) {
        let document = self.source.root();
        copy(DOCUMENT, document, emitted);
        if let Some(info) = emitted.get_mut("info") {
            copy(INFO, &document["info"], info);
            if let Some(license) = info.get_mut("license").and_then(Value::as_object_mut) {
                // OpenAPI 3.0.3 has no such field.
                license.remove("identifier");
            }
        }
        self.tags(emitted);
    }

    /// Puts the tags into the order of the document.
    fn tags(&self, emitted: &mut Value) {
        let declared = self.source.root().get("tags").and_then(Value::as_array);
        let Some(declared) = declared.filter(|declared| !declared.is_empty()) else {
            return;
        };
        let mut others = match emitted.get_mut("tags").map(Value::take) {
            Some(Value::Array(others)) => others,
            _ => Vec::new(),
        };
        let mut tags = Vec::new();
        for tag in declared {
            let position = others.iter().position(|one| one["name"] == tag["name"]);
            let mut known = position.map_or_else(
                || serde_json::json!({ "name": tag["name"] }),
                |index| others.remove(index),
            );
            copy(TAG, tag, &mut known);
            tags.push(known);
        }
        tags.append(&mut others);
        emitted["tags"] = tags.into();
    }

    /// Annotates the security schemes that operations require.
    fn security_schemes(&self, emitted: &mut Value) {
        let components = &self.source.root()["components"];
        let declared = components.get("securitySchemes");
        let Some(emitted) = emitted.get_mut("components") else {
            return;
        };
        for (name, emitted) in members_mut(emitted, "securitySchemes") {
            if let Some(declared) = declared.and_then(|declared| declared.get(name)) {
                copy(SECURITY_SCHEME, self.source.resolved(declared), emitted);
            }
        }
    }

    /// Annotates an operation of an emitted Path Item Object.
    fn operation(&mut self, path: &str, method: &str, emitted: &mut Value) {
        let item = self.source.path_item(path);
        let Some((item, operation)) = item.and_then(|item| Some((item, item.get(method)?))) else {
            return;
        };
        copy(PATH_ITEM, item, emitted);
        let Some(emitted) = emitted.get_mut(method) else {
            return;
        };
        copy(OPERATION, operation, emitted);
        let parameters = emitted.get_mut("parameters").and_then(Value::as_array_mut);
        for emitted in parameters.into_iter().flatten() {
            let declared = self.source.parameter(item, operation, emitted);
            if let Some(declared) = declared {
                self.parameter(declared, emitted);
            }
        }
        if let (Some(declared), Some(emitted)) =
            (operation.get("requestBody"), emitted.get_mut("requestBody"))
        {
            let declared = self.source.resolved(declared);
            copy(REQUEST_BODY, declared, emitted);
            self.content(declared, emitted);
        }
        for (status, emitted) in members_mut(emitted, "responses") {
            if let Some(declared) = operation["responses"].get(status) {
                self.response(self.source.resolved(declared), emitted);
            }
        }
    }

    fn response(&mut self, declared: &'d Value, emitted: &mut Value) {
        // A Response Object requires a description, and dropshot emits an empty one.
        if let Some(description) = declared.get("description") {
            emitted["description"] = description.clone();
        }
        self.content(declared, emitted);
        self.source.copy_named("links", declared, emitted);
        extensions(declared, emitted);
        for (name, emitted) in members_mut(emitted, "headers") {
            if let Some(declared) = declared["headers"].get(name) {
                let declared = self.source.resolved(declared);
                // The service writes the values of headers as text.
                copy(HEADER, declared, emitted);
                self.parameter(declared, emitted);
            }
        }
    }

    /// Annotates a Parameter Object or a Header Object.
    fn parameter(&mut self, declared: &'d Value, emitted: &mut Value) {
        copy(PARAMETER, declared, emitted);
        self.source.copy_named("examples", declared, emitted);
        self.schema(declared, emitted);
        self.content(declared, emitted);
    }

    /// Annotates the media types of a body or of a parameter.
    fn content(&mut self, declared: &'d Value, emitted: &mut Value) {
        let declared = declared["content"].as_object();
        for (name, emitted) in members_mut(emitted, "content") {
            // JSON is emitted without the parameters of the declared media type.
            let is_same = |other: &str| essence(other) == essence(name);
            let same = || declared?.iter().find(|(other, _)| is_same(other));
            let exact = declared.and_then(|all| all.get(name));
            let Some(declared) = exact.or_else(|| Some(same()?.1)) else {
                continue;
            };
            copy(MEDIA_TYPE, declared, emitted);
            self.source.copy_named("examples", declared, emitted);
            let encoding = declared.get("encoding").and_then(Value::as_object);
            for (name, declared) in encoding.into_iter().flatten() {
                let mut encoding = Value::Object(Map::new());
                copy(ENCODING, declared, &mut encoding);
                emitted["encoding"][name] = encoding;
            }
            self.schema(declared, emitted);
        }
    }

    fn schema(&mut self, declared: &'d Value, emitted: &mut Value) {
        if let (Some(declared), Some(emitted)) = (declared.get("schema"), emitted.get_mut("schema"))
        {
            self.schemas.annotate(declared, emitted);
        }
    }

    /// Annotates the components that operations refer to. All operations are
    /// annotated before.
    fn components(self, emitted: &mut Value) {
        self.schemas.finish(emitted);
    }
}

/// Copies fields and extensions that the emitted object lacks.
fn copy(fields: &[&str], declared: &Value, emitted: &mut Value) {
    let Some(members) = emitted.as_object_mut() else {
        return;
    };
    for field in fields {
        if let Some(value) = declared.get(field) {
            let entry = members.entry(*field);
            entry.or_insert_with(|| value.clone());
        }
    }
    extensions(declared, emitted);
}

/// Copies extensions that the emitted object lacks.
fn extensions(declared: &Value, emitted: &mut Value) {
    let (Some(declared), Some(emitted)) = (declared.as_object(), emitted.as_object_mut()) else {
        return;
    };
    for (name, value) in declared {
        if name.starts_with("x-") {
            let entry = emitted.entry(name.as_str());
            entry.or_insert_with(|| value.clone());
        }
    }
}

/// Returns the members of a member.
fn members_mut<'v>(
    value: &'v mut Value,
    name: &str,
) -> impl Iterator<Item = (&'v String, &'v mut Value)> {
    value.get_mut(name).and_then(Value::as_object_mut).into_iter().flatten()
}
