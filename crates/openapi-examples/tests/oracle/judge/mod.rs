//! An oracle for differential tests: compares a generated server and client with the
//! document that they were generated from.
//!
//! The oracle generates request bodies from the merged schema of every operation,
//! valid bodies and bodies with a single change, in the many notations that JSON
//! allows, and compares three verdicts on each: JSON Schema 2020-12 on the document
//! as written, with the limits that [`openapi_values`] declares; the running server,
//! over a socket; and the generated client, which receives the body as a response. The
//! types of both must preserve accepted values. On a disagreement the case is shrunk and
//! reported.
//!
//! A number beyond the range of floats is rejected where a type would have to represent
//! it, and may be rejected elsewhere.
//!
//! # Entry points
//! [`serve::compare`] serves a generated stand-in in this process and compares it with
//! its document, as tests do. [`run`] compares a running server. [`fuzz`] sends the
//! inputs of a fuzzer. It is a module of the test `oracle` and of the example `oracle`, the
//! command in `command/`, and the library of the crates that this command generates.
//!
//! It uses neither the crates that generate a server nor the crates that are linked into one: an
//! error of theirs must not be repeated here. `xtask/tests/dependencies.rs` reads the names of the
//! crates.

mod case;
pub mod client;
pub mod fuzz;
mod given;
pub mod input;
mod kept;
mod operation;
mod oracle;
mod report;
mod request;
pub mod run;
pub mod serve;
mod shrink;
pub mod verdict;
mod wire;
