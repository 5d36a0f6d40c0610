//! The document's verdict on the bodies of its operations, against which the other
//! verdicts are compared, independently of the source of a body.

use openapi_values::{Document, DocumentError, Fault, Json, SchemaValidator};
use serde_json::Value;

use super::kept::{Kept, Loss};
use super::operation::{self, Operation};
use super::verdict::{ACCEPTED, Decoded, Refusal};

/// The reason why a document can't be tested.
#[derive(Debug, thiserror::Error)]
pub enum OracleError {
    /// A schema is invalid.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// No operation has a JSON request body.
    #[error("no operation of the document takes a JSON body, so there is nothing to send")]
    NothingToSend,
    /// No request can be sent.
    #[error("the requests can't be sent: {0}")]
    Client(#[from] std::io::Error),
}

/// A document with its operations and validator.
pub(crate) struct Oracle<'d> {
    pub document: &'d Document,
    pub validator: SchemaValidator<'d>,
    pub operations: Vec<Operation<'d>>,
}

impl<'d> Oracle<'d> {
    /// Compiles the schemas of all bodies.
    pub fn new(document: &'d Document) -> Result<Self, OracleError> {
        let validator = SchemaValidator::new(document)?;
        let operations = operation::with_body(document);
        if operations.is_empty() {
            return Err(OracleError::NothingToSend);
        }
        for operation in &operations {
            validator.compiled(&operation.body)?;
        }
        Ok(Self { document, validator, operations })
    }

    /// Returns whether an operation accepts a body, given as text and value; `None`
    /// is a body that is not a text or has no value.
    pub fn validate(&self, operation: usize, body: Option<(&Json, &Value)>) -> Result<(), Refusal> {
        let refusal = |pointer: &str, rule: &str| Refusal {
            pointer: pointer.to_owned(),
            rule: rule.to_owned(),
        };
        let Some((text, value)) = body else {
            return Err(refusal("", "it is not one JSON document"));
        };
        let schema = &self.operations[operation].body;
        if !self.validator.accepts(std::slice::from_ref(schema), value) {
            let faults = self.validator.faults(schema, value, 1);
            let rule = |fault: &Fault<'_>| refusal(&fault.pointer, &fault.rule);
            return Err(faults.first().map_or_else(|| refusal("", "it has no schema"), rule));
        }
        let beyond = self.kept().beyond_floats(std::slice::from_ref(schema), text, value);
        beyond.map_or(Ok(()), |pointer| Err(refusal(&pointer, "no float of 64 bits is near to it")))
    }

    /// Checks that a value that document and server accept is preserved: the type's value must be
    /// equal.
    pub fn is_kept(
        &self,
        operation: usize,
        schema: &Result<(), Refusal>,
        server: &Result<u16, String>,
        sent: Option<&Value>,
        decoded: Option<Decoded>,
    ) -> Result<(), Loss> {
        let (Ok(()), Ok(ACCEPTED), Some(sent)) = (schema, server, sent) else {
            return Ok(());
        };
        let back = decoded
            .ok_or_else(|| Loss::new("", "did not reach the operation"))?
            .map_err(|error| Loss::new("", error))?;
        self.compare(operation, sent, &back)
    }

    /// Checks that a type's value is equal to an accepted body.
    pub fn compare(&self, operation: usize, sent: &Value, back: &Value) -> Result<(), Loss> {
        let schema = &self.operations[operation].body;
        self.kept().compare(std::slice::from_ref(schema), sent, back)
    }

    fn kept(&self) -> Kept<'_, 'd> {
        Kept { document: self.document, validator: &self.validator }
    }
}
