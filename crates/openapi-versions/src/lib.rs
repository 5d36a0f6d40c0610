//! Serves several versions of an OpenAPI document with one implementation, that of the
//! newest version.
//!
//! `openapi-dropshot-build` generates the code; this crate decides which parts of an older version
//! need code. `openapi_compare::inclusion` proves that each value of the one version is a value of the
//! other, or finds a value that is not. Only where there is no proof does the trait of the
//! older version ask for a function, whose documentation shows the value.
//!
//! - `read` reads the documents, also from a revision of git.
//! - `comparison` compares operations and schemas of two versions.
//! - `report` lists how the operations of each older version are served.
//! - `retirement` names the versions that could be retired.

// The examples of the README are compiled, too.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod build;
mod comparison;
mod read;
mod report;
mod retirement;

use openapi_dropshot_build::{GeneratedVersions, generate_versions};
use openapi_source::{Diagnostics, with_large_stack};

pub use build::Versions;
pub use openapi_document::{Budget, BuildError};
pub use openapi_dropshot_build::{Function, ServedOperation, Service};
pub use read::{Documents, Source};
pub use report::Report;

/// The header field that names the version of a request, unless another one is set.
pub const HEADER: &str = "api-version";

/// The name of the generated file, unless another one is set.
pub const NAME: &str = "api";

/// Generates the code of several versions. The file `name.rs` contains all versions, and
/// `header` is the header field by which a request names its version.
///
/// The generator takes what it has read from `documents`, and drops each version but the part that
/// the code needs.
///
/// # Errors
/// All errors in the documents and all their unsupported features, and documents that were taken
/// before.
pub fn generate(
    documents: &mut Documents,
    name: &str,
    header: &str,
) -> Result<GeneratedVersions, Diagnostics> {
    let generated = std::mem::take(&mut documents.generated);
    with_large_stack(|| {
        let versions: Vec<_> = documents.compared.iter().map(comparison::Version::new).collect();
        let mut comparison = comparison::Comparer::new(&versions);
        generate_versions(generated, name, header, &mut comparison)
    })
}
