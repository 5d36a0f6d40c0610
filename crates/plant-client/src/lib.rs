//! The client of Plant Store: a method for every operation of its OpenAPI
//! document, a type for every schema.
//!
//! All of that is generated when this crate is built, so the client has what
//! the document has. Written by hand is only [`Connection`], which makes a
//! client with a token and with time-outs.
//!
//! Both sides are held to the document by its own schemas: a value or a
//! documented failure is only ever what the document declares, and a request
//! that it doesn't allow is not sent. [`openapi_client`] tells how.
//!
//! ```no_run
//! use plant_client::types::NewPlant;
//! use plant_client::{Connection, Error, ResponseFault, Token};
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
//!     Err(other) => match ResponseFault::of(&other) {
//!         Some(ResponseFault::UndeclaredStatus(status)) => println!("no Plant Store: {status}"),
//!         Some(fault) => println!("not as documented: {fault}"),
//!         None => println!("{other}"),
//!     },
//! }
//! # Ok(())
//! # }
//! ```
//!
//! This crate must never compile the service, and never retry by itself:
//! whether a call may be repeated is for its caller to know.

mod connection;

pub use connection::{ConnectError, Connection, Token};
pub use generated::{ByteStream, CONTRACT, Client, ClientInfo, Error, ResponseValue, types};
pub use openapi_client::{Contract, ResponseFault, Violation, Violations};

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
