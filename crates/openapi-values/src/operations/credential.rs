//! Puts a credential into a request (RFC 9110 §11.6.2; OpenAPI 3.1.1 §4.8.27).

use super::{ParameterLocation, Scheme, SchemeKind};

impl Scheme {
    /// Returns the location, the name and the text with which a request sends a secret, or
    /// `None` if a request can't. For HTTP Basic the secret is the base64 of `user:password`
    /// (RFC 7617 §2). A secret in a query is encoded by the caller.
    pub fn credential(&self, secret: &str) -> Option<(ParameterLocation, &str, String)> {
        match &self.kind {
            SchemeKind::Http(scheme) => {
                let text = format!("{scheme} {secret}");
                Some((ParameterLocation::Header, "Authorization", text))
            }
            SchemeKind::Key(location, name) => Some((*location, name, secret.to_owned())),
            SchemeKind::Other => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_scheme_has_a_place_in_a_request() {
        use ParameterLocation::{Cookie, Header, Query};
        let key = |location| SchemeKind::Key(location, "x-key".to_owned());
        for (kind, expected) in [
            (
                SchemeKind::Http("Bearer"),
                Some((Header, "Authorization", "Bearer abc")),
            ),
            (
                SchemeKind::Http("Basic"),
                Some((Header, "Authorization", "Basic abc")),
            ),
            (key(Header), Some((Header, "x-key", "abc"))),
            (key(Query), Some((Query, "x-key", "abc"))),
            (key(Cookie), Some((Cookie, "x-key", "abc"))),
            (SchemeKind::Other, None),
        ] {
            let name = "any".to_owned();
            let scheme = Scheme { name, kind };
            let expected = expected.map(|(at, name, text)| (at, name, text.to_owned()));
            assert_eq!(scheme.credential("abc"), expected, "{scheme:?}");
        }
    }
}
