//! Reads YAML and JSON to values that know where they stand in the text, for checks
//! that report locations. Numbers are exact decimals, and members keep their order.
//!
//! Of OpenAPI the crate knows the methods, the keywords of schemas ([`Keyword`]) and where
//! references stand ([`role`]), so that [`Bundle`] reads a document in several files as one.
//! `openapi-document` reads OpenAPI above it.
//!
//! [`findings`] is for the checks: findings with levels, accepted findings, and output as text,
//! Markdown, HTML, JSON, SARIF or annotations of GitHub.
//!
//! ```
//! use openapi_source::{MemberAt, parse};
//!
//! let (root, _) = parse("a.yaml", "a:\n  b: [1, 2.50]\n", MemberAt::Value)?;
//! let item = &root.get("a").and_then(|a| a.get("b")).unwrap().items()[1];
//! assert_eq!(item.location.to_string(), "a.yaml:2:10 (#/a/b/1)");
//! assert_eq!(item.value.to_string(), "2.5");
//! # Ok::<(), openapi_source::Diagnostics>(())
//! ```

// The examples of the README are compiled, too.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod budget;
mod bundle;
mod diagnostic;
mod excerpt;
pub mod findings;
mod input;
mod keyword;
mod location;
mod method;
mod node;
mod parse;
mod pointer;
pub mod role;
mod scalar;
mod source_file;
mod stack;
mod type_name;
mod value;
mod version_3_2;

pub use budget::{Budget, work_at};
pub use bundle::{Bundle, links};
pub use diagnostic::{Diagnostic, Diagnostics, Fix, Severity};
pub use input::{from_bytes, read, read_bytes, read_limited};
pub use keyword::{Keyword, Operand};
pub use location::SourceLocation;
pub use method::{Method, operation, operations};
pub use node::{EXCERPT, Location, Mapping, Node, Value, excerpt, quoted};
pub use parse::{MAX_DEPTH, MAX_POINTER, MemberAt, parse};
pub use pointer::{Pointer, token};
pub use source_file::SourceFile;
pub use stack::with_large_stack;
pub use type_name::TypeName;
pub use value::{decimal, number, plain, representable};
pub use version_3_2::read_as_3_1;
