//! Implementations of `type`, `pattern` and the integer formats of our own.

use jsonschema::{Draft, Keyword, ValidationError, Validator};
use serde_json::{Map, Value, json};

/// Returns the range of an integer format.
pub(crate) fn range(format: &str) -> Option<(i128, i128)> {
    let (least, most) = openapi_document::integer_range(format)?;
    Some((least.into(), most.into()))
}

type Compiled<'a> = Result<Box<dyn for<'i> Keyword<'i>>, ValidationError<'a>>;

pub(crate) fn type_name<'a>(
    schema: &'a Map<String, Value>,
    declared: &'a Value,
    _: impl Sized,
) -> Compiled<'a> {
    // Only the format `uint64` has integers beyond the range of `i64`.
    let unsigned = schema.get("format").is_some_and(|format| format == "uint64");
    let message = format!("is not of type {declared}");
    let declared = declared.clone();
    let accepts = move |instance: &Value| {
        let is = |name: &Value| match (name.as_str(), instance) {
            (Some("null"), Value::Null)
            | (Some("boolean"), Value::Bool(_))
            | (Some("number"), Value::Number(_))
            | (Some("string"), Value::String(_))
            | (Some("array"), Value::Array(_))
            | (Some("object"), Value::Object(_)) => true,
            (Some("integer"), Value::Number(number)) => {
                number.is_i64() || unsigned && number.is_u64()
            }
            _ => false,
        };
        match &declared {
            Value::Array(names) => names.iter().any(is),
            name => is(name),
        }
    };
    Ok(Box::new(Check { accepts, message }))
}

pub(crate) fn format<'a>(
    _: &'a Map<String, Value>,
    format: &'a Value,
    _: impl Sized,
) -> Compiled<'a> {
    if let Some((least, most)) = format.as_str().and_then(range) {
        let message = format!("is not from {least} to {most}");
        let accepts = move |instance: &Value| {
            let Value::Number(number) = instance else {
                return true;
            };
            match (number.as_i64(), number.as_u64(), number.as_f64()) {
                (Some(integer), ..) => (least..=most).contains(&integer.into()),
                (_, Some(integer), _) => (least..=most).contains(&integer.into()),
                (.., Some(float)) => float >= least as f64 && float <= most as f64,
                _ => false,
            }
        };
        return Ok(Box::new(Check { accepts, message }));
    }
    let validator = jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .build(&json!({ "format": format }))?;
    Ok(Box::new(Format(validator)))
}

pub(crate) fn pattern<'a>(
    _: &'a Map<String, Value>,
    pattern: &'a Value,
    _: impl Sized,
) -> Compiled<'a> {
    let expression = pattern.as_str().and_then(openapi_document::Pattern::new);
    let expression =
        expression.ok_or_else(|| ValidationError::custom("no expression of ECMA-262"))?;
    let message = "does not match the pattern".to_owned();
    // A text with which matching takes too many steps is invalid.
    let is_match = move |text: &str| expression.is_match(text) == Some(true);
    let accepts = move |instance: &Value| instance.as_str().is_none_or(&is_match);
    Ok(Box::new(Check { accepts, message }))
}

/// A keyword that accepts what a function does.
struct Check<F> {
    accepts: F,
    message: String,
}

impl<'i, F: Fn(&Value) -> bool + Send + Sync> Keyword<'i> for Check<F> {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        let valid = (self.accepts)(instance);
        valid.then_some(()).ok_or_else(|| ValidationError::custom(self.message.clone()))
    }

    fn is_valid(&self, instance: &'i Value) -> bool {
        (self.accepts)(instance)
    }
}

/// A format of `jsonschema`.
struct Format(Validator);

impl<'i> Keyword<'i> for Format {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        self.0.validate(instance)
    }

    fn is_valid(&self, instance: &'i Value) -> bool {
        self.0.is_valid(instance)
    }
}
