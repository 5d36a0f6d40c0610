//! An oracle for differential tests: compares a generated server with the document
//! that it was generated from.
//!
//! The oracle generates request bodies from the merged schema of every operation,
//! valid bodies and bodies with a single fault, in the many notations that JSON
//! allows, and compares three verdicts on each: JSON Schema 2020-12 on the document
//! as written, with the limits declared below (`judge`, `number`, `format`); the
//! running server, over a socket; and the generated client, which receives the body
//! as a response. The server's types must preserve accepted values. On a
//! disagreement the case is shrunk and reported. Values that the client's types
//! can't represent or preserve, and disagreements of these types alone, are counted
//! by class: they come from progenitor, not from this project.
//!
//! # Declared limits
//! An integer is a signed 64-bit integer, unless its format is another; the integer
//! formats are ranges; a number written with a fraction or an exponent is an
//! integer only up to 2^53; all other numbers are 64-bit floats. A number beyond
//! the range of floats is rejected where a type would have to represent it, and may
//! be rejected elsewhere. `date-time`, `date`, `uuid` and all other formats of the
//! `jsonschema` crate are asserted. Duplicate members and lone surrogates are
//! invalid; 128 levels of nesting are allowed.
//!
//! # Entry points
//! [`values`] generates and validates values for other checks. [`run`] compares a
//! running server with a document. The feature `serve` first serves a generated
//! stand-in in the same process, as in tests, or sends it the inputs of a fuzzer
//! (`fuzz`). The feature `workbench` writes, builds and runs a crate for any
//! document, as the program does.
//!
//! Only the workbench may depend on the crates that generate a server or are linked
//! into it: an error of theirs must not be repeated here. This crate depends on no
//! particular API.

mod boundary;
mod case;
mod client;
mod document;
mod fault;
mod format;
mod fresh;
#[cfg(feature = "serve")]
pub mod fuzz;
pub mod input;
mod json;
mod judge;
mod kept;
mod keyword;
mod number;
mod oracle;
#[cfg(feature = "serve")]
mod parameters;
mod places;
mod reader;
mod report;
mod request;
mod run;
mod sample;
mod schema;
#[cfg(feature = "serve")]
pub mod serve;
mod shrink;
pub mod values;
mod verdict;
mod wire;
#[cfg(feature = "workbench")]
pub mod workbench;

pub use client::{ClientType, Unread};
pub use document::{Document, DocumentError};
pub use report::Report;
pub use run::{Server, Settings, run};
pub use verdict::Decoded;

/// The source of randomness: equal for the same seed on every machine.
type Random = rand::rngs::Xoshiro256PlusPlus;
