//! Responses with their header fields.

use openapi_document::{CheckedDocument, Node};

use super::link::{self, Link};

/// A response.
#[derive(Clone, Debug)]
pub struct Response {
    /// The pointer of the response.
    pub pointer: String,
    /// Media types with the pointers of their schemas.
    pub content: Vec<(String, Option<String>)>,
    /// The declared header fields.
    pub headers: Vec<Header>,
    /// The links to other operations.
    pub links: Vec<Link>,
}

/// A header field of a response.
#[derive(Clone, Debug)]
pub struct Header {
    /// The name, case-insensitive.
    pub name: String,
    /// Whether each response has the field.
    pub required: bool,
    /// The pointer of the schema.
    pub schema: Option<String>,
    /// The pointer of the field.
    pub pointer: String,
}

/// Reads the responses of an operation, by status.
pub(super) fn read(document: &CheckedDocument, operation: &Node) -> Vec<(String, Response)> {
    let responses = operation.get("responses").into_iter();
    responses
        .flat_map(Node::members)
        .filter(|(status, _)| !status.starts_with("x-"))
        .map(|(status, node)| {
            (
                status.to_owned(),
                response(document, document.resolve(node)),
            )
        })
        .collect()
}

fn response(document: &CheckedDocument, node: &Node) -> Response {
    let members = |name| node.get(name).into_iter().flat_map(Node::members);
    Response {
        pointer: pointer(node),
        content: members("content")
            .map(|(name, media)| (name.to_owned(), media.get("schema").map(pointer)))
            .collect(),
        headers: members("headers")
            // OpenAPI §4.8.17.1: `content` determines this header.
            .filter(|(name, _)| !name.eq_ignore_ascii_case("content-type"))
            .map(|(name, header)| {
                let header = document.resolve(header);
                Header {
                    name: name.to_owned(),
                    required: header.flag("required"),
                    schema: header.get("schema").map(pointer),
                    pointer: pointer(header),
                }
            })
            .collect(),
        links: link::read(document, node),
    }
}

fn pointer(node: &Node) -> String {
    node.location.pointer.as_str().to_owned()
}
