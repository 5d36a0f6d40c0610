//! Reads the security requirements of operations. It holds no tokens: requests
//! contain the placeholder `${TOKEN_…}` until they are sent.

use openapi_document::{CheckedDocument, Node, ParameterLocation};

/// Alternative sets of schemes; a request needs all schemes of one set (OpenAPI
/// §4.8.30).
#[derive(Clone, Debug)]
pub struct Security {
    /// The sets; none if no credential is needed.
    pub alternatives: Vec<Vec<Scheme>>,
    /// The location of the declaration, or of the operation if there is none.
    pub pointer: String,
}

/// A security scheme, by its name in the document.
#[derive(Clone, Debug)]
pub struct Scheme {
    /// The name in the document.
    pub name: String,
    /// How the credential is sent.
    pub kind: SchemeKind,
}

/// How the credential of a scheme is sent.
#[derive(Clone, Debug)]
pub enum SchemeKind {
    /// The header `Authorization` with this scheme.
    Http(&'static str),
    /// An API key in a parameter.
    Key(ParameterLocation, String),
    /// A scheme that isn't supported, such as mutual TLS.
    Other,
}

impl Security {
    pub(super) fn read(document: &CheckedDocument, operation: &Node) -> Self {
        let own = operation.get("security");
        let declaration = own.or_else(|| document.root().get("security"));
        let schemes = |requirement: &Node| {
            let names = requirement.members().map(|(name, _)| name);
            names.map(|name| scheme(document, name)).collect()
        };
        let declared = declaration.unwrap_or(operation);
        Self {
            alternatives: declared.items().iter().map(schemes).collect(),
            pointer: declared.location.pointer.as_str().to_owned(),
        }
    }

    /// Returns whether the credential is optional.
    pub fn is_optional(&self) -> bool {
        self.alternatives.is_empty() || self.alternatives.iter().any(Vec::is_empty)
    }

    /// Returns the names of all schemes.
    pub fn names(&self) -> String {
        let schemes = self.alternatives.iter().flatten();
        let mut names: Vec<_> = schemes.map(|scheme| &*scheme.name).collect();
        names.dedup();
        names.join(" or ")
    }
}

impl Scheme {
    /// Returns the placeholder of its token.
    pub fn placeholder(&self) -> String {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric();
        format!(
            "${{TOKEN_{}}}",
            self.name.replace(|letter| !is_plain(letter), "_")
        )
    }
}

fn scheme(document: &CheckedDocument, name: &str) -> Scheme {
    let components = document.root().get("components");
    let node = components
        .and_then(|components| components.get("securitySchemes")?.get(name))
        .map(|node| document.resolve(node));
    let text = |member| node.and_then(|node| node.member_text(member)).unwrap_or("");
    let kind = match (
        text("type"),
        text("scheme").to_ascii_lowercase().as_str(),
        text("in"),
    ) {
        ("http", "bearer", _) | ("oauth2" | "openIdConnect", ..) => SchemeKind::Http("Bearer"),
        ("http", "basic", _) => SchemeKind::Http("Basic"),
        ("apiKey", _, place) => match ParameterLocation::from_name(place) {
            None | Some(ParameterLocation::Path) => SchemeKind::Other,
            Some(location) => SchemeKind::Key(location, text("name").to_owned()),
        },
        _ => SchemeKind::Other,
    };
    Scheme {
        name: name.to_owned(),
        kind,
    }
}
