//! Parameters, with the examples from which requests are made.

use openapi_document::{CheckedDocument, Node, ParameterLocation};
use openapi_schema::http::{essence, is_json};

use super::named_examples;

/// Header parameters that OpenAPI ignores (§4.8.12.2.1).
const RESERVED: [&str; 3] = ["accept", "content-type", "authorization"];

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

impl Parameter {
    /// Reads the parameters of an operation or a path item.
    pub(super) fn read(document: &CheckedDocument, holder: &Node) -> Result<Vec<Self>, String> {
        let list = holder.get("parameters").map(Node::items);
        list.unwrap_or_default()
            .iter()
            .map(|node| document.resolve(node))
            .filter_map(|node| {
                let name = node.member_text("name")?;
                let location = ParameterLocation::from_name(node.member_text("in")?)?;
                let is_ignored = location == ParameterLocation::Header
                    && RESERVED.contains(&&*name.to_ascii_lowercase());
                (!is_ignored).then(|| Self::of(document, node, name, location))
            })
            .collect()
    }

    fn of(
        document: &CheckedDocument,
        node: &Node,
        name: &str,
        location: ParameterLocation,
    ) -> Result<Self, String> {
        let style = node.member_text("style").unwrap_or(match location {
            ParameterLocation::Path | ParameterLocation::Header => "simple",
            ParameterLocation::Query | ParameterLocation::Cookie => "form",
        });
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

fn examples(document: &CheckedDocument, parameter: &Node) -> Vec<String> {
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
