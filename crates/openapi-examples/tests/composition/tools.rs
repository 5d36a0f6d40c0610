//! A WebSocket of a document: a handwritten channel, which the generated client connects to.

use dropshot::{
    ApiDescription, Query, RequestContext, WebsocketChannelResult, WebsocketConnection, channel,
};
use futures::{SinkExt, StreamExt};
use openapi_compare::{Document, Level, compare_at};
use openapi_dropshot::{Rejection, StatusCode, testing};
use progenitor_client::Error;
use schemars::JsonSchema;
use serde::Deserialize;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::Role;

mod api {
    #![allow(missing_docs)]
    include!(concat!(env!("OUT_DIR"), "/tools.rs"));
}

mod client {
    #![allow(missing_docs)]
    include!(concat!(env!("OUT_DIR"), "/tools_client.rs"));
}

enum Tools {}

impl api::Api for Tools {
    type Context = ();

    fn error_for(rejection: &Rejection, _: StatusCode) -> api::types::Error {
        api::types::Error::new(rejection.to_string(), String::new())
    }

    async fn count_tools(
        _: &RequestContext<()>,
    ) -> Result<api::types::CountToolsResponse, Rejection> {
        Ok(api::types::CountToolsResponse::Ok(1))
    }
}

#[derive(Deserialize, JsonSchema)]
struct Changes {
    kind: String,
}

#[channel { protocol = WEBSOCKETS, path = "/tools/changes" }]
async fn changes(
    _: RequestContext<()>,
    query: Query<Changes>,
    upgraded: WebsocketConnection,
) -> WebsocketChannelResult {
    let connection = upgraded.into_inner();
    let mut socket = WebSocketStream::from_raw_socket(connection, Role::Server, None).await;
    let Changes { kind } = query.into_inner();
    socket.send(format!("a new {kind}").into()).await?;
    Ok(socket.close(None).await?)
}

fn api_description() -> ApiDescription<()> {
    let mut api = api::api_mod::api_description::<Tools>().unwrap();
    api.register(changes).unwrap();
    api
}

#[tokio::test]
async fn a_generated_client_connects_to_a_handwritten_channel() {
    let server = testing::serve(api_description(), ()).unwrap();
    let url = format!("http://{}", server.local_addr());
    let client = client::Client::new(&url, client::CONTRACT);
    assert_eq!(client.count_tools().await.unwrap().into_inner(), 1);
    let upgraded = client.changes("saw").await.unwrap().into_inner();
    let mut socket = WebSocketStream::from_raw_socket(upgraded, Role::Client, None).await;
    let message = socket.next().await.unwrap().unwrap();
    assert_eq!(message.into_text().unwrap().as_str(), "a new saw");
}

#[tokio::test]
async fn a_refused_connection_is_the_declared_failure() {
    let server = testing::serve(api::api_mod::api_description::<Tools>().unwrap(), ()).unwrap();
    let url = format!("http://{}", server.local_addr());
    let client = client::Client::new(&url, client::CONTRACT);
    let error = client.changes("saw").await.unwrap_err();
    assert!(matches!(error, Error::ErrorResponse(_)), "{error:?}");
    assert_eq!(error.status().unwrap(), 404);
}

#[test]
fn the_document_is_emitted_with_the_channel() {
    let contract = Document::parse("tools.yaml", include_str!("tools.yaml")).unwrap();
    let emitted = api::api_mod::emitted_document().unwrap();
    let emitted = emitted.emit_unversioned(&api_description()).unwrap();
    let emitted = Document::parse("emitted", &emitted.to_string()).unwrap();
    let report = compare_at(Level::Contract, &contract, &emitted);
    assert!(report.is_clean(), "{report}");
}
