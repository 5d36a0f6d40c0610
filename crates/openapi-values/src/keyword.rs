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
    Ok(Box::new(Type { declared: declared.clone(), unsigned }))
}

pub(crate) fn format<'a>(
    _: &'a Map<String, Value>,
    format: &'a Value,
    _: impl Sized,
) -> Compiled<'a> {
    if let Some(range) = format.as_str().and_then(range) {
        return Ok(Box::new(Range(range)));
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
    Ok(Box::new(Pattern(expression)))
}

struct Type {
    declared: Value,
    unsigned: bool,
}

impl<'i> Keyword<'i> for Type {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        let valid = Keyword::is_valid(self, instance);
        valid
            .then_some(())
            .ok_or_else(|| ValidationError::custom(format!("is not of type {}", self.declared)))
    }

    fn is_valid(&self, instance: &'i Value) -> bool {
        let is = |name: &Value| match (name.as_str(), instance) {
            (Some("null"), Value::Null)
            | (Some("boolean"), Value::Bool(_))
            | (Some("number"), Value::Number(_))
            | (Some("string"), Value::String(_))
            | (Some("array"), Value::Array(_))
            | (Some("object"), Value::Object(_)) => true,
            (Some("integer"), Value::Number(number)) => {
                number.is_i64() || self.unsigned && number.is_u64()
            }
            _ => false,
        };
        match &self.declared {
            Value::Array(names) => names.iter().any(is),
            name => is(name),
        }
    }
}

struct Range((i128, i128));

impl<'i> Keyword<'i> for Range {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        let valid = Keyword::is_valid(self, instance);
        let (least, most) = self.0;
        valid
            .then_some(())
            .ok_or_else(|| ValidationError::custom(format!("is not from {least} to {most}")))
    }

    fn is_valid(&self, instance: &'i Value) -> bool {
        let Value::Number(number) = instance else {
            return true;
        };
        let (least, most) = self.0;
        match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(integer), ..) => (least..=most).contains(&integer.into()),
            (_, Some(integer), _) => (least..=most).contains(&integer.into()),
            (.., Some(float)) => float >= least as f64 && float <= most as f64,
            _ => false,
        }
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

/// A text with which matching takes too many steps is invalid.
struct Pattern(openapi_document::Pattern);

impl<'i> Keyword<'i> for Pattern {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        let valid = Keyword::is_valid(self, instance);
        valid.then_some(()).ok_or_else(|| ValidationError::custom("does not match the pattern"))
    }

    fn is_valid(&self, instance: &'i Value) -> bool {
        instance.as_str().is_none_or(|text| self.0.is_match(text) == Some(true))
    }
}
