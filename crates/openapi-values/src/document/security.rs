//! Reads the security requirements of operations. It holds no tokens: requests
//! contain the placeholder `${TOKEN_…}` until they are sent.

use serde_json::Value;

use super::Document;
use super::operations::{ParameterLocation, members};

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
    pub(super) fn read(document: &Document, pointer: &str, operation: &Value) -> Self {
        let root = document.root();
        let (declaration, pointer) = match (operation.get("security"), root.get("security")) {
            (Some(own), _) => (Some(own), format!("{pointer}/security")),
            (None, Some(shared)) => (Some(shared), "/security".to_owned()),
            (None, None) => (None, pointer.to_owned()),
        };
        let alternatives = declaration.and_then(Value::as_array).into_iter().flatten();
        let alternatives = alternatives.map(|requirement| {
            let schemes = members(Some(requirement)).map(|(name, _)| scheme(document, name));
            schemes.collect()
        });
        Self {
            alternatives: alternatives.collect(),
            pointer,
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

fn scheme(document: &Document, name: &str) -> Scheme {
    let schemes = document.root().pointer("/components/securitySchemes");
    let node = schemes.and_then(|schemes| schemes.get(name));
    let node = node.map(|node| document.followed(String::new(), node).1);
    let text = |member: &str| {
        let text = node
            .and_then(|node| node.get(member))
            .and_then(Value::as_str);
        text.unwrap_or_default()
    };
    let kind = match (
        text("type"),
        text("scheme").to_ascii_lowercase().as_str(),
        text("in"),
    ) {
        ("http", "bearer", _) | ("oauth2" | "openIdConnect", ..) => SchemeKind::Http("Bearer"),
        ("http", "basic", _) => SchemeKind::Http("Basic"),
        ("apiKey", _, "header") => {
            SchemeKind::Key(ParameterLocation::Header, text("name").to_owned())
        }
        ("apiKey", _, "query") => {
            SchemeKind::Key(ParameterLocation::Query, text("name").to_owned())
        }
        ("apiKey", _, "cookie") => {
            SchemeKind::Key(ParameterLocation::Cookie, text("name").to_owned())
        }
        _ => SchemeKind::Other,
    };
    Scheme {
        name: name.to_owned(),
        kind,
    }
}
