//! Generates a dropshot API from an OpenAPI 3.1 document: a trait in the idiom of
//! `#[dropshot::api_description]`, types, one response enum for each operation, and
//! the endpoints.
//!
//! The steps: [`openapi_document`] reads the document; [`openapi_rust`] makes Rust types of its
//! schemas, and of its operations what the code needs; `emit` writes the code. The document itself
//! is embedded beside the code, because its schemas decide at run time what is accepted
//! (`openapi-dropshot`).
//!
//! A function of the trait receives dropshot's `RequestContext`, the principal of
//! the credential and the decoded inputs, and returns a declared response. The trait
//! macro of dropshot is not used: its handlers cannot send headers with an error or
//! more than one success status, and each would have to check the credential before
//! it reads the body. `api_mod::api_description` registers an `ApiEndpoint` for each
//! operation instead.
//!
//! The trait has a function for each security scheme, which verifies a credential and
//! returns its principal. Where `security` has alternatives or combinations of schemes,
//! an operation receives an enum of principals. The first alternative whose credentials
//! are all accepted decides. A credential that is sent is verified even if the operation
//! allows requests without one.
//!
//! A parameter that is not sent has its `default`, which the emitted document shows.
//! A default of a member of a body is an annotation and not applied: a body is what
//! the caller sent.
//!
//! Webhooks and callbacks become functions that send them, in the modules `webhooks` and
//! `callbacks`, through the HTTP client of the application.
//!
//! Unsupported features are reported by name and location, all of them together.
//! Generated code never accepts less or more than the document without a warning,
//! and this crate depends on no particular API.

// The examples of the README are compiled, too.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod build;
mod emit;
mod versions;

use openapi_document::{Diagnostics, Document, with_large_stack};
use openapi_rust::keywords::EXTENSION;
use openapi_rust::types::{Body, Definition, Shape};
use openapi_rust::{Model, print};
use proc_macro2::TokenStream;
use serde_json::{Map, Value};

pub use build::{Builder, build};
pub use openapi_document::{Budget, BuildError, DocumentSource, OperationName};
pub use versions::generate::{GeneratedVersions, generate_versions};
pub use versions::{Comparison, Function, Part, Place, ServedOperation, Service, Verdict};

/// The output generated from a document.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The Rust code. It includes the embedded document from its own directory.
    pub code: String,
    /// The embedded document, JSON.
    pub document: String,
    /// Warnings where the code expresses less than the document.
    pub warnings: Diagnostics,
}

/// Generates code from a document. The code includes the embedded document from
/// `openapi.json`.
///
/// # Errors
/// All errors in the document and all its unsupported features.
pub fn generate(document: &Document) -> Result<Generated, Diagnostics> {
    generate_with(document, "openapi.json")
}

/// Generates code from a document. The code includes the embedded document from
/// `document_file`.
///
/// # Errors
/// As [`generate`].
pub fn generate_with(document: &Document, document_file: &str) -> Result<Generated, Diagnostics> {
    generate_beside(document, document_file, None, &[])
}

/// Generates code with the types of the module `package`, and `derives` for own ones.
fn generate_beside(
    document: &Document,
    document_file: &str,
    package: Option<&str>,
    derives: &[(String, String)],
) -> Result<Generated, Diagnostics> {
    generated(document, |read| {
        let shared = package.map(|path| print::shared(&read.types, path));
        let read = (&read.service, &*read.types, &read.externals);
        emit::file(read, document_file, &shared.unwrap_or_default(), derives, Vec::new())
    })
}

fn generated(
    document: &Document,
    items: impl FnOnce(&Model) -> Vec<TokenStream> + Send,
) -> Result<Generated, Diagnostics> {
    with_large_stack(|| {
        let read = Model::without_errors(document)?;
        Ok(Generated {
            code: print::items(&items(&read)),
            document: document.embedded().to_string(),
            warnings: read.diagnostics,
        })
    })
}

/// Generates the first implementation of the trait, for a person to continue: the content
/// of a module below the module of the code, which implements the trait for
/// `crate::Handlers`. It refuses every credential, and each operation answers that it is
/// not implemented.
///
/// # Errors
/// As [`generate`].
pub fn skeleton(document: &Document) -> Result<String, Diagnostics> {
    with_large_stack(|| {
        let read = Model::without_errors(document)?;
        Ok(print::items(&emit::skeleton(&read.service, &read.types)))
    })
}

/// Generates `StandIn`, an implementation of the trait that answers each request with the
/// values of `crate::State`: for tests of callers and of which requests are accepted, to be
/// included beside the code.
///
/// # Errors
/// As [`generate`].
pub fn stand_in(document: &Document) -> Result<String, Diagnostics> {
    with_large_stack(|| {
        let read = Model::without_errors(document)?;
        Ok(print::items(&[emit::stand_in(&read.service, &read.types)]))
    })
}

/// Returns all errors in a document, all its unsupported features, and the warnings,
/// without generating code.
pub fn check(document: &Document) -> Diagnostics {
    with_large_stack(|| match Model::new(document) {
        Ok(read) => read.diagnostics,
        Err(diagnostics) => diagnostics,
    })
}

/// Returns what the generated types do not keep of a valid value, with the first place: null of an
/// optional member outside the bodies of PATCH, and members that the document does not declare;
/// and what they keep without a type.
pub fn not_kept(document: &Document) -> Vec<String> {
    let read = with_large_stack(|| Model::new(document));
    let types = read.map(|read| read.types).unwrap_or_default();
    let null = |one: &Definition| {
        let mut fields = one.body.objects().flat_map(Body::fields);
        let field = fields.find(|field| field.null_is_absent)?;
        Some(format!("{}.{}", one.name, field.name))
    };
    let null = types.iter().filter_map(null).collect();
    let names = |has: &dyn Fn(&Definition) -> bool| {
        types.iter().filter(|one| has(one)).map(|one| one.name.clone()).collect()
    };
    let open = names(&|one| one.body.objects().any(Body::drops_members));
    let items = names(&|one| holds(one, "prefixItems"));
    let members = names(&|one| holds(one, "patternProperties"));
    [
        ("null is read as an absent member in", null),
        ("undeclared members are accepted, and not kept, in", open),
        ("the items of `prefixItems` are each a `Value` in", items),
        ("the members of `patternProperties` are each a `Value` in", members),
    ]
    .into_iter()
    .filter_map(|(what, places)| note(what, places))
    .collect()
}

/// Returns whether a keyword of arrays or objects applies in a definition that no type expresses.
fn holds(definition: &Definition, keyword: &str) -> bool {
    let says = |rules: &Map<String, Value>| {
        rules.get(EXTENSION).is_some_and(|one| one.get(keyword).is_some())
    };
    let of_shape = |shape| {
        std::iter::successors(Some(shape), |one: &&Shape| one.inner()).any(|one| says(&one.rules))
    };
    let mut bodies = definition.body.objects().chain([&definition.body]);
    bodies.any(|body| {
        let is_own = matches!(body, Body::Struct { rules, .. } if says(rules));
        is_own || body.contained().any(of_shape)
    })
}

fn note(what: &str, places: Vec<String>) -> Option<String> {
    let first = places.first()?;
    let more = match places.len() - 1 {
        0 => String::new(),
        1 => " and in another type".to_owned(),
        more => format!(" and in {more} other types"),
    };
    Some(format!("{what} `{first}`{more}"))
}
