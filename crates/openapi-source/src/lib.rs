//! Reads YAML and JSON to values that know where they stand in the text, for checks
//! that report locations. Numbers are exact decimals, and members keep their order.
//!
//! The crate has no knowledge of OpenAPI apart from the kinds of diagnostics. The
//! generators have a reader of their own: the comparison must not share what that
//! reader misreads.
//!
//! ```
//! let mut diagnostics = Vec::new();
//! let root = openapi_source::parse("a:\n  b: [1, 2.50]\n", &mut diagnostics)?;
//! let item = &root.get("a").and_then(|a| a.get("b")).unwrap().items()[1];
//! assert_eq!((item.source.line, item.source.pointer.as_str()), (2, "/a/b/1"));
//! assert_eq!(item.content.to_string(), "2.5");
//! # Ok::<(), openapi_source::Diagnostic>(())
//! ```

mod diagnostic;
mod json;
mod location;
mod node;
mod number;
mod read;
mod value;
mod yaml;

pub use diagnostic::{Diagnostic, DiagnosticKind, ReadError};
pub use location::SourceLocation;
pub use node::{Content, Node, Source, excerpt, quoted};
pub use read::{parse, read_data, read_text};
pub use value::{decimal, number, plain, representable};
