//! The media type of a request body, selected by `Content-Type`.

use http::HeaderMap;
use http::header::CONTENT_TYPE;
use mime::Mime;

use crate::Rejection;

/// The content type of a body without `Content-Type` (RFC 9110 §8.3).
const UNKNOWN: &str = "application/octet-stream";

/// Returns the index of the declared media type or range that fits the content type
/// of a request best: a media type before `text/*`, and `text/*` before `*/*`
/// (OpenAPI 3.1.1 §4.8.14.1).
///
/// # Errors
/// [`Rejection::ContentType`] if none fits, or if there are several content types.
pub(crate) fn select(headers: &HeaderMap, declared: &[&'static str]) -> Result<usize, Rejection> {
    let refused = || Rejection::ContentType {
        expected: declared.join(" or "),
    };
    let mut fields = headers.get_all(CONTENT_TYPE).iter();
    let sent = match (fields.next(), fields.next()) {
        (None, _) => UNKNOWN,
        (Some(only), None) => only.to_str().map_err(|_| refused())?,
        (Some(_), Some(_)) => return Err(refused()),
    };
    // The usual content type of most requests needs no parser.
    if let Some(index) = declared.iter().position(|declared| *declared == sent) {
        return Ok(index);
    }
    let sent = parse(sent).ok_or_else(refused)?;
    let fits = |(index, declared): (usize, &&str)| Some((rank(declared, &sent)?, index));
    let best = declared.iter().enumerate().filter_map(fits).min();
    best.map(|(_, index)| index).ok_or_else(refused)
}

/// Returns whether a content type is of a declared media type or range.
pub(crate) fn is_of(declared: &str, content_type: &str) -> bool {
    parse(content_type).is_some_and(|content_type| rank(declared, &content_type).is_some())
}

/// Returns how exactly a declared media type or range fits a content type: 0 is the
/// media type itself. `charset` and `boundary` do not distinguish media types.
fn rank(declared: &str, sent: &Mime) -> Option<u8> {
    // `application/*+json`, which is no media type range of RFC 9110.
    if let Some((type_name, suffix)) = declared.split_once("/*+") {
        let fits = sent.type_() == type_name && sent.suffix().is_some_and(|sent| sent == suffix);
        return fits.then_some(2);
    }
    let declared = parse(declared)?;
    let same_type = declared.type_() == sent.type_();
    let parameters = declared.params();
    let mut significant =
        parameters.filter(|(name, _)| *name != mime::CHARSET && *name != mime::BOUNDARY);
    if !significant.all(|(name, value)| sent.get_param(name) == Some(value)) {
        return None;
    }
    if declared.essence_str() == sent.essence_str() {
        Some(if declared.params().next().is_some() {
            0
        } else {
            1
        })
    } else if same_type && declared.subtype() == "*" {
        Some(3)
    } else if declared.type_() == "*" {
        Some(4)
    } else {
        None
    }
}

/// Parses a media type. Space is allowed around semicolons (RFC 9110 §5.6.6), but
/// not by `mime`.
pub(super) fn parse(field: &str) -> Option<Mime> {
    let parts: Vec<_> = field.split(';').map(str::trim).collect();
    parts.join(";").parse().ok()
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, HeaderValue, header::CONTENT_TYPE};

    use super::select;

    fn selected(sent: &[&'static str], declared: &[&'static str]) -> Option<usize> {
        let mut headers = HeaderMap::new();
        for sent in sent {
            headers.append(CONTENT_TYPE, HeaderValue::from_static(sent));
        }
        select(&headers, declared).ok()
    }

    #[test]
    fn the_most_specific_declared_media_type_is_selected() {
        let declared = ["*/*", "text/*", "text/csv", "application/json"];
        for (sent, expected) in [
            ("text/csv", 2),
            ("text/csv; charset=utf-8", 2),
            ("TEXT/CSV ; header=present", 2),
            ("text/html", 1),
            ("application/json", 3),
            ("application/problem+json", 0),
            ("image/png", 0),
        ] {
            assert_eq!(selected(&[sent], &declared), Some(expected), "{sent}");
        }
        assert_eq!(selected(&[], &declared), Some(0));
        assert_eq!(selected(&["text/csv", "text/csv"], &declared), None);
    }

    #[test]
    fn a_parameter_that_a_media_type_declares_must_be_sent() {
        let declared = ["application/a", "application/a;version=2"];
        assert_eq!(selected(&["application/a"], &declared), Some(0));
        assert_eq!(selected(&["application/a; version=2"], &declared), Some(1));
        assert_eq!(selected(&["application/a; version=3"], &declared), Some(0));
        assert_eq!(selected(&["application/a"], &declared[1..]), None);
    }

    #[test]
    fn a_body_of_another_media_type_is_rejected() {
        let json = ["application/json"];
        for sent in ["text/plain", "application/x+json", "json", "application/*"] {
            assert_eq!(selected(&[sent], &json), None, "{sent}");
        }
        assert_eq!(selected(&[], &json), None);
        let suffix = ["application/*+json", "*/*"];
        assert_eq!(selected(&["application/problem+json"], &suffix), Some(0));
        assert_eq!(selected(&["application/json"], &suffix), Some(1));
        assert_eq!(selected(&[], &["application/octet-stream"]), Some(0));
    }
}
