//! The list of what each version needs, as text.

use std::fmt;

use openapi_compare::Document;
use openapi_dropshot_build::{ServedOperation, Service};
use openapi_source::{Node, operations};
use untrusted_text::one_line;

use crate::Documents;
use crate::retirement::{self, Retirement};

/// Decides whether an operation belongs to a group of the list.
type Group = fn(&Service) -> bool;

/// How the operations of each version are served, and which versions could be retired.
pub struct Report {
    versions: Vec<OlderVersion>,
}

struct OlderVersion {
    version: String,
    newer: String,
    operations: Vec<ServedOperation>,
    /// The operations that are skipped, and those with methods that no generated server has.
    left_out: Vec<String>,
    retirement: Option<Retirement>,
    /// The functions that no source defines.
    missing: Vec<String>,
}

impl Report {
    /// Returns the report about versions. `sources` are the texts of the Rust files in which
    /// a service implements functions; functions that none of them defines are missing.
    pub fn new(
        documents: &Documents,
        operations: Vec<Vec<ServedOperation>>,
        sources: &[String],
    ) -> Self {
        let names: Vec<_> = documents.compared.iter().map(version_of).collect();
        let versions = operations.into_iter().enumerate().map(|(index, operations)| {
            let functions = operations.iter().flat_map(|one| one.service.functions());
            let mut missing: Vec<_> = functions
                .filter(|one| !sources.iter().any(|text| defines(text, &one.name)))
                .map(|one| one.name.clone())
                .collect();
            missing.sort();
            missing.dedup();
            OlderVersion {
                version: names[index].clone(),
                newer: names[index + 1].clone(),
                left_out: left_out(&documents.compared[index], &operations),
                operations,
                retirement: retirement::of(&documents.compared[index]),
                missing,
            }
        });
        Self { versions: versions.collect() }
    }

    /// Returns whether each version can be served: no function is missing.
    pub fn is_complete(&self) -> bool {
        self.versions.iter().all(|one| one.missing.is_empty())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for one in &self.versions {
            writeln!(formatter, "{}, served by {}", one.version, one.newer)?;
            let groups: [(&str, Group); 4] = [
                ("unchanged", |one| *one == Service::Unchanged),
                ("proved compatible", |one| *one == Service::Compatible),
                ("needs a function", |one| matches!(one, Service::Converted(_))),
                ("removed, or with other credentials", |one| {
                    matches!(one, Service::Implemented(_))
                }),
            ];
            for (title, is_in) in groups {
                let operations: Vec<_> =
                    one.operations.iter().filter(|one| is_in(&one.service)).collect();
                if operations.is_empty() {
                    continue;
                }
                writeln!(formatter, "  {title}:")?;
                for operation in operations {
                    writeln!(formatter, "    {}", one_line(&operation.name))?;
                    for function in operation.service.functions() {
                        let is_missing = one.missing.contains(&function.name);
                        let note = if is_missing { " (missing)" } else { "" };
                        writeln!(formatter, "      {}{note}", function.name)?;
                        for line in function.reason.split("\n\n") {
                            writeln!(formatter, "        {}", one_line(line))?;
                        }
                    }
                }
            }
            if !one.left_out.is_empty() {
                writeln!(
                    formatter,
                    "  not served, because it is skipped or has a method that no generated server has:"
                )?;
            }
            for name in &one.left_out {
                writeln!(formatter, "    {}", one_line(name))?;
            }
            if let Some(retirement) = &one.retirement {
                writeln!(formatter, "  {retirement}")?;
            }
        }
        let missing: usize = self.versions.iter().map(|one| one.missing.len()).sum();
        match missing {
            0 => writeln!(formatter, "all versions can be served"),
            1 => writeln!(formatter, "1 function is missing"),
            count => writeln!(formatter, "{count} functions are missing"),
        }
    }
}

/// Returns the operations of a document that are not among those of the generator.
fn left_out(document: &Document, served: &[ServedOperation]) -> Vec<String> {
    let paths = document.root().get("paths").into_iter();
    let operations = paths.flat_map(Node::members).flat_map(|(path, item)| {
        operations(document.resolve(item)).map(move |(method, _)| format!("{method} {path}"))
    });
    let is_served = |name: &String| served.iter().any(|one| one.name == *name);
    operations.filter(|name| !is_served(name)).collect()
}

/// Returns `info.version` of a document.
pub(crate) fn version_of(document: &Document) -> String {
    let info = document.root().get("info");
    let version = info.and_then(|info| info.member_text("version"));
    one_line(version.unwrap_or_default()).into_owned()
}

/// Returns whether a text has a function of this name.
fn defines(text: &str, name: &str) -> bool {
    text.match_indices(&format!("fn {name}")).any(|(at, found)| {
        let next = text[at + found.len()..].chars().next();
        next.is_some_and(|next| next == '(' || next == '<')
    })
}
