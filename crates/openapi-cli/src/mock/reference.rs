//! A page that renders the document: Swagger UI, which is part of the command.

use super::{Sent, leak};
use http::Response;
use http::header::CONTENT_TYPE;
use openapi_document::Document;
use openapi_dropshot::{Bytes, Endpoints, Method, Operation};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::io::{Cursor, Read};
use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;
use zip::ZipArchive;

/// The path of the page. A document that has it, too, is not served.
pub(super) const PATH: &str = "/_reference";

const PAGE: &str = r##"<!DOCTYPE html>
<meta charset="utf-8">
<title>Reference</title>
<link rel="stylesheet" href="/_reference/swagger-ui.css">
<div id="reference"></div>
<script src="/_reference/swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({ url: "/_reference/openapi.json", dom_id: "#reference" });</script>
"##;

/// Adds the page and what it loads. Its requests go to the mock, whatever servers the document, a
/// path or an operation has.
pub(super) fn added(mut endpoints: Endpoints<()>, document: &Document) -> Endpoints<()> {
    let mut json = document.root().to_json();
    // Swagger UI wants a version in full.
    json["openapi"] = json!("3.1.1");
    json["servers"] = json!([{ "url": "/" }]);
    for place in ["/paths", "/components/pathItems"] {
        let items = json.pointer_mut(place).and_then(Value::as_object_mut);
        let items = items.into_iter().flat_map(|items| items.values_mut());
        for item in items.filter_map(Value::as_object_mut) {
            item.remove("servers");
            for operation in item.values_mut().filter_map(Value::as_object_mut) {
                operation.remove("servers");
            }
        }
    }
    for (name, content_type, content) in [
        ("", "text/html; charset=utf-8", PAGE.into()),
        ("/openapi.json", "application/json", Bytes::from(json.to_string())),
        ("/swagger-ui.css", "text/css; charset=utf-8", unpacked("swagger-ui.css")),
        ("/swagger-ui-bundle.js", "text/javascript", unpacked("swagger-ui-bundle.js")),
    ] {
        let path = leak(format!("{PATH}{name}"));
        let operation = leak(Operation::new::<(), Sent>(path, Method::GET, path));
        endpoints = endpoints.undocumented(operation, move |_, _| {
            let response = Response::builder().header(CONTENT_TYPE, content_type);
            let response = response.body(content.clone().into());
            async { Ok(response.expect("the content type is a text")) }
        });
    }
    endpoints
}

/// Returns a file of Swagger UI.
fn unpacked(name: &str) -> Bytes {
    let mut archive = ZipArchive::new(Cursor::new(SWAGGER_UI_VENDORED)).expect("it is an archive");
    let mut paths = archive.file_names().filter_map(Result::ok);
    let path = paths.find(|path| path.ends_with(&format!("/dist/{name}"))).map(Cow::into_owned);
    drop(paths);
    let mut packed = archive.by_name(&path.unwrap_or_default()).expect("the archive has the file");
    let mut file = Vec::new();
    packed.read_to_end(&mut file).expect("the file is in memory");
    file.into()
}
