//! The syntax of HTTP that an OpenAPI document names: media types, paths, the styles of
//! parameters, where a request has them and its credentials, and the statuses of responses.
//!
//! Servers, clients, generators and checks ask these functions, so that none of them
//! disagrees about what JSON is or how a value is written. They need no feature and know no
//! document.

mod encoding;
mod field;
mod header;
mod media_type;
mod path;
mod place;
mod status;
mod style;

pub use encoding::Encoding;
pub use field::{FieldContent, FieldEncoding, FormField};
pub use header::HeaderForm;
pub use media_type::{ItemFormat, MediaType, Syntax, essence, is_json, select, sent_type};
pub use path::{decoded_literal, decoded_path, path_shape};
pub use place::{CredentialKind, ParameterLocation};
pub use status::Status;
pub use style::{Decode, Malformed, Pair, Style, Texts, Unwritable, ValueKind};
