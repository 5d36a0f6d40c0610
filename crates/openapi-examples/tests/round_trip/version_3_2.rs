//! A document of OpenAPI 3.2: its server emits it again.

mod api {
    #![allow(missing_docs, reason = "the document describes what it wants to")]
    #![allow(dead_code, reason = "no handler is served")]

    include!(concat!(env!("OUT_DIR"), "/version_3_2.rs"));
}

use api::api_mod;
use api::types::{News, NewsFelledData, NewsResponse, SearchResponse, Tool, Tree, WatchResponse};
use futures::stream;
use openapi_dropshot::{EventStream, JsonLines};

const CONTRACT: &str = include_str!("version_3_2.yaml");

#[test]
fn a_document_of_3_2_is_emitted_with_its_meaning() {
    let api = api_mod::stub_api_description().unwrap();
    let emitted = crate::emitted(api, &api_mod::emitted_document().unwrap());
    assert_eq!(crate::limits(CONTRACT, &emitted), Vec::<String>::new());
}

#[test]
fn an_unknown_value_of_a_discriminator_is_the_default() {
    let ash: Tree = serde_json::from_str(r#"{ "kind": "ash" }"#).unwrap();
    assert!(matches!(ash, Tree::Other(_)), "{ash:?}");
    let saw: Tool = serde_json::from_str(r#"{ "kind": "saw", "teeth": 9 }"#).unwrap();
    assert!(matches!(saw, Tool::Saw(_)), "{saw:?}");
}

/// Compiles only if the items have the type of `itemSchema`, and events those of their data.
#[allow(dead_code, reason = "compiled, not run")]
fn streams_have_the_types_of_their_items(
    tree: Tree,
) -> (SearchResponse, WatchResponse, NewsResponse) {
    let news = [
        News::Sprouted { data: tree.clone() },
        News::Felled { data: NewsFelledData { year: 2026 } },
    ];
    let trees = move || stream::iter([Ok::<_, std::io::Error>(tree.clone())]);
    (
        SearchResponse::Ok(JsonLines::new(trees())),
        WatchResponse::Ok(EventStream::new(trees())),
        NewsResponse::Ok(EventStream::new(stream::iter(news.map(Ok::<_, std::io::Error>)))),
    )
}
