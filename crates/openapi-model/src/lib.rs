//! Reads an OpenAPI 3.1 document, YAML or JSON, into a model in which every
//! node knows its file, line, column and JSON Pointer.
//!
//! Two layers. [`Node`] is the text as a tree with positions and nothing else;
//! [`Document`] adds `$ref`. [`Api`] is what the OpenAPI Specification calls
//! paths, operations, parameters and responses, and [`Schema`] a schema with
//! its keywords by name.
//!
//! This crate must never decide what can be generated or lowered (that is for
//! the crates that do it), never leave out a part of the document in silence,
//! and never read the network or a file other than the one it was given.

mod api;
mod diagnostic;
mod document;
mod embedded;
mod fields;
mod node;
mod pointer;
mod read;
mod schema;
mod security;
mod surrogates;
mod text;

pub use api::{
    Api, Header, MediaType, Method, Operation, Parameter, ParameterLocation, RequestBody, Response,
    Status, StatusClass,
};
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use document::Document;
pub use node::{Location, Mapping, Node, Value};
pub use pointer::Pointer;
pub use schema::{Schema, TypeName};
pub use security::{SecurityRequirement, SecurityScheme};
