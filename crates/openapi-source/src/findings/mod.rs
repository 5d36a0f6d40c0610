//! Findings of a check of an OpenAPI document: levels, rules, locations, accepted
//! findings, and output as text, Markdown, HTML, JSON, SARIF or annotations of GitHub.
//!
//! A check implements [`Findings`] for its report. [`Format::write`] writes every
//! report in every format. [`Allowed`] removes the findings that a project has
//! accepted, each with a reason. The feature `clap` adds `Output`, the command-line arguments
//! that the commands with findings share, and `unless_closed` for their output.
//!
//! ```
//! use openapi_source::SourceLocation;
//! use openapi_source::findings::{Annotation, Change, Findings, Format, Level, RulePage, Tool};
//!
//! /// The report of a check for texts without a final full stop: where they are.
//! #[derive(serde::Serialize)]
//! struct Report(Vec<SourceLocation>);
//!
//! impl std::fmt::Display for Report {
//!     fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
//!         self.0.iter().try_for_each(|at| writeln!(formatter, "{at}: no full stop"))
//!     }
//! }
//!
//! impl Findings for Report {
//!     type Finding = SourceLocation;
//!
//!     fn tool() -> Tool {
//!         let page = "docs/full-stop.md".to_owned();
//!         let rule = RulePage { id: "full-stop", level: Level::Documentation, page };
//!         Tool { name: "texts", version: "1.0.0", rules: vec![rule] }
//!     }
//!
//!     fn findings(&mut self) -> &mut Vec<SourceLocation> {
//!         &mut self.0
//!     }
//!
//!     fn annotations(&self) -> Vec<Annotation<'_>> {
//!         let annotation = |location| Annotation {
//!             rule: "full-stop",
//!             level: Level::Documentation,
//!             change: Change::Other,
//!             message: "no full stop",
//!             seen_in: &[],
//!             details: Vec::new(),
//!             location,
//!             other: None,
//!             properties: serde_json::json!({}),
//!         };
//!         self.0.iter().map(annotation).collect()
//!     }
//! }
//!
//! let text = "info: {description: Plain text}";
//! let (root, _) = openapi_source::parse("api.yaml", text, openapi_source::MemberAt::Name).unwrap();
//! let description = root.get("info").and_then(|info| info.get("description")).unwrap();
//! let location = SourceLocation::of(&description.location);
//! let mut output = Vec::new();
//! Format::Github.write(&Report(vec![location]), &mut output)?;
//! let expected = "::notice file=api.yaml,line=1,col=8,title=full-stop::no full stop\n";
//! assert_eq!(String::from_utf8_lossy(&output), expected);
//! # Ok::<(), std::io::Error>(())
//! ```

mod allow;
mod annotation;
mod format;
mod github;
mod level;
#[cfg(feature = "clap")]
mod output;
mod page;
mod sarif;

pub use allow::{Allowed, Unused};
pub use annotation::{Annotation, Change, Findings, RulePage, Tool};
pub use format::Format;
pub use level::Level;
#[cfg(feature = "clap")]
pub use output::{Output, unless_closed};
