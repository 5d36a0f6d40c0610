//! The document of the interface in the forms in which the service hands it out.

use std::collections::BTreeMap;

use serde::Deserialize;

/// `openapi.yaml`, as it is written.
pub(crate) const YAML: &str = include_str!("../openapi.yaml");

/// The same document as JSON, which `build.rs` writes.
pub(crate) const JSON: &str = include_str!(concat!(env!("OUT_DIR"), "/document.json"));

/// The part of the document that names the operations.
#[derive(Deserialize)]
struct Operations {
    paths: BTreeMap<String, BTreeMap<String, Operation>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Operation {
    operation_id: String,
}

/// Returns the path, the method in lower case and the `operationId` of each operation.
pub(crate) fn operations() -> Vec<(String, String, String)> {
    let document: Operations =
        serde_json::from_str(JSON).expect("the generator accepts only operations with an id");
    let paths = document.paths.into_iter();
    paths
        .flat_map(|(path, methods)| {
            let methods = methods.into_iter();
            methods.map(move |(method, operation)| (path.clone(), method, operation.operation_id))
        })
        .collect()
}
