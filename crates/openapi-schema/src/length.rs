//! The length keywords of texts that are too long to be validated as values, such as the
//! contents of files.

use serde_json::Value;

use crate::json_schema::resolve;
use crate::{Schema, SchemaError, Violation};

/// The number of references that [`Schema::max_length`] follows.
const REFERENCES: usize = 16;

/// A `maxLength` that applies to each text of a schema.
pub struct MaxLength {
    /// The number of characters.
    pub limit: usize,
    keyword: String,
}

impl MaxLength {
    /// Returns the violation by a longer text at a JSON Pointer in the value. It is equal to that
    /// of the validator.
    pub fn violation(&self, pointer: String) -> Violation {
        let Self { limit, keyword } = self;
        let plural = if *limit == 1 { "" } else { "s" };
        Violation {
            pointer,
            rule: format!("value is longer than {limit} character{plural}"),
            keywords: vec![keyword.clone()],
        }
    }
}

impl Schema {
    /// Returns the `maxLength` of a text, or of the items of an array. One in a branch of
    /// `allOf`, `anyOf` or `oneOf` is not found: the validator alone decides about it.
    ///
    /// # Errors
    /// The document is not JSON.
    pub fn max_length(&self, of_items: bool) -> Result<Option<MaxLength>, SchemaError> {
        let document = self.document().json()?;
        let mut next = resolve(document, self.pointer());
        let mut is_text = !of_items;
        for _ in 0..REFERENCES {
            let Some(one) = next else { break };
            let keyword = if is_text { "maxLength" } else { "items" };
            next = match (one.schema.get(keyword), one.schema.get("$ref")) {
                (Some(items), _) if !is_text => {
                    is_text = true;
                    Some(one.child(keyword, None, items))
                }
                (Some(limit), _) => {
                    let limit = count(limit).map(|limit| MaxLength {
                        limit,
                        keyword: one.child(keyword, None, one.schema).pointer,
                    });
                    return Ok(limit);
                }
                (None, Some(Value::String(reference))) => resolve(document, reference),
                (None, _) => None,
            };
        }
        Ok(None)
    }

    /// Returns the shortest text of `0` that all length keywords of the document treat as they
    /// treat a text of this many characters.
    ///
    /// # Errors
    /// The document is not JSON.
    pub fn text_for_length(&self, length: usize) -> Result<String, SchemaError> {
        let document = self.document();
        let json = document.json()?;
        let lengths = document.lengths.get_or_init(|| lengths(json));
        let shortest = lengths.iter().filter(|shortest| **shortest <= length).max();
        Ok("0".repeat(shortest.copied().unwrap_or_default()))
    }
}

/// Returns the lengths at which the result of a length keyword changes. A text that is not
/// empty remains so.
fn lengths(document: &Value) -> Vec<usize> {
    let mut lengths = vec![1];
    add(document, &mut lengths);
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

fn add(value: &Value, lengths: &mut Vec<usize>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                match name.as_str() {
                    "minLength" => lengths.extend(count(value)),
                    "maxLength" => {
                        lengths.extend(count(value).and_then(|most| most.checked_add(1)))
                    }
                    _ => {}
                }
                add(value, lengths);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| add(item, lengths)),
        _ => {}
    }
}

/// Returns the value of a length keyword. `8.0` is an integer too.
fn count(value: &Value) -> Option<usize> {
    let exact = value.as_u64().and_then(|value| value.try_into().ok());
    exact.or_else(|| value.as_f64()?.to_string().parse().ok())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::json;

    use super::*;
    use crate::{DecodeError, Document};

    static DOCUMENT: Document = Document::new(
        r##"{
            "Short": { "type": "string", "maxLength": 3 },
            "One": { "maxLength": 1.0 },
            "Long": { "type": "string", "minLength": 5, "maxLength": 10 },
            "Reference": { "$ref": "#/Short" },
            "Items": { "items": { "$ref": "#/Reference" } },
            "Sibling": { "$ref": "#/Long", "maxLength": 7 },
            "Either": { "anyOf": [{ "$ref": "#/Short" }, { "type": "null" }] },
            "Both": { "anyOf": [{ "maxLength": 2 }, { "minLength": 12, "maxLength": 20 }] },
            "Loop": { "$ref": "#/Loop" },
            "Any": {}
        }"##,
    );
    static SCHEMAS: [Schema; 10] = [
        Schema::at(&DOCUMENT, "#/Short"),
        Schema::at(&DOCUMENT, "#/One"),
        Schema::at(&DOCUMENT, "#/Long"),
        Schema::at(&DOCUMENT, "#/Reference"),
        Schema::at(&DOCUMENT, "#/Sibling"),
        Schema::at(&DOCUMENT, "#/Either"),
        Schema::at(&DOCUMENT, "#/Both"),
        Schema::at(&DOCUMENT, "#/Any"),
        Schema::at(&DOCUMENT, "#/Loop"),
        Schema::at(&DOCUMENT, "#/Items"),
    ];

    #[test]
    fn the_violation_of_a_text_that_is_too_long_is_that_of_the_validator() {
        let mut limits = Vec::new();
        for schema in &SCHEMAS {
            let of_items = schema.pointer() == "#/Items";
            let found = schema.max_length(of_items).unwrap();
            limits.push(found.as_ref().map(|found| found.limit));
            let Some(found) = found else { continue };
            let text = Value::from("x".repeat(found.limit + 1));
            let (value, pointer) = if of_items { (json!([text]), "/0") } else { (text, "") };
            let Err(DecodeError::Invalid(violations)) = schema.validate(&value) else {
                panic!("the text is accepted");
            };
            let expected = [found.violation(pointer.to_owned())];
            assert_eq!(violations.into_iter().collect::<Vec<_>>(), expected);
        }
        let expected =
            [Some(3), Some(1), Some(10), Some(3), Some(7), None, None, None, None, Some(3)];
        assert_eq!(limits, expected);
    }

    #[test]
    fn a_shorter_text_is_treated_as_the_text_is() {
        for schema in &SCHEMAS[..8] {
            for length in 0..30 {
                let text = schema.text_for_length(length).unwrap();
                assert!(text.len() <= length);
                assert_eq!(
                    schema.accepts(&text.into()).unwrap(),
                    schema.accepts(&"x".repeat(length).into()).unwrap(),
                    "{length} characters, {}",
                    schema.pointer()
                );
            }
        }
        assert_eq!(SCHEMAS[7].text_for_length(usize::MAX).unwrap().len(), 21);
    }
}
