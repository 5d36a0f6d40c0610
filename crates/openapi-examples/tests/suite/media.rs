//! Bodies of every media type on a real socket: what the document accepts reaches the
//! handler, everything else gets a declared response, and each response has the
//! declared content type.

use std::path::Path;

use dropshot::HttpServer;
use openapi_compare::{Document, Level, compare_at};
use openapi_dropshot::testing;
use openapi_examples::media::Media;
use openapi_examples::media::api::api_mod;
use reqwest::{Client, Method, Response};

struct Server {
    server: HttpServer<()>,
    client: Client,
}

impl Server {
    fn start() -> Self {
        let api = api_mod::api_description::<Media>().unwrap();
        Self { server: testing::serve(api, ()).unwrap(), client: Client::new() }
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        content_type: Option<&str>,
        body: impl Into<reqwest::Body>,
    ) -> Response {
        let url = format!("http://{}{path}", self.server.local_addr());
        let mut request = self.client.request(method, url).body(body);
        if let Some(content_type) = content_type {
            request = request.header("content-type", content_type);
        }
        request.send().await.unwrap()
    }

    async fn get(&self, path: &str) -> Response {
        self.send(Method::GET, path, None, "").await
    }
}

fn content_type(response: &Response) -> String {
    let field = response.headers().get("content-type");
    field.map_or_else(String::new, |field| field.to_str().unwrap().to_owned())
}

/// Returns the status, the content type and the body of a response.
async fn shown(response: Response) -> String {
    let (status, content_type) = (response.status().as_u16(), content_type(&response));
    let body = response.text().await;
    let body = body.unwrap_or_else(|_| "(incomplete)".to_owned());
    format!("{status} {content_type} {body}").trim().to_owned()
}

#[test]
fn the_emitted_document_has_every_media_type() {
    let contract = include_str!("../../media.yaml");
    let contract = Document::parse("media.yaml", contract).unwrap();
    let api = api_mod::api_description::<Media>().unwrap();
    let emitted = api_mod::emitted_document().unwrap().emit_unversioned(&api).unwrap();
    let emitted = Document::parse("emitted.json", &emitted.to_string()).unwrap();
    let report = compare_at(Level::Contract, &contract, &emitted);
    assert!(report.is_clean(), "{report}");
}

#[test]
fn the_generated_code_is_the_reviewed_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"));
    let document = openapi_document::Document::read(&path.join("media.yaml")).unwrap();
    // One operation for each construct: people read this text.
    let selection = openapi_document::Selection {
        only: ["putText", "either", "upload", "events"].map(str::to_owned).into(),
        skip: Vec::new(),
    };
    let document = selection.apply(document).unwrap();
    let generated = openapi_dropshot_build::generate_with(&document, "media.json").unwrap();
    expectorate::assert_contents(path.join("tests/output/media.rs"), &generated.code);
}

#[test]
fn every_schema_compiles() {
    api_mod::compile_schemas().unwrap();
}

#[tokio::test]
async fn each_request_gets_the_response_that_the_document_gives_it() {
    let server = Server::start();
    let mut table = String::new();
    let report = "application/vnd.report+json";
    let (json, text, csv) = ("application/json", "text/plain", "text/csv");
    let (bytes, png, form) =
        ("application/octet-stream", "image/png", "application/x-www-form-urlencoded");
    let (lines, sequence) = ("application/x-ndjson", "application/json-seq");
    for (method, path, content_type, body) in [
        // JSON with another name.
        (Method::POST, "/report", Some(report), r#"{"id":1}"#),
        (Method::POST, "/report", Some("application/vnd.report+json; v=1"), r#"{"id":1}"#),
        (Method::POST, "/report", Some(json), r#"{"id":1}"#),
        (Method::POST, "/report", Some(report), r#"{"id":-1}"#),
        (Method::POST, "/report", Some(report), r#"{"id":1,"id":1}"#),
        (Method::POST, "/report", None, ""),
        // JSON without a schema.
        (Method::POST, "/any-json", Some(json), "[1, null]"),
        (Method::POST, "/any-json", Some(json), "[1"),
        (Method::POST, "/any-json", Some(json), ""),
        (Method::POST, "/any-json", None, ""),
        // Text, with the rules of a string.
        (Method::PUT, "/text", Some(text), "abc"),
        (Method::PUT, "/text", Some("text/plain; charset=UTF-8"), "abc"),
        (Method::PUT, "/text", Some("text/plain; charset=latin1"), "abc"),
        (Method::PUT, "/text", Some(text), "abcdef"),
        (Method::PUT, "/text", Some(text), "ABC"),
        (Method::PUT, "/text", Some(json), "\"abc\""),
        // The page in the response has at least three characters.
        (Method::PUT, "/text", Some(text), "ab"),
        (Method::POST, "/count", Some(csv), "a,b\n1,2\n"),
        (Method::POST, "/count", None, ""),
        (Method::POST, "/count", Some(text), "a"),
        // Bytes.
        (Method::PUT, "/files", Some(bytes), "\0\u{1}"),
        (Method::PUT, "/files", None, "untyped"),
        (Method::PUT, "/files", Some(bytes), "a longer text"),
        (Method::PUT, "/files", Some(png), "a"),
        (Method::POST, "/files", Some(png), "four"),
        (Method::POST, "/files", Some("not a type"), "four"),
        (Method::POST, "/files", None, ""),
        (Method::GET, "/files?type=image/gif", None, ""),
        (Method::GET, "/files?type=text/plain", None, ""),
        // One of several.
        (Method::POST, "/either", Some(json), r#"{"id":1}"#),
        (Method::POST, "/either", Some(json), r#"{"id":-1}"#),
        (Method::POST, "/either", Some(text), "hello"),
        (Method::POST, "/either", Some(png), "picture"),
        (Method::POST, "/either", Some("image/gif"), "picture"),
        (Method::POST, "/either", Some(csv), "a"),
        (Method::POST, "/either", None, ""),
        // Forms.
        (Method::POST, "/sign-up", Some(form), "name=a+b&roles=reader,writer"),
        (
            Method::POST,
            "/sign-up",
            Some(form),
            "name=7&age=18&agreed=true&roles=reader&tags=x&tags=y&report=%7B%22id%22%3A1%7D",
        ),
        (Method::POST, "/sign-up", Some(form), "name=a"),
        (Method::POST, "/sign-up", Some(form), "name=&age=17&roles=admin"),
        (Method::POST, "/sign-up", Some(form), "name=a&name=b&roles=reader"),
        (Method::POST, "/sign-up", Some(form), "name=a&roles=reader&other=1"),
        (Method::POST, "/sign-up", Some(form), "name=%ff&roles=reader"),
        (Method::POST, "/sign-up", Some(form), "name=a&roles=reader&report=x"),
        (Method::POST, "/sign-up", Some(json), "{}"),
        // One JSON value in each line.
        (Method::POST, "/lines", Some(lines), "{\"id\":1}\n\n{\"id\":2,\"note\":\"a\"}"),
        (Method::POST, "/lines", Some(lines), ""),
        (Method::POST, "/lines", Some(lines), "{\"id\":1}\n{\"id\":-2}"),
        (Method::POST, "/lines", Some(lines), "{\"id\":1}\n{"),
        (Method::POST, "/sequence", Some(sequence), "\x1e{\n\"id\":1}\n\x1e\x1e{\"id\":2}\n"),
        (Method::POST, "/sequence", Some(sequence), ""),
        (Method::POST, "/sequence", Some(sequence), "\x1e{\"id\":1}\n\x1e{\"id\":-2}\n"),
        (Method::POST, "/sequence", Some(sequence), "\x1e{\"id\":1}\n\x1e{"),
        (Method::POST, "/sequence", Some(sequence), "{\"id\":1}\n"),
        // Events.
        (Method::GET, "/events?last=2", None, ""),
        (Method::GET, "/log", None, ""),
        // Without a body.
        (Method::GET, "/silent?status=418", None, ""),
        (Method::GET, "/silent?status=x", None, ""),
        (Method::HEAD, "/silent", None, ""),
        (Method::PUT, "/silent", None, ""),
        // One path with two names of its variable.
        (Method::GET, "/names/a", None, ""),
        (Method::DELETE, "/names/a", None, ""),
    ] {
        let response = server.send(method.clone(), path, content_type, body).await;
        let content_type = content_type.unwrap_or("-");
        let answer = shown(response).await;
        table.push_str(&format!("{method} {path} {content_type} {body:?}\n    {answer:?}\n"));
    }
    insta::assert_snapshot!(table);
}

#[tokio::test]
async fn bodies_larger_than_the_limit_are_rejected() {
    let server = Server::start();
    let form = "application/x-www-form-urlencoded";
    let multipart = "multipart/form-data; boundary=b";
    for (method, path, content_type) in [
        (Method::PUT, "/text", "text/plain"),
        (Method::POST, "/files", "application/octet-stream"),
        (Method::POST, "/sign-up", form),
        (Method::POST, "/upload", multipart),
        (Method::POST, "/lines", "application/x-ndjson"),
    ] {
        let body = "a".repeat(1025);
        let response = server.send(method, path, Some(content_type), body).await;
        assert_eq!(response.status(), 413, "{path}");
        assert!(response.text().await.unwrap().contains("larger than 1024 bytes"));
    }
}

#[tokio::test]
async fn a_stream_that_is_not_read_to_its_end_gets_its_response() {
    let server = Server::start();
    let bytes = "application/octet-stream";
    let body = format!("stop{}", " ".repeat(1000));
    let response = server.send(Method::POST, "/files", Some(bytes), body).await;
    assert_eq!(response.status(), 200);
    // The connection goes on.
    assert_eq!(server.get("/log").await.status(), 200);
}

#[tokio::test]
async fn an_event_that_the_document_refuses_ends_the_connection() {
    let server = Server::start();
    let url = format!("http://{}/events?last=-2", server.server.local_addr());
    // Whether the head is sent before the first event depends on the server's buffer.
    let body = match server.client.get(url).send().await {
        Ok(response) => response.bytes().await,
        Err(error) => Err(error),
    };
    assert!(body.is_err());
}

#[tokio::test]
async fn a_declared_length_of_json_is_left_to_http() {
    let server = Server::start();
    let report = Some("application/vnd.report+json");
    let response = server.send(Method::POST, "/report", report, r#"{"id":1}"#).await;
    assert_eq!(response.headers().get("transfer-encoding"), None);
    let length = response.headers()["content-length"].to_str().unwrap().to_owned();
    assert_eq!(length, response.bytes().await.unwrap().len().to_string());
}

/// Returns `multipart/form-data` with these parts: name, further headers, content.
fn multipart(parts: &[(&str, &str, &str)]) -> String {
    let mut body = String::new();
    for (name, headers, content) in parts {
        body.push_str(&format!(
            "--b\r\nContent-Disposition: form-data; name=\"{name}\"{headers}\r\n\r\n{content}\r\n"
        ));
    }
    body + "--b--\r\n"
}

#[tokio::test]
async fn the_parts_of_a_multipart_form_are_validated_one_by_one_and_together() {
    let server = Server::start();
    let png = "; filename=\"../a.png\"\r\nContent-Type: image/png";
    let file = "; filename=\"b.txt\"\r\nContent-Type: text/plain";
    let mut table = String::new();
    for parts in [
        &[("title", "", "7"), ("photo", png, "1234")] as &[_],
        &[
            ("title", "", "t"),
            ("photo", png, "1"),
            ("copies", "", "2"),
            ("tags", "", "a"),
            ("tags", "", "b"),
            ("files", file, "one"),
            ("files", file, "two"),
            ("thumbnail", file, "small"),
            ("icon", png, "5678"),
            ("raw", file, "bytes"),
            ("report", "\r\nContent-Type: application/json", "{\"id\":1}"),
            ("other", "", "ignored"),
        ],
        // An array whole, and item by item.
        &[
            ("title", "", "t"),
            ("photo", png, "1"),
            ("sizes", "\r\nContent-Type: application/json", "[1,2]"),
            ("reports", "\r\nContent-Type: application/json", "[{\"id\":1},{\"id\":2}]"),
        ],
        &[
            ("title", "", "t"),
            ("photo", png, "1"),
            ("sizes", "", "1"),
            ("reports", "", "{\"id\":1}"),
        ],
        &[
            ("title", "", "t"),
            ("photo", png, "1"),
            ("sizes", "", "[1,\"a\"]"),
            ("reports", "", "[[]]"),
        ],
        &[("title", "", "t")],
        &[("title", "", ""), ("photo", png, "1"), ("copies", "", "x")],
        &[("title", "", "t"), ("photo", file, "1")],
        &[("title", "", "t"), ("photo", png, "1"), ("icon", file, "2")],
        &[("title", "", "t"), ("photo", png, "123456789")],
        &[("title", "", "t"), ("title", "", "t"), ("photo", png, "1")],
        &[("title", "", "t"), ("photo", png, "1"), ("photo", png, "2")],
        &[("title", "", "t"), ("photo", png, "1"), ("report", "", "{\"id\":-1}")],
        &[
            ("title", "", "t"),
            ("photo", png, "1"),
            ("tags", "", "a"),
            ("tags", "", "b"),
            ("tags", "", "c"),
        ],
    ] {
        let content_type = Some("multipart/form-data; boundary=b");
        let body = multipart(parts);
        let response = server.send(Method::POST, "/upload", content_type, body).await;
        table.push_str(&format!("{parts:?}\n    {:?}\n", shown(response).await));
    }
    for (content_type, body) in [
        ("multipart/form-data", "--b--\r\n"),
        ("multipart/form-data; boundary=b", ""),
        (
            "multipart/form-data; boundary=b",
            "--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nt",
        ),
        ("multipart/mixed; boundary=b", "--b--\r\n"),
    ] {
        let response = server.send(Method::POST, "/upload", Some(content_type), body).await;
        table.push_str(&format!("{content_type} {body:?}\n    {:?}\n", shown(response).await));
    }
    insta::assert_snapshot!(table);
}
