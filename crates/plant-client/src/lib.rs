//! The client of Plant Store: a method for every operation of its OpenAPI document,
//! and a type for every schema.
//!
//! All of this is generated when the crate is built, so the client is complete with
//! respect to the document. Only [`Connection`] is handwritten, which creates a
//! client with a token and time-outs.
//!
//! Requests and responses are validated against the document's own schemas: a value
//! or a documented failure always conforms to the document, and a request that
//! violates it is not sent. See [`openapi_progenitor`] for the mechanism.
//!
//! ```no_run
//! use plant_client::types::NewPlant;
//! use plant_client::{Connection, Error, InvalidResponse, Token};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let token = Token::new(&std::env::var("PLANT_STORE_TOKEN")?)?;
//! let client = Connection::new("http://127.0.0.1:8080", token).client()?;
//! let plant = NewPlant {
//!     id: 7,
//!     name: "Monstera deliciosa".to_owned(),
//!     tag: Some("climber".to_owned()),
//! };
//! match client.create_plant(&plant).await {
//!     Ok(created) => println!("stored {}", created.name),
//!     // A documented failure, 400, 401 or 5XX: an `Error` of the document.
//!     Err(Error::ErrorResponse(failure)) => {
//!         println!("{}: {} ({})", failure.status(), failure.message, failure.error);
//!         // 503 says when to try again, 401 how to authenticate.
//!         if let Some(seconds) = failure.headers().get("retry-after") {
//!             println!("try again in {} s", seconds.to_str()?);
//!         }
//!     }
//!     // No answer, in time, whole, or at all. Sending the same plant again is safe.
//!     Err(Error::CommunicationError(error)) => println!("no answer: {error}"),
//!     // The answer is not what the document promises, or the request wasn't.
//!     Err(other) => match InvalidResponse::of(&other) {
//!         Some(InvalidResponse::UndeclaredStatus(status)) => println!("no Plant Store: {status}"),
//!         Some(fault) => println!("not as documented: {fault}"),
//!         None => println!("{other}"),
//!     },
//! }
//! # Ok(())
//! # }
//! ```
//!
//! This crate never compiles the service, and never retries by itself: only the
//! caller knows whether a call may be repeated.

mod connection;

pub use connection::{ConnectError, Connection, Token};
pub use generated::{ByteStream, CONTRACT, Client, ClientInfo, Error, ResponseValue, types};
pub use openapi_progenitor::{Contract, InvalidResponse, Violation, Violations};

#[allow(
    clippy::all,
    clippy::unwrap_used,
    dead_code,
    missing_docs,
    unreachable_patterns
)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}
