//! What each part of an OpenAPI document is: one table, which checking,
//! lifting and literal comparison share. It must name every place where a
//! schema or a reference can stand, and take nothing else for one (an example
//! may well hold a member called `$ref`).

use super::node::{Content, Node};

/// The part of a document that a node is (OpenAPI 3.1.1 §4.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Document,
    Components,
    Paths,
    PathItem,
    Operation,
    Parameter,
    RequestBody,
    MediaType,
    Responses,
    Response,
    Header,
    Callback,
    SecurityScheme,
    SecurityRequirement,
    Schema,
    /// A mapping whose names are free.
    Map(&'static Role),
    List(&'static Role),
    /// Anything: examples, texts, extensions, numbers.
    Data,
}

/// The methods a path item can have (OpenAPI 3.1.1 §4.8.9).
pub(crate) const METHODS: [&str; 8] = [
    "get", "put", "post", "delete", "options", "head", "patch", "trace",
];

impl Role {
    /// What the member `key` of a node with this role is.
    pub(crate) fn child(self, key: &str) -> Role {
        match self {
            Role::Document => match key {
                "components" => Role::Components,
                "paths" => Role::Paths,
                "webhooks" => Role::Map(&Role::PathItem),
                "security" => Role::List(&Role::SecurityRequirement),
                _ => Role::Data,
            },
            Role::Components => match key {
                "schemas" => Role::Map(&Role::Schema),
                "responses" => Role::Map(&Role::Response),
                "parameters" => Role::Map(&Role::Parameter),
                "requestBodies" => Role::Map(&Role::RequestBody),
                "headers" => Role::Map(&Role::Header),
                "securitySchemes" => Role::Map(&Role::SecurityScheme),
                "callbacks" => Role::Map(&Role::Callback),
                "pathItems" => Role::Map(&Role::PathItem),
                _ => Role::Data,
            },
            // The names of these are free but for extensions.
            Role::Paths | Role::Responses | Role::Callback if key.starts_with("x-") => Role::Data,
            Role::Callback if key == "$ref" => Role::Data,
            Role::Paths | Role::Callback => Role::PathItem,
            Role::Responses => Role::Response,
            Role::PathItem if METHODS.contains(&key) => Role::Operation,
            Role::PathItem => match key {
                "parameters" => Role::List(&Role::Parameter),
                _ => Role::Data,
            },
            Role::Operation => match key {
                "parameters" => Role::List(&Role::Parameter),
                "requestBody" => Role::RequestBody,
                "responses" => Role::Responses,
                "callbacks" => Role::Map(&Role::Callback),
                "security" => Role::List(&Role::SecurityRequirement),
                _ => Role::Data,
            },
            Role::Parameter | Role::Header => match key {
                "schema" => Role::Schema,
                "content" => Role::Map(&Role::MediaType),
                _ => Role::Data,
            },
            Role::RequestBody if key == "content" => Role::Map(&Role::MediaType),
            Role::MediaType if key == "schema" => Role::Schema,
            Role::Response => match key {
                "headers" => Role::Map(&Role::Header),
                "content" => Role::Map(&Role::MediaType),
                _ => Role::Data,
            },
            Role::Schema => schema_child(key),
            Role::Map(inner) => *inner,
            _ => Role::Data,
        }
    }

    /// What the items of a node with this role are.
    pub(crate) fn item(self) -> Role {
        match self {
            Role::List(inner) => *inner,
            _ => Role::Data,
        }
    }

    /// Whether a `$ref` member makes the node a reference.
    pub(crate) fn may_refer(self) -> bool {
        matches!(
            self,
            Role::PathItem
                | Role::Parameter
                | Role::RequestBody
                | Role::Response
                | Role::Header
                | Role::Callback
                | Role::SecurityScheme
                | Role::Schema
        )
    }

    /// The words for a part in a message.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Role::Document => "the document",
            Role::Components => "`components`",
            Role::Paths => "`paths`",
            Role::PathItem => "a path item",
            Role::Operation => "an operation",
            Role::Parameter => "a parameter",
            Role::RequestBody => "a request body",
            Role::MediaType => "a media type",
            Role::Responses => "`responses`",
            Role::Response => "a response",
            Role::Header => "a header",
            Role::Callback => "a callback",
            Role::SecurityScheme => "a security scheme",
            Role::SecurityRequirement => "a security requirement",
            Role::Schema => "a schema",
            Role::Map(_) | Role::List(_) | Role::Data => "this",
        }
    }
}

/// The keywords of JSON Schema 2020-12 that hold schemas (Core §10, §11;
/// Validation §8.5).
fn schema_child(keyword: &str) -> Role {
    match keyword {
        "properties" | "patternProperties" | "dependentSchemas" | "$defs" | "definitions" => {
            Role::Map(&Role::Schema)
        }
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => Role::List(&Role::Schema),
        "items"
        | "contains"
        | "additionalProperties"
        | "propertyNames"
        | "unevaluatedItems"
        | "unevaluatedProperties"
        | "not"
        | "if"
        | "then"
        | "else"
        | "contentSchema" => Role::Schema,
        _ => Role::Data,
    }
}

/// Calls `visit` for the node and everything below it, outside in.
pub(crate) fn walk<'d>(node: &'d Node, role: Role, visit: &mut dyn FnMut(&'d Node, Role)) {
    visit(node, role);
    if role == Role::Data {
        return;
    }
    match &node.content {
        Content::Mapping(members) => {
            for (key, child) in members {
                walk(child, role.child(key), visit);
            }
        }
        Content::Sequence(items) => {
            for item in items {
                walk(item, role.item(), visit);
            }
        }
        _ => {}
    }
}
