//! The media type of a request body, selected by `Content-Type`.

use ::http::HeaderMap;
use ::http::header::CONTENT_TYPE;
use dropshot::{RequestContext, ServerContext};
use openapi_schema::http;

use crate::Rejection;

/// The content type of a body without `Content-Type` (RFC 9110 §8.3).
const UNKNOWN: &str = "application/octet-stream";

/// Returns the content type of a request.
pub fn content_type<C: ServerContext>(rqctx: &RequestContext<C>) -> String {
    let sent = rqctx.request.headers().get(CONTENT_TYPE);
    sent.and_then(|sent| sent.to_str().ok()).unwrap_or(UNKNOWN).to_owned()
}

/// Returns the index of the declared media type or range that fits the content type of a
/// message best ([`http::select`]).
///
/// # Errors
/// [`Rejection::ContentType`] if none fits, or if there are several content types.
pub(crate) fn select(headers: &HeaderMap, declared: &[&'static str]) -> Result<usize, Rejection> {
    let refused = || Rejection::ContentType { expected: declared.join(" or ") };
    let mut fields = headers.get_all(CONTENT_TYPE).iter();
    let sent = match (fields.next(), fields.next()) {
        (None, _) => UNKNOWN,
        (Some(only), None) => only.to_str().map_err(|_| refused())?,
        (Some(_), Some(_)) => return Err(refused()),
    };
    http::select(declared.iter().copied(), sent).ok_or_else(refused)
}

/// Returns how the JSON texts of a message follow each other.
pub(crate) fn item_format(headers: &HeaderMap) -> http::ItemFormat {
    let sent = headers.get(CONTENT_TYPE).and_then(|sent| sent.to_str().ok());
    http::ItemFormat::of_texts(sent.unwrap_or(UNKNOWN))
}

#[cfg(test)]
mod tests {
    use ::http::{HeaderMap, HeaderValue, header::CONTENT_TYPE};

    use super::select;

    fn selected(sent: &[&'static str], declared: &[&'static str]) -> Option<usize> {
        let mut headers = HeaderMap::new();
        for sent in sent {
            headers.append(CONTENT_TYPE, HeaderValue::from_static(sent));
        }
        select(&headers, declared).ok()
    }

    #[test]
    fn a_body_of_another_media_type_is_rejected() {
        let json = ["text/json", "application/json"];
        assert_eq!(selected(&["application/json; charset=utf-8"], &json), Some(1));
        assert_eq!(selected(&["text/plain"], &json), None);
        assert_eq!(selected(&["application/json", "application/json"], &json), None);
    }

    #[test]
    fn a_body_without_a_content_type_is_of_octets() {
        assert_eq!(selected(&[], &["application/json"]), None);
        assert_eq!(selected(&[], &["application/octet-stream"]), Some(0));
        assert_eq!(selected(&[], &["application/json", "*/*"]), Some(1));
    }
}
