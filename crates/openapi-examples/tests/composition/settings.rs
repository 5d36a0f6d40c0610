//! The settings of dropshot with generated operations: tags, compression and a
//! configuration file.

use std::collections::HashMap;
use std::io::Read;

use dropshot::{
    ApiDescription, CompressionConfig, ConfigDropshot, EndpointTagPolicy, ServerBuilder, TagConfig,
    TagDetails,
};
use flate2::read::GzDecoder;
use http::header::{ACCEPT_ENCODING, CONTENT_ENCODING};
use openapi_examples::api::api_mod;
use openapi_examples::{Everything, Settings};
use serde_json::json;

use crate::widgets::{Service, log, start, url, v1};

fn tag_config(policy: EndpointTagPolicy) -> TagConfig {
    let details =
        TagDetails { description: Some("All about items".to_owned()), external_docs: None };
    let other = TagDetails::default();
    TagConfig {
        allow_other_tags: false,
        policy,
        tags: HashMap::from([("items".to_owned(), details), ("lists".to_owned(), other)]),
    }
}

#[test]
fn tags_are_described_by_the_tag_configuration() {
    let mut api = ApiDescription::new().tag_config(tag_config(EndpointTagPolicy::Any));
    api_mod::endpoints::<Everything>().register(&mut api).unwrap();
    let emitted = api_mod::emitted_document().unwrap().emit_unversioned(&api).unwrap();
    let items = json!({ "name": "items", "description": "All about items" });
    assert_eq!(emitted["tags"], json!([items, { "name": "lists" }]));
    let tags = &emitted["paths"]["/items"]["get"]["tags"];
    assert_eq!(*tags, json!(["items", "lists"]));
}

#[test]
fn every_operation_that_the_tag_policy_refuses_is_an_error() {
    let mut api = ApiDescription::new().tag_config(tag_config(EndpointTagPolicy::AtLeastOne));
    let endpoints = api_mod::endpoints::<Everything>();
    let rejected = endpoints.register(&mut api).unwrap_err();
    let rejected: Vec<_> = rejected.errors().iter().map(|error| error.operation_id()).collect();
    assert!(rejected.contains(&"create-item"), "{rejected:?}");
    assert!(!rejected.contains(&"listItems"), "{rejected:?}");
}

#[tokio::test]
async fn a_response_is_compressed_for_a_caller_that_accepts_it() {
    let config = ConfigDropshot {
        compression: CompressionConfig::Gzip,
        default_request_body_max_bytes: 4096,
        ..ConfigDropshot::default()
    };
    let api = v1::api_mod::api_description::<Service>().unwrap();
    let server = start(api, config);
    let widget = json!({ "id": "a".repeat(2048), "size": 1 });
    let request = reqwest::Client::new().post(url(&server, "/widgets"));
    let request = request.header(ACCEPT_ENCODING, "gzip").json(&widget);
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), 201);
    assert_eq!(response.headers()[CONTENT_ENCODING], "gzip");
    let (compressed, mut body) = (response.bytes().await.unwrap(), String::new());
    GzDecoder::new(&*compressed).read_to_string(&mut body).unwrap();
    assert!(compressed.len() < body.len());
    assert_eq!(serde_json::from_str::<serde_json::Value>(&body).unwrap(), widget);
}

const CONFIGURATION: &str = r#"
    bind_address = "127.0.0.1:0"
    default_request_body_max_bytes = 65536
    default_handler_task_mode = "detached"
    compression = "gzip"
"#;

#[tokio::test]
async fn the_server_is_configured_by_a_file() {
    let config: ConfigDropshot = toml::from_str(CONFIGURATION).unwrap();
    let api = api_mod::api_description::<Everything>().unwrap();
    let settings = Settings { validates_responses: true };
    let builder = ServerBuilder::new(api, settings, log());
    let server = builder.config(config).start().unwrap();
    let address = server.local_addr();
    assert!(address.ip().is_loopback());
    // 65,536 is the limit of the file; without it, the limit is 1,024.
    for (length, status) in [(60_000, 400), (70_000, 413)] {
        let request = reqwest::Client::new()
            .patch(format!("http://{address}/items/0190163d-8694-739b-aea5-966c26f8ad91"));
        let body = json!({ "note": "a".repeat(length) });
        let response = request.bearer_auth("good").json(&body).send().await;
        assert_eq!(response.unwrap().status(), status, "{length}");
    }
}
