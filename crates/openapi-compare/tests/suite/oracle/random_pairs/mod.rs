//! Checks verdicts of the comparison on random pairs of schemas against a
//! validator, with many values for each pair. Which values a schema allows is
//! decided by the validator alone.

mod instance;
mod random;
mod schema;
mod shrink;
mod variant;

use crate::fixture::{read, with_body};
use crate::mutants::OPAQUE;
use crate::mutants::verify::{self, write_ranges};
use jsonschema::Validator;
use openapi_compare::{Document, Finding, Report, Rule, Side, compare};
use random::Random;
use serde_json::{Value, json};
use std::fmt;

/// The members of `components.schemas` on both sides; `Root` is compared.
#[derive(Clone)]
struct Pair {
    left: Value,
    right: Value,
}

/// The result of the comparison of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Equal,
    Narrower,
    Wider,
    Different,
    Undecided,
}

/// The result of checking one pair.
pub struct Outcome {
    pub verdict: Verdict,
    /// Whether a schema has a keyword that the comparison doesn't understand.
    pub is_opaque: bool,
    /// Whether one of the random values is allowed on one side only.
    pub is_shown: bool,
    /// The value that contradicts the verdict, with the smallest pair that shows
    /// it.
    pub contradiction: Option<String>,
}

/// Generates the pair number `index` of `seed` and checks it with `instances`
/// values. Returns `None` if the validator can't compile it.
pub fn outcome(seed: u64, index: u64, instances: usize) -> Option<Outcome> {
    let mut random = Random::new(seed, index);
    let left = schema::components(&mut random);
    let right = variant::variant(&mut random, &left);
    let pair = Pair { left, right };
    let checked = pair.check()?;
    let mut is_shown = false;
    let mut contradiction =
        checked.unsound_witness().map(|witness| Contradiction { value: witness });
    for turn in 0..instances {
        let side = if turn % 2 == 0 { &pair.left } else { &pair.right };
        let value = instance::instance(&mut random, side);
        is_shown |= checked.left.is_valid(&value) != checked.right.is_valid(&value);
        if contradiction.is_none() && !checked.permits(&value) {
            contradiction = Some(Contradiction { value });
        }
    }
    let verdict = checked.verdict();
    let text = pair.to_string();
    let is_opaque = OPAQUE.iter().any(|keyword| text.contains(keyword));
    let contradiction = contradiction.map(|contradiction| {
        let least = shrink::shrink(pair, |pair| {
            pair.check().is_some_and(|checked| {
                !checked.permits(&contradiction.value) || checked.unsound_witness().is_some()
            })
        });
        format!("pair {index} of seed {seed}\n{least}value {}\n", contradiction.value)
    });
    Some(Outcome { verdict, is_opaque, is_shown, contradiction })
}

/// Shrinks the pair number `index`, on which the comparison can't decide. Returns
/// the smallest such pair.
pub fn least_undecided(seed: u64, index: u64) -> String {
    let mut random = Random::new(seed, index);
    let left = schema::components(&mut random);
    let right = variant::variant(&mut random, &left);
    let is_undecided =
        |pair: &Pair| pair.check().is_some_and(|checked| checked.verdict() == Verdict::Undecided);
    shrink::shrink(Pair { left, right }, is_undecided).to_string()
}

struct Contradiction {
    value: Value,
}

/// The validators of a pair, and the report of the comparison.
struct Checked {
    left: Validator,
    right: Validator,
    report: Report,
}

impl Pair {
    fn check(&self) -> Option<Checked> {
        let left = validator(&self.left)?;
        let right = validator(&self.right)?;
        let report = compare(&document(&self.left), &document(&self.right));
        // A limit is a difference without a verdict.
        report.limits.is_empty().then_some(Checked { left, right, report })
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "left  {}\nright {}", self.left, self.right)
    }
}

impl Checked {
    fn has(&self, rule: Rule) -> bool {
        self.report.findings.iter().any(|finding| finding.rule == rule)
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

    /// Returns whether the results of both sides for `value` are consistent with
    /// the verdict.
    fn permits(&self, value: &Value) -> bool {
        use Verdict::{Different, Narrower, Undecided, Wider};
        let verdict = self.verdict();
        match (self.left.is_valid(value), self.right.is_valid(value)) {
            (true, false) => matches!(verdict, Narrower | Different | Undecided),
            (false, true) => matches!(verdict, Wider | Different | Undecided),
            _ => true,
        }
    }

    /// Returns a witness on which the sides don't differ as claimed.
    fn unsound_witness(&self) -> Option<Value> {
        let witnesses = |finding: &Finding| finding.witnesses.clone();
        let mut witnesses = self.report.findings.iter().flat_map(witnesses);
        let unsound = witnesses.find(|witness| {
            let expected = witness.allowed_by == Side::Base;
            self.left.is_valid(&witness.value) != expected
                || self.right.is_valid(&witness.value) == expected
        })?;
        Some(unsound.value)
    }
}

fn document(components: &Value) -> Document {
    let schemas = components.to_string();
    let root = "{$ref: '#/components/schemas/Root'}";
    read("document", &with_body("3.1.0", root, &schemas[1..schemas.len() - 1]))
}

fn validator(components: &Value) -> Option<Validator> {
    let mut schema = json!({
        "$ref": "#/components/schemas/Root",
        "components": {"schemas": components},
    });
    write_ranges(&mut schema);
    verify::validator(&schema).ok()
}
