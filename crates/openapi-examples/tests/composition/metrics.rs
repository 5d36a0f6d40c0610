//! Metrics by operation id, from the request context of dropshot.

use std::collections::BTreeMap;

use dropshot::RequestContext;
use http::Request;
use openapi_dropshot::testing;

use crate::widgets::{Service, Widgets, v2};

/// Counts a call of the operation that the request belongs to.
pub fn count_call(rqctx: &RequestContext<Widgets>) {
    let mut calls = rqctx.context().calls.lock().unwrap();
    let operation_id = rqctx.endpoint.operation_id.clone();
    *calls.entry(operation_id).or_default() += 1;
}

#[tokio::test]
async fn calls_are_counted_by_the_operation_id_of_the_document() {
    let api = v2::api_mod::api_description::<Service>().unwrap();
    let server = testing::serve(api, Widgets::default()).unwrap();
    // The last two paths share an endpoint of dropshot's router.
    let create = Request::post("/widgets").header("content-type", "application/json");
    let create = create.body(r#"{ "id": "a", "size": 1 }"#).unwrap();
    let created = testing::send(&server, create).await.unwrap();
    assert_eq!(created.status(), 201);
    for (path, times) in [("/widgets/latest", 2), ("/widgets/a", 3)] {
        for _ in 0..times {
            let request = Request::get(path).body("").unwrap();
            let response = testing::send(&server, request).await.unwrap();
            assert_eq!(response.status(), 200);
        }
    }
    let calls = server.app_private().calls.lock().unwrap().clone();
    let expected = [("createWidget", 1), ("getLatestWidget", 2), ("getWidget", 3)];
    let expected = expected.map(|(id, count)| (id.to_owned(), count));
    assert_eq!(calls, BTreeMap::from(expected));
}
