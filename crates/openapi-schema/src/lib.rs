//! What an OpenAPI document's schemas say of bytes and text on the wire.
//!
//! Generated servers judge requests and generated clients judge responses by
//! the same three steps: [`parse`] bytes to one JSON value, strictly; find the
//! [`Schema`] in the embedded [`Document`]; [`Schema::judge`] the value. Both
//! sides sharing them is the point: what one sends in keeping with the document
//! the other accepts.
//!
//! Nothing here may know HTTP, a particular API, or which side it runs on.

mod number;
mod schema;
mod text;

pub use schema::{Document, Schema, SchemaError, Violation, Violations};
pub use text::{Json, parse};
