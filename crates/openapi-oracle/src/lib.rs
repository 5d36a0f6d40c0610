//! An oracle: holds a generated server to the document it was generated from.
//!
//! It makes request bodies from the merged schema of every operation, valid
//! ones and ones with a single fault, written in the many ways that JSON
//! allows, and asks for three verdicts on each: JSON Schema 2020-12 on the
//! document as it is written, with the limits that are declared beside it
//! (`judge`, `number`, `format`); the running server, over a socket; and the
//! generated client, for which a body is that of an answer. The server's types
//! must hold what was accepted. Where they part, the case is made as small as it
//! can be and shown. What the client's types can't hold or keep, and where they
//! part alone, is counted by class: progenitor makes them, and not we.
//!
//! # Declared limits
//! An integer has 64 bits with a sign, unless its format says otherwise; the
//! integer formats are ranges; an integer written with a fraction or an
//! exponent is one up to 2^53; other numbers are floats of 64 bits; one beyond
//! those is refused where a type would have to hold it, and may be elsewhere. `date-time`, `date`,
//! `uuid` and what else the `jsonschema` crate knows as a format are required.
//! No member may stand twice and no string hold half a surrogate pair; 128
//! levels of nesting are allowed.
//!
//! # Doors
//! [`values`] makes and judges values for other checks. [`run`] holds a server that is running to a document. `serve`, a feature,
//! serves a generated stand-in in the same process first, as tests do, or asks
//! it without a socket, as a fuzzer does (`fuzz`). `workbench`, a feature,
//! writes, builds and runs a crate for any document, as the program does.
//!
//! Nothing but the workbench may depend on the crates that make or are part of
//! a generated server: what they misread must not be misread here too. Nothing
//! may know a particular API.

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

/// Where chance comes from: the same for a seed on every machine.
type Random = rand::rngs::Xoshiro256PlusPlus;
