//! Tests of the PostgreSQL backend: the contract of `Storage`, and the backend's
//! own guarantees. Each test starts a separate server, which it may break. Without
//! PostgreSQL's programs the tests are ignored (see `build.rs`).

#![allow(clippy::unwrap_used)]

#[macro_use]
#[path = "../contract/mod.rs"]
mod contract;
mod administrator;
mod databases;
mod faults;
mod pooler;
mod services;
mod standby;
mod tls;

use std::sync::Arc;

use crate::contract::Fixture;
use async_trait::async_trait;
use plant_storage::{Access, OpenError, Storage, StoreUrl, open};
use test_kit::postgres::Server;

/// A store in the database `plants` of a server.
struct PostgresFixture {
    server: Server,
}

#[async_trait]
impl Fixture for PostgresFixture {
    async fn new() -> Self {
        PostgresFixture { server: Server::start_new(&[]) }
    }

    async fn open(&self, access: Access) -> Arc<dyn Storage> {
        self.try_open(access).await.unwrap()
    }
}

impl PostgresFixture {
    async fn try_open(&self, access: Access) -> Result<Arc<dyn Storage>, OpenError> {
        open(&self.server.url("plants").parse().unwrap(), access).await
    }

    /// Returns the error from opening the store, with the URL replaced.
    async fn refusal(&self, access: Access) -> String {
        let url: StoreUrl = self.server.url("plants").parse().unwrap();
        let message = refusal(&self.server.url("plants"), access).await;
        message.replace(&url.to_string(), "URL")
    }
}

/// Returns the error from opening a database, with all causes, as the command line
/// prints it.
async fn refusal(url: &str, access: Access) -> String {
    let refused = open(&url.parse().unwrap(), access).await;
    let error = refused.err().expect("it cannot be opened");
    let mut message = error.to_string();
    let mut source = std::error::Error::source(&error);
    while let Some(cause) = source {
        message = format!("{message}: {cause}");
        source = cause.source();
    }
    message
}

contract!(
    #[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
    PostgresFixture
);
