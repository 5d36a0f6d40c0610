//! A page that renders the document: Swagger UI, which is part of the program.

use std::borrow::Cow;
use std::io::{Cursor, Read};

use bytes::Bytes;
use dropshot::ServerContext;
use http::header::CONTENT_TYPE;
use http::{Method, Response};
use serde_json::{Value, json};
use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;
use zip::ZipArchive;

use crate::{Endpoints, Operation, ResponseBuilder};

const PAGE: &str = include_str!("reference.html");

impl<C: ServerContext> Endpoints<C> {
    /// Adds a page that renders the document of these endpoints, at a path such as `/reference`,
    /// and below that what the page loads: nothing comes from another host. Its requests go to
    /// the service that serves it, whatever servers the document, a path or an operation has. The
    /// document that dropshot emits says nothing of the page.
    #[must_use]
    pub fn reference(mut self, path: &str) -> Self {
        let document = self.info.document.and_then(|document| document.json().ok());
        let document = document.cloned().map(at_this_service).unwrap_or_default();
        let operation = Operation::new::<(), ResponseBuilder>("reference", Method::GET, "/");
        for (name, content_type, content) in [
            ("", "text/html; charset=utf-8", PAGE.replace("{path}", path).into()),
            ("/openapi.json", "application/json", document.to_string().into()),
            ("/swagger-ui.css", "text/css; charset=utf-8", swagger_ui("swagger-ui.css")),
            ("/swagger-ui-bundle.js", "text/javascript", swagger_ui("swagger-ui-bundle.js")),
        ] {
            self = self.undocumented(&operation, move |_, _| {
                let response = Response::builder().header(CONTENT_TYPE, content_type);
                let response = response.body(content.clone().into());
                async { Ok(response.expect("the content type is a text")) }
            });
            if let Some(added) = self.endpoints.last_mut() {
                let endpoint = &mut added.operation.endpoint;
                endpoint.path = format!("{path}{name}");
                endpoint.operation_id.clone_from(&endpoint.path);
            }
        }
        self
    }
}

/// Returns a document as the page needs it.
fn at_this_service(mut document: Value) -> Value {
    // Swagger UI wants a version in full.
    document["openapi"] = json!("3.1.1");
    document["servers"] = json!([{ "url": "/" }]);
    for place in ["/paths", "/components/pathItems"] {
        let items = document.pointer_mut(place).and_then(Value::as_object_mut);
        let items = items.into_iter().flat_map(|items| items.values_mut());
        for item in items.filter_map(Value::as_object_mut) {
            item.remove("servers");
            for operation in item.values_mut().filter_map(Value::as_object_mut) {
                operation.remove("servers");
            }
        }
    }
    document
}

/// Returns a file of Swagger UI, such as `swagger-ui.css`.
///
/// # Panics
/// Swagger UI has no such file.
pub fn swagger_ui(name: &str) -> Bytes {
    let mut archive = ZipArchive::new(Cursor::new(SWAGGER_UI_VENDORED)).expect("it is an archive");
    let mut paths = archive.file_names().filter_map(Result::ok);
    let path = paths.find(|path| path.ends_with(&format!("/dist/{name}"))).map(Cow::into_owned);
    drop(paths);
    let mut packed = archive.by_name(&path.unwrap_or_default()).expect("the archive has the file");
    let mut file = Vec::new();
    packed.read_to_end(&mut file).expect("the file is in memory");
    file.into()
}
