//! Text bodies: one value of the schema, as the text of a parameter is.

use http::HeaderMap;
use http::header::CONTENT_TYPE;
use openapi_schema::http::MediaType;
use serde::de::DeserializeOwned;

use crate::{Rejection, Schema};

/// Checks that the content type declares no other charset than UTF-8. A text in
/// US-ASCII is one in UTF-8.
pub(crate) fn require_utf8(headers: &HeaderMap) -> Result<(), Rejection> {
    let sent = headers.get(CONTENT_TYPE).and_then(|sent| sent.to_str().ok());
    let sent = sent.and_then(MediaType::parse);
    let charset = sent.as_ref().and_then(|sent| sent.parameter("charset"));
    match charset {
        Some(charset) if charset != "utf-8" && charset != "us-ascii" => {
            Err(Rejection::ContentType { expected: "text with the charset utf-8".to_owned() })
        }
        _ => Ok(()),
    }
}

pub(super) fn utf8(bytes: &[u8]) -> Result<&str, Rejection> {
    std::str::from_utf8(bytes).map_err(|error| Rejection::Malformed {
        expected: "a text in UTF-8",
        reason: error.to_string(),
    })
}

pub(crate) fn decode<T: DeserializeOwned>(
    bytes: &[u8],
    schema: Option<&Schema>,
) -> Result<T, Rejection> {
    let text = utf8(bytes)?;
    let value = schema.map_or_else(|| Ok(text.into()), |schema| schema.validate_text(text))?;
    openapi_schema::decode_value(&value).map_err(Rejection::Invalid)
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, HeaderValue, header::CONTENT_TYPE};

    use super::require_utf8;

    #[test]
    fn a_text_in_another_charset_is_rejected() {
        for (sent, is_accepted) in [
            ("text/plain", true),
            ("text/plain; charset=UTF-8", true),
            ("text/plain; charset=\"us-ascii\"", true),
            ("text/plain; charset=iso-8859-1", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(sent));
            assert_eq!(require_utf8(&headers).is_ok(), is_accepted, "{sent}");
        }
    }
}
