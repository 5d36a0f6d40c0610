//! Percent-encoding, by the part of a request that a text is written to.

use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};

/// All except the unreserved characters (RFC 3986 §2.3), as RFC 6570 §3.2.1 expands a
/// variable. Brackets are among them: a query cannot have them (RFC 3986 §3.4).
const NOT_UNRESERVED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Characters that a cookie cannot have (RFC 6265 §4.1.1), `%`, and the ampersand, at which
/// a reader of the style `form` splits.
const COOKIE: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b',').add(b';').add(b'\\').add(b'%').add(b'&');

/// The characters of a text that are percent-encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// All but the unreserved ones, in a path or a query.
    Uri,
    /// Those that a cookie cannot have, and delimiters. Others stay, because many servers do
    /// not decode cookies.
    Cookie,
    /// None: a header field has its text as it is (OpenAPI 3.1.1, Appendix D).
    Plain,
}

impl Encoding {
    /// Returns a text as it is written.
    pub fn encode(self, text: &str) -> String {
        match self {
            Self::Uri => utf8_percent_encode(text, NOT_UNRESERVED).to_string(),
            Self::Cookie => utf8_percent_encode(text, COOKIE).to_string(),
            Self::Plain => text.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Encoding;

    #[test]
    fn each_part_of_a_request_encodes_what_it_cannot_have() {
        for (text, uri, cookie) in [
            ("Az09-._~", "Az09-._~", "Az09-._~"),
            ("a b", "a%20b", "a%20b"),
            ("50%", "50%25", "50%25"),
            ("é", "%C3%A9", "%C3%A9"),
            ("[x]", "%5Bx%5D", "[x]"),
            ("a/b=c&d", "a%2Fb%3Dc%26d", "a/b=c%26d"),
            ("a,b;c\\\"", "a%2Cb%3Bc%5C%22", "a%2Cb%3Bc%5C%22"),
        ] {
            assert_eq!(Encoding::Uri.encode(text), uri);
            assert_eq!(Encoding::Cookie.encode(text), cookie);
            assert_eq!(Encoding::Plain.encode(text), text);
        }
    }
}
