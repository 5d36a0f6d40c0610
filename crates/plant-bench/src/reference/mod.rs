//! Reference servers, whose cost is that of HTTP, of dropshot, or of a commit per
//! request. Each accepts the same bodies as Plant Store and returns the same responses,
//! verifies no credential and writes no log. No server is tuned beyond the defaults of
//! its library.

mod axum;
mod dropshot;
mod hyper;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::Error;

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
    /// hyper alone, which sends back the bytes that it gets
    Hyper,
    /// dropshot with a typed body, which sends back the plant
    Dropshot,
    /// axum with an SQLite commit for each request
    Axum,
}

/// Runs a reference server until it is killed.
pub fn run(arguments: &Arguments) -> Result<(), Error> {
    let runtime = Runtime::new().map_err(Error::system("threads"))?;
    runtime.block_on(async {
        match arguments.kind {
            Kind::Hyper => hyper::serve(bind().await?).await,
            Kind::Dropshot => dropshot::serve().await,
            Kind::Axum => {
                let store = arguments.store.as_deref();
                let store = store.ok_or_else(|| Error::Reference("it needs --store".to_owned()))?;
                axum::serve(bind().await?, store).await
            }
        }
    })
}

/// Binds a free port of the loopback interface and announces it.
async fn bind() -> Result<TcpListener, Error> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let listener = TcpListener::bind(address).await;
    let listener = listener.map_err(Error::system("a port"))?;
    announce(listener.local_addr().map_err(Error::system("a port"))?);
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
