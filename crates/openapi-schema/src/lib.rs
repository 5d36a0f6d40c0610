//! Validates bytes and text from the network against the schemas of an OpenAPI
//! document.
//!
//! Generated servers validate requests and generated clients validate responses in
//! the same three steps, so that one side accepts everything that the other side sends in
//! accordance with the document: [`parse`] converts bytes strictly to a JSON value;
//! [`Schema::validate`] validates the value against a schema of the embedded
//! [`Document`]; [`Json::decode`] decodes it to the type. [`Schema::decode`] does all three.
//!
//! The `jsonschema` crate validates, with validators compiled once from the
//! document, because it supports every keyword. A plan of the schema (`src/plan/`) spares
//! most texts the value and the validator: it checks the text while it is read, and the
//! type is decoded from the same text. A plan accepts nothing that the validator rejects;
//! what the plan does not accept, the three steps decide. Generated deserializers were
//! rejected, since they would have to duplicate the validator in every generated crate.
//!
//! `cargo run --release -p openapi-schema --example cost` prints the cost compared to
//! decoding with `serde_json` alone.
//!
//! Both sides have the same types, which [`object!`], [`texts!`], [`tagged!`]
//! and [`union`] decode.
//!
//! This crate is independent of any particular API and of the side that it runs on.
//! Without the feature `schemas` it has the syntax of HTTP alone ([`http`]), which generators
//! and checks need, too: neither compiles a validator for it.

// The examples of the README are compiled, too.
#![cfg_attr(all(doctest, feature = "schemas"), doc = include_str!("../README.md"))]

#[cfg(feature = "schemas")]
mod decode;
#[cfg(feature = "schemas")]
mod document;
#[cfg(feature = "schemas")]
mod error;
#[cfg(feature = "schemas")]
mod exact;
#[cfg(feature = "schemas")]
mod form;
pub mod http;
#[cfg(feature = "json-schema")]
pub mod json_schema;
#[cfg(feature = "schemas")]
mod length;
#[cfg(feature = "schemas")]
mod number;
#[cfg(feature = "schemas")]
pub mod object;
#[cfg(feature = "schemas")]
mod plan;
#[cfg(feature = "schemas")]
mod scalar;
#[cfg(feature = "schemas")]
mod schema;
#[cfg(feature = "schemas")]
mod text;
#[cfg(feature = "schemas")]
mod texts;
#[cfg(feature = "schemas")]
pub mod union;
#[cfg(feature = "schemas")]
mod violation;

pub use http::{FieldContent, FormField, Texts};
#[cfg(feature = "schemas")]
pub use {
    decode::decode_value,
    document::Document,
    error::{DecodeError, SchemaError},
    form::{FormPart, form_value},
    length::MaxLength,
    scalar::{Scalar, decode_scalars},
    schema::Schema,
    text::{Json, parse},
    violation::{Violation, Violations},
};

/// Accepts code of the generators of these versions, which generated code states.
///
/// A new minor version adds its own, and a new major version removes all others. As a macro, it
/// reports a generator that doesn't fit before names that the library lacks.
///
/// ```
/// openapi_schema::generated_by!("1.0");
/// ```
///
/// ```compile_fail
/// openapi_schema::generated_by!("0.1");
/// ```
#[macro_export]
macro_rules! generated_by {
    ("1.0") => {};
    ($version:literal) => {
        compile_error!(concat!(
            "this code is of version ",
            $version,
            " of its generator, which is not that of the library: give `openapi-dropshot` and \
             `openapi-dropshot-build`, or `openapi-progenitor` and `openapi-progenitor-build`, \
             the same version in Cargo.toml, and generate committed code again"
        ));
    };
}
