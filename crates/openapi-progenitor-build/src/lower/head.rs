//! Lowers the elements around the operations: info, servers, tags, security.
//!
//! Nothing here changes what the client sends. progenitor uses titles and
//! descriptions for its documentation and leaves credentials to the caller.

use indexmap::IndexMap;
use openapi_document::Node;
use openapiv3::{Info, License, ReferenceOr, SecurityRequirement, SecurityScheme, Server, Tag};

use crate::lower::context::Context;

/// Lowers `info`. Its `summary` goes before the description, since 3.0 has no such
/// field.
pub(crate) fn info(context: &mut Context<'_>) -> Info {
    let Some(node) = context.document.root().get("info") else {
        return Info::default();
    };
    let text = |field: &str| node.get(field).and_then(Node::string).map(str::to_owned);
    // progenitor sends the version with each request, and panics if it isn't a
    // valid header value.
    let visible = |character: char| character == ' ' || character.is_ascii_graphic();
    if let Some(version) = node.get("version")
        && !version
            .string()
            .is_some_and(|text| text.chars().all(visible))
    {
        let message = "progenitor sends `version` as a header: it is a string of visible ASCII";
        context.error(&version.location, message);
    }
    let paragraphs: Vec<_> = [text("summary"), text("description")]
        .into_iter()
        .flatten()
        .collect();
    Info {
        title: text("title").unwrap_or_default(),
        description: (!paragraphs.is_empty()).then(|| paragraphs.join("\n\n")),
        terms_of_service: text("termsOfService"),
        contact: node.get("contact").and_then(|node| context.carry(node)),
        license: node.get("license").map(license),
        version: text("version").unwrap_or_default(),
        extensions: extensions(node),
    }
}

fn license(node: &Node) -> License {
    let mut extensions = extensions(node);
    // 3.1's `identifier`, an SPDX expression, has no field in 3.0.
    if let Some(identifier) = node.get("identifier") {
        extensions.insert("x-spdx-expression".to_owned(), identifier.to_json());
    }
    let text = |field: &str| node.get(field).and_then(Node::string).map(str::to_owned);
    License {
        name: text("name").unwrap_or_default(),
        url: text("url"),
        extensions,
    }
}

/// Lowers `servers` of the document, a path or an operation.
pub(crate) fn servers(context: &mut Context<'_>, node: &Node) -> Vec<Server> {
    let servers = node.get("servers").and_then(Node::sequence);
    let servers = servers.into_iter().flatten();
    servers.filter_map(|node| context.carry(node)).collect()
}

pub(crate) fn tags(context: &mut Context<'_>) -> Vec<Tag> {
    let tags = context.document.root().get("tags").and_then(Node::sequence);
    let tags = tags.into_iter().flatten();
    tags.filter_map(|node| context.carry(node)).collect()
}

/// Lowers `security` of the document or an operation. Returns `None` when it is
/// absent.
pub(crate) fn security(node: &Node) -> Option<Vec<SecurityRequirement>> {
    let scopes = |node: &Node| {
        let names = node.sequence().into_iter().flatten();
        names.filter_map(Node::string).map(str::to_owned).collect()
    };
    let requirements = node.get("security")?.sequence()?.iter();
    let requirements = requirements.filter_map(Node::mapping).map(|members| {
        let members = members.iter();
        members
            .map(|(name, node)| (name.clone(), scopes(node)))
            .collect()
    });
    Some(requirements.collect())
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

/// Returns a description with the paragraph about the deprecation of its element.
pub(crate) fn described(description: Option<&str>, deprecation: Option<String>) -> Option<String> {
    let parts = description
        .map(str::to_owned)
        .into_iter()
        .chain(deprecation);
    let parts: Vec<_> = parts.collect();
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
