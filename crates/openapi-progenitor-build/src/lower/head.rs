//! Lowers the elements around the operations: info, servers, tags, security.
//!
//! Nothing here changes what the client sends. progenitor uses titles and
//! descriptions for its documentation and leaves credentials to the caller.

use indexmap::IndexMap;
use openapi_document::{Diagnostic, Node};
use openapiv3::{Info, ReferenceOr, SecurityRequirement, SecurityScheme, Server, Tag};

use crate::lower::context::Context;

/// Lowers `info`. Its `summary` goes before the description, since 3.0 has no such
/// field.
pub(crate) fn info(context: &mut Context<'_>) -> Info {
    let Some(node) = context.document.root().get("info") else {
        return Info::default();
    };
    // progenitor sends the version with each request, and panics if it isn't a
    // valid header value.
    let visible = |character: char| character == ' ' || character.is_ascii_graphic();
    if let Some(version) = node.get("version")
        && !version.string().is_some_and(|text| text.chars().all(visible))
    {
        let error = Diagnostic::unexpected(version, "`version`", "a string of visible ASCII");
        context.push(error.reason("progenitor sends it as a header"));
        return Info::default();
    }
    let mut info: Info = context.carry(node).unwrap_or_default();
    let summary = node.get("summary").and_then(Node::string);
    info.description = described(summary, info.description.as_deref());
    // 3.1's `identifier`, an SPDX expression, has no field in 3.0.
    let license = node.get("license");
    let identifier = license.and_then(|license| license.get("identifier"));
    if let (Some(license), Some(identifier)) = (&mut info.license, identifier) {
        let name = "x-spdx-expression".to_owned();
        license.extensions.insert(name, identifier.to_json());
    }
    info
}

/// Lowers `servers` of the document, a path or an operation.
pub(crate) fn servers(context: &mut Context<'_>, node: &Node) -> Vec<Server> {
    node.get("servers").and_then(|node| context.carry(node)).unwrap_or_default()
}

pub(crate) fn tags(context: &mut Context<'_>) -> Vec<Tag> {
    context.document.root().get("tags").and_then(|node| context.carry(node)).unwrap_or_default()
}

/// Lowers `security` of the document or an operation.
pub(crate) fn security(context: &mut Context<'_>, node: &Node) -> Option<Vec<SecurityRequirement>> {
    context.carry(node.get("security")?)
}

pub(crate) fn security_schemes(
    context: &mut Context<'_>,
) -> IndexMap<String, ReferenceOr<SecurityScheme>> {
    let components = context.document.root().get("components");
    let schemes = components.and_then(|node| node.get("securitySchemes"));
    let mut lowered = IndexMap::new();
    for (name, node) in schemes.and_then(Node::mapping).into_iter().flatten() {
        // The model has already reported a dangling reference.
        let Ok(node) = context.document.resolve(node) else {
            continue;
        };
        if node.get("type").and_then(Node::string) == Some("mutualTLS") {
            let message = format!(
                "OpenAPI 3.0 has no mutualTLS; the caller gives the certificate of `{name}` to \
                 the HTTP client"
            );
            context.warn(&node.location, message);
            continue;
        }
        if let Some(scheme) = context.carry(node) {
            lowered.insert(name.clone(), ReferenceOr::Item(scheme));
        }
    }
    lowered
}

/// Returns a text with a paragraph that follows it, such as about the deprecation of its element.
pub(crate) fn described(text: Option<&str>, paragraph: Option<&str>) -> Option<String> {
    let parts: Vec<_> = text.into_iter().chain(paragraph).collect();
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// Returns the members that begin with `x-`, which both versions allow.
pub(crate) fn extensions(node: &Node) -> IndexMap<String, serde_json::Value> {
    let members = node.mapping().into_iter().flatten();
    members
        .filter(|(name, _)| name.starts_with("x-"))
        .map(|(name, node)| (name.clone(), node.to_json()))
        .collect()
}
