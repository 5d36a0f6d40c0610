//! Bearer credentials (RFC 6750 §2.1).

use std::fmt;

use http::HeaderMap;

use super::{Sent, authorization};

/// A token as the caller sent it; its syntax is b64token (RFC 6750 §2.1).
#[derive(Clone, Copy)]
pub struct BearerToken<'r>(&'r str);

impl<'r> BearerToken<'r> {
    /// Returns the token. It is a secret: do not log it.
    pub fn reveal(self) -> &'r str {
        self.0
    }
}

impl fmt::Debug for BearerToken<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("BearerToken(…)")
    }
}

/// `1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="`
pub(super) fn sent(headers: &HeaderMap) -> Sent<BearerToken<'_>> {
    authorization(headers, "bearer").and_then(|token| {
        let body = token.trim_end_matches('=');
        // A pattern, because a search in a list takes 800 instructions for a token.
        let is_allowed = |one: &u8| {
            matches!(one, b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9')
                || matches!(one, b'-' | b'.' | b'_' | b'~' | b'+' | b'/')
        };
        match body.bytes().find(|one| !is_allowed(one)).map(char::from) {
            None if body.is_empty() => Err("the token is empty".to_owned()),
            None => Ok(BearerToken(token)),
            Some('=') => Err("a token has '=' at its end only (RFC 6750 §2.1)".to_owned()),
            Some(one) => Err(format!("no bearer token has the character {one:?} (RFC 6750 §2.1)")),
        }
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use http::{HeaderMap, HeaderValue, header::AUTHORIZATION};

    use super::{Sent, sent};

    fn verdict(fields: &[&[u8]]) -> String {
        let mut headers = HeaderMap::new();
        for field in fields {
            headers.append(AUTHORIZATION, HeaderValue::from_bytes(field).unwrap());
        }
        match sent(&headers) {
            Sent::Absent => "nothing".to_owned(),
            Sent::Malformed(reason) => reason,
            Sent::Credential(token) => token.reveal().to_owned(),
        }
    }

    #[test]
    fn exactly_one_field_with_one_b64token_is_a_credential() {
        for (fields, expected) in [
            (&[b"Bearer abc".as_slice()] as &[&[u8]], "abc"),
            (&[b"bEARER a-._~+/9=="], "a-._~+/9=="),
            (&[b"Bearer   abc"], "abc"),
            (&[], "nothing"),
            (&[b"Basic YTpi"], "nothing"),
            (&[b"Bearerabc"], "nothing"),
            (&[b"Bearer"], "the token is empty"),
            (&[b"Bearer ="], "the token is empty"),
            (&[b"Bearer a b"], "no bearer token has the character ' ' (RFC 6750 §2.1)"),
            (&[b"Bearer a,b"], "no bearer token has the character ',' (RFC 6750 §2.1)"),
            (&[b"Bearer a:b"], "no bearer token has the character ':' (RFC 6750 §2.1)"),
            (&[b"Bearer a\tb"], "no bearer token has the character '\\t' (RFC 6750 §2.1)"),
            (&[b"Bearer =a"], "a token has '=' at its end only (RFC 6750 §2.1)"),
            (&[b"Bearer \xff"], "`Authorization` is not ASCII"),
            (&[b"Bearer a", b"Bearer a"], "`Authorization` is sent twice"),
        ] {
            assert_eq!(verdict(fields), expected, "{fields:?}");
        }
    }
}
