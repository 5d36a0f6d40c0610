//! Files of a form that are sent as streams: what is in memory, what the service receives, what
//! is refused before, and what is not repeated.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use crate::library::types::UploadScansError;
use crate::library::{CONTRACT, Client, Error};
use bytes::Bytes;
use futures::{Stream, StreamExt, stream};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use openapi_progenitor::{
    CallError, CredentialError, MultipartForm, Reason, StreamedForm, Token, TokenProvider, Upload,
};
use reqwest::Body;
use test_kit::answers::Service;

const CHUNK: usize = 64 << 10;

/// The header `Content-Length` of a request, and the length of each part.
type Received = (Option<u64>, BTreeMap<String, usize>);

/// Receives one form without holding it in memory, and returns what it received.
async fn receive(listener: tokio::net::TcpListener) -> Received {
    let (sender, mut received) = tokio::sync::mpsc::channel(1);
    let service = service_fn(move |request: Request<Incoming>| {
        let sender = sender.clone();
        async move {
            let length = request.headers().get("content-length");
            let length = length.map(|length| length.to_str().unwrap().parse().unwrap());
            let content_type = request.headers()["content-type"].to_str().unwrap();
            let boundary = multer::parse_boundary(content_type).unwrap();
            let body = request.into_body().into_data_stream();
            let mut form = multer::Multipart::new(body, boundary);
            let mut parts = BTreeMap::new();
            while let Some(mut part) = form.next_field().await.unwrap() {
                let mut length = 0;
                while let Some(chunk) = part.chunk().await.unwrap() {
                    length += chunk.len();
                }
                parts.insert(part.name().unwrap().to_owned(), length);
            }
            sender.send((length, parts)).await.unwrap();
            let response = Response::builder().status(204).body(String::new());
            Ok::<_, std::convert::Infallible>(response.unwrap())
        }
    });
    let (connection, _) = listener.accept().await.unwrap();
    let connection = TokioIo::new(connection);
    let http = hyper::server::conn::http1::Builder::new();
    tokio::spawn(async move { http.serve_connection(connection, service).await });
    received.recv().await.unwrap()
}

/// The bytes of chunks that exist, and the most that existed at a time.
#[derive(Default)]
struct InMemory {
    now: AtomicUsize,
    most: AtomicUsize,
}

struct Chunk(Arc<InMemory>);

impl AsRef<[u8]> for Chunk {
    fn as_ref(&self) -> &[u8] {
        &[b'a'; CHUNK]
    }
}

impl Drop for Chunk {
    fn drop(&mut self) {
        self.0.now.fetch_sub(CHUNK, SeqCst);
    }
}

fn chunks(
    count: usize,
    memory: &Arc<InMemory>,
) -> impl Stream<Item = Result<Bytes, std::io::Error>> + use<> {
    let memory = memory.clone();
    stream::iter(0..count).map(move |_| {
        let now = memory.now.fetch_add(CHUNK, SeqCst) + CHUNK;
        memory.most.fetch_max(now, SeqCst);
        Ok(Bytes::from_owner(Chunk(memory.clone())))
    })
}

#[tokio::test]
async fn a_large_file_is_sent_without_being_in_memory() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let service = tokio::spawn(receive(listener));
    let memory = Arc::<InMemory>::default();
    let count = (64 << 20) / CHUNK;
    let scan = || {
        let body = Body::wrap_stream(chunks(count, &memory));
        Upload::new("1.tiff", "image/tiff", body)
    };
    let form = MultipartForm::new().text("title", "Systema Naturae");
    let form = form.upload("scan", scan()).upload("copy", scan());
    let client = Client::new(&url, CONTRACT).with_reader(Token::new("t").unwrap());
    client.upload_scans(form).await.unwrap();
    let (length, parts) = service.await.unwrap();
    let parts: Vec<_> = parts.iter().map(|(name, length)| (&**name, *length)).collect();
    assert_eq!(parts, [("copy", 64 << 20), ("scan", 64 << 20), ("title", 15)]);
    assert_eq!(length, None);
    assert_eq!(memory.now.load(SeqCst), 0);
    let most = memory.most.load(SeqCst);
    assert!((CHUNK..=1 << 20).contains(&most), "{most} bytes in memory");
}

/// A form with a stream that declares this length.
fn form(content: &'static str, length: Option<u64>) -> StreamedForm {
    let content = stream::iter([Ok::<_, std::io::Error>(content)]);
    let scan = Upload::new("1.tiff", "image/tiff", Body::wrap_stream(content));
    let scan = match length {
        Some(length) => scan.length(length),
        None => scan,
    };
    MultipartForm::new().text("title", "Species").upload("scan", scan)
}

fn client(url: &str) -> Client {
    Client::new(url, CONTRACT).with_reader(Token::new("t").unwrap())
}

#[tokio::test]
async fn a_form_of_known_lengths_has_its_length() {
    let service = Service::answering("HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n");
    client(&service.url).upload_scans(form("12345", Some(5))).await.unwrap();
    let request = service.request();
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    let boundary = body.lines().next().unwrap();
    let expected = format!(
        "{boundary}\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nSpecies\r\n\
        {boundary}\r\nContent-Disposition: form-data; name=\"scan\"; filename=\"1.tiff\"\r\n\
        Content-Type: image/tiff\r\n\r\n12345\r\n{boundary}--\r\n"
    );
    assert_eq!(body, expected);
    let length = format!("content-length: {}", body.len());
    assert!(head.lines().any(|line| line == length), "{head}");
    assert_eq!(boundary.len(), "--openapi-form-".len() + 32);
}

#[tokio::test]
async fn a_stream_of_another_length_breaks_the_request_off() {
    for length in [4, 6] {
        let service = Service::silent();
        let result = client(&service.url).upload_scans(form("12345", Some(length))).await;
        let error = CallError::from(result.err().unwrap());
        let causes =
            std::iter::successors(Some(&error as &dyn std::error::Error), |error| error.source());
        let causes: Vec<_> = causes.map(ToString::to_string).collect();
        let expected = "the upload `1.tiff` has another length than it declares";
        assert!(causes.iter().any(|cause| cause == expected), "{causes:?}");
        assert!(matches!(error.reason(), Reason::NotCompleted), "{error:?}");
        assert!(!error.is_retryable());
    }
}

#[tokio::test]
async fn an_upload_that_the_document_does_not_allow_is_not_sent() {
    let client = client("http://127.0.0.1:1");
    let upload = |media_type: &str| Upload::new("f", media_type, "12345");
    let titled = || MultipartForm::new().text("title", "x");
    let forms = [
        ("allowed", form("12345", None)),
        ("allowed and short", titled().upload("scan", upload("image/tiff"))),
        ("no title", MultipartForm::new().upload("scan", upload("image/tiff"))),
        ("no scan", titled().upload("copy", upload("image/tiff"))),
        ("other media type", titled().upload("scan", upload("image/png"))),
        ("invalid media type", titled().upload("scan", upload("png\r\nX-More: 1"))),
        (
            "an upload for a text",
            MultipartForm::new()
                .upload("title", upload("text/plain"))
                .upload("scan", upload("image/tiff")),
        ),
        ("undeclared part", form("", None).upload("other", upload("image/tiff"))),
        ("twice", form("", None).upload("scan", upload("image/tiff"))),
    ];
    let mut rows = Vec::new();
    for (case, form) in forms {
        let outcome = match client.upload_scans(form).await {
            Err(Error::InvalidRequest(reason)) => reason,
            Err(Error::CommunicationError(_)) => "sent".to_owned(),
            _ => "another outcome".to_owned(),
        };
        rows.push(format!("{case}\n    {outcome}"));
    }
    insta::assert_snapshot!(rows.join("\n"));
}

/// Has another token after each refusal.
struct Tokens(AtomicUsize);

impl TokenProvider for Tokens {
    fn token<'t>(
        &'t self,
        _: &'t [&'t str],
    ) -> futures::future::BoxFuture<'t, Result<Token, CredentialError>> {
        let number = self.0.load(SeqCst);
        Box::pin(async move { Ok(Token::new(&format!("token-{number}")).unwrap()) })
    }

    fn refused(&self, _: &Token) {
        self.0.fetch_add(1, SeqCst);
    }
}

#[tokio::test]
async fn a_form_of_streams_is_not_repeated_after_a_refused_token() {
    let answers = ["401 Unauthorized", "204 No Content"];
    let answers = answers.map(|status| {
        format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
    });
    let service = Service::answering_each(answers);
    let client = Client::new(&service.url, CONTRACT).with_reader(Tokens(AtomicUsize::new(0)));
    let refused = client.upload_scans(form("12345", Some(5))).await;
    let refused = CallError::from(refused.err().unwrap());
    let Reason::Declared(failure) = refused.reason() else {
        panic!("{refused}");
    };
    assert_eq!(**failure, UploadScansError::Unauthorized);
    assert!(service.request().contains("authorization: Bearer token-0\r\n"));
    // The next form has the other token.
    client.upload_scans(form("12345", Some(5))).await.unwrap();
    assert!(service.request().contains("authorization: Bearer token-1\r\n"));
}
