//! The structure of OpenAPI as one table, which bundling and the checks share. It lists
//! every location where a schema or a reference may appear, and no others (an example may
//! contain a member called `$ref`).

use crate::{Keyword, Method, Node, Operand, Value};

/// The kind of object that a node is in an OpenAPI document (OpenAPI 3.1.1 §4.8).
#[expect(missing_docs, reason = "each variant is the object of this name")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Document,
    Components,
    Paths,
    PathItem,
    Operation,
    Parameter,
    RequestBody,
    MediaType,
    Encoding,
    Responses,
    Response,
    Header,
    Callback,
    SecurityScheme,
    SecurityRequirement,
    Schema,
    /// A mapping with arbitrary names.
    Map(&'static Role),
    List(&'static Role),
    /// Any other value: examples, texts, extensions, numbers.
    Data,
}

impl Role {
    /// Returns the role of the member `key` of a node with this role.
    pub fn child(self, key: &str) -> Role {
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
                "mediaTypes" => Role::Map(&Role::MediaType),
                _ => Role::Data,
            },
            // The names in these objects are arbitrary except for extensions.
            Role::Paths | Role::Responses | Role::Callback if key.starts_with("x-") => Role::Data,
            Role::Callback if key == "$ref" => Role::Data,
            Role::Paths | Role::Callback => Role::PathItem,
            Role::Responses => Role::Response,
            Role::PathItem if Method::of_field(key).is_some() => Role::Operation,
            Role::PathItem => match key {
                "additionalOperations" => Role::Map(&Role::Operation),
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
            Role::MediaType if key == "schema" || key == "itemSchema" => Role::Schema,
            Role::MediaType if key == "encoding" => Role::Map(&Role::Encoding),
            Role::Encoding if key == "headers" => Role::Map(&Role::Header),
            Role::Response => match key {
                "headers" => Role::Map(&Role::Header),
                "content" => Role::Map(&Role::MediaType),
                _ => Role::Data,
            },
            // The name of `$defs` before JSON Schema 2019-09.
            Role::Schema if key == "definitions" => Role::Map(&Role::Schema),
            Role::Schema => match Keyword::from_name(key).map(Keyword::operand) {
                Some(Operand::Schema) => Role::Schema,
                Some(Operand::Schemas) => Role::List(&Role::Schema),
                Some(Operand::NamedSchemas) => Role::Map(&Role::Schema),
                _ => Role::Data,
            },
            Role::Map(inner) => *inner,
            _ => Role::Data,
        }
    }

    /// Returns the role of the items of a node with this role.
    pub fn item(self) -> Role {
        match self {
            Role::List(inner) => *inner,
            _ => Role::Data,
        }
    }

    /// Returns the role of the values in a mapping or a list with this role.
    pub fn element(self) -> Role {
        match self {
            Role::Map(inner) | Role::List(inner) => *inner,
            _ => Role::Data,
        }
    }

    /// Returns whether a `$ref` member makes the node a reference.
    pub fn may_refer(self) -> bool {
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
}

/// Calls `visit` for the node and all its descendants in preorder.
pub fn traverse<'d>(node: &'d Node, role: Role, visit: &mut dyn FnMut(&'d Node, Role)) {
    visit(node, role);
    for (child, role) in children(node, role) {
        traverse(child, role, visit);
    }
}

/// Returns the members or items of a node with their roles; none of data.
pub fn children(node: &Node, role: Role) -> impl Iterator<Item = (&Node, Role)> {
    let members = node.members().map(move |(name, child)| (child, role.child(name)));
    let items = node.items().iter().map(move |item| (item, role.item()));
    members.chain(items).filter(move |_| role != Role::Data)
}

/// Returns the schemas in the value of a keyword.
pub fn schemas<'n>(keyword: &str, value: &'n Node) -> impl Iterator<Item = &'n Node> + use<'n> {
    let role = Role::Schema.child(keyword);
    let only = (role == Role::Schema).then_some(value);
    let below = Some(value).filter(|_| role != Role::Schema);
    let below = below.into_iter().flat_map(move |value| children(value, role));
    only.into_iter().chain(below.map(|(schema, _)| schema))
}

/// Calls `change` for the members or items of a node with their names and roles; not for
/// those of data.
pub fn change_children(node: &mut Node, role: Role, mut change: impl FnMut(&str, &mut Node, Role)) {
    match &mut node.value {
        Value::Mapping(members) if role != Role::Data => {
            for (name, child) in members {
                change(name, child, role.child(name));
            }
        }
        Value::Sequence(items) if role != Role::Data => {
            for item in items {
                change("", item, role.item());
            }
        }
        _ => {}
    }
}
