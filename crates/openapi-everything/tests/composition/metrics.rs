//! Metrics by operation id, from the request context of dropshot.

use std::collections::BTreeMap;

use dropshot::{ConfigDropshot, RequestContext};

use crate::widgets::{Service, Widgets, start, url, v2};

/// Counts a call of the operation that the request belongs to.
pub fn count_call(rqctx: &RequestContext<Widgets>) {
    let mut calls = rqctx.context().calls.lock().unwrap();
    let operation_id = rqctx.endpoint.operation_id.clone();
    *calls.entry(operation_id).or_default() += 1;
}

#[tokio::test]
async fn calls_are_counted_by_the_operation_id_of_the_document() {
    let api = v2::api_mod::api_description::<Service>().unwrap();
    let server = start(api, ConfigDropshot::default());
    // The last two paths share an endpoint of dropshot's router.
    let client = reqwest::Client::new();
    let body = serde_json::json!({ "id": "a", "size": 1 });
    let create = client.post(url(&server, "/widgets")).json(&body);
    assert_eq!(create.send().await.unwrap().status(), 201);
    for (path, times) in [("/widgets/latest", 2), ("/widgets/a", 3)] {
        for _ in 0..times {
            let response = client.get(url(&server, path)).send().await.unwrap();
            assert_eq!(response.status(), 200);
        }
    }
    let calls = server.app_private().calls.lock().unwrap().clone();
    let expected = [
        ("createWidget", 1),
        ("getLatestWidget", 2),
        ("getWidget", 3),
    ];
    let expected = expected.map(|(id, count)| (id.to_owned(), count));
    assert_eq!(calls, BTreeMap::from(expected));
}
