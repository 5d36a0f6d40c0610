//! Request bodies: received within limits, validated by their schema, decoded.
//!
//! [`RequestBody`] takes a body without reading it, so that the credential is
//! checked first and a rejected request costs nothing. Each handler ends with
//! `finish`, which decides what happens to the unread rest of the body.

mod content;
mod file;
mod form;
mod frames;
mod media_type;
mod multipart;
mod parts;
mod received;
mod spool;
mod stream;
pub(crate) mod text;

use std::marker::PhantomData;
use std::time::Duration;

use async_trait::async_trait;
use dropshot::{
    ApiEndpointBodyContentType, ExclusiveExtractor, ExtractorMetadata, HttpError, RequestContext,
    ServerContext,
};
use http::Response;
use serde::de::DeserializeOwned;
use tokio::sync::oneshot;

pub use content::{Json, MediaTypeSpec, Optional, RequestContent};
pub use file::{FileContent, FilePart, accepting_form};
pub use form::FormField;
pub use media_type::content_type;
pub(crate) use media_type::{item_format, select};
pub use stream::BodyStream;

use crate::decode::{self, Received};
use crate::memory::{BodyDisk, BodyMemory, DISK, MEMORY};
use crate::{HandlerResult, Parameter, Rejection, Schema};
use parts::Parts;
use received::ReceivedBody;

/// The number of characters of the name of a part in a rejection.
const NAME: usize = 64;

/// The size of a request body and of its parts, the time to receive it, and the memory for it.
#[derive(Clone, Copy, Debug)]
pub struct RequestLimits {
    /// The largest body in bytes.
    pub body: usize,
    /// The largest part of `multipart/form-data` in bytes.
    pub part: usize,
    /// The time for the body, from the end of the head to its last byte.
    pub time: Duration,
    /// The memory that the bodies of all requests share. Neither streams nor large files of a
    /// form take of it.
    pub memory: &'static BodyMemory,
    /// The disk that the large files of all forms share. No form can be larger.
    pub disk: &'static BodyDisk,
}

impl RequestLimits {
    /// Returns dropshot's limit of the body (`default_request_body_max_bytes`), which is that of
    /// each part, too, 30 seconds, and for all bodies of the process 128 MiB of memory and 1 GiB
    /// of disk.
    pub fn of<C: ServerContext>(rqctx: &RequestContext<C>) -> Self {
        Self {
            body: rqctx.request_body_max_bytes(),
            part: usize::MAX,
            time: Duration::from_secs(30),
            memory: &MEMORY,
            disk: &DISK,
        }
    }

    /// Returns the limits for a body of at most so many bytes.
    #[must_use]
    pub fn at_most(self, bytes: usize) -> Self {
        Self { body: self.body.min(bytes), ..self }
    }

    fn too_large(&self) -> Rejection {
        Rejection::TooLarge { limit: self.body, part: None }
    }

    fn part_too_large(&self, name: &str) -> Rejection {
        Rejection::TooLarge { limit: self.part, part: Some(name.chars().take(NAME).collect()) }
    }

    fn too_slow(&self) -> Rejection {
        Rejection::TooSlow { limit: self.time }
    }
}

/// The body of a request, not read yet. `C` documents its media types.
pub struct RequestBody<C = ()> {
    state: State,
    content: PhantomData<fn() -> C>,
}

/// The body of a request whose operation takes none.
pub type NoBody = RequestBody<()>;

/// A JSON body. dropshot documents it as `TypedBody<T>`.
pub type JsonBody<T> = RequestBody<Json<T>>;

enum State {
    Received(ReceivedBody),
    /// The handler reads the body as a stream, and returns it when the stream is
    /// dropped.
    Streamed(oneshot::Receiver<ReceivedBody>),
}

impl<C> RequestBody<C> {
    /// Returns whether there is no body: no content, and no content type but one that needs
    /// content, such as JSON.
    pub async fn is_absent(&mut self, limits: RequestLimits) -> bool {
        match &mut self.state {
            State::Received(received) => received.is_absent(limits).await,
            State::Streamed(_) => false,
        }
    }

    /// Returns the index of the declared media type that fits the content type of
    /// the request best.
    ///
    /// # Errors
    /// [`Rejection::ContentType`] if none fits, or the rejection of a body if a form has no boundary.
    pub fn select(&self, declared: &[&'static str]) -> Result<usize, Rejection> {
        let State::Received(received) = &self.state else {
            return Err(read_twice());
        };
        let index = media_type::select(&received.headers, declared)?;
        if declared[index].starts_with("multipart/") {
            multipart::boundary(&received.headers)?;
        }
        Ok(index)
    }

    /// Receives, validates and decodes a body whose only media type is JSON.
    ///
    /// # Errors
    /// One of the rejections of a body.
    pub async fn read<T: DeserializeOwned + Send + 'static>(
        &mut self,
        schema: &'static Schema,
        limits: RequestLimits,
    ) -> Result<T, Rejection> {
        self.select(&[content::JSON])?;
        self.json(schema, limits).await
    }

    /// Receives, validates and decodes a body whose only media type is JSON, if there is
    /// one.
    ///
    /// # Errors
    /// One of the rejections of a body.
    pub async fn read_if_sent<T: DeserializeOwned + Send + 'static>(
        &mut self,
        schema: &'static Schema,
        limits: RequestLimits,
    ) -> Result<Option<T>, Rejection> {
        if self.is_absent(limits).await {
            return Ok(None);
        }
        self.read(schema, limits).await.map(Some)
    }

    /// Receives, validates and decodes a JSON body. Without a schema it may be any.
    ///
    /// # Errors
    /// One of the rejections of a body.
    pub async fn json<T: DeserializeOwned + Send + 'static>(
        &mut self,
        schema: impl Into<Option<&'static Schema>>,
        limits: RequestLimits,
    ) -> Result<T, Rejection> {
        let schema = schema.into();
        let received = self.collect(limits).await?;
        decode::decode(received, move |bytes| decode::json_of(bytes, schema)).await
    }

    /// Receives, validates and decodes the lines of a body, each a JSON value, or the texts of
    /// a sequence. Those that are blank have no meaning.
    ///
    /// # Errors
    /// One of the rejections of a body.
    pub async fn json_lines<T: DeserializeOwned + Send + 'static>(
        &mut self,
        schema: &'static Schema,
        limits: RequestLimits,
    ) -> Result<Vec<T>, Rejection> {
        let format = item_format(&self.received()?.headers);
        let received = self.collect(limits).await?;
        let schema = Some(schema);
        decode::decode(received, move |bytes| decode::json_lines(bytes, format, schema)).await
    }

    /// Receives a text in UTF-8, validates it as a parameter would be, and decodes
    /// it. Without a schema it may be any.
    ///
    /// # Errors
    /// One of the rejections of a body.
    pub async fn text<T: DeserializeOwned + Send + 'static>(
        &mut self,
        schema: impl Into<Option<&'static Schema>>,
        limits: RequestLimits,
    ) -> Result<T, Rejection> {
        let schema = schema.into();
        let received = self.collect_text(limits).await?;
        decode::decode(received, move |bytes| text::decode(bytes, schema)).await
    }

    /// Receives, validates and decodes `application/x-www-form-urlencoded`.
    ///
    /// # Errors
    /// One of the rejections of a body.
    pub async fn form<T: DeserializeOwned + Send + 'static>(
        &mut self,
        fields: &'static [Parameter],
        schema: &'static Schema,
        limits: RequestLimits,
    ) -> Result<T, Rejection> {
        let received = self.collect_text(limits).await?;
        decode::decode(received, |bytes| form::urlencoded(bytes, fields, schema)).await
    }

    /// Receives, validates and decodes `multipart/form-data`.
    ///
    /// # Errors
    /// One of the rejections of a body.
    pub async fn multipart<T: DeserializeOwned + Send + 'static>(
        &mut self,
        fields: &'static [FormField],
        schema: &'static Schema,
        limits: RequestLimits,
    ) -> Result<T, Rejection> {
        let boundary = multipart::boundary(&self.received()?.headers)?;
        let parts = multipart::receive(self.stream(limits)?, boundary, fields, limits).await;
        self.return_stream();
        let Parts { sent, share, held, .. } = parts?;
        decode::on_thread(held, share, || form::multipart(fields, schema, sent)).await
    }

    /// Returns the body as a stream, which the handler reads.
    ///
    /// # Errors
    /// The body is a stream already.
    pub fn stream(&mut self, limits: RequestLimits) -> Result<BodyStream, Rejection> {
        let (sender, receiver) = oneshot::channel();
        match std::mem::replace(&mut self.state, State::Streamed(receiver)) {
            State::Received(received) => Ok(BodyStream::new(received, sender, limits)),
            State::Streamed(_) => Err(read_twice()),
        }
    }

    /// Takes a body back whose stream is dropped.
    fn return_stream(&mut self) {
        if let State::Streamed(receiver) = &mut self.state
            && let Ok(received) = receiver.try_recv()
        {
            self.state = State::Received(received);
        }
    }

    /// Returns the principal, whose credential `authorize` checks again if it can have been
    /// revoked while a slow body arrived. A stream begins after the credential is checked.
    ///
    /// # Errors
    /// The rejection of the credential.
    pub async fn reauthorized<P, F>(
        &self,
        principal: P,
        authorize: impl FnOnce() -> F,
    ) -> Result<P, Rejection>
    where
        F: Future<Output = Result<P, Rejection>>,
    {
        match &self.state {
            State::Received(received) if received.was_slow() => authorize().await,
            State::Received(_) | State::Streamed(_) => Ok(principal),
        }
    }

    /// Ends the request.
    ///
    /// # Errors
    /// None; this is the result of a handler.
    pub async fn finish<S: ServerContext>(
        mut self,
        rqctx: &RequestContext<S>,
        response: Response<dropshot::Body>,
    ) -> HandlerResult {
        self.return_stream();
        match self.state {
            // In a box, because the future of each request has the size of this one.
            State::Received(received) if !received.is_complete() => {
                Ok(Box::pin(received.finish(rqctx, response)).await)
            }
            // A stream lives on, for example in the body of the response.
            State::Received(_) | State::Streamed(_) => Ok(response),
        }
    }

    fn received(&mut self) -> Result<&mut ReceivedBody, Rejection> {
        match &mut self.state {
            State::Received(received) => Ok(received),
            State::Streamed(_) => Err(read_twice()),
        }
    }

    async fn collect(&mut self, limits: RequestLimits) -> Result<Received, Rejection> {
        self.received()?.collect(limits).await
    }

    async fn collect_text(&mut self, limits: RequestLimits) -> Result<Received, Rejection> {
        let received = self.received()?;
        text::require_utf8(&received.headers)?;
        received.collect(limits).await
    }
}

fn read_twice() -> Rejection {
    Rejection::defect("a body that is a stream is read again")
}

#[async_trait]
impl<B: RequestContent> ExclusiveExtractor for RequestBody<B> {
    async fn from_request<C: ServerContext>(
        _: &RequestContext<C>,
        request: http::Request<dropshot::Body>,
    ) -> Result<Self, HttpError> {
        Ok(Self { state: State::Received(ReceivedBody::new(request)), content: PhantomData })
    }

    fn metadata(_: ApiEndpointBodyContentType) -> ExtractorMetadata {
        B::metadata()
    }
}
