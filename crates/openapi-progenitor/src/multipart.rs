//! Bodies of `multipart/form-data` (RFC 7578), which progenitor has no type for.

use std::collections::hash_map::RandomState;
use std::fmt::{self, Display};
use std::hash::{BuildHasher, Hasher};

use serde::Serialize;

/// A body of `multipart/form-data`, for the argument `body` of a generated method.
///
/// The contract compares the parts with the document before the request is sent, and
/// sets `Content-Type`. It refuses a form that violates the schema, and any other body,
/// such as a stream. The form is in memory as a whole, and during the validation up to
/// three times.
///
/// ```
/// use openapi_progenitor::Multipart;
///
/// # fn main() -> Result<(), serde_json::Error> {
/// let form = Multipart::new()
///     .text("title", "Ginkgo")
///     .json("position", &[52.5, 13.4])?
///     .file("photo", "ginkgo.png", "image/png", b"\x89PNG");
/// let body = reqwest::Body::from(form); // or: client.upload(form).await?
/// # assert!(body.as_bytes().is_some());
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Multipart {
    boundary: String,
    content: Vec<u8>,
}

impl Multipart {
    /// Creates a form without parts.
    pub fn new() -> Self {
        // Random, so that it does not occur in a part.
        let [first, second] = [(); 2].map(|()| RandomState::new().build_hasher().finish());
        Self {
            boundary: format!("{first:016x}{second:016x}"),
            content: Vec::new(),
        }
    }

    /// Adds a string, number or boolean. An array is sent as several parts with the same
    /// name, one for each item.
    #[must_use]
    pub fn text(self, name: &str, value: impl Display) -> Self {
        self.part(name, "", None, value.to_string().as_bytes())
    }

    /// Adds a part of JSON.
    ///
    /// # Errors
    /// The value has no JSON, for example a map whose keys are not strings.
    pub fn json(self, name: &str, value: &impl Serialize) -> serde_json::Result<Self> {
        let content = serde_json::to_vec(value)?;
        Ok(self.part(name, "", Some("application/json"), &content))
    }

    /// Adds a file with the name that the receiver sees and its media type, such as
    /// `image/png`.
    #[must_use]
    pub fn file(
        self,
        name: &str,
        file_name: &str,
        media_type: &str,
        content: impl AsRef<[u8]>,
    ) -> Self {
        let file_name = format!("; filename=\"{}\"", escaped(file_name));
        self.part(name, &file_name, Some(media_type), content.as_ref())
    }

    fn part(
        mut self,
        name: &str,
        file_name: &str,
        media_type: Option<&str>,
        content: &[u8],
    ) -> Self {
        let (boundary, name) = (&self.boundary, escaped(name));
        let mut head = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"{file_name}\r\n"
        );
        if let Some(media_type) = media_type {
            head += &format!("Content-Type: {}\r\n", escaped(media_type));
        }
        for bytes in [head.as_bytes(), b"\r\n", content, b"\r\n"] {
            self.content.extend_from_slice(bytes);
        }
        self
    }
}

impl Default for Multipart {
    fn default() -> Self {
        Self::new()
    }
}

/// Shows the size and not the content, which may be private.
impl fmt::Debug for Multipart {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Multipart")
            .field("bytes", &self.content.len())
            .finish_non_exhaustive()
    }
}

impl From<Multipart> for reqwest::Body {
    fn from(mut form: Multipart) -> Self {
        let end = format!("--{}--\r\n", form.boundary);
        form.content.extend_from_slice(end.as_bytes());
        form.content.into()
    }
}

/// Returns a text for a header of a part, as browsers escape it (HTML §4.10.21.8). The
/// text can neither end the header nor begin another one.
fn escaped(text: &str) -> String {
    text.replace('\r', "%0D")
        .replace('\n', "%0A")
        .replace('"', "%22")
}
