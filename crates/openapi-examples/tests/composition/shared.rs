//! A server and a client with the same types.

#![allow(missing_docs, clippy::all, dead_code, unreachable_patterns, unused_imports)]

use std::collections::HashSet;

use crate::shop::api as own;

/// The package of types.
pub mod shop_types {
    include!(concat!(env!("OUT_DIR"), "/shop_types.rs"));
}

/// The package without the feature `server`.
pub mod shop_bare {
    include!(concat!(env!("OUT_DIR"), "/shop_bare.rs"));
}

mod server {
    include!(concat!(env!("OUT_DIR"), "/shop_server.rs"));
}

mod client {
    include!(concat!(env!("OUT_DIR"), "/shop_client.rs"));
}

mod alone {
    include!(concat!(env!("OUT_DIR"), "/shop_alone.rs"));
}

#[test]
fn a_server_and_a_client_share_types() {
    let order = client::types::NewOrder {
        proof: Some(shop_types::NewOrderProof::StringList(vec!["seen".to_owned()])),
        ..shop_types::NewOrder::new("lamp")
    };
    let received: server::types::NewOrder = order;
    let text = serde_json::to_string(&received).unwrap();
    let bare: alone::types::NewOrder = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&bare).unwrap(), text);
}

#[test]
fn a_type_derives_what_the_builder_says() {
    let changes = [7, 7, 8].map(|count| shop_bare::OrderChange { count: Some(count), note: None });
    let different: HashSet<alone::types::OrderChange> = changes.into_iter().collect();
    assert_eq!(different.len(), 2);
}

#[test]
fn a_server_with_shared_types_emits_the_same_document() {
    let emitted = |api: openapi_dropshot::EmittedDocument, description| {
        let document = api.emit_unversioned(&description).unwrap();
        serde_json::to_string_pretty(&document).unwrap()
    };
    let shared = emitted(
        server::api_mod::emitted_document().unwrap(),
        server::api_mod::stub_api_description().unwrap(),
    );
    let expected = emitted(
        own::api_mod::emitted_document().unwrap(),
        own::api_mod::stub_api_description().unwrap(),
    );
    assert_eq!(shared, expected);
}
