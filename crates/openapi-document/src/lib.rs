//! Reads an OpenAPI document, 3.0 to 3.2, YAML or JSON, into a model in which every
//! node knows its file, line, column and JSON Pointer.
//!
//! Three layers. [`Node`] is the text as a tree with positions, read by `openapi-source`.
//! [`Document`] adds `$ref`. [`Api`] contains the paths, operations, parameters and responses of the
//! OpenAPI Specification, and [`Schema`] gives access to the keywords of a schema.
//!
//! An [`Overlay`] changes a document before it is read, so that a document of others
//! can be corrected without editing it. [`Selection`] names operations, and
//! [`partition`] separates the operations that a generator accepts from those that it
//! refuses.
//!
//! [`CheckedDocument`] is a document for checks: without errors, and as it is written.
//! [`DocumentSource`] is the document of a build script, which writes to `OUT_DIR`.
//!
//! This crate doesn't decide what can be generated or lowered: its users do. A document that is
//! read omits no part silently. The crate never accesses the network. It reads only the given
//! files, and those below the document's directory, or the given one, to which they refer.

// The examples of the README are compiled, too.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod api;
mod build;
mod checked;
mod consistency;
mod dialect;
mod directions;
mod discriminator;
mod docs;
mod document;
mod embedded;
mod fields;
mod identifiers;
mod lift;
mod lint;
mod nesting;
mod operand;
mod outgoing;
mod overlay;
mod parameter_location;
mod parse;
mod partition;
mod path_item;
mod path_template;
#[cfg(feature = "pattern")]
mod pattern;
mod read;
mod repair;
mod restrict;
mod rust_type;
mod schema;
mod security;
mod selection;
mod unreadable;
mod value_texts;

pub use api::{
    Api, Callback, Header, MediaType, Operation, OutgoingOperation, Parameter, RequestBody,
    Response,
};
pub use build::{BuildError, DocumentSource, GeneratedFiles, instruct_cargo, rerun_if_changed};
pub use checked::CheckedDocument;
pub use dialect::other_dialect;
pub use directions::Direction;
pub use discriminator::{Discriminator, is_union};
pub use docs::{deprecation, doc_lines};
pub use document::Document;
pub use embedded::integer_range;
pub use fields::{did_you_mean, nearest, unknown_keyword, violations};
pub use lint::lint;
pub use nesting::check_nesting;
pub use openapi_schema::http::{CredentialKind, ParameterLocation, Status};
pub use openapi_source::{
    Budget, Bundle, Diagnostic, Diagnostics, Fix, Keyword, Location, Mapping, MemberAt, Method,
    Node, Pointer, Severity, SourceFile, TypeName, Value, with_large_stack, work_at,
};
pub use overlay::Overlay;
pub use partition::{Partition, Refusal, partition, separated};
#[cfg(feature = "pattern")]
pub use pattern::Pattern;
pub use repair::{Repairs, UndeclaredScheme, repair_hint};
pub use restrict::OperationName;
pub use rust_type::{NamedCrate, RustType, is_keyword};
pub use schema::Schema;
pub use security::{SecurityRequirement, SecurityScheme};
pub use selection::{Selection, UnknownOperations};
pub use value_texts::{ValueTexts, known_values};
