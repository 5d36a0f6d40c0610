//! A caller, as docs/client.md shows it.

use std::error::Error;
use std::time::Duration;

use futures::TryStreamExt;
use openapi_progenitor::{ClientCredentials, Reason, Retry, pages};
use opentelemetry::{global, trace::TracerProvider};
use opentelemetry_sdk::{propagation::TraceContextPropagator, trace::SdkTracerProvider};
use reqwest::Url;
use tracing_subscriber::{layer::SubscriberExt, registry};

use crate::library::types::{CreateShelfError, ReadShelfResponse, Shelf, ShelfPage};
use crate::library::{CONTRACT, Client};

/// Makes one trace of the program and all its requests.
pub fn subscriber(provider: &SdkTracerProvider) -> impl tracing::Subscriber {
    global::set_text_map_propagator(TraceContextPropagator::new());
    let tracer = provider.tracer("caller");
    registry().with(tracing_opentelemetry::layer().with_tracer(tracer))
}

#[tracing::instrument(skip_all)]
pub async fn run(service: &str, token_url: Url) -> Result<String, Box<dyn Error>> {
    let tokens = ClientCredentials::new(token_url, "caller", "password")?;
    let client = Client::new(service, CONTRACT).with_reader(tokens);
    let retry = Retry::new().deadline(Duration::from_secs(10));

    let botany = Shelf { name: "botany".to_owned(), books: Some(7) };
    let e_tag = match retry.run(|| client.create_shelf(&botany)).await {
        Ok(created) => Some(created.into_inner().e_tag),
        Err(error) => match error.reason() {
            Reason::Declared(failure) => match &**failure {
                CreateShelfError::Conflict { body } if *body == botany => None,
                other => return Err(other.to_string().into()),
            },
            _ => return Err(error.into()),
        },
    };
    let read = || client.read_shelf("botany", e_tag.as_deref());
    let news = match retry.run(read).await?.into_inner() {
        ReadShelfResponse::Ok { body, .. } => format!("{} has {:?} books", body.name, body.books),
        ReadShelfResponse::NotModified => "nothing new".to_owned(),
        _ => "a response that is newer than this program".to_owned(),
    };
    let shelves = pages(
        async |cursor: Option<String>| client.list_shelves(cursor.as_deref()).await,
        |page: ShelfPage| (page.items, page.next),
    );
    let shelves: Vec<Shelf> = shelves.try_collect().await?;
    Ok(format!("{news}, {} shelves", shelves.len()))
}
