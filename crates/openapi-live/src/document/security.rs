//! The credentials that an operation asks for. It must never hold a token: one
//! stands in a request as `${TOKEN}` until it is sent.

use super::{Place, members};
use openapi_oracle::Document;
use serde_json::Value;

/// Sets of schemes of which a request needs one (OpenAPI §4.8.30).
#[derive(Clone, Debug)]
pub(crate) struct Security {
    pub alternatives: Vec<Vec<Scheme>>,
    /// Where it is said; where the operation is, if nowhere.
    pub pointer: String,
}

/// A security scheme, by its name in the document.
#[derive(Clone, Debug)]
pub(crate) struct Scheme {
    pub name: String,
    pub kind: SchemeKind,
}

#[derive(Clone, Debug)]
pub(crate) enum SchemeKind {
    /// `Authorization` with this scheme.
    Http(&'static str),
    /// A parameter of its own.
    Key(Place, String),
    /// What no request here can carry, as mutual TLS.
    Other,
}

impl Security {
    pub(super) fn read(document: &Document, pointer: &str, operation: &Value) -> Self {
        let root = document.root();
        let (said, pointer) = match (operation.get("security"), root.get("security")) {
            (Some(own), _) => (Some(own), format!("{pointer}/security")),
            (None, Some(shared)) => (Some(shared), "/security".to_owned()),
            (None, None) => (None, pointer.to_owned()),
        };
        let alternatives = said.and_then(Value::as_array).into_iter().flatten();
        let alternatives = alternatives.map(|requirement| {
            let schemes = members(Some(requirement)).map(|(name, _)| scheme(document, name));
            schemes.collect()
        });
        Self {
            alternatives: alternatives.collect(),
            pointer,
        }
    }

    /// Whether a request may come without a credential.
    pub fn is_optional(&self) -> bool {
        self.alternatives.is_empty() || self.alternatives.iter().any(Vec::is_empty)
    }

    /// The names of all schemes.
    pub fn names(&self) -> String {
        let schemes = self.alternatives.iter().flatten();
        let mut names: Vec<_> = schemes.map(|scheme| &*scheme.name).collect();
        names.dedup();
        names.join(" or ")
    }
}

impl Scheme {
    /// What stands for its token.
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
        ("apiKey", _, "header") => SchemeKind::Key(Place::Header, text("name").to_owned()),
        ("apiKey", _, "query") => SchemeKind::Key(Place::Query, text("name").to_owned()),
        ("apiKey", _, "cookie") => SchemeKind::Key(Place::Cookie, text("name").to_owned()),
        _ => SchemeKind::Other,
    };
    Scheme {
        name: name.to_owned(),
        kind,
    }
}
