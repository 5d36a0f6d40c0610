//! Bodies of `multipart/form-data` whose files are sent as streams.
//!
//! Such a body can't be read before it is sent, but its boundary and its parts have to be
//! validated. So the body describes itself where [`Outline::of`] polls it, and is unchanged.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::error::Error as _;
use std::pin::Pin;
use std::task::{Context, Poll, Waker, ready};

use bytes::Bytes;
use http_body::{Body as _, Frame, SizeHint};
use reqwest::Body;

use crate::MultipartForm;
use crate::multipart::{Outline, begin, boundary, end, file_head};

/// A file of a [`StreamedForm`].
///
/// ```
/// use futures::stream;
/// use openapi_progenitor::{MultipartForm, Upload};
///
/// let chunks = stream::iter([Ok::<_, std::io::Error>("12"), Ok("345")]);
/// let photo = Upload::new("tree.png", "image/png", reqwest::Body::wrap_stream(chunks));
/// let form = MultipartForm::new().text("title", "A tree");
/// let body = reqwest::Body::from(form.upload("photo", photo.length(5)));
/// ```
#[derive(Debug)]
pub struct Upload {
    filename: String,
    content_type: String,
    content: Body,
    length: Option<u64>,
}

impl Upload {
    /// Returns a file of bytes, of an open file, or of a stream (`reqwest::Body::wrap_stream`).
    pub fn new(
        filename: impl Into<String>,
        content_type: impl Into<String>,
        content: impl Into<Body>,
    ) -> Self {
        let content = content.into();
        Self {
            filename: filename.into(),
            content_type: content_type.into(),
            length: content.size_hint().exact(),
            content,
        }
    }

    /// Sets the number of bytes of a stream. If it is known for each file of a form, the request
    /// has `Content-Length`. A stream of another length breaks the request off.
    #[must_use]
    pub const fn length(mut self, length: u64) -> Self {
        self.length = Some(length);
        self
    }
}

/// A form with files that are sent as streams, made by [`MultipartForm::upload`]. Never more
/// than a chunk of a file is in memory.
///
/// It is sent once: it has no `Clone`, a request with it is not repeated after 401, and
/// [`Retry`](crate::Retry) needs a closure that makes a new one.
#[derive(Debug)]
pub struct StreamedForm {
    form: MultipartForm,
    uploads: Vec<(String, Upload)>,
}

impl MultipartForm {
    /// Adds a file whose content is sent as a stream, after the other parts.
    #[must_use]
    pub fn upload(self, name: &str, upload: Upload) -> StreamedForm {
        StreamedForm { form: self, uploads: Vec::new() }.upload(name, upload)
    }
}

impl StreamedForm {
    /// Adds another file.
    #[must_use]
    pub fn upload(mut self, name: &str, upload: Upload) -> Self {
        self.uploads.push((name.to_owned(), upload));
        self
    }
}

impl From<StreamedForm> for Body {
    fn from(StreamedForm { form, uploads }: StreamedForm) -> Self {
        let boundary = boundary();
        let mut text = form.written(&boundary);
        let mut outline = text.clone();
        let mut names = Vec::new();
        let mut pieces = VecDeque::new();
        for (name, upload) in uploads {
            let head = file_head(&name, &upload.filename, &upload.content_type);
            let begin = begin(&boundary, &head);
            text.extend_from_slice(begin.as_bytes());
            outline.extend_from_slice(format!("{begin}\r\n").as_bytes());
            pieces.push_back(Piece::Text(std::mem::take(&mut text).into()));
            pieces.push_back(Piece::Upload(upload));
            text.extend_from_slice(b"\r\n");
            names.push(name);
        }
        let end = end(&boundary);
        text.extend_from_slice(end.as_bytes());
        outline.extend_from_slice(end.as_bytes());
        pieces.push_back(Piece::Text(text.into()));
        Self::wrap(Streamed { outline: Outline { body: outline.into(), names }, pieces })
    }
}

tokio::task_local! {
    /// Where a body writes its outline instead of its next bytes.
    static ASKED: RefCell<Option<Outline>>;
}

impl Outline {
    /// Returns the outline of a body. Any other stream than that of a [`StreamedForm`] has none,
    /// and loses its first bytes.
    pub fn of(body: &mut Body) -> Option<Self> {
        ASKED.sync_scope(RefCell::default(), || {
            let mut context = Context::from_waker(Waker::noop());
            let _ = Pin::new(body).poll_frame(&mut context);
            ASKED.with(RefCell::take)
        })
    }
}

/// The body of a form.
struct Streamed {
    outline: Outline,
    pieces: VecDeque<Piece>,
}

enum Piece {
    Text(Bytes),
    Upload(Upload),
}

#[derive(Debug, thiserror::Error)]
enum UploadError {
    #[error("the upload `{0}` has another length than it declares")]
    Length(String),
    #[error("the upload `{0}` can't be read")]
    Unreadable(String, #[source] reqwest::Error),
}

/// Returns whether an upload ended the request.
pub(crate) fn is_cause(error: &reqwest::Error) -> bool {
    let mut causes = std::iter::successors(error.source(), |cause| (*cause).source());
    causes.any(|cause| cause.is::<UploadError>())
}

impl http_body::Body for Streamed {
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let answer = |asked: &RefCell<_>| asked.replace(Some(self.outline.clone()));
        if ASKED.try_with(answer).is_ok() {
            return Poll::Pending;
        }
        while let Some(piece) = self.pieces.front_mut() {
            let upload = match piece {
                Piece::Text(text) => {
                    let text = std::mem::take(text);
                    self.pieces.pop_front();
                    return Poll::Ready(Some(Ok(Frame::data(text))));
                }
                Piece::Upload(upload) => upload,
            };
            if let Some(next) = ready!(upload.poll(context)) {
                return Poll::Ready(Some(next.map(Frame::data).map_err(Into::into)));
            }
            self.pieces.pop_front();
        }
        Poll::Ready(None)
    }

    fn size_hint(&self) -> SizeHint {
        let lengths = self.pieces.iter().map(|piece| match piece {
            Piece::Text(text) => u64::try_from(text.len()).ok(),
            Piece::Upload(upload) => upload.length,
        });
        lengths.sum::<Option<u64>>().map_or_else(SizeHint::default, SizeHint::with_exact)
    }
}

impl Upload {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, UploadError>>> {
        let next = loop {
            match ready!(Pin::new(&mut self.content).poll_frame(context)) {
                // Trailers are not content.
                Some(Ok(frame)) if !frame.is_data() => {}
                next => break next.transpose(),
            }
        };
        let next = next.map_err(|error| UploadError::Unreadable(self.filename.clone(), error));
        let data = next?.and_then(|frame| frame.into_data().ok());
        if let Some(left) = &mut self.length {
            let sent = data.as_ref().map_or(*left, |data| data.len() as u64);
            let rest = left.checked_sub(sent).filter(|_| data.is_some() || *left == 0);
            *left = rest.ok_or_else(|| UploadError::Length(self.filename.clone()))?;
        }
        Poll::Ready(data.map(Ok))
    }
}
