//! Generates the progenitor client with its contract.
//!
//! The oracle generates request bodies, which a client only sends. Therefore the
//! client is generated from a modified document in which every operation responds
//! with 200 and its own request body.

use openapi_document::{Diagnostics, Document};
use openapi_progenitor_build::{ArgumentKind, Method};
use serde_json::{Value, json};

use openapi_values::document::token;
use openapi_values::wire::{Syntax, at, sent, syntax};

/// A generated client.
pub(super) struct Client {
    /// The code, with a table of the types of bodies.
    pub code: String,
    /// The embedded document.
    pub document: String,
}

/// Generates the client for the bodies of a document.
///
/// # Errors
/// The document can't be lowered, or the client can't be generated.
pub(super) fn client(document: &openapi_values::Document) -> Result<Client, Diagnostics> {
    let document = Document::parse("bodies as answers", &echoing(document).to_string())?;
    let generated = openapi_progenitor_build::generate(&document)?;
    let rows: String = generated.methods.iter().filter_map(row).collect();
    let table = format!("pub const TYPES: &[judge::client::ClientType] = &[{rows}];\n");
    Ok(Client { code: generated.code + &table, document: generated.document })
}

/// Returns the document in which every operation with a body responds with this
/// body. The schemas are those of requests, without the annotations that would change
/// them in responses.
fn echoing(document: &openapi_values::Document) -> Value {
    let mut echoing = document.in_requests().root().clone();
    remove_directions(&mut echoing);
    for operation in document.operations().list {
        let body = operation.request_body.as_ref().and_then(sent);
        let Some(body) = body.filter(|body| syntax(body) == Some(Syntax::Json)) else {
            continue;
        };
        let path = format!(
            "/paths/{}/{}",
            token(operation.path),
            operation.method.as_str().to_lowercase()
        );
        let reference = format!("#{}", at(body.schema));
        if let Some(node) = echoing.pointer_mut(&path) {
            node["responses"] = json!({ "200": {
                "description": "Its own body",
                "content": { "application/json": { "schema": { "$ref": reference } } },
            } });
        }
    }
    echoing
}

/// Removes `readOnly` and `writeOnly`. A property of this name has no boolean value.
fn remove_directions(node: &mut Value) {
    match node {
        Value::Object(members) => {
            for annotation in ["readOnly", "writeOnly"] {
                if members.get(annotation).is_some_and(Value::is_boolean) {
                    members.remove(annotation);
                }
            }
            members.values_mut().for_each(remove_directions);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_directions),
        _ => {}
    }
}

/// Returns the table row for a client method that sends a body.
fn row(method: &Method) -> Option<String> {
    let Method { name, operation, .. } = method;
    let mut arguments = method.arguments.iter();
    let body = arguments.find(|argument| argument.name == "body")?;
    let ArgumentKind::Reference(body) = &body.kind else {
        return None;
    };
    Some(format!(
        "judge::client::ClientType {{ operation: {operation:?}, \
         reads: |body| super::reads::<{body}>({name:?}, body) }},"
    ))
}
