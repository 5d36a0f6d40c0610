//! Why each engine disagrees: read from its code and tried by hand on the least
//! schemas that show it. Nothing may be explained here by what an engine is said
//! to do.

/// The reason for a disagreement; `None` if it isn't known.
pub fn explanation(
    engine: &str,
    outcome: super::Outcome,
    change: &str,
    failure: &str,
) -> Option<&'static str> {
    use super::Outcome::{Failed, FalseAlarm, Missed, OtherDirection};
    let is = |words: &[&str]| words.iter().any(|word| change.contains(word));
    Some(match (engine, outcome) {
        ("drift", Failed) if failure == "it panicked" => {
            "Of two bodies it expects the same media types, with a schema each: an assertion \
             (`a_unique.is_empty()`) or a `todo!()` in `compare.rs` ends the program."
        }
        ("drift", Failed) if failure.contains("unhandled") => {
            "It has classes for what it knows to be narrower or wider, and \"unhandled\" for what \
             it only sees to be another text: most keywords with a number or a pattern, \
             `required`, `properties`, and every `allOf` of two schemas, so also for changes \
             that nobody can notice."
        }
        ("drift", Missed) if is(&["header"]) => "It doesn't look at the headers of responses.",
        ("drift", Missed) if is(&["credential", "security"]) => "It doesn't look at `security`.",
        ("drift", Missed) if is(&["operationId"]) => {
            "It takes operations for the same by method and path; a generated client doesn't."
        }
        ("drift", Missed) if is(&["deprecated", "readOnly", "writeOnly"]) => {
            "It calls this metadata (\"trivial\") or doesn't look at it."
        }
        ("drift", Missed) if is(&["change type"]) => {
            "It sees that `nullable` differs and reports nothing, or the schema is that of a response header, which it \
             doesn't look at."
        }
        ("drift", Missed)
            if is(&[
                "Length",
                "format",
                "pattern",
                "imum",
                "multipleOf",
                "remove type",
            ]) =>
        {
            "The schema is that of a response header, which it doesn't look at."
        }
        ("drift", FalseAlarm) => {
            "It compares schemas by their kind (`allOf`, `anyOf`, `not`, a type …) before their \
             meaning; another kind is \"incompatible\", whatever it allows."
        }
        ("jsonsubschema", Missed) if is(&["dependentRequired"]) => {
            "It ignores `dependencies`, and it takes an `allOf` of two objects for any object."
        }
        ("jsonsubschema", Missed | OtherDirection) => {
            "It takes an `allOf` of two objects that require different members for any object: \
             `isSubschema({\"type\": \"object\"}, {\"allOf\": [A, B]})` is true when A requires \
             `name` and B requires `id`. Nothing below such an `allOf` is compared."
        }
        ("jsonsubschema", FalseAlarm) => {
            "It doesn't take `{\"allOf\": [A, A]}` for a subschema of the object A, by the same \
             fault in how it joins objects."
        }
        ("jsonsubschema", Failed) if failure.contains("UnsupportedNegatedObject") => {
            "It says that it doesn't handle the negation of an object."
        }
        ("json-schema-diff", Missed)
            if is(&[
                "dependentRequired",
                "if and then",
                "multipleOf",
                "pattern",
                "propertyNames",
            ]) =>
        {
            "It ignores the keyword, as its `KEYWORDS.md` says: what it doesn't know can't differ."
        }
        ("json-schema-diff", Missed) if is(&["format"]) => {
            "It ignores `format` as an assertion, as draft-07 allows."
        }
        ("json-schema-diff", Failed) if failure.contains("longer than") => {
            "It multiplies out what it compares, and didn't end in time."
        }
        _ => return None,
    })
}
