//! Bodies of `multipart/form-data` (RFC 7578).

use reqwest::Body;

use crate::{StreamedForm, Upload};

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

#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    head: String,
    content: Vec<u8>,
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

    /// Adds a file whose content is sent as a stream, after the other parts.
    #[must_use]
    pub fn upload(self, name: &str, upload: Upload) -> StreamedForm {
        StreamedForm::new(self).upload(name, upload)
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

    /// Returns a boundary that no content has.
    fn boundary(&self) -> String {
        let is_free = |boundary: &String| {
            let boundary = boundary.as_bytes();
            let mut parts = self.parts.iter();
            !parts.any(|part| contains(&part.content, boundary))
        };
        let mut candidates = (0_u64..).map(|number| format!("openapi-form-{number}"));
        // The contents have a finite length.
        candidates.find(is_free).unwrap_or_default()
    }
}

impl From<MultipartForm> for Body {
    fn from(form: MultipartForm) -> Self {
        let boundary = form.boundary();
        let mut body = form.written(&boundary);
        body.extend_from_slice(end(&boundary).as_bytes());
        body.into()
    }
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
    name.replace('"', "%22")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn contains(content: &[u8], boundary: &[u8]) -> bool {
    content
        .windows(boundary.len())
        .any(|window| window == boundary)
}

#[cfg(test)]
mod tests {
    use super::MultipartForm;

    fn body(form: MultipartForm) -> String {
        let body = reqwest::Body::from(form);
        String::from_utf8_lossy(body.as_bytes().unwrap_or_default()).into_owned()
    }

    #[test]
    fn each_field_is_a_part() {
        let form = MultipartForm::new()
            .text("a", 1)
            .file("f", "x\"y", "image/png", "z");
        let expected = "--openapi-form-0\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n\
            --openapi-form-0\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x%22y\"\r\n\
            Content-Type: image/png\r\n\r\nz\r\n--openapi-form-0--\r\n";
        assert_eq!(body(form), expected);
    }

    #[test]
    fn no_content_has_the_boundary() {
        let body = body(MultipartForm::new().text("a", "--openapi-form-0--"));
        assert!(body.starts_with("--openapi-form-1\r\n"), "{body}");
    }
}
