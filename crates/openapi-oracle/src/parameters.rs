//! The document's verdict on the texts of an operation's parameters.
//!
//! A text represents the first value that the schema accepts: the text itself, or
//! the boolean or number of which the text is the JSON, without white space around
//! it.

use openapi_document::Parameter;
use openapi_values::{Schema, SchemaValidator, number};
use serde_json::Value;

use crate::operation::Operation;
use crate::verdict::Refusal;

/// Returns whether an operation accepts these parameter texts, in the order of its
/// parameters; `None` is a parameter that is not sent.
pub(crate) fn validate(
    validator: &SchemaValidator<'_>,
    operation: &Operation<'_>,
    texts: &[Option<&[u8]>],
) -> Result<(), Refusal> {
    for (declared, text) in operation.parameters.iter().zip(texts) {
        accepted(validator, declared, *text).map_err(|rule| Refusal {
            pointer: format!("/{}", declared.0.name),
            rule: rule.to_owned(),
        })?;
    }
    Ok(())
}

fn accepted(
    validator: &SchemaValidator<'_>,
    (parameter, schema): &(Parameter<'_>, Schema<'_>),
    text: Option<&[u8]>,
) -> Result<(), &'static str> {
    let Some(text) = text else {
        return if parameter.required {
            Err("it is missing")
        } else {
            Ok(())
        };
    };
    let text = std::str::from_utf8(text).map_err(|_| "it is not UTF-8")?;
    let accepts = |value: &Value| validator.accepts(std::slice::from_ref(schema), value);
    if accepts(&Value::from(text)) {
        return Ok(());
    }
    let literal = match text {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        _ => number::to_value(text),
    };
    match literal {
        Some(_) if number::is_beyond_floats(text) => Err("no float of 64 bits is near to it"),
        Some(value) if accepts(&value) => Ok(()),
        _ => Err("the schema does not accept it"),
    }
}
