//! The operations to which cases are sent, with the schemas of their parameters and
//! bodies.

use std::ops::Deref;

use openapi_document::{MediaType, Parameter};
use openapi_values::wire::{Form, at, sent};
use openapi_values::{Document, Schema};
use serde_json::Value;

/// An operation with the schema of its JSON request body.
#[derive(Clone, Debug)]
pub(crate) struct Operation<'d> {
    declared: openapi_document::Operation<'d>,
    /// The parameters that have a schema.
    pub parameters: Vec<(Parameter<'d>, Schema<'d>)>,
    pub body: Schema<'d>,
    /// The media type of the body.
    pub media_type: &'d str,
    /// The examples of the body in the document.
    pub examples: Vec<Value>,
}

impl<'d> Deref for Operation<'d> {
    type Target = openapi_document::Operation<'d>;

    fn deref(&self) -> &Self::Target {
        &self.declared
    }
}

impl<'d> Operation<'d> {
    /// Adds the schemas to an operation. The body of an operation without a request
    /// body is any value.
    fn new(document: &'d Document, declared: openapi_document::Operation<'d>) -> Self {
        let schema = |schema| document.schema(at(schema));
        let parameters = declared.parameters.iter();
        let parameters = parameters.filter_map(|one| Some((one.clone(), schema(one.schema)?)));
        let body = declared.request_body.as_ref().and_then(sent);
        let examples = body.iter().flat_map(|body| &body.examples);
        Self {
            parameters: parameters.collect(),
            body: schema(body.and_then(|body| body.schema)).unwrap_or_else(Schema::anything),
            media_type: body.map_or("application/json", |body| body.name),
            examples: examples.map(|example| example.to_json()).collect(),
            declared,
        }
    }
}

/// Returns the operations with a JSON request body that has a schema.
pub(crate) fn with_body(document: &Document) -> Vec<Operation<'_>> {
    operations(document, |body| {
        body.is_some_and(|body| body.schema.is_some())
    })
}

/// Returns the operations with parameters, each a single text, and without a body that
/// isn't JSON.
pub(crate) fn with_parameters(document: &Document) -> Vec<Operation<'_>> {
    let mut operations = operations(document, |_| true);
    operations.retain(|operation| !operation.parameters.is_empty());
    operations
}

/// Returns the operations whose body, if there is one, is JSON and fits.
fn operations(
    document: &Document,
    fits: impl Fn(Option<&MediaType<'_>>) -> bool,
) -> Vec<Operation<'_>> {
    let operations = document.operations().list.into_iter();
    let selected = operations.filter(|operation| {
        let body = operation.request_body.as_ref().and_then(sent);
        body.is_none_or(|body| Form::of(body) == Some(Form::Json)) && fits(body)
    });
    selected
        .map(|operation| Operation::new(document, operation))
        .collect()
}
