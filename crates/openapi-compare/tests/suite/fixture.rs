//! Builds small documents to compare. They are written in YAML's flow style, so
//! that a case fits on one line of a table.

use openapi_compare::{Document, Level, Report, compare};
use serde::de::DeserializeOwned;

/// Two equivalent documents: one as people write it, one as dropshot emits it.
pub const CONTRACT: &str = include_str!("documents/contract.yaml");
pub const EMITTED: &str = include_str!("documents/emitted.yaml");

/// Returns the table of cases in a YAML file.
pub fn cases<T: DeserializeOwned>(text: &str) -> T {
    serde_yaml_ng::from_str(text).unwrap()
}

/// Returns a document whose only operation has `schema` as its JSON body.
pub fn with_body(version: &str, schema: &str, schemas: &str) -> String {
    format!(
        "openapi: {version}\n\
         paths:\n  \
           /a:\n    \
             post:\n      \
               requestBody:\n        \
                 required: true\n        \
                 content: {{application/json: {{schema: {schema}}}}}\n      \
               responses: {{'204': {{description: done}}}}\n\
         components: {{schemas: {{{schemas}}}}}\n"
    )
}

pub fn read(name: &str, text: &str) -> Document {
    Document::parse(name, text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

pub fn compare_texts(contract: &str, emitted: &str) -> Report {
    compare(&read("contract", contract), &read("emitted", emitted))
}

/// Returns the level as reports write it.
pub fn name(level: Level) -> String {
    format!("{level:?}").to_lowercase()
}

/// Returns one line for each finding: its rule, message, locations within values,
/// and both pointers, without the prefix that all fixtures share.
pub fn lines(report: &Report) -> Vec<String> {
    let schema = "/paths/~1a/post/requestBody/content/application~1json/schema";
    report
        .findings
        .iter()
        .map(|finding| {
            let at = finding.seen_in.iter().filter_map(|seen| Some(seen.split_once(", at ")?.1));
            let at: Vec<&str> = at.collect();
            let pointer = |pointer: &str| pointer.replace(schema, "…");
            format!(
                "{} [{}] {} | {} | {}",
                finding.rule,
                at.join(" "),
                finding.message,
                pointer(&finding.base.pointer),
                pointer(&finding.candidate.pointer),
            )
        })
        .collect()
}
