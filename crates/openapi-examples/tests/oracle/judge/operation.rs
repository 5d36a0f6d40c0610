//! The operations to which cases are sent, with the schemas of their parameters and
//! bodies.

use std::ops::Deref;

use openapi_document::Parameter;
use openapi_values::wire::{Syntax, at, sent, syntax};
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

/// Returns the operations with a JSON request body that has a schema.
pub(crate) fn with_body(document: &Document) -> Vec<Operation<'_>> {
    let operations = document.operations().list.into_iter();
    let operations = operations.filter_map(|declared| {
        let schema = |schema| document.schema(at(schema));
        let body = declared.request_body.as_ref().and_then(sent)?;
        let examples = body.examples.iter().map(|example| example.to_json());
        let parameters = declared.parameters.iter();
        let parameters = parameters.filter_map(|one| Some((one.clone(), schema(one.schema)?)));
        (syntax(body)? == Syntax::Json).then_some(())?;
        Some(Operation {
            parameters: parameters.collect(),
            body: schema(Some(body.schema?))?,
            media_type: body.name,
            examples: examples.collect(),
            declared: declared.clone(),
        })
    });
    operations.collect()
}
