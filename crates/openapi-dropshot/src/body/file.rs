//! The files of a form: small ones in memory, others in a temporary file.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use futures::stream::{self, BoxStream};
use futures::{StreamExt, TryStreamExt};
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::{Value, json};
use tokio::io::AsyncRead;
use tokio_util::io::StreamReader;

use super::spool::Spool;
use crate::{Rejection, Schema, union};

/// A part of `multipart/form-data` that is a file.
#[derive(Clone, PartialEq)]
pub struct FilePart {
    /// The name that the sender gives the file. It is no path: do not open it.
    pub filename: Option<String>,
    /// The content type of the part.
    pub content_type: Option<String>,
    /// The bytes of the file.
    pub content: FileContent,
}

/// Shows everything but the content.
impl fmt::Debug for FilePart {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("FilePart")
            .field("filename", &self.filename)
            .field("content_type", &self.content_type)
            .field("length", &self.content.len())
            .finish()
    }
}

/// The schema of any value; generated code adds the keywords of the document.
impl JsonSchema for FilePart {
    fn schema_name() -> String {
        "FilePart".to_owned()
    }

    fn is_referenceable() -> bool {
        false
    }

    fn json_schema(_: &mut SchemaGenerator) -> schemars::schema::Schema {
        schemars::schema::Schema::Bool(true)
    }
}

tokio::task_local! {
    /// The files of the form that is decoded, and the value that its schema accepts.
    static FORM: (Vec<FilePart>, Value);
}

/// Decodes values whose files are indices of `files`: the data model of serde has no type for a
/// file that is not in memory. `form` is the value that the schema of the form accepts.
pub(super) fn with_form<T>(files: Vec<FilePart>, form: Value, decode: impl FnOnce() -> T) -> T {
    FORM.sync_scope((files, form), decode)
}

/// Returns the index of the schema that accepts the form that is decoded: the one that is meant,
/// or the first.
pub fn accepting_form(schemas: &[Schema], meant: Option<usize>) -> Option<usize> {
    let accepting = FORM.try_with(|(_, form)| union::accepting(schemas, form, meant));
    accepting.ok().flatten()
}

/// Decodes a file of the form that is decoded. There is none elsewhere.
impl<'de> Deserialize<'de> for FilePart {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let index = usize::deserialize(deserializer)?;
        let file = FORM.try_with(|(files, _)| files.get(index).cloned());
        file.ok().flatten().ok_or_else(|| D::Error::custom("a file is not a part of a form"))
    }
}

impl FilePart {
    /// Returns what the value of a file is that the form does not declare.
    pub(super) fn described(&self) -> Value {
        let Self { filename, content_type, content } = self;
        json!({ "filename": filename, "content_type": content_type, "length": content.len() })
    }
}

/// The content of a file: in memory, or in the temporary file of its request.
///
/// The temporary file has no name and exists as long as one of the contents in it. Contents in
/// memory are equal if their bytes are, others if they are the same place of a temporary file.
///
/// ```
/// # use openapi_dropshot::{FileContent, Rejection};
/// # async fn save(content: FileContent) -> Result<(), Rejection> {
/// let mut file = tokio::fs::File::create("photo.png").await.map_err(Rejection::defect)?;
/// tokio::io::copy(&mut content.reader(), &mut file).await.map_err(Rejection::defect)?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq)]
pub struct FileContent(Place);

#[derive(Clone, PartialEq)]
enum Place {
    Memory(Bytes),
    Spooled { spool: Arc<Spool>, offset: u64, length: usize },
}

/// Shows the length.
impl fmt::Debug for FileContent {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "FileContent({} bytes)", self.len())
    }
}

impl From<Bytes> for FileContent {
    fn from(bytes: Bytes) -> Self {
        Self(Place::Memory(bytes))
    }
}

impl FileContent {
    /// Returns the content at an offset of a temporary file.
    pub(super) fn spooled(spool: Arc<Spool>, offset: u64, length: usize) -> Self {
        Self(Place::Spooled { spool, offset, length })
    }

    /// Returns the number of bytes.
    pub fn len(&self) -> usize {
        match &self.0 {
            Place::Memory(bytes) => bytes.len(),
            Place::Spooled { length, .. } => *length,
        }
    }

    /// Returns whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns all bytes, which are in memory then. [`FileContent::stream`] is for large files.
    ///
    /// # Errors
    /// The temporary file can't be read.
    pub async fn bytes(&self) -> Result<Bytes, Rejection> {
        match &self.0 {
            Place::Memory(bytes) => Ok(bytes.clone()),
            Place::Spooled { spool, offset, length } => spool.read(*offset, *length).await,
        }
    }

    /// Returns the bytes in pieces.
    ///
    /// # Errors
    /// The temporary file can't be read.
    pub fn stream(&self) -> BoxStream<'static, Result<Bytes, Rejection>> {
        match self.0.clone() {
            Place::Memory(bytes) => stream::iter([Ok(bytes)]).boxed(),
            Place::Spooled { spool, offset, length } => spool.pieces(offset, length).boxed(),
        }
    }

    /// Returns the bytes as a reader, such as for [`tokio::io::copy`].
    pub fn reader(&self) -> impl AsyncRead + Send + Unpin + use<> {
        StreamReader::new(self.stream().map_err(std::io::Error::other))
    }
}
