//! Checks that the values of schema keywords have the types that JSON Schema
//! requires (Core §10 and §11, Validation §6).

use bigdecimal::{BigDecimal, Zero};

use openapi_source::Operand;
use strum::VariantNames;

use crate::fields::{FieldContent, did_you_mean};
use crate::{Diagnostic, Keyword, Node, TypeName, Value};

/// What a value of `type` must be.
pub(crate) const TYPE_NAME: &str =
    "one of array, boolean, integer, null, number, object and string, or an array of these";

/// Returns the type of the value that a keyword requires.
pub(crate) fn of(keyword: &str) -> Operand {
    match keyword {
        "nullable" => Operand::Boolean,
        _ => Keyword::from_name(keyword).map_or(Operand::Any, Keyword::operand),
    }
}

/// Returns an error if the value of a keyword has the wrong type.
pub(crate) fn error(keyword: &str, value: &Node, is_3_0: bool) -> Option<Diagnostic> {
    let expected = expected(of(keyword), value, is_3_0)?;
    Some(match of(keyword) {
        Operand::TypeName => no_type(value, expected),
        _ => Diagnostic::unexpected(value, &format!("`{keyword}`"), expected),
    })
}

/// Returns the error of a value of `type` that is something else.
pub(crate) fn no_type(value: &Node, expected: &str) -> Diagnostic {
    let wrong = value.items().iter().find(|item| !is_type(item)).unwrap_or(value);
    let help = match &wrong.value {
        Value::Null => Some("quote it: `'null'`".to_owned()),
        Value::String(name) => did_you_mean(name, TypeName::VARIANTS.iter().copied()),
        _ => None,
    };
    Diagnostic { help, ..Diagnostic::unexpected(value, "`type`", expected) }
}

/// Returns what a value should be, if it is something else.
fn expected(operand: Operand, value: &Node, is_3_0: bool) -> Option<&'static str> {
    let number = value.number();
    let (expected, fits) = match operand {
        // A schema within a schema is checked where the traversal visits it.
        Operand::Any | Operand::Schema | Operand::Schemas | Operand::NamedSchemas => return None,
        Operand::Text => return FieldContent::Text.expected(value),
        Operand::Pattern => {
            let is_pattern = |text| regress::Regex::with_flags(text, "u").is_ok();
            let expected = "a regular expression of ECMA-262";
            (expected, value.string().is_some_and(is_pattern))
        }
        Operand::Texts => return FieldContent::Texts.expected(value),
        Operand::Boolean => return FieldContent::Boolean.expected(value),
        Operand::TypeName if is_3_0 => {
            let is_null = value.string() == Some("null");
            let expected = "one of array, boolean, integer, number, object and string";
            (expected, is_type(value) && !is_null)
        }
        Operand::TypeName => {
            let are_types = !value.items().is_empty() && value.items().iter().all(is_type);
            (TYPE_NAME, is_type(value) || are_types)
        }
        Operand::List => ("an array", matches!(value.value, Value::Sequence(_))),
        Operand::ExclusiveLimit if is_3_0 => {
            ("a boolean", value.boolean().is_some() || number.is_some())
        }
        Operand::Number | Operand::ExclusiveLimit => ("a number", number.is_some()),
        Operand::PositiveNumber => {
            let is_positive = number.is_some_and(|number| *number > BigDecimal::zero());
            ("a number above 0", is_positive)
        }
        Operand::Count => {
            let is_count =
                |number: &BigDecimal| number.is_integer() && *number >= BigDecimal::zero();
            ("a whole number, 0 or more", number.is_some_and(is_count))
        }
    };
    (!fits).then_some(expected)
}

fn is_type(value: &Node) -> bool {
    let is_name = |name: &str| name.parse::<TypeName>().is_ok();
    value.string().is_some_and(is_name)
}
