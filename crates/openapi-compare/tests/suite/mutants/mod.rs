//! Mutations of documents, made by a list of operators at every location where each
//! applies. Changes that a caller can notice must be found at their location, in
//! their direction, with witnesses that an independent validator confirms; changes
//! that a caller can't notice must not be reported at all. A finding elsewhere
//! doesn't count.

pub mod equivalent;
mod operation;
mod schema;
pub mod tree;
pub mod verify;

use openapi_compare::{Document, Finding, Level, Report, Rule, Side, compare_versions};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The keywords about which nothing is decided.
pub const OPAQUE: [&str; 3] = ["contains", "dependentSchemas", "unevaluatedItems"];

/// The effect of a change on the values that a schema allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Narrower,
    Wider,
    /// Both narrower and wider.
    Different,
    /// Depends on what the other branches allow.
    Depending,
    /// Neither: only an annotation changes.
    Annotation,
}

/// A changed document and the expected finding.
pub struct Change {
    pub name: String,
    /// The location of the change, as a JSON Pointer.
    pub at: String,
    pub document: Value,
    pub expected: Expected,
}

pub enum Expected {
    Values(Direction),
    /// The rule if the changed document is the emitted one, and if it is the
    /// contract.
    Rules(&'static str, &'static str),
    /// Any finding.
    Anything,
}

/// The number of changes of each kind, and how many of them had the correct result.
#[derive(Default)]
pub struct Score {
    counts: BTreeMap<String, (usize, usize)>,
    pub made: usize,
    pub right: usize,
    pub failures: Vec<String>,
}

impl Score {
    fn count(&mut self, name: &str, failure: Option<String>) {
        let count = self.counts.entry(name.to_owned()).or_default();
        count.0 += 1;
        self.made += 1;
        match failure {
            None => {
                count.1 += 1;
                self.right += 1;
            }
            Some(failure) => self.failures.push(failure),
        }
    }

    /// Returns a table with one line for each kind of change.
    pub fn table(&self) -> String {
        let mut table = format!("{:>5} {:>5}  change\n", "made", "right");
        for (name, (made, right)) in &self.counts {
            let _ = writeln!(table, "{made:>5} {right:>5}  {name}");
        }
        let _ = writeln!(table, "{:>5} {:>5}  in all", self.made, self.right);
        table
    }
}

/// Keywords that several branches of an `allOf` have in common.
const IN_EVERY_BRANCH: [&str; 2] = ["type", "additionalProperties"];

/// Returns the changes that a caller can notice.
pub fn changes(original: &Value) -> Vec<Change> {
    let mut changes = operation::changes(original);
    for at in tree::schemas(original) {
        let schema = original.pointer(&at).expect("it was found there");
        let is_branch = parent(&at).ends_with("/allOf");
        let around = original.pointer(parent(parent(&at)));
        let is_sealed =
            is_branch && around.is_some_and(|around| around.get("unevaluatedProperties").is_some());
        for (name, direction, other) in schema::changes(schema, is_sealed) {
            // A constraint that another branch repeats isn't noticed here, and a
            // contradiction leaves no location to report.
            if is_branch && IN_EVERY_BRANCH.iter().any(|keyword| name.ends_with(keyword)) {
                continue;
            }
            // Then the direction of the message decides whether it needs the member, which
            // the validator of witnesses does not know.
            if name.ends_with("Only") && is_required(original, &at) {
                continue;
            }
            let Some((place, direction)) = noticed_at(original, &at, direction, &other) else {
                continue;
            };
            // The text of a value can be that of a value of the other type.
            let is_text = ["/parameters/", "/headers/"].iter().any(|part| at.contains(part));
            let (at_text, expected) = match place.find("/schema/") {
                _ if !is_text || !name.ends_with(" type") => (None, Expected::Values(direction)),
                end => (end.map(|end| place[..end + 7].to_owned()), Expected::Anything),
            };
            changes.push(Change {
                name,
                at: at_text.unwrap_or(place),
                document: tree::changed(original, &at, |value| *value = other),
                expected,
            });
        }
    }
    changes
}

fn is_required(original: &Value, at: &str) -> bool {
    let name = json!(at.rsplit('/').next());
    let object = original.pointer(parent(parent(at)));
    let required = object.and_then(|object| object["required"].as_array());
    required.is_some_and(|names| names.contains(&name))
}

fn parent(at: &str) -> &str {
    at.rsplit_once('/').map_or("", |(parent, _)| parent)
}

/// Returns the targets of references in the branches of a union.
fn branches(schema: &Value) -> Vec<String> {
    let branches = schema.get("oneOf").and_then(Value::as_array);
    branches
        .into_iter()
        .flatten()
        .filter_map(|branch| Some(branch.get("$ref")?.as_str()?[1..].to_owned()))
        .collect()
}

/// Returns where the change of the schema at `at` is noticed, and its direction
/// there. Returns `None` if no caller can notice the change.
fn noticed_at(
    original: &Value,
    at: &str,
    direction: Direction,
    other: &Value,
) -> Option<(String, Direction)> {
    if let Some((around, _)) = at.split_once("/not") {
        // An annotation on a rejected value isn't noticeable.
        let is_noticed = direction != Direction::Annotation;
        return is_noticed.then(|| (around.to_owned(), reversed(direction)));
    }
    let here = || Some((at.to_owned(), direction));
    if direction == Direction::Annotation {
        return here();
    }
    let beside = |keyword| original.pointer(parent(at))?.get(keyword);
    if parent(at).ends_with("/anyOf") {
        // Another branch may have the same effect, or distinguish the values.
        let types = other.get("type").and_then(Value::as_array);
        let says_the_same = types.is_some_and(|types| types.contains(&json!("null")));
        return (!says_the_same).then(|| (parent(at).to_owned(), direction));
    }
    if at.ends_with("/contains") && beside("maxContains").is_some() {
        // Fewer matching items affect `minContains` and `maxContains` in opposite
        // directions.
        return Some((at.to_owned(), Direction::Different));
    }
    if at.ends_with("/items") && beside("contains").is_some() && direction == Direction::Different {
        // Items of another type don't match `contains`.
        return Some((at.to_owned(), Direction::Narrower));
    }
    let is_alternative = tree::schemas(original)
        .iter()
        .filter_map(|at| original.pointer(at))
        .any(|schema| branches(schema).iter().any(|branch| branch == at));
    if is_alternative { Some((at.to_owned(), Direction::Depending)) } else { here() }
}

/// Tries changes that a caller can notice, on either side; only each `every`th.
pub fn noticeable(original: &Value, every: usize) -> Score {
    let mut score = Score::default();
    let mut unchanged = LoadedDocument::new(original);
    for change in changes(original).into_iter().step_by(every) {
        let mut changed = LoadedDocument::new(&change.document);
        for is_emitted in [true, false] {
            let (left, right) = if is_emitted {
                (&mut unchanged, &mut changed)
            } else {
                (&mut changed, &mut unchanged)
            };
            let name = strip_names(&change.name);
            score.count(&name, failure(left, right, &change, is_emitted));
        }
    }
    score
}

/// A document as the comparison reads it, and validators for its schemas.
struct LoadedDocument {
    document: Document,
    validators: verify::Validators,
}

impl LoadedDocument {
    fn new(value: &Value) -> LoadedDocument {
        LoadedDocument {
            document: read(&value.to_string()),
            validators: verify::Validators::new(value),
        }
    }
}

/// Tries changes that no caller can notice, on either side; only each `every`th.
pub fn unnoticeable(original: &Value, every: usize) -> Score {
    let mut score = Score::default();
    let base = read(&original.to_string());
    for (name, at, text) in equivalent::changes(original).into_iter().step_by(every) {
        let other = read(&text);
        for (left, right) in [(&base, &other), (&other, &base)] {
            let mut report = compare_versions(Level::Documentation, left, right);
            report.findings.retain(|finding| !is_text(finding.rule));
            let failure = (!report.is_clean()).then(|| format!("{name} at {at}\n{report}"));
            score.count(&name, failure);
        }
    }
    score
}

/// Returns whether the rule is about texts for people, which may change unnoticed.
pub fn is_text(rule: Rule) -> bool {
    matches!(rule, Rule::TextDifferent | Rule::TagsDifferent)
}

fn read(text: &str) -> Document {
    Document::parse("document", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Returns the name of the operator without the name of the property it was applied
/// to.
pub fn strip_names(name: &str) -> String {
    match name.split_once(" property ") {
        Some((verb, _)) => format!("{verb} property"),
        None => name.to_owned(),
    }
}

fn failure(
    left: &mut LoadedDocument,
    right: &mut LoadedDocument,
    change: &Change,
    is_emitted: bool,
) -> Option<String> {
    let report = compare_versions(Level::Documentation, &left.document, &right.document);
    let side = if is_emitted { "emitted" } else { "contract" };
    let failed =
        |what: &str| Some(format!("{} at {} ({side}): {what}\n{report}", change.name, change.at));
    for finding in &report.findings {
        let messages =
            verify::invalid_witnesses(finding, &mut left.validators, &mut right.validators);
        if let Some(message) = messages.first() {
            return failed(&format!("a witness is invalid: {message}"));
        }
    }
    if report.findings.iter().any(|finding| finding.rule == Rule::Undecided) {
        return if is_opaque(change) { None } else { failed("something is undecided") };
    }
    let here: Vec<&Finding> = at_its_location(&report, change);
    if here.is_empty() {
        return failed("nothing is found at its place");
    }
    match change.expected {
        Expected::Anything => None,
        Expected::Rules(emitted, contract) => {
            let expected_rule = if is_emitted { emitted } else { contract };
            let is_found = here.iter().any(|finding| finding.rule.id() == expected_rule);
            if is_found { None } else { failed(&format!("{expected_rule} is not found")) }
        }
        Expected::Values(direction) => {
            let direction = if is_emitted { direction } else { reversed(direction) };
            let is_found = is_in_direction(&here, direction, &change.at);
            if is_found { None } else { failed(&format!("{direction:?} is not found")) }
        }
    }
}

/// Returns whether the change is within or beside a keyword that the comparison doesn't understand.
fn is_opaque(change: &Change) -> bool {
    let mut around = change.at.match_indices('/').map(|(end, _)| &change.at[..end]);
    around.any(|at| {
        let schema = change.document.pointer(at);
        OPAQUE.iter().any(|keyword| schema.is_some_and(|schema| schema.get(keyword).is_some()))
    })
}

/// Returns the findings at or below the location of the change, or in the targets
/// of its branches.
fn at_its_location<'r>(report: &'r Report, change: &Change) -> Vec<&'r Finding> {
    let mut places = vec![change.at.clone()];
    places.extend(change.document.pointer(&change.at).map(branches).into_iter().flatten());
    let is_here = |pointer: &str| places.iter().any(|place| pointer.starts_with(place));
    let findings = report.findings.iter();
    findings
        .filter(|finding| is_here(&finding.base.pointer) || is_here(&finding.candidate.pointer))
        .collect()
}

fn reversed(direction: Direction) -> Direction {
    match direction {
        Direction::Narrower => Direction::Wider,
        Direction::Wider => Direction::Narrower,
        other => other,
    }
}

fn is_in_direction(findings: &[&Finding], direction: Direction, at: &str) -> bool {
    let has = |suffix: &str| findings.iter().any(|finding| finding.rule.id().ends_with(suffix));
    // The direction depends on what the inner schema allows.
    if direction == Direction::Depending
        || at.contains("/oneOf/")
        || at.contains("/if/")
        || at.ends_with("/if")
        || at.ends_with("/other")
    {
        return has("-narrower") || has("-wider") || has("-different");
    }
    let shows = |side: Side| {
        let mut alone = findings.iter().filter(|finding| finding.witnesses.len() == 1);
        alone.any(|finding| {
            finding.rule.id().ends_with("-different") && finding.witnesses[0].allowed_by == side
        })
    };
    // A new optional property of a request rejects values of other types, and has a
    // rule of its own.
    let is_added = has(Rule::RequestPropertyAdded.id());
    let narrower = has("-narrower") || is_added || shows(Side::Base);
    let wider = has("-wider") || shows(Side::Candidate);
    let different = findings.iter().any(|finding| finding.witnesses.len() == 2);
    match direction {
        Direction::Narrower => narrower && !wider && !different,
        Direction::Wider => wider && !narrower && !different,
        Direction::Different => different || (narrower && wider),
        Direction::Depending => narrower || wider || different,
        Direction::Annotation => has("schema-annotation-different"),
    }
}
