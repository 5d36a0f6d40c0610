//! A document with every field that only people and tools read.

mod api {
    #![allow(missing_docs, reason = "the document describes what it wants to")]
    #![allow(dead_code, reason = "no handler is served")]
    #![allow(clippy::large_enum_variant, reason = "a response lives for a moment")]

    include!(concat!(env!("OUT_DIR"), "/annotations.rs"));
}

use api::api_mod;
use serde_json::{Value, json};

const CONTRACT: &str = include_str!("annotations.yaml");

fn emitted() -> Value {
    let api = api_mod::stub_api_description().unwrap();
    crate::emitted(api, &api_mod::emitted_document().unwrap())
}

#[test]
fn every_field_is_emitted_or_named() {
    assert_eq!(
        crate::limits(CONTRACT, &emitted()),
        ["webhooks", "callbacks", "info-summary", "license-identifier"]
    );
}

#[test]
fn references_of_the_document_become_those_of_the_emitted_document() {
    let emitted = emitted();
    let shape = &emitted["components"]["schemas"]["Shape"];
    assert_eq!(
        shape["discriminator"],
        json!({
            "propertyName": "kind",
            "mapping": {
                "circle": "#/components/schemas/Round",
                "square": "#/components/schemas/Square"
            }
        })
    );
    let operation = &emitted["paths"]["/{id}/shape"]["put"];
    let parameters = operation["parameters"].as_array().unwrap();
    let id = parameters.iter().find(|one| one["name"] == "id").unwrap();
    assert_eq!(id["examples"], json!({ "one": { "value": "second" } }));
    let links = &operation["responses"]["200"]["links"];
    let more = json!({ "operationRef": "#/paths/~1{id}~1shape/put" });
    assert_eq!(links["more"], more);
}

#[test]
fn keywords_that_openapi_3_0_lacks_are_under_an_extension() {
    let emitted = emitted();
    let round = &emitted["components"]["schemas"]["Round"]["properties"];
    assert_eq!(
        round["secret"]["x-json-schema"],
        json!({ "contentEncoding": "base64", "contentMediaType": "image/png" })
    );
    assert_eq!(round["radius"]["x-json-schema"], json!({ "examples": [2, 3] }));
}
