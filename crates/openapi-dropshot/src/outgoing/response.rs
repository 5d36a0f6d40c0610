//! The response to a webhook or a callback.

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, Response, StatusCode};
use serde::de::DeserializeOwned;

use super::SendError;
use crate::body::{item_format, select, text};
use crate::{Cause, Rejection, Schema, decode};

/// The response to a request that the service has sent.
pub struct ReceivedResponse(pub(super) Response<Bytes>);

impl ReceivedResponse {
    /// Returns what a function decodes from the response.
    ///
    /// # Errors
    /// [`SendError::Response`] with the response and the error of the function.
    pub fn decode<T, E>(
        self,
        decode: impl FnOnce(&Self) -> Result<T, Cause>,
    ) -> Result<T, SendError<E>> {
        decode(&self).map_err(|reason| SendError::Response { reason, response: Box::new(self.0) })
    }

    /// Returns the status.
    pub fn status(&self) -> StatusCode {
        self.0.status()
    }

    /// Returns the headers, which are not validated.
    pub fn headers(&self) -> HeaderMap {
        self.0.headers().clone()
    }

    /// Returns the error for a status that the document does not declare.
    pub fn undeclared(&self) -> Cause {
        format!("the status {} is not declared", self.0.status()).into()
    }

    /// Returns the index of the declared media type that fits the content type best.
    ///
    /// # Errors
    /// None fits.
    pub fn select(&self, media_types: &[&'static str]) -> Result<usize, Cause> {
        let headers = self.0.headers();
        let sent = headers.get(CONTENT_TYPE).map_or("missing".into(), |sent| format!("{sent:?}"));
        let declared = media_types.join(" or ");
        let refused = |_| format!("the content type is {sent}, and must be {declared}").into();
        select(headers, media_types).map_err(refused)
    }

    /// Validates and decodes a JSON body.
    ///
    /// # Errors
    /// The body is not JSON, its schema rejects it, or the type cannot represent it.
    pub fn json<T: DeserializeOwned>(&self, schema: Option<&Schema>) -> Result<T, Cause> {
        decode::json_of(self.0.body(), schema).map_err(cause)
    }

    /// Validates and decodes a body of several JSON values: one in each line, or one behind each
    /// record separator if the content type is `application/json-seq`. Blank ones are skipped.
    ///
    /// # Errors
    /// As [`ReceivedResponse::json`], for the first invalid value; or a sequence does not begin
    /// with a record separator.
    pub fn json_lines<T: DeserializeOwned>(
        &self,
        schema: Option<&Schema>,
    ) -> Result<Vec<T>, Cause> {
        let format = item_format(self.0.headers());
        decode::json_lines(self.0.body(), format, schema).map_err(cause)
    }

    /// Validates and decodes a body that is the text of a string, number or boolean.
    ///
    /// # Errors
    /// The body is not UTF-8, its schema rejects it, or the type cannot represent it.
    pub fn text<T: DeserializeOwned>(&self, schema: Option<&Schema>) -> Result<T, Cause> {
        text::require_utf8(self.0.headers()).map_err(cause)?;
        text::decode(self.0.body(), schema).map_err(cause)
    }

    /// Returns the bytes of the body, which are not validated.
    pub fn bytes(&self) -> Bytes {
        self.0.body().clone()
    }
}

/// Returns the reason of a rejection as the end of a sentence.
fn cause(rejection: Rejection) -> Cause {
    match rejection {
        Rejection::Defect(cause) => cause,
        other => other.to_string().replacen("The", "the", 1).trim_end_matches('.').into(),
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use http::Response;
    use http::header::CONTENT_TYPE;
    use serde_json::Value;

    use super::ReceivedResponse;
    use crate::{Document, Schema};

    static DOCUMENT: Document = Document::new(r#"{ "Integer": { "type": "integer" } }"#);
    static INTEGER: Schema = Schema::at(&DOCUMENT, "#/Integer");

    fn received(content_type: &str, body: &'static [u8]) -> ReceivedResponse {
        let response = Response::builder().header(CONTENT_TYPE, content_type);
        ReceivedResponse(response.body(Bytes::from_static(body)).unwrap())
    }

    #[test]
    fn a_fault_of_a_body_is_told_at_its_place() {
        let lines = |content_type: &str, body| {
            let response = received(content_type, body);
            response.json_lines::<Value>(Some(&INTEGER)).unwrap_err().to_string()
        };
        let sequence = "application/json-seq";
        for (content_type, body, expected) in [
            (
                "application/jsonl",
                &b"1\nx\n"[..],
                "the body is not one JSON value in each line: line 2: expected value at line 1 column 1",
            ),
            (
                "application/jsonl",
                b"1\n\n\"2\"\n",
                "the body is not valid: at \"/2\" value is not of type \"integer\"",
            ),
            (
                sequence,
                b"1",
                "the body is not a sequence of JSON texts: no record separator precedes the first text",
            ),
        ] {
            assert_eq!(lines(content_type, body), expected);
        }
        let text = |content_type, body| {
            received(content_type, body).text::<String>(None).map_err(|error| error.to_string())
        };
        assert_eq!(text("text/plain", b"\xc3\xa8"), Ok("\u{e8}".to_owned()));
        for (content_type, body, expected) in [
            (
                "text/plain; charset=iso-8859-1",
                &b"\xc3\xa8"[..],
                "the content type must be text with the charset utf-8",
            ),
            (
                "text/plain",
                b"abc\xff",
                "the body is not a text in UTF-8: invalid utf-8 sequence of 1 bytes from index 3",
            ),
        ] {
            assert_eq!(text(content_type, body).unwrap_err(), expected);
        }
        let select = |response: ReceivedResponse| {
            response.select(&["application/json", "text/plain"]).unwrap_err().to_string()
        };
        assert_eq!(
            select(received("text/html", b"")),
            "the content type is \"text/html\", and must be application/json or text/plain"
        );
    }
}
