//! Reads OpenAPI documents for checks: each value with its source location, each
//! reference resolvable, 3.0 lifted to 3.1.
//!
//! The comparison, the live check and the oracle read documents with this crate. It
//! shares nothing with the generators' reader above the text, because the checks are
//! there to find that reader's misreadings.
//!
//! ```
//! use openapi_reading::{Direction, Document};
//!
//! let document = Document::parse("api.yaml", "
//! openapi: 3.1.0
//! components:
//!   schemas:
//!     Thing: {$ref: '#named'}
//!     Named: {$anchor: named, required: [id], properties: {id: {readOnly: true}}}
//! ")?;
//! let thing = document.find("#/components/schemas/Thing").unwrap();
//! let named = document.target(thing).unwrap();
//! assert_eq!(named.location.to_string(), "api.yaml:6:5 (#/components/schemas/Named)");
//!
//! let requests = document.in_direction(Direction::Request).unwrap();
//! let named = requests.at(&named.location.pointer).unwrap();
//! assert!(named.get("required").unwrap().items().is_empty());
//! # Ok::<(), openapi_reading::Diagnostics>(())
//! ```

mod check;
mod direction;
mod document;
mod field;
mod identifier;
mod keyword;
mod left_out;
mod lift;
mod operand;
pub mod operations;
mod path_item;
mod pattern;
mod reference;
mod unreadable;

pub use direction::Direction;
pub use document::{Document, Version};
pub use keyword::Keyword;
pub use openapi_source::Diagnostics;
pub use openapi_source::role::{Role, traverse};
pub use pattern::Pattern;

/// The examples of the README, which are compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
