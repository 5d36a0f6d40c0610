//! Schemas that only refer to another schema, and so have its type.

use openapi_document::Schema;

use crate::keywords;

/// Returns the target of a schema that is an alias: its only keyword beside
/// annotations is `$ref`, or `allOf`, `oneOf` or `anyOf` with a single branch.
pub fn alias<'d>(schema: &Schema<'d>) -> Option<Schema<'d>> {
    let mut asserting = schema.keywords().filter(|name| {
        ["$ref", "allOf", "anyOf", "oneOf"].contains(name) || !keywords::is_annotation(name)
    });
    let (only, None) = (asserting.next()?, asserting.next()) else {
        return None;
    };
    match only {
        "$ref" => schema.reference().ok().flatten(),
        "allOf" | "anyOf" | "oneOf" => match schema.schemas(only).ok()?.as_slice() {
            [branch] => Some(*branch),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the target of a chain of aliases.
pub fn unaliased(schema: Schema<'_>) -> Schema<'_> {
    let mut current = schema;
    // A cycle of aliases is reported when its type is looked up.
    for _ in 0..32 {
        match alias(&current) {
            Some(target) => current = target,
            None => break,
        }
    }
    current
}

/// Returns the description of a schema, or of the target of its alias.
pub(super) fn described(schema: Schema<'_>) -> Option<String> {
    schema.text("description").map(str::to_owned).or_else(|| alias(&schema).and_then(described))
}
