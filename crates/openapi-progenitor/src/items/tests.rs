//! Streams of items, without a server.

#![allow(clippy::unwrap_used)]

use futures::executor::block_on;
use futures::{StreamExt, stream};
use http::header::CONTENT_TYPE;
use progenitor_client::OperationInfo;
use reqwest::Body;

use super::{InvalidItem, ItemStream};
use crate::{
    Api, Contract, Document, Form, ItemFormat, MediaType, Never, Operation, Response, Status,
};

static DOCUMENT: Document = Document::new(r#"{"small": {"type": "integer", "maximum": 9}}"#);

static API: Api = Api::new(&DOCUMENT, &[], OPERATIONS);

static OPERATIONS: &[Operation] = &[Operation {
    id: "watch",
    responses: &[Response {
        status: Status::Default,
        headers: &[],
        content: &[
            items_of("application/jsonl", ItemFormat::Lines),
            items_of("text/event-stream", ItemFormat::Events),
            items_of("text/event-texts", ItemFormat::TextEvents),
        ],
    }],
    ..Operation::EMPTY
}];

const fn items_of(name: &'static str, format: ItemFormat) -> MediaType {
    let form = Form::Items(format, Some("#/small"));
    MediaType { name, form }
}

fn items(content_type: &'static str, body: impl Into<Body>) -> ItemStream<i64> {
    let response = http::Response::builder().header(CONTENT_TYPE, content_type);
    let response = response.body(body).unwrap().into();
    let contract = Contract::new(&API).response_limit(20);
    let info = OperationInfo { operation_id: "watch" };
    let items = block_on(contract.items::<_, Never>(response, &info));
    items.unwrap().into_inner()
}

/// Returns the items, and the error that ends the stream.
fn read(content_type: &'static str, body: &'static str) -> (Vec<i64>, Option<String>) {
    let all: Vec<_> = block_on(items(content_type, body).collect());
    let mut values = Vec::new();
    for (index, item) in all.iter().enumerate() {
        match item {
            Ok(value) => values.push(*value),
            Err(error) => {
                assert_eq!(index + 1, all.len());
                return (values, Some(error.to_string()));
            }
        }
    }
    (values, None)
}

#[test]
fn each_item_is_validated_and_decoded() {
    assert_eq!(read("application/jsonl", "1\n\n2.0\n3"), (vec![1, 2, 3], None));
    let events = "data: 1\n\nevent: x\ndata: 2\n\n";
    assert_eq!(read("text/event-stream", events), (vec![1, 2], None));
    assert_eq!(read("text/event-texts", "data: 7\n\n"), (vec![7], None));
}

#[test]
fn the_stream_ends_at_the_first_invalid_item() {
    for (content_type, body, count, reason) in [
        ("application/jsonl", "1\n10\n2\n", 1, "not as declared"),
        ("application/jsonl", "1\n{\n2\n", 1, "not one JSON document"),
        ("text/event-stream", "data: 10\n\ndata: 1\n\n", 0, "not as declared"),
        ("text/event-texts", "data: a\n\n", 0, "not as declared"),
        ("application/jsonl", "1\n000000000000000000000000", 1, "limit of 20 bytes"),
    ] {
        let (items, error) = read(content_type, body);
        assert_eq!(items.len(), count, "{body}");
        assert!(error.unwrap().contains(reason), "{body}");
    }
}

#[test]
fn a_body_that_breaks_off_is_an_error() {
    let body = stream::iter([Ok("1\n"), Err(std::io::Error::other("broken"))]);
    let items = items("application/jsonl", Body::wrap_stream(body));
    let items: Vec<_> = block_on(items.collect());
    assert!(matches!(items.as_slice(), [Ok(1), Err(InvalidItem::Incomplete(_))]));
}
