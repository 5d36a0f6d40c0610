//! `cargo xtask suites`: compares with suites by others, which are downloaded from PyPI.
//!
//! The JSON Schema test suite goes over HTTP through a generated server and a generated
//! client, and through the comparison of documents. OpenAPI's schemas of documents are
//! compared with `openapi-dropshot check`. `xtask/suites/expected.yaml` has the known
//! differences with their reasons.

mod diff;
mod documents;
mod expected;
mod groups;
mod http;

use crate::tools;
use anyhow::Result;
use expected::Differences;
use groups::groups;

/// What to compare.
#[derive(clap::Args)]
pub struct Arguments {
    /// Compile no server and no client
    #[arg(long)]
    pub no_build: bool,
}

/// Runs the suites. Returns whether the differences are those that are expected.
pub fn run(arguments: &Arguments) -> Result<bool> {
    let mut differences = Differences::default();
    let groups = groups(&tools::json_schema_suite()?)?;
    let mut parts = vec!["diff", "check"];
    if !arguments.no_build {
        http::compare(&groups, &mut differences)?;
        parts.push("http");
    }
    diff::compare(&groups, &mut differences);
    documents::compare(&tools::openapi_schemas()?, &mut differences)?;
    differences.report(&parts)
}
