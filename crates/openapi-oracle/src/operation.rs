//! The operations to which cases are sent, with the schemas of their parameters and
//! bodies.

use openapi_values::document::{self, Form, ParameterLocation, Scheme};
use openapi_values::{Document, Schema};
use serde_json::Value;

/// A parameter of an operation.
#[derive(Clone, Debug)]
pub(crate) struct Parameter<'d> {
    pub name: String,
    pub location: ParameterLocation,
    pub required: bool,
    pub schema: Schema<'d>,
    /// The parameter with its style.
    pub declared: document::Parameter,
}

/// An operation with the schema of its JSON request body.
#[derive(Clone, Debug)]
pub(crate) struct Operation<'d> {
    pub method: String,
    pub path: String,
    pub parameters: Vec<Parameter<'d>>,
    /// The security schemes of a request: the first alternative.
    pub schemes: Vec<Scheme>,
    pub body: Schema<'d>,
    /// The media type of the body.
    pub media_type: String,
    /// The examples of the body in the document.
    pub examples: Vec<Value>,
}

impl<'d> Operation<'d> {
    /// Returns the operation's name in a report.
    pub fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// Adds the schemas to an operation. The body of an operation without a request
    /// body is any value.
    fn new(document: &'d Document, operation: document::Operation) -> Self {
        let parameters = operation.parameters.into_iter();
        let parameters = parameters.filter_map(|parameter| {
            Some(Parameter {
                schema: document.schema(&parameter.schema)?,
                name: parameter.name.clone(),
                location: parameter.location,
                required: parameter.required,
                declared: parameter,
            })
        });
        let body = operation.body.as_ref();
        let schema = body.and_then(|body| document.schema(&body.schema));
        let media_type = body.map_or("application/json", |body| &body.media_type);
        Self {
            parameters: parameters.collect(),
            schemes: operation
                .security
                .alternatives
                .into_iter()
                .next()
                .unwrap_or_default(),
            method: operation.method,
            path: operation.path,
            body: schema.unwrap_or_else(Schema::anything),
            media_type: media_type.to_owned(),
            examples: operation.body.map(|body| body.examples).unwrap_or_default(),
        }
    }
}

/// Returns the operations with a JSON request body that has a schema.
pub(crate) fn with_body(document: &Document) -> Vec<Operation<'_>> {
    let mut operations = document.operations().list;
    operations.retain(|operation| {
        let body = operation.body.as_ref();
        body.is_some_and(|body| body.form == Form::Json && document.schema(&body.schema).is_some())
    });
    let operations = operations.into_iter();
    operations
        .map(|operation| Operation::new(document, operation))
        .collect()
}

/// Returns the operations with parameters, each a single text, and without a body that
/// isn't JSON.
pub(crate) fn with_parameters(document: &Document) -> Vec<Operation<'_>> {
    let mut operations = document.operations().list;
    operations.retain(|operation| {
        let body = operation.body.as_ref();
        body.is_none_or(|body| body.form == Form::Json)
    });
    let operations = operations.into_iter();
    operations
        .map(|operation| Operation::new(document, operation))
        .filter(|operation| !operation.parameters.is_empty())
        .collect()
}
