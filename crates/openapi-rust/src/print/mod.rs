//! Writes the types of a document as Rust.

mod construct;
mod emitted;
mod enumerations;
mod format;
mod imports;
mod rust;
mod scope;
mod structs;
mod types;
mod union;

pub use emitted::embedded_schema;
pub use format::items;
pub use imports::Imports;
pub use rust::{docs, docs_if, path};
pub use scope::Scope;
pub use structs::Structure;
pub use types::{definition, parameter_structs, shared, uses};
