//! Writes values into requests: the texts of parameters and the bytes of bodies, by
//! the rules of OpenAPI 3.1.1 §4.8.12 and §4.8.15. Reads the values in the bodies of responses.
//!
//! Not every value can be written in every form, and some texts represent several
//! values: `7` is a number and a string. A value is written only if it arrives
//! unchanged, and [`Values::read_back`] and [`Values::accepts_text`] tell what its text
//! represents.
//!
//! [`Values::read_back`]: crate::Values::read_back
//! [`Values::accepts_text`]: crate::Values::accepts_text

mod body;
mod items;
mod parameter;
mod request;

pub use body::{BOUNDARY, malformed, read, sent, sent_type, syntax};
pub use items::complete;
pub use openapi_schema::http::Syntax;
pub use parameter::{Serialized, is_json, literal, serialized};
pub use request::Request;

use openapi_document::Schema;

/// Returns the pointer of a schema for [`Values`](crate::Values); of none, one that leads
/// nowhere, and so accepts everything.
pub fn at<'d>(schema: Option<Schema<'d>>) -> &'d str {
    schema.map_or("none", |schema| schema.location().pointer.as_str())
}
