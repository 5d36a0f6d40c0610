//! Why each engine disagrees: read from its code and tried by hand on the least
//! schemas that show it. Nothing may be explained here by what an engine is said
//! to do.

use crate::Outcome::{self, Failed, FalseAlarm, Missed, OtherDirection};
use crate::ignored::{JSON_SCHEMA_DIFF, JSONSUBSCHEMA};
use serde_json::Value;

/// An answer that isn't the truth.
pub struct Disagreement<'d> {
    engine: &'d str,
    outcome: Outcome,
    change: &'d str,
    at: &'d str,
    failure: &'d str,
    schemas: &'d Value,
    answer: &'d Value,
}

impl<'d> Disagreement<'d> {
    pub fn new(
        engine: &'d str,
        outcome: Outcome,
        pair: &'d Value,
        answer: &'d Value,
        language: &str,
    ) -> Disagreement<'d> {
        Disagreement {
            engine,
            outcome,
            change: pair["change"].as_str().unwrap_or_default(),
            at: pair["at"].as_str().unwrap_or_default(),
            failure: answer["failed"].as_str().unwrap_or_default(),
            schemas: &pair[language],
            answer,
        }
    }

    fn is(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.change.contains(word))
    }

    /// Whether nothing but what it ignores tells the values apart that it missed.
    fn is_unread(&self) -> bool {
        let mut missed = Vec::new();
        for side in ["lost", "gained"] {
            let shown = self.schemas[side].as_str();
            match (shown, self.answer[side] == true) {
                (Some(value), false) => {
                    missed.extend(serde_json::from_str::<Value>(value));
                }
                (None, true) => return false,
                _ => {}
            }
        }
        JSONSUBSCHEMA.is_alike(&self.schemas["old"], &self.schemas["new"], &missed)
    }

    /// Whether its answer is right of what it doesn't ignore.
    fn is_right_without_ignored(&self) -> bool {
        let (old, new) = (&self.schemas["old"], &self.schemas["new"]);
        let said = ["lost", "gained"].map(|side| self.answer[side] == true);
        JSON_SCHEMA_DIFF.differences(old, new) == Some(said)
    }

    fn is_nullable_turned(&self) -> bool {
        let counts = ["old", "new"].map(|side| {
            let text = self.schemas[side].to_string();
            text.matches("\"nullable\":true").count()
        });
        counts[0] != counts[1]
    }

    /// Whether what changed is a property whose schema forbids multiples.
    fn is_not_multiple(&self) -> bool {
        let name = self.at.rsplit('/').next().unwrap_or_default();
        let at = format!("/properties/{name}/not/multipleOf");
        self.schemas["old"].pointer(&at).is_some()
    }

    fn says(&self, keyword: &str) -> bool {
        let keyword = format!("\"{keyword}\":");
        ["old", "new"]
            .iter()
            .any(|side| self.schemas[side].to_string().contains(&keyword))
    }
}

/// The reason for a disagreement; `None` if it isn't known.
pub fn explanation(disagreement: &Disagreement) -> Option<&'static str> {
    match disagreement.engine {
        "drift" => of_drift(disagreement),
        "jsonsubschema" => of_jsonsubschema(disagreement),
        "json-schema-diff" => of_json_schema_diff(disagreement),
        _ => None,
    }
}

fn of_drift(on: &Disagreement) -> Option<&'static str> {
    Some(match on.outcome {
        Failed if on.failure == "it panicked" => {
            "Of two bodies it expects the same media types, with a schema each: an assertion \
             (`a_unique.is_empty()`) or a `todo!()` in `compare.rs` ends the program."
        }
        Failed if on.failure.contains("unhandled") => {
            "It has classes for what it knows to be narrower or wider, and \"unhandled\" for what \
             it only sees to be another text: most keywords with a number or a pattern, \
             `required`, `properties`, every `allOf` of two schemas and every `anyOf`, the \
             `content` of a parameter and a `default` response, so also for changes that nobody \
             can notice."
        }
        Failed if on.failure.contains("deserializing") && on.is(&["move a parameter"]) => {
            "The parameter keeps its `style` where it is moved to, and the place has no such \
             style: the crate with which it reads documents refuses the whole of it."
        }
        Missed if on.at.contains("/headers") || on.is(&["header"]) => {
            "It doesn't look at the headers of responses."
        }
        Missed if on.is(&["credential", "security"]) => "It doesn't look at `security`.",
        Missed if on.is(&["operationId"]) => {
            "It takes operations for the same by method and path; a generated client doesn't."
        }
        Missed if on.is(&["deprecate", "readOnly", "writeOnly"]) => {
            "It calls this metadata (\"trivial\") or doesn't look at it."
        }
        Missed if on.is(&["style", "explode"]) => {
            "Of parameters it compares the name, the place, `required` and the schema, not how \
             they are written."
        }
        Missed if on.is(&["change type"]) && on.is_nullable_turned() => {
            "It sees that `nullable` differs and reports nothing."
        }
        FalseAlarm => {
            "It compares schemas by their kind (`allOf`, `anyOf`, `not`, a type …) before their \
             meaning; another kind is \"incompatible\", whatever it allows."
        }
        _ => return None,
    })
}

fn of_jsonsubschema(on: &Disagreement) -> Option<&'static str> {
    Some(match on.outcome {
        Missed | OtherDirection if on.is_unread() => {
            "It ignores `dependencies` and `format`, and without them the value is no difference."
        }
        Missed if on.is_not_multiple() => {
            "It doesn't negate `multipleOf` (\"no handling at the moment\", says `_checkers.py`), and \
             takes `{\"type\": \"integer\", \"not\": {\"multipleOf\": 2}}` for a schema that allows \
             nothing: a subschema of `{\"type\": \"string\"}`."
        }
        Missed | OtherDirection if on.says("allOf") => {
            "It takes an `allOf` of two objects that require different members for any object: \
             `isSubschema({\"type\": \"object\"}, {\"allOf\": [A, B]})` is true when A requires \
             `name` and B requires `id`. Nothing below such an `allOf` is compared."
        }
        FalseAlarm if on.says("allOf") => {
            "It doesn't take `{\"allOf\": [A, A]}` for a subschema of A where A is of objects or of \
             arrays, by the same fault in how it joins them."
        }
        Failed if on.failure.contains("UnsupportedNegatedObject") => {
            "It says that it doesn't handle the negation of an object, which a `oneOf` of objects \
             needs, too. Where one stands anywhere in a body, nothing of the body is compared."
        }
        Failed if on.failure.contains("longer than") => "It didn't end in time.",
        _ => return None,
    })
}

fn of_json_schema_diff(on: &Disagreement) -> Option<&'static str> {
    Some(match on.outcome {
        Missed | OtherDirection | FalseAlarm if on.is_right_without_ignored() => {
            "It ignores keywords, as its `KEYWORDS.md` says (`enum`, `const`, `format`, `pattern`, \
             `multipleOf`, `if` …): its answer is right of the schemas without them."
        }
        Failed if on.failure.contains("longer than") => {
            "It multiplies out what it compares, and didn't end in time."
        }
        _ => return None,
    })
}
