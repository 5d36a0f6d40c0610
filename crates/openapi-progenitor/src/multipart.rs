//! Bodies of `multipart/form-data` (RFC 7578).

use std::collections::hash_map::RandomState;
use std::fmt::{self, Debug, Formatter};
use std::hash::BuildHasher;

use bytes::Bytes;
use reqwest::Body;

/// A form of texts and files, as the body of a request whose operation declares
/// `multipart/form-data`.
///
/// ```
/// let form = openapi_progenitor::MultipartForm::new()
///     .text("title", "A tree")
///     .file("photo", "tree.png", "image/png", b"...");
/// let body = reqwest::Body::from(form);
/// assert!(body.as_bytes().is_some());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MultipartForm {
    parts: Vec<Part>,
}

#[derive(Clone, PartialEq, Eq)]
struct Part {
    head: String,
    content: Vec<u8>,
}

/// Shows everything but the content, which may be a password.
impl Debug for Part {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}, {} bytes", self.head, self.content.len())
    }
}

impl MultipartForm {
    /// Returns a form without parts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text. An array has a part for each item.
    #[must_use]
    pub fn text(self, name: &str, text: impl ToString) -> Self {
        let head = format!("form-data; name=\"{}\"\r\n", quoted(name));
        self.part(head, text.to_string().into_bytes())
    }

    /// Adds a part with JSON, as a form has for an object.
    #[must_use]
    pub fn json(self, name: &str, json: &str) -> Self {
        let name = quoted(name);
        let head = format!("form-data; name=\"{name}\"\r\nContent-Type: application/json\r\n");
        self.part(head, json.as_bytes().to_vec())
    }

    /// Adds a file.
    #[must_use]
    pub fn file(
        self,
        name: &str,
        filename: &str,
        content_type: &str,
        content: impl Into<Vec<u8>>,
    ) -> Self {
        self.part(file_head(name, filename, content_type), content.into())
    }

    fn part(mut self, head: String, content: Vec<u8>) -> Self {
        self.parts.push(Part { head, content });
        self
    }

    /// Returns the parts as they are sent.
    pub(crate) fn written(self, boundary: &str) -> Vec<u8> {
        let mut written = Vec::new();
        for Part { head, content } in self.parts {
            written.extend_from_slice(begin(boundary, &head).as_bytes());
            written.extend(content);
            written.extend_from_slice(b"\r\n");
        }
        written
    }
}

impl From<MultipartForm> for Body {
    fn from(form: MultipartForm) -> Self {
        let boundary = boundary();
        let mut body = form.written(&boundary);
        body.extend_from_slice(end(&boundary).as_bytes());
        body.into()
    }
}

/// A form without the contents of its uploads.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    /// The body with empty uploads.
    pub body: Bytes,
    /// The names of the uploads.
    pub names: Vec<String>,
}

/// Returns a boundary of 128 random bits: a stream can't be searched for it, and a search for one
/// that no content has may take as many turns as a content has boundaries.
pub(crate) fn boundary() -> String {
    format!("openapi-form-{:032x}", random())
}

/// Returns 128 random bits.
pub(crate) fn random() -> u128 {
    let [high, low] = [0, 1].map(|half| RandomState::new().hash_one(half));
    u128::from(high) << 64 | u128::from(low)
}

/// Returns the field `Content-Disposition` of a file, and its content type.
pub(crate) fn file_head(name: &str, filename: &str, content_type: &str) -> String {
    let (name, filename) = (quoted(name), quoted(filename));
    let content_type = content_type.replace(['\r', '\n'], " ");
    format!(
        "form-data; name=\"{name}\"; filename=\"{filename}\"\r\nContent-Type: {content_type}\r\n"
    )
}

/// Returns what precedes the content of a part.
pub(crate) fn begin(boundary: &str, head: &str) -> String {
    format!("--{boundary}\r\nContent-Disposition: {head}\r\n")
}

/// Returns the end of a form.
pub(crate) fn end(boundary: &str) -> String {
    format!("--{boundary}--\r\n")
}

/// Escapes what would end a quoted name (RFC 7578 §4.2, as browsers do).
fn quoted(name: &str) -> String {
    name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A")
}

#[cfg(test)]
mod tests {
    use super::{Body, MultipartForm};

    fn body(form: MultipartForm) -> String {
        let body = Body::from(form);
        String::from_utf8_lossy(body.as_bytes().unwrap_or_default()).into_owned()
    }

    #[test]
    fn each_field_is_a_part_behind_a_random_boundary() {
        let form = MultipartForm::new().text("a", 1).file("f", "x\"y", "image/png", "z");
        let body = body(form.clone());
        let (boundary, _) = body.split_once("\r\n").unwrap_or_default();
        assert_eq!(boundary.len(), "--openapi-form-".len() + 32);
        let expected = "BOUNDARY\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n\
            BOUNDARY\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x%22y\"\r\n\
            Content-Type: image/png\r\n\r\nz\r\nBOUNDARY--\r\n";
        assert_eq!(body.replace(boundary, "BOUNDARY"), expected);
        assert!(!self::body(form).contains(boundary));
    }

    #[test]
    fn debug_hides_the_contents_of_a_form() {
        let form = MultipartForm::new().text("password", "secret-7");
        let shown = format!("{form:?}");
        assert!(shown.contains("password") && shown.contains("8 bytes"), "{shown}");
        assert!(!shown.contains("secret"), "{shown}");
    }
}
