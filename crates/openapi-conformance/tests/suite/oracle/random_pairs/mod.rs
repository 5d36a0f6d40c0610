//! Random pairs of schemas, and whether what the comparison says of each fits
//! what a validator says of many values. It must never ask the comparison what
//! a schema allows.

mod instance;
mod random;
mod schema;
mod shrink;
mod variant;

use jsonschema::{Draft, Validator};
use openapi_conformance::{Document, Finding, Report, Rule, Side, compare};
use random::Random;
use serde_json::{Value, json};
use std::fmt;

/// Two times the members of `components.schemas`, of which `Root` is compared.
#[derive(Clone)]
struct Pair {
    left: Value,
    right: Value,
}

/// What the comparison says of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Equal,
    Narrower,
    Wider,
    Different,
    Undecided,
}

/// One pair, judged.
pub struct Outcome {
    pub verdict: Verdict,
    /// Whether the sides differ in one of the random values.
    pub is_shown: bool,
    /// What contradicts the verdict, with the least pair that shows it.
    pub fault: Option<String>,
}

/// Makes the pair number `index` of `seed`, and judges `instances` values;
/// `None` if the validator can't compile it.
pub fn outcome(seed: u64, index: u64, instances: usize) -> Option<Outcome> {
    let mut random = Random::new(seed, index);
    let left = schema::components(&mut random);
    let right = variant::variant(&mut random, &left);
    let pair = Pair { left, right };
    let judged = pair.judge()?;
    let mut is_shown = false;
    let mut fault = judged
        .unsound_witness()
        .map(|witness| Fault { value: witness });
    for turn in 0..instances {
        let side = if turn % 2 == 0 {
            &pair.left
        } else {
            &pair.right
        };
        let value = instance::instance(&mut random, side);
        is_shown |= judged.left.is_valid(&value) != judged.right.is_valid(&value);
        if fault.is_none() && !judged.permits(&value) {
            fault = Some(Fault { value });
        }
    }
    let verdict = judged.verdict();
    let fault = fault.map(|fault| {
        let least = shrink::shrink(pair, |pair| {
            pair.judge().is_some_and(|judged| {
                !judged.permits(&fault.value) || judged.unsound_witness().is_some()
            })
        });
        format!(
            "pair {index} of seed {seed}\n{least}value {}\n",
            fault.value
        )
    });
    Some(Outcome {
        verdict,
        is_shown,
        fault,
    })
}

/// The least pair like the pair number `index` on which the comparison can't
/// decide.
pub fn least_undecided(seed: u64, index: u64) -> String {
    let mut random = Random::new(seed, index);
    let left = schema::components(&mut random);
    let right = variant::variant(&mut random, &left);
    let is_undecided = |pair: &Pair| {
        pair.judge()
            .is_some_and(|judged| judged.verdict() == Verdict::Undecided)
    };
    shrink::shrink(Pair { left, right }, is_undecided).to_string()
}

struct Fault {
    value: Value,
}

/// A pair with both opinions.
struct Judged {
    left: Validator,
    right: Validator,
    report: Report,
}

impl Pair {
    fn judge(&self) -> Option<Judged> {
        let left = validator(&self.left)?;
        let right = validator(&self.right)?;
        let report = compare(&document(&self.left), &document(&self.right));
        Some(Judged {
            left,
            right,
            report,
        })
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "left  {}\nright {}", self.left, self.right)
    }
}

impl Judged {
    fn has(&self, rule: Rule) -> bool {
        self.report
            .findings
            .iter()
            .any(|finding| finding.rule == rule)
    }

    fn verdict(&self) -> Verdict {
        let narrower = self.has(Rule::RequestBodyNarrower);
        let wider = self.has(Rule::RequestBodyWider);
        if self.has(Rule::Undecided) {
            Verdict::Undecided
        } else if self.has(Rule::RequestBodyDifferent) || (narrower && wider) {
            Verdict::Different
        } else if narrower {
            Verdict::Narrower
        } else if wider {
            Verdict::Wider
        } else {
            Verdict::Equal
        }
    }

    /// Whether the verdict lets the sides judge `value` as they do.
    fn permits(&self, value: &Value) -> bool {
        use Verdict::{Different, Narrower, Undecided, Wider};
        let verdict = self.verdict();
        match (self.left.is_valid(value), self.right.is_valid(value)) {
            (true, false) => matches!(verdict, Narrower | Different | Undecided),
            (false, true) => matches!(verdict, Wider | Different | Undecided),
            _ => true,
        }
    }

    /// A witness on which the sides do not differ as it says.
    fn unsound_witness(&self) -> Option<Value> {
        let witnesses = |finding: &Finding| finding.witnesses.clone();
        let mut witnesses = self.report.findings.iter().flat_map(witnesses);
        let unsound = witnesses.find(|witness| {
            let expected = witness.allowed_by == Side::Contract;
            self.left.is_valid(&witness.value) != expected
                || self.right.is_valid(&witness.value) == expected
        })?;
        Some(unsound.value)
    }
}

fn document(components: &Value) -> Document {
    let body = json!({"$ref": "#/components/schemas/Root"});
    let document = json!({
        "openapi": "3.1.0",
        "paths": {"/a": {"post": {
            "requestBody": {"required": true, "content": {"application/json": {"schema": body}}},
            "responses": {"204": {"description": "done"}},
        }}},
        "components": {"schemas": components},
    });
    let text = document.to_string();
    Document::parse("document", &text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn validator(components: &Value) -> Option<Validator> {
    let mut components = components.clone();
    write_ranges(&mut components);
    let schema = json!({
        "$ref": "#/components/schemas/Root",
        "components": {"schemas": components},
    });
    let options = jsonschema::options()
        .with_draft(Draft::Draft202012)
        .offline();
    options.should_validate_formats(true).build(&schema).ok()
}

/// OpenAPI's numeric formats are ranges, which JSON Schema doesn't know.
fn write_ranges(value: &mut Value) {
    let parts: Vec<&mut Value> = match value {
        Value::Object(members) => members.values_mut().collect(),
        Value::Array(items) => items.iter_mut().collect(),
        _ => return,
    };
    parts.into_iter().for_each(write_ranges);
    let range = match value.get("format").and_then(Value::as_str) {
        Some("int8") => json!({"minimum": i8::MIN, "maximum": i8::MAX}),
        Some("uint8") => json!({"minimum": 0, "maximum": u8::MAX}),
        Some("int32") => json!({"minimum": i32::MIN, "maximum": i32::MAX}),
        Some("int64") => json!({"minimum": i64::MIN, "maximum": i64::MAX}),
        _ => return,
    };
    match value.get_mut("allOf").and_then(Value::as_array_mut) {
        Some(all) => all.push(range),
        None => value["allOf"] = json!([range]),
    }
}
