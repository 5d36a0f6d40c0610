//! Explanations of each engine's disagreements, taken from its code and verified by
//! hand on the smallest schemas that show them, never from the documentation of an
//! engine.

use crate::Outcome::{self, Failed, FalseAlarm, Missed, OtherDirection};
use crate::ignored::{JSON_SCHEMA_DIFF, JSONSUBSCHEMA};
use serde_json::Value;

/// A wrong answer of an engine.
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

    /// Returns whether the missed values differ only by keywords that the engine
    /// ignores.
    fn is_ignored(&self) -> bool {
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
        JSONSUBSCHEMA.agrees_on(&self.schemas["old"], &self.schemas["new"], &missed)
    }

    /// Returns whether the answer is correct for the schemas without the ignored
    /// keywords.
    fn is_right_without_ignored(&self) -> bool {
        let (old, new) = (&self.schemas["old"], &self.schemas["new"]);
        let answer = ["lost", "gained"].map(|side| self.answer[side] == true);
        JSON_SCHEMA_DIFF.differences(old, new) == Some(answer)
    }

    fn is_nullable_turned(&self) -> bool {
        let counts = ["old", "new"].map(|side| {
            let text = self.schemas[side].to_string();
            text.matches("\"nullable\":true").count()
        });
        counts[0] != counts[1]
    }

    /// Returns whether the changed property has a schema that forbids multiples.
    fn is_not_multiple(&self) -> bool {
        let name = self.at.rsplit('/').next().unwrap_or_default();
        let at = format!("/properties/{name}/not/multipleOf");
        self.schemas["old"].pointer(&at).is_some()
    }

    fn has_keyword(&self, keyword: &str) -> bool {
        let keyword = format!("\"{keyword}\":");
        ["old", "new"]
            .iter()
            .any(|side| self.schemas[side].to_string().contains(&keyword))
    }
}

/// Returns the reason for a disagreement; `None` if it is unknown.
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
            "It expects two bodies to have the same media types, each with a schema: otherwise \
             an assertion (`a_unique.is_empty()`) or a `todo!()` in `compare.rs` ends the \
             program."
        }
        Failed if on.failure.contains("unhandled") => {
            "It classifies some changes as narrower or wider, and reports \"unhandled\" for any \
             other change of the text: most keywords with a number or a pattern, `required`, \
             `properties`, every `allOf` of two schemas and every `anyOf`, the `content` of a \
             parameter and a `default` response. This includes changes that nobody can notice."
        }
        Failed if on.failure.contains("deserializing") && on.is(&["move a parameter"]) => {
            "The moved parameter keeps its `style`, which its new location doesn't allow: the \
             crate that parses documents rejects the whole document."
        }
        Missed if on.at.contains("/headers") || on.is(&["header"]) => {
            "It ignores response headers."
        }
        Missed if on.is(&["credential", "security"]) => "It ignores `security`.",
        Missed if on.is(&["operationId"]) => {
            "It identifies operations by method and path only; a generated client also uses the \
             `operationId`."
        }
        Missed if on.is(&["deprecate", "readOnly", "writeOnly"]) => {
            "It classifies this as metadata (\"trivial\") or ignores it."
        }
        Missed if on.is(&["style", "explode"]) => {
            "It compares the name, the location, `required` and the schema of parameters, but \
             not their serialization."
        }
        Missed if on.is(&["change type"]) && on.is_nullable_turned() => {
            "It detects that `nullable` differs and reports nothing."
        }
        FalseAlarm => {
            "It compares the kind of two schemas (`allOf`, `anyOf`, `not`, a type …) before \
             their meaning; schemas of different kinds are \"incompatible\", whatever they \
             allow."
        }
        _ => return None,
    })
}

fn of_jsonsubschema(on: &Disagreement) -> Option<&'static str> {
    Some(match on.outcome {
        Missed | OtherDirection if on.is_ignored() => {
            "It ignores `dependencies` and `format`; without them both schemas agree on the \
             value."
        }
        Missed if on.is_not_multiple() => {
            "It doesn't negate `multipleOf` (\"no handling at the moment\" in `_checkers.py`), \
             and treats `{\"type\": \"integer\", \"not\": {\"multipleOf\": 2}}` as a schema that \
             allows nothing: a subschema of `{\"type\": \"string\"}`."
        }
        Missed | OtherDirection if on.has_keyword("allOf") => {
            "It treats an `allOf` of two objects that require different members as any object: \
             `isSubschema({\"type\": \"object\"}, {\"allOf\": [A, B]})` is true when A requires \
             `name` and B requires `id`. Nothing below such an `allOf` is compared."
        }
        FalseAlarm if on.has_keyword("allOf") => {
            "It doesn't recognize `{\"allOf\": [A, A]}` as a subschema of A if A describes \
             objects or arrays: the same error in intersecting schemas."
        }
        Failed if on.failure.contains("UnsupportedNegatedObject") => {
            "It reports that the negation of an object is not supported; a `oneOf` of objects \
             needs it, too. If one occurs anywhere in a body, no part of the body is compared."
        }
        Failed if on.failure.contains("longer than") => "It didn't finish in time.",
        _ => return None,
    })
}

fn of_json_schema_diff(on: &Disagreement) -> Option<&'static str> {
    Some(match on.outcome {
        Missed | OtherDirection | FalseAlarm if on.is_right_without_ignored() => {
            "It ignores keywords, as its `KEYWORDS.md` documents (`enum`, `const`, `format`, \
             `pattern`, `multipleOf`, `if` …): its answer is correct for the schemas without \
             them."
        }
        Failed if on.failure.contains("longer than") => {
            "It expands the schemas to a normal form, and didn't finish in time."
        }
        _ => return None,
    })
}
