//! The cost of HTTP/1.1: hyper returns the body of the request without parsing it.

use http::header::CONTENT_TYPE;
use http::{HeaderValue, Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

use crate::Error;

pub(super) async fn serve(listener: TcpListener) -> Result<(), Error> {
    loop {
        let (stream, _) = listener
            .accept()
            .await
            .map_err(Error::system("a connection"))?;
        stream
            .set_nodelay(true)
            .map_err(Error::system("TCP_NODELAY"))?;
        tokio::spawn(
            http1::Builder::new().serve_connection(TokioIo::new(stream), service_fn(echo)),
        );
    }
}

async fn echo(request: Request<Incoming>) -> Result<Response<Full<Bytes>>, hyper::Error> {
    let body = request.into_body().collect().await?.to_bytes();
    let mut response = Response::new(Full::new(body));
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, json);
    Ok(response)
}
