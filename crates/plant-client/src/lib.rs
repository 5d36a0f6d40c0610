//! The client of Plant Store: a method for every operation of its OpenAPI document,
//! and a type for every schema.
//!
//! All of this is generated when the crate is built, so the client is complete with
//! respect to the document. Handwritten are [`Connection`], which creates a client with a
//! token and time-outs, and the text of a [`types::Error`].
//!
//! Requests and responses are validated against the document's own schemas: a value
//! or a documented failure always conforms to the document, and a request that
//! violates it is not sent. See [`openapi_progenitor`] for the mechanism.
//!
//! ```no_run
//! use plant_client::types::NewPlant;
//! use plant_client::{CallError, Connection, ErrorCode, Reason, Token};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let token = Token::new(&std::env::var("PLANT_STORE_TOKEN")?)?;
//! let client = Connection::new("http://127.0.0.1:8080", token).client()?;
//! let plant = NewPlant {
//!     tag: Some("climber".to_owned()),
//!     ..NewPlant::new("Monstera deliciosa", 7)
//! };
//! let create = client.create_plant().body(plant);
//! match create.send().await.map_err(CallError::from) {
//!     Ok(created) => println!("stored {}", created.name),
//!     Err(error) => match error.reason() {
//!         // A documented failure, 400, 401 or 5XX.
//!         Reason::Declared(failure) => match failure.body().error {
//!             ErrorCode::IdTaken => println!("7 is another plant"),
//!             ErrorCode::NoCredential | ErrorCode::CredentialRefused => println!("no access"),
//!             // `Other(number)` is a value that is newer than this client.
//!             code => println!("{}, {code:?}: {}", failure.status(), failure.body().message),
//!         },
//!         // A proxy, another service, or a defect.
//!         Reason::Invalid(response, invalid) => println!("{}: {invalid}", response.status()),
//!         Reason::TimedOut => println!("the plant may be stored; call again"),
//!         Reason::Refused => println!("no service at this address"),
//!         _ => println!("{error}"),
//!     },
//! }
//! # Ok(())
//! # }
//! ```
//!
//! A client never repeats a call by itself. Creating a plant may be repeated, since the
//! same plant is answered the same, so a [`Retry`] policy is safe:
//!
//! ```no_run
//! use std::time::Duration;
//!
//! use plant_client::types::NewPlant;
//! use plant_client::{Client, Retry};
//!
//! # async fn example(client: &Client) -> Result<(), Box<dyn std::error::Error>> {
//! let create = client.create_plant().body(NewPlant::new("Aloe vera", 7));
//! let retry = Retry::new().deadline(Duration::from_secs(30));
//! let created = retry.run(|| create.clone().send()).await?;
//! println!("stored {}", created.name);
//! # Ok(())
//! # }
//! ```
//!
//! [`CallError::is_retryable`] and [`CallError::retry_after`] are for policies of your own.
//!
//! This crate never compiles the service.

// The code of the README is compiled, too.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod connection;
mod error;

pub use connection::{ConnectError, Connection, USER_AGENT};
pub use generated::types::ErrorCode;
pub use generated::{
    ByteStream, CONTRACT, Client, ClientInfo, Error, ResponseValue, builder, types,
};
pub use openapi_progenitor::{
    CallError, Contract, CredentialError, InvalidResponse, Reason, Retry, Token, TokenProvider,
    Violation, Violations,
};
/// The HTTP client, in the version for [`Connection::client_with`].
pub use reqwest;

#[allow(
    clippy::all,
    clippy::unwrap_used,
    dead_code,
    missing_docs,
    unreachable_patterns,
    unused_imports
)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}

/// Responses of the service for tests of callers, on a server of [`httpmock`]. Feature
/// `httpmock`.
///
/// ```
/// use httpmock::MockServer;
/// use plant_client::mocks::MockServerExt;
/// use plant_client::Connection;
/// use plant_client::types::{NewPlant, Plant};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let server = MockServer::start_async().await;
/// let mock = server.create_plant(|when, then| {
///     then.ok(&Plant::new("Aloe vera"));
/// });
/// let client = Connection::anonymous(&server.base_url()).client()?;
/// let created = client
///     .create_plant()
///     .body(NewPlant::new("Aloe vera", 7))
///     .send()
///     .await?;
/// assert_eq!(created.name, "Aloe vera");
/// mock.assert();
/// # Ok(())
/// # }
/// ```
#[cfg(feature = "httpmock")]
#[allow(clippy::all, clippy::unwrap_used, missing_docs, unused_imports)]
pub mod mocks {
    include!(concat!(env!("OUT_DIR"), "/mocks.rs"));
}
