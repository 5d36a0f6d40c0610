//! Explains why a validator rejects a value.
//!
//! A value that no branch of a `oneOf` or `anyOf` accepts is usually meant for one of them.
//! Its violations are those of the branch that the discriminator selects, or else of the
//! branch whose types and constants fit where the others do not.

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use percent_encoding::percent_decode_str;
use serde_json::Value;

use crate::schema::{BASE, shortened};
use crate::{Violation, Violations};

/// Returns the violations of a value, up to [`Violations::MOST`]. Without a document each union
/// is one violation.
pub(crate) fn violations(
    document: Option<&Value>,
    validator: &Validator,
    value: &Value,
) -> Violations {
    let mut found = Vec::new();
    for error in validator.iter_errors(value) {
        explain(document, value, &error, &mut found);
        if found.len() >= Violations::MOST {
            break;
        }
    }
    found.into_iter().collect()
}

fn explain(
    document: Option<&Value>,
    value: &Value,
    error: &ValidationError<'_>,
    found: &mut Vec<Violation>,
) {
    match document.and_then(|document| branch(document, value, error)) {
        Some(errors) => {
            for error in errors {
                explain(document, value, error, found);
            }
        }
        None => found.push(Violation {
            pointer: shortened(error.instance_path()),
            // Masked, so that a large or private value is not sent back.
            rule: shortened(&error.masked()),
            keywords: keyword(error)
                .map(|at| shortened(&at))
                .into_iter()
                .collect(),
        }),
    }
}

/// Returns the location of a violated keyword in the document.
fn keyword<'e>(error: &'e ValidationError<'_>) -> Option<&'e str> {
    let location = error.absolute_keyword_location()?.as_str();
    location.strip_prefix(BASE)
}

/// Returns the errors of the branch that a value is meant for.
fn branch<'e>(
    document: &Value,
    value: &Value,
    error: &'e ValidationError<'_>,
) -> Option<&'e [ValidationError<'static>]> {
    let (ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context }) =
        error.kind()
    else {
        return None;
    };
    let selected = selected(document, value, error).or_else(|| closest(error, context))?;
    let errors = context.get(selected)?;
    (!errors.is_empty()).then_some(errors)
}

/// Returns the index of the branch that the discriminator selects (OpenAPI 3.1.1 §4.8.25).
fn selected(document: &Value, value: &Value, error: &ValidationError<'_>) -> Option<usize> {
    let (union, _) = keyword(error)?.strip_prefix('#')?.rsplit_once('/')?;
    let union = document.pointer(&percent_decode_str(union).decode_utf8().ok()?)?;
    let discriminator = union.get("discriminator")?;
    let name = discriminator.get("propertyName")?.as_str()?;
    let tag = value
        .pointer(error.instance_path().as_str())?
        .get(name)?
        .as_str()?;
    let mapped = discriminator
        .get("mapping")
        .and_then(|mapping| mapping.get(tag));
    let target = mapped.and_then(Value::as_str).unwrap_or(tag);
    let branches = union.get(error.kind().keyword())?.as_array()?;
    branches.iter().position(|branch| {
        let reference = branch
            .get("$ref")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let name = reference.rsplit('/').next().unwrap_or_default();
        reference == target || name == target
    })
}

/// Returns the index of the only branch whose errors are neither the type of the value nor a
/// constant of the value or of one of its members.
fn closest(
    union: &ValidationError<'_>,
    branches: &[Vec<ValidationError<'static>>],
) -> Option<usize> {
    let depth = union.instance_path().as_str().matches('/').count();
    let is_of_another_branch = |error: &ValidationError<'_>| {
        let below = error
            .instance_path()
            .as_str()
            .matches('/')
            .count()
            .saturating_sub(depth);
        match error.kind() {
            ValidationErrorKind::Type { .. } => below == 0,
            ValidationErrorKind::Constant { .. } | ValidationErrorKind::Enum { .. } => below <= 1,
            _ => false,
        }
    };
    let mut close = branches
        .iter()
        .enumerate()
        .filter(|(_, errors)| !errors.iter().any(is_of_another_branch));
    let (index, _) = close.next()?;
    close.next().is_none().then_some(index)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::{Document, Schema, parse};

    static DOCUMENT: Document = Document::new(
        r##"{
            "Tagged": {
                "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }],
                "discriminator": { "propertyName": "kind", "mapping": { "hound": "#/components/schemas/Dog" } }
            },
            "Constants": { "anyOf": [
                { "properties": { "kind": { "const": "a" }, "size": { "type": "integer" } } },
                { "properties": { "kind": { "enum": ["b"] }, "size": { "type": "string" } } }
            ] },
            "Nullable": { "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "type": "null" }] },
            "Nested": { "properties": { "pets": { "items": { "$ref": "#/Nullable" } } } },
            "Alike": { "oneOf": [{ "required": ["a"] }, { "required": ["b"] }] },
            "components": { "schemas": {
                "Cat": { "type": "object", "required": ["lives"], "properties": {
                    "kind": { "type": "string" }, "lives": { "type": "integer" } } },
                "Dog": { "type": "object", "required": ["bark"], "properties": {
                    "kind": { "type": "string" }, "bark": { "type": "string" } } }
            } }
        }"##,
    );

    fn violations(pointer: &'static str, text: &str) -> String {
        let schema = Schema::at(&DOCUMENT, pointer);
        let value = parse(text.as_bytes()).unwrap().value;
        schema.validate(&value).unwrap().unwrap_err().to_string()
    }

    #[test]
    fn a_union_is_explained_by_the_branch_that_the_value_is_meant_for() {
        for (pointer, text, expected) in [
            (
                "#/Tagged",
                r#"{"kind":"Cat"}"#,
                r#"at "" "lives" is a required property"#,
            ),
            (
                "#/Tagged",
                r#"{"kind":"hound","bark":1}"#,
                r#"at "/bark" value is not of type "string""#,
            ),
            (
                "#/Constants",
                r#"{"kind":"b","size":1}"#,
                r#"at "/size" value is not of type "string""#,
            ),
            (
                "#/Nullable",
                r#"{"lives":"nine"}"#,
                r#"at "/lives" value is not of type "integer""#,
            ),
            (
                "#/Nested",
                r#"{"pets":[null,{"lives":"nine"}]}"#,
                r#"at "/pets/1/lives" value is not of type "integer""#,
            ),
        ] {
            assert_eq!(violations(pointer, text), expected, "{pointer} {text}");
        }
    }

    #[test]
    fn a_union_whose_branch_is_not_certain_is_one_violation() {
        for (pointer, text, keyword) in [
            ("#/Tagged", r#"{"kind":"fish"}"#, "oneOf"),
            ("#/Constants", r#"{"kind":"c","size":1}"#, "anyOf"),
            ("#/Nullable", "1", "oneOf"),
            ("#/Alike", "{}", "oneOf"),
        ] {
            let expected = format!(
                "at \"\" value is not valid under any of the schemas listed in the '{keyword}' keyword"
            );
            assert_eq!(violations(pointer, text), expected, "{pointer} {text}");
        }
    }

    #[test]
    fn the_location_of_a_keyword_is_that_in_the_branch() {
        let schema = Schema::at(&DOCUMENT, "#/Nullable");
        let value = parse(br#"{"lives":"nine"}"#).unwrap().value;
        let violations = schema.validate(&value).unwrap().unwrap_err();
        let keyword = "#/components/schemas/Cat/properties/lives/type";
        assert_eq!(violations.keywords(), keyword);
    }
}
