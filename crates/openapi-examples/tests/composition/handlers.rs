//! Tests of handlers, and the types of bodies.

use dropshot::HttpServer;
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{Request, Response};
use openapi_compare::{Document, Level, compare_at};
use openapi_dropshot::{Bytes, testing};
use serde_json::json;

use crate::shop::api::api_mod;
use crate::shop::api::types::{NewOrder, NewOrderProof, Order, PutPinBody};
use crate::shop::{State, start};

/// Sends a JSON body with the credential of an owner.
async fn send(server: &HttpServer<State>, method: &str, body: String) -> Response<Bytes> {
    let request = Request::builder()
        .method(method)
        .uri("/orders")
        .header(AUTHORIZATION, "Bearer owner")
        .header(CONTENT_TYPE, "application/json");
    let request = request.body(body).unwrap();
    testing::send(server, request).await.unwrap()
}

#[tokio::test]
async fn an_order_is_created() -> Result<(), Box<dyn std::error::Error>> {
    let server = start();
    let order = NewOrder { note: Some("a gift".to_owned()), ..NewOrder::new("lamp".to_owned()) };
    let request = Request::post("/orders")
        .header(AUTHORIZATION, "Bearer owner")
        .header(CONTENT_TYPE, "application/json")
        .body(serde_json::to_string(&order)?)?;
    let response = testing::send(&server, request).await?;
    assert_eq!(response.status(), 201);
    let order: Order = serde_json::from_slice(response.body())?;
    assert_eq!((&*order.item, order.count), ("lamp", 1));
    assert_eq!(order.note.as_deref(), Some("a gift"));
    Ok(())
}

#[tokio::test]
async fn a_member_that_is_not_sent_has_its_default_except_in_a_patch() {
    let server = start();
    let created = send(&server, "POST", json!({ "item": "lamp" }).to_string()).await;
    let order: Order = serde_json::from_slice(created.body()).unwrap();
    assert_eq!(order.count, 1);
    let changed = send(&server, "PATCH", "{}".to_owned()).await;
    assert_eq!(changed.status(), 200);
    assert_eq!(changed.body(), "{}");
}

#[test]
fn debug_hides_passwords_and_members_that_are_only_written() {
    let order = NewOrder {
        card_number: Some("4111-1111".to_owned()),
        proof: Some(NewOrderProof::Password("secret".to_owned())),
        ..NewOrder::new("lamp".to_owned())
    };
    assert_eq!(order.pin.as_deref(), Some("0000"));
    let shown = r#"NewOrder { item: "lamp", count: 1, note: None, card_number: [hidden], pin: [hidden], proof: Some(NewOrderProof([hidden])) }"#;
    assert_eq!(format!("{order:?}"), shown);
    let pin = PutPinBody("0000".to_owned());
    assert_eq!(format!("{pin:?}"), "PutPinBody([hidden])");
}

#[test]
fn the_emitted_document_has_the_defaults_of_members() {
    let api = api_mod::stub_api_description().unwrap();
    let emitted = api_mod::emitted_document().unwrap();
    let emitted = emitted.emit_unversioned(&api).unwrap();
    let members = &emitted["components"]["schemas"]["NewOrder"]["properties"];
    assert_eq!(members["count"]["default"], 1);
    assert_eq!(members["pin"]["default"], "0000");
    let contract = Document::parse("shop.yaml", include_str!("shop.yaml")).unwrap();
    let emitted = Document::parse("emitted.json", &emitted.to_string()).unwrap();
    let report = compare_at(Level::Documentation, &contract, &emitted);
    assert!(report.is_clean(), "{report}");
}
