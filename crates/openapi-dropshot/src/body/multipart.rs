//! `multipart/form-data` (RFC 7578), parsed while it arrives.

use std::convert::Infallible;

use bytes::Bytes;
use futures::channel::mpsc::unbounded;
use futures::{FutureExt, StreamExt};
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use multer::Multipart;
use openapi_schema::http::MediaType;

use super::form::FormField;
use super::frames::{HEAD, Source, long_head, malformed};
use super::parts::Parts;
use super::{BodyStream, RequestLimits};
use crate::Rejection;

/// The maximum length of a boundary (RFC 2046 §5.1.1). The parser takes time in proportion to it
/// for each frame of a body.
const BOUNDARY: usize = 70;

pub(super) fn boundary(headers: &HeaderMap) -> Result<String, Rejection> {
    let sent = headers.get(CONTENT_TYPE).and_then(|sent| sent.to_str().ok());
    let sent = sent.and_then(MediaType::parse);
    let boundary = sent.as_ref().and_then(|sent| sent.parameter("boundary"));
    let boundary = boundary.filter(|text| (1..=BOUNDARY).contains(&text.len()));
    boundary.map(str::to_owned).ok_or_else(|| {
        malformed(format!("the content type has no boundary of 1 to {BOUNDARY} characters"))
    })
}

/// Receives the parts of a body.
pub(super) async fn receive(
    body: BodyStream,
    boundary: String,
    fields: &'static [FormField],
    limits: RequestLimits,
) -> Result<Parts, Rejection> {
    let (feed, frames) = unbounded::<Result<Bytes, Infallible>>();
    let mut multipart = Multipart::new(frames, boundary);
    let mut source = Source { body, feed: Some(feed) };
    let mut parts = Parts::new(limits);
    while let Some(part) = source.fed(|| multipart.next_field().now_or_never()).await? {
        let headers = part.headers().iter();
        let lengths = headers.map(|(name, value)| name.as_str().len() + value.len());
        if lengths.sum::<usize>() > HEAD {
            return Err(long_head());
        }
        parts.receive(part, &mut source, fields).await?;
        // A frame can have thousands of parts.
        tokio::task::coop::consume_budget().await;
    }
    // What follows the last part has no meaning (RFC 2046 §5.1.1).
    while let Some(data) = source.body.next().await {
        data?;
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::marker::PhantomData;
    use std::time::{Duration, Instant};

    use serde_json::Value;

    use super::super::form::SentField;
    use super::super::received::ReceivedBody;
    use super::super::stream::stream_of;
    use super::super::{RequestBody, State};
    use super::*;
    use crate::memory::{DISK, MEMORY};
    use crate::{Document, Schema};

    fn limits() -> RequestLimits {
        RequestLimits {
            body: 1 << 30,
            part: usize::MAX,
            time: Duration::from_secs(30),
            memory: &MEMORY,
            disk: &DISK,
        }
    }

    /// Receives a body that arrives in frames of this length.
    async fn received(body: &[u8], frame: usize) -> Result<Parts, Rejection> {
        let (stream, _) = stream_of(body, frame, limits());
        receive(stream, "b".to_owned(), &[], limits()).await
    }

    async fn shown(body: &str, frame: usize) -> String {
        match received(body.as_bytes(), frame).await {
            Ok(parts) => {
                let part = |(name, sent)| match sent {
                    SentField::Text(text) => format!("{name}={text:?}"),
                    SentField::File(file) => format!("{name}={file:?}"),
                };
                parts.sent.into_iter().map(part).collect::<Vec<_>>().join(" ")
            }
            Err(rejection) => rejection.to_string(),
        }
    }

    #[tokio::test]
    async fn a_part_with_a_file_name_is_a_file() {
        let body = "before\r\n--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--c\r\n\
            --b \t\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x.png\"\r\n\
            Content-Type: image/png\r\n\r\n12\r\n--b--\r\nafter";
        let file =
            r#"FilePart { filename: Some("x.png"), content_type: Some("image/png"), length: 2 }"#;
        for frame in [1, 2, 3, 7, 64, body.len()] {
            let shown = shown(body, frame).await;
            assert_eq!(shown, format!("a=\"\\r\\n--c\" f={file}"), "{frame}");
        }
    }

    #[tokio::test]
    async fn a_body_that_is_not_multipart_is_rejected() {
        let long = "x".repeat(HEAD);
        let head = "--b\r\nContent-Disposition: form-data; name=a\r\n";
        for (body, expected) in [
            (String::new(), "incomplete"),
            ("--b".to_owned(), "incomplete"),
            ("--c--\r\n".to_owned(), "incomplete"),
            (format!("{head}\r\n1"), "incomplete"),
            (format!("{head}\r\n"), "incomplete"),
            (format!("{head}X"), "incomplete"),
            (
                format!("--b\r\nContent-Disposition: form-data; name={}\r\n\r\n1", &long[..9_000]),
                "xxx",
            ),
            (format!("{head}no header\r\n\r\n1\r\n--b--"), "header"),
            (format!("{head}{}\r\n", "X: y\r\n".repeat(40)), "header"),
            (format!("{head}X: {long}\r\n\r\n1\r\n--b--"), "more than 16384"),
            (format!("{long}{long}--b--"), "more than 16384"),
            ("--b\r\nX: y\r\n\r\n1\r\n--b--".to_owned(), "no name"),
            (format!("{head}\r\n\u{e9}\r\n--b--").replace('\u{e9}', "\u{0}"), "a=\"\\0\""),
        ] {
            for frame in [5, 1 << 10] {
                let shown = shown(&body, frame).await;
                assert!(shown.contains(expected), "{body:.99}, {frame}: {shown}");
                assert!(shown.len() < 300, "{body:.99}, {frame}: the name of a part is cut");
            }
        }
        let text = [head.as_bytes(), b"\r\n\xff\r\n--b--"].concat();
        let rejection = received(&text, 9).await.err().unwrap();
        assert!(rejection.to_string().contains("a text in UTF-8"), "{rejection}");
    }

    #[tokio::test]
    async fn the_credential_is_checked_again_after_a_slow_form() {
        static DOCUMENT: Document = Document::new(r#"{ "Any": {} }"#);
        static ANY: Schema = Schema::at(&DOCUMENT, "#/Any");
        let request = http::Request::builder()
            .header(CONTENT_TYPE, "multipart/form-data; boundary=b")
            .body(dropshot::Body::from("--b--".to_owned()));
        let mut received = ReceivedBody::new(request.unwrap());
        received.begun = Instant::now() - Duration::from_secs(1);
        let mut body = RequestBody::<()> { state: State::Received(received), content: PhantomData };
        let form = body.multipart::<Value>(&[], &ANY, limits()).await;
        assert_eq!(form.unwrap(), serde_json::json!({}));
        let principal = body.reauthorized("before", async || Ok("after")).await;
        assert_eq!(principal.unwrap(), "after");
    }

    #[test]
    fn a_form_has_a_boundary_also_where_the_handler_reads_it() {
        for (sent, is_accepted) in [
            ("multipart/form-data; boundary=b", true),
            ("multipart/form-data", false),
            ("text/plain", true),
        ] {
            let request = http::Request::builder().header(CONTENT_TYPE, sent);
            let received = ReceivedBody::new(request.body(dropshot::Body::empty()).unwrap());
            let state = State::Received(received);
            let body = RequestBody::<()> { state, content: PhantomData };
            let selected = body.select(&["multipart/form-data", "text/plain"]);
            assert_eq!(selected.is_ok(), is_accepted, "{sent}");
        }
    }

    #[test]
    fn the_boundary_is_a_parameter_of_the_content_type() {
        let boundary = |sent: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(CONTENT_TYPE, http::HeaderValue::from_static(sent));
            super::boundary(&headers).ok()
        };
        assert_eq!(boundary("multipart/form-data; boundary=a-1"), Some("a-1".to_owned()));
        assert_eq!(boundary("multipart/form-data;boundary=\"a b\""), Some("a b".to_owned()));
        assert_eq!(boundary("multipart/form-data"), None);
        assert_eq!(boundary("multipart/form-data; boundary=\"\""), None);
    }

    #[test]
    fn a_boundary_has_at_most_seventy_characters() {
        for (length, is_boundary) in [(1, true), (70, true), (71, false), (60_000, false)] {
            let field = format!("multipart/form-data; boundary={}", "b".repeat(length));
            let field = http::HeaderValue::try_from(field).unwrap();
            let headers = HeaderMap::from_iter([(CONTENT_TYPE, field)]);
            assert_eq!(super::boundary(&headers).is_ok(), is_boundary, "{length}");
        }
    }
}
