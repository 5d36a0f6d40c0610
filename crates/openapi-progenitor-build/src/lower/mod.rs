//! Lowers a document to the flat document of OpenAPI 3.0.3 from which progenitor generates
//! the methods of a client.
//!
//! Operations are written out: parameters, bodies and responses under `components` are copied
//! to where they are used. A schema is the name of a type, unless progenitor has the type
//! itself, such as an integer, or has to know the members of a page. progenitor generates no
//! types: the client has those of `openapi-rust`, as the server has.
//!
//! # Guarantees
//! The lowering never causes the client to misread a value or to send a request that the
//! document forbids. Where progenitor can't express a rule, a warning names the location; an
//! operation that progenitor can't send is omitted with a warning, so that calling it doesn't
//! compile.
//!
//! Beside the document, the lowering describes the operations ([`Lowered::operations`]), by
//! which the library `openapi-progenitor` validates requests and responses against the
//! source's own schemas.

pub(crate) mod answers;
mod bodies;
pub(crate) mod code;
mod context;
mod contract;
pub(crate) mod head;
mod items;
mod operations;
mod parameters;
mod responses;
mod serialized;
mod types;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use openapi_document::{Diagnostics, Document, with_large_stack};
use openapi_rust::Reading;
use openapi_rust::types::Definition;
use openapi_schema::http::FieldEncoding;
use openapiv3::OpenAPI;
use serde_json::json;

pub(crate) use context::Inputs;
use context::{Context, finished};
use types::{Object, Types};

use crate::security::Scheme;

/// The OpenAPI version of the lowered document.
const VERSION: &str = "3.0.3";

/// A lowered document, with warnings where it expresses less than its source.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The document in OpenAPI 3.0.3.
    pub document: OpenAPI,
    /// The operations for which the client has a method.
    pub operations: Vec<Described>,
    /// Warnings about rules that the client doesn't know, in the order of the
    /// document.
    pub warnings: Diagnostics,
    /// The warnings about operations that are left out, one for each operation.
    pub left_out: Diagnostics,
    /// The security schemes.
    pub(crate) schemes: Vec<Scheme>,
    /// The types of responses, by the name of the method.
    pub(crate) answers: BTreeMap<String, answers::Answers>,
    /// What the methods take, by the name of the method.
    pub(crate) inputs: BTreeMap<String, Inputs>,
    /// The types of the components that progenitor doesn't generate, by their names.
    pub(crate) replacements: BTreeMap<String, String>,
    /// The types of schemas.
    pub(crate) definitions: Vec<Definition>,
    /// The types of schemas that only the service makes.
    pub(crate) received: HashSet<String>,
    /// The builders with parameters that `Debug` hides.
    pub(crate) secrets: BTreeSet<String>,
}

/// An operation for which the client has a method.
#[derive(Clone, Debug)]
pub struct Described {
    /// The name of the method.
    pub id: String,
    /// The operation, such as `GET /things`.
    pub(crate) name: String,
    /// The names of the parameters that it sends, by the names of the method's arguments.
    pub(crate) arguments: BTreeMap<String, String>,
    /// The code of its description, an `openapi_progenitor::Operation` with pointers to the
    /// schemas of the source.
    pub code: String,
    /// The function of the library that decodes its responses.
    pub(crate) decode: &'static str,
    /// The header field `Accept` of its requests.
    pub(crate) accept: Option<String>,
    /// Whether its requests may have no body.
    pub(crate) has_optional_body: bool,
    /// The header field `Content-Type` of its requests, unless reqwest writes it.
    pub(crate) content_type: Option<String>,
    /// The parameters of its query that progenitor can't write: the name of the argument, and the
    /// one that is sent.
    pub(crate) query_values: Vec<(String, String)>,
    /// How the fields of its form are written that have an Encoding Object.
    pub(crate) encodings: Vec<(String, FieldEncoding)>,
    /// The first media type of its successes that the client accepts.
    pub(crate) media_type: Option<String>,
}

/// Lowers a document.
///
/// # Errors
/// The document contradicts the Specification, or contains a rule that no wider
/// type expresses and without which the client would be wrong. All errors and
/// warnings are reported.
pub fn lower(document: &Document) -> Result<Lowered, Diagnostics> {
    with_large_stack(|| lower_all(document))
}

fn lower_all(document: &Document) -> Result<Lowered, Diagnostics> {
    let Reading { api, types, service, diagnostics, findings: _ } = Reading::new(document)?;
    let mut context = Context {
        document,
        diagnostics,
        left_out: Diagnostics::default(),
        types: Types::new(types, service),
        inputs: BTreeMap::new(),
        secrets: BTreeSet::new(),
    };
    let mut operations = operations::lower(&mut context, &api);
    answers::share(&mut context.types, &mut operations.answers);
    let root = document.root();
    let flat = OpenAPI {
        openapi: VERSION.to_owned(),
        info: head::info(&mut context),
        servers: head::servers(&mut context, root),
        paths: operations.paths,
        components: None,
        security: head::security(&mut context, root),
        tags: head::tags(&mut context),
        external_docs: None,
        extensions: Default::default(),
    };
    let security_schemes = head::security_schemes(&mut context);
    let diagnostics = context.diagnostics.sorted();
    if diagnostics.has_errors() {
        return Err(diagnostics);
    }
    let types = context.types.finish();
    let schemas = types.components.values().map(|name| {
        let page = types.pages.get(name).cloned();
        let opaque = || Object::from_iter([("type".to_owned(), json!("object"))]);
        (name.clone(), finished(page.unwrap_or_else(opaque)))
    });
    let components = openapiv3::Components {
        schemas: schemas.collect(),
        security_schemes,
        ..Default::default()
    };
    let replacements = types.components.into_iter();
    Ok(Lowered {
        document: OpenAPI { components: Some(components), ..flat },
        operations: operations.described,
        warnings: diagnostics,
        left_out: context.left_out,
        schemes: Scheme::all(&api.security_schemes),
        answers: operations.answers,
        inputs: context.inputs,
        replacements: replacements
            .map(|(path, name)| (name, path))
            .filter(|(name, _)| !types.pages.contains_key(name))
            .collect(),
        definitions: types.definitions,
        received: types.received,
        secrets: context.secrets,
    })
}
