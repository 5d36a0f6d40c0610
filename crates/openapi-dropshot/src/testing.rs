//! Tests of handlers: [`serve`] starts a server for a test, and [`send`] sends a request to
//! it.
//!
//! The server listens on a free port of the loopback interface, and each request has a
//! connection of its own. dropshot cannot call a handler without a connection: it alone
//! constructs a `RequestContext`, and its router accepts only requests that hyper has
//! received (dropshot 0.18.0, handler.rs:76-89 and server.rs:1088-1104). In return, a test
//! gets the response that a caller gets: routing, credentials, validation and limits are
//! those of the service.
//!
//! ```
//! # use dropshot::{ApiDescription, HttpError, HttpResponseOk, RequestContext, endpoint};
//! use http::Request;
//! use openapi_dropshot::testing;
//!
//! # #[endpoint { method = GET, path = "/count" }]
//! # async fn count(rqctx: RequestContext<u32>) -> Result<HttpResponseOk<u32>, HttpError> {
//! #     Ok(HttpResponseOk(*rqctx.context()))
//! # }
//! # #[tokio::main]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let mut api = ApiDescription::new();
//! # api.register(count)?;
//! // `api` is what `api_mod::api_description` returns, 7 the state of the service.
//! let server = testing::serve(api, 7)?;
//! let response = testing::send(&server, Request::get("/count").body("")?).await?;
//! assert_eq!(response.status(), 200);
//! assert_eq!(serde_json::from_slice::<u32>(response.body())?, 7);
//! # Ok(())
//! # }
//! ```

use std::io;

use bytes::Bytes;
use dropshot::{ApiDescription, BuildError, HttpServer, ServerBuilder, ServerContext};
use http::header::{Entry, HOST};
use http::{HeaderValue, Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use slog::{Discard, Logger, o};
use tokio::net::TcpStream;

/// Starts a server with the default configuration of dropshot, which discards its log. It
/// stops when the value is dropped. A test that needs another configuration uses
/// [`ServerBuilder`]; [`send`] accepts any server without TLS.
///
/// # Errors
/// No port is free, or the endpoints have versions.
pub fn serve<C: ServerContext>(
    api: ApiDescription<C>,
    context: C,
) -> Result<HttpServer<C>, BuildError> {
    ServerBuilder::new(api, context, Logger::root(Discard, o!())).start()
}

/// Sends a request, and returns the response with its whole body. The URI of the request is
/// a path with an optional query. `Host` is added if it is missing.
///
/// A response without an end, such as a stream of events, needs an HTTP client and
/// [`HttpServer::local_addr`].
///
/// # Errors
/// The connection fails, or the server does not respond in HTTP/1.1.
pub async fn send<C: ServerContext>(
    server: &HttpServer<C>,
    request: Request<impl Into<Bytes>>,
) -> io::Result<Response<Bytes>> {
    let address = server.local_addr();
    let mut request = request.map(|body| Full::new(body.into()));
    if let Entry::Vacant(host) = request.headers_mut().entry(HOST) {
        host.insert(HeaderValue::try_from(address.to_string()).map_err(io::Error::other)?);
    }
    let stream = TokioIo::new(TcpStream::connect(address).await?);
    let (mut sender, connection) = http1::handshake(stream).await.map_err(io::Error::other)?;
    // It ends when the sender is dropped.
    tokio::spawn(connection);
    let response = sender.send_request(request).await;
    let (head, body) = response.map_err(io::Error::other)?.into_parts();
    let body = body.collect().await.map_err(io::Error::other)?;
    Ok(Response::from_parts(head, body.to_bytes()))
}
