//! Parameters, with the examples from which requests are made.

use openapi_schema::http::{essence, is_json};
use openapi_source::Node;

use super::named_examples;
use crate::Document;

/// Header parameters that OpenAPI ignores (§4.8.12.2.1).
const RESERVED: [&str; 3] = ["accept", "content-type", "authorization"];

/// The location of a parameter (`in`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterLocation {
    /// A variable of the path.
    Path,
    /// A pair of the query.
    Query,
    /// A header field.
    Header,
    /// A pair of the header `Cookie`.
    Cookie,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name, case-insensitive for headers.
    pub name: String,
    /// The location.
    pub location: ParameterLocation,
    /// Whether each request has the parameter.
    pub required: bool,
    /// How an array or object is serialized (`style`).
    pub style: String,
    /// Whether each item or member has a pair of its own (`explode`).
    pub explode: bool,
    /// Whether the value is a JSON text (`content`).
    pub is_json: bool,
    /// The pointer of the schema.
    pub schema: String,
    /// The pointer of the parameter.
    pub pointer: String,
    /// Examples and defaults in the document, as JSON texts.
    pub examples: Vec<String>,
}

impl ParameterLocation {
    /// Returns the location with this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "path" => Self::Path,
            "query" => Self::Query,
            "header" => Self::Header,
            "cookie" => Self::Cookie,
            _ => return None,
        })
    }

    /// Returns the style of a parameter that declares none.
    fn style(self) -> &'static str {
        match self {
            Self::Path | Self::Header => "simple",
            Self::Query | Self::Cookie => "form",
        }
    }
}

impl Parameter {
    /// Reads the parameters of an operation or a path item.
    pub(super) fn read(document: &Document, holder: &Node) -> Result<Vec<Self>, String> {
        let list = holder.get("parameters").map(Node::items);
        list.unwrap_or_default()
            .iter()
            .map(|node| document.resolve(node))
            .filter_map(|node| {
                let name = node.member_text("name")?;
                let location = ParameterLocation::named(node.member_text("in")?)?;
                let is_ignored = location == ParameterLocation::Header
                    && RESERVED.contains(&&*name.to_ascii_lowercase());
                (!is_ignored).then(|| Self::of(document, node, name, location))
            })
            .collect()
    }

    fn of(
        document: &Document,
        node: &Node,
        name: &str,
        location: ParameterLocation,
    ) -> Result<Self, String> {
        let style = node.member_text("style").unwrap_or(location.style());
        let mut content = node.get("content").into_iter().flat_map(Node::members);
        let content = content.next();
        let schema = match content {
            Some((media_type, media))
                if is_json(media_type) || essence(media_type).starts_with("text/") =>
            {
                media
            }
            Some((media_type, _)) => {
                return Err(format!("because the parameter `{name}` is {media_type}"));
            }
            None => node,
        };
        let explode = node.get("explode").and_then(Node::boolean);
        Ok(Self {
            name: name.to_owned(),
            location,
            required: location == ParameterLocation::Path || node.flag("required"),
            style: style.to_owned(),
            explode: explode.unwrap_or(style == "form"),
            is_json: content.is_some_and(|(media_type, _)| is_json(media_type)),
            schema: schema.location.pointer.join("schema").as_str().to_owned(),
            pointer: node.location.pointer.as_str().to_owned(),
            examples: examples(document, node),
        })
    }
}

fn examples(document: &Document, parameter: &Node) -> Vec<String> {
    let schema = parameter.get("schema").map(|own| document.resolve(own));
    let keyword = |name| schema.and_then(|schema| schema.get(name));
    let single = [
        keyword("default"),
        parameter.get("example"),
        keyword("example"),
    ];
    let listed = keyword("examples").map(Node::items).unwrap_or_default();
    single
        .into_iter()
        .flatten()
        .chain(named_examples(document, parameter))
        .chain(listed)
        .map(|example| example.to_json().to_string())
        .collect()
}
