//! The verdict never contradicts a validator: what is called equal accepts the
//! same values, narrower accepts none that the other refuses, and wider
//! refuses none that the other accepts. Schemas and values are made at random,
//! from a fixed seed, out of few parts, so that they often meet.

use crate::fixture::{compare_texts, with_body};
use openapi_conformance::{Finding, Report, Rule};
use serde_json::{Value, json};

const PAIRS: usize = 1_000;
const VALUES: usize = 150;

/// A linear congruential generator (Knuth's MMIX constants): the same numbers
/// on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as usize
    }

    fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 5 } else { 8 }) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 => json!(self.below(7) as i64 - 2),
            3 => json!(self.below(14) as f64 / 2.0 - 2.0),
            4 => json!(self.pick(&["", "a", "b", "ab", "ba", "abc", "\u{1f600}"])),
            5 => {
                let length = self.below(4);
                Value::Array((0..length).map(|_| self.value(depth - 1)).collect())
            }
            _ => {
                let mut members = serde_json::Map::new();
                for name in ["a", "b", "c"] {
                    if self.below(2) == 0 {
                        members.insert(name.to_owned(), self.value(depth - 1));
                    }
                }
                Value::Object(members)
            }
        }
    }

    fn schema(&mut self, depth: usize) -> Value {
        let kinds = if depth == 0 { 7 } else { 13 };
        match self.below(kinds) {
            0 => json!(self.below(4) != 0),
            1 => json!({"const": self.value(1)}),
            2 => json!({"enum": [self.value(1), self.value(0), self.value(0)]}),
            3 => json!({"type": self.pick(&[
                json!("null"), json!("boolean"), json!("integer"), json!("number"), json!("string"),
                json!(["string", "null"]), json!(["integer", "string"]), json!("object"), json!("array"),
            ])}),
            4 | 5 => {
                let mut schema = json!({"type": self.pick(&["integer", "number"])});
                for keyword in ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"] {
                    if self.below(3) == 0 {
                        schema[keyword] = json!(self.below(12) as f64 / 2.0 - 1.0);
                    }
                }
                if self.below(4) == 0 {
                    schema["multipleOf"] = self.pick(&[json!(1), json!(2), json!(0.5), json!(3)]);
                }
                schema
            }
            6 => {
                let mut schema = json!({"type": "string"});
                if self.below(3) == 0 {
                    schema["minLength"] = json!(self.below(3));
                }
                if self.below(3) == 0 {
                    schema["maxLength"] = json!(self.below(3));
                }
                if self.below(3) == 0 {
                    schema["pattern"] = json!(self.pick(&["^a", "b$", "."]));
                }
                schema
            }
            7 | 8 => self.object(depth),
            9 => {
                let mut schema = json!({"type": "array", "items": self.schema(depth - 1)});
                if self.below(3) == 0 {
                    schema["prefixItems"] = json!([self.schema(depth - 1)]);
                }
                if self.below(3) == 0 {
                    schema["minItems"] = json!(self.below(3));
                }
                if self.below(3) == 0 {
                    schema["maxItems"] = json!(self.below(3));
                }
                if self.below(4) == 0 {
                    schema["uniqueItems"] = json!(true);
                }
                schema
            }
            10 => json!({"allOf": [self.schema(depth - 1), self.schema(depth - 1)]}),
            11 => {
                json!({self.pick(&["anyOf", "oneOf"]): [self.schema(depth - 1), self.schema(depth - 1)]})
            }
            _ => json!({"not": self.schema(depth - 1)}),
        }
    }

    fn object(&mut self, depth: usize) -> Value {
        let mut schema = json!({"type": "object"});
        for name in ["a", "b"] {
            if self.below(2) == 0 {
                schema["properties"][name] = self.schema(depth - 1);
            }
        }
        if self.below(2) == 0 {
            schema["required"] = self.pick(&[json!(["a"]), json!(["a", "b"]), json!(["c"])]);
        }
        if self.below(3) == 0 {
            schema["additionalProperties"] = self.schema(depth - 1);
        }
        if self.below(5) == 0 {
            schema["patternProperties"] = json!({"^a|c$": self.schema(depth - 1)});
        }
        if self.below(5) == 0 {
            schema["minProperties"] = json!(self.below(3));
        }
        if self.below(5) == 0 {
            schema["maxProperties"] = json!(self.below(3));
        }
        if self.below(6) == 0 {
            schema = json!({"allOf": [schema], "unevaluatedProperties": false});
        }
        schema
    }

    /// `schema` with one part of it replaced, or itself in another spelling.
    fn variant(&mut self, schema: &Value) -> Value {
        match self.below(6) {
            0 => json!({"allOf": [schema, true]}),
            1 => json!({"anyOf": [schema, false]}),
            2 => json!({"allOf": [schema, self.schema(1)]}),
            3 => json!({"anyOf": [schema, self.schema(1)]}),
            4 => self.schema(2),
            _ => self.replaced(schema),
        }
    }

    fn replaced(&mut self, schema: &Value) -> Value {
        let mut changed = schema.clone();
        let parts = match &mut changed {
            Value::Object(members) => members.values_mut().collect::<Vec<_>>(),
            Value::Array(items) => items.iter_mut().collect(),
            _ => Vec::new(),
        };
        for part in parts {
            if self.below(2) == 0 && (part.is_object() || part.is_array()) {
                *part = self.replaced(part);
                return changed;
            }
        }
        if schema.is_object() {
            self.schema(1)
        } else {
            changed
        }
    }
}

/// Whether the report allows `left` and `right` to judge one value so.
fn allows(report: &Report, left: bool, right: bool) -> bool {
    let has = |rule| report.findings.iter().any(|finding| finding.rule == rule);
    let different = has(Rule::RequestBodyDifferent) || has(Rule::Undecided);
    let narrower = different || has(Rule::RequestBodyNarrower);
    let wider = different || has(Rule::RequestBodyWider);
    match (left, right) {
        (true, false) => narrower,
        (false, true) => wider,
        _ => true,
    }
}

#[test]
fn no_verdict_contradicts_a_validator() {
    let mut random = Random(3);
    let mut equal = 0;
    let mut undecided = 0;
    for pair in 0..PAIRS {
        let left = random.schema(3);
        let right = random.variant(&left);
        let (Ok(left_validator), Ok(right_validator)) = (
            jsonschema::validator_for(&left),
            jsonschema::validator_for(&right),
        ) else {
            continue;
        };
        let text = |schema: &Value| with_body("3.1.0", &schema.to_string(), "");
        let report = compare_texts(&text(&left), &text(&right));
        equal += usize::from(report.is_clean());
        let is_undecided = |finding: &Finding| finding.rule == Rule::Undecided;
        undecided += usize::from(report.findings.iter().any(is_undecided));
        for _ in 0..VALUES {
            let value = random.value(2);
            let judged = (
                left_validator.is_valid(&value),
                right_validator.is_valid(&value),
            );
            assert!(
                allows(&report, judged.0, judged.1),
                "pair {pair}\n{left} says {}\n{right} says {}\nof {value}, and the comparison says\n{report}",
                judged.0,
                judged.1,
            );
        }
    }
    println!("{PAIRS} pairs, {equal} of them equal, {undecided} undecided");
    assert!(equal > PAIRS / 10, "too few equal pairs to show anything");
}
