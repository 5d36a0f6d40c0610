//! Reference servers, whose cost is that of dropshot, or of a commit per
//! request. Each accepts the same bodies as Plant Store and returns the same responses,
//! verifies no credential and writes no log. No server is tuned beyond the defaults of
//! its library.

mod axum;
mod dropshot;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::ValueEnum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// The reference server, and its store.
#[derive(clap::Args)]
pub struct Arguments {
    /// The server
    kind: Kind,
    /// The store, for a server that has one
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
}

/// The reference servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// dropshot with a typed body, which sends back the plant
    Dropshot,
    /// axum with an SQLite commit for each request
    Axum,
}

/// Runs a reference server until it is killed.
pub fn run(arguments: &Arguments) -> Result<()> {
    Runtime::new()?.block_on(async {
        match arguments.kind {
            Kind::Dropshot => dropshot::serve().await,
            Kind::Axum => {
                let store = arguments.store.as_deref().context("it needs --store")?;
                axum::serve(bind().await?, store).await
            }
        }
    })
}

/// Binds a free port of the loopback interface and announces it.
async fn bind() -> Result<TcpListener> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    announce(listener.local_addr()?);
    Ok(listener)
}

/// Prints the address of the server, in the format of Plant Store.
fn announce(address: SocketAddr) {
    println!("listening on http://{address}");
}

#[derive(Deserialize, JsonSchema)]
struct NewPlant {
    id: i64,
    name: String,
    tag: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Plant {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<String>,
}
