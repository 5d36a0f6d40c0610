//! Links from a response to the parameters of another operation (OpenAPI 3.1.1 §4.8.20), with
//! their runtime expressions (§4.8.20.4).

use openapi_document::{Node, ParameterLocation, Pointer, Response};
use serde_json::Value;

/// A link of a response.
#[derive(Clone, Debug)]
pub(super) struct Link {
    /// The name.
    pub name: String,
    /// The operation that the link leads to.
    pub target: Target,
    /// The parameters of that operation: the location if the link has it, the name, and the
    /// value.
    pub parameters: Vec<(Option<ParameterLocation>, String, Expression)>,
}

/// The operation that a link leads to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Target {
    /// By its `operationId`.
    Id(String),
    /// By the pointer of an operation of the same document.
    Pointer(Pointer),
}

/// A value of a link.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expression {
    /// The value itself.
    Constant(Value),
    /// A value in the body of the request.
    RequestBody(Pointer),
    /// A parameter of the request.
    Request(ParameterLocation, String),
    /// A value in the body of the response.
    ResponseBody(Pointer),
    /// A header field of the response.
    ResponseHeader(String),
    /// A value that is not supported: expressions within a text, such as
    /// `id-{$response.body#/id}`, or another one that begins with `$`, such as `$url`.
    Unsupported,
}

/// Returns the links of a response. A link to another document is left out.
pub(super) fn read(response: &Response<'_>) -> Vec<Link> {
    let links = response.links.iter();
    links
        .filter_map(|(name, node)| {
            let id = node.member_text("operationId");
            let reference = node.member_text("operationRef");
            let target = match id {
                Some(id) => Target::Id(id.to_owned()),
                None => Target::Pointer(Pointer::from_reference(reference?)?),
            };
            let parameters = node.get("parameters").into_iter().flat_map(Node::members);
            let parameters = parameters.map(|(name, value)| {
                let (location, name) = parameter(name);
                (location, name.to_owned(), Expression::read(value))
            });
            Some(Link { name: (*name).to_owned(), target, parameters: parameters.collect() })
        })
        .collect()
}

/// Returns the location and the name of a parameter, which is written `path.id` or `id`.
fn parameter(text: &str) -> (Option<ParameterLocation>, &str) {
    let qualified = text.split_once('.').and_then(|(location, name)| {
        let location = location.parse().ok()?;
        Some((Some(location), name))
    });
    qualified.unwrap_or((None, text))
}

impl Expression {
    fn read(node: &Node) -> Self {
        match node.string() {
            Some(text) if text.starts_with('$') => Self::parse(text),
            Some(text) if text.contains("{$") => Self::Unsupported,
            _ => Self::Constant(node.to_json()),
        }
    }

    fn parse(text: &str) -> Self {
        let parsed = || {
            let (source, rest) = text.split_once('.')?;
            let is_request = match source {
                "$request" => true,
                "$response" => false,
                _ => return None,
            };
            if let Some(pointer) = rest.strip_prefix("body") {
                let pointer = match pointer {
                    "" => Pointer::root(),
                    pointer => Pointer::parse(pointer.strip_prefix('#')?)?,
                };
                return Some(match is_request {
                    true => Self::RequestBody(pointer),
                    false => Self::ResponseBody(pointer),
                });
            }
            let (location, name) = rest.split_once('.')?;
            match location.parse().ok()? {
                location if is_request => Some(Self::Request(location, name.to_owned())),
                ParameterLocation::Header => Some(Self::ResponseHeader(name.to_owned())),
                _ => None,
            }
        };
        parsed().unwrap_or(Self::Unsupported)
    }
}
