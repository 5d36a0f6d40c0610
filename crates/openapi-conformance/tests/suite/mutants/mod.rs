//! Changes of documents, made by a list of operators at every place where each
//! applies: those that a caller can notice must be found, at their place, in
//! their direction, with witnesses that an independent validator confirms;
//! those that he can't must not be reported at all. It must never take a
//! change for found because something else was.

pub mod equivalent;
mod operation;
mod schema;
pub mod tree;
pub mod verify;

use openapi_conformance::{Document, Finding, Level, Report, Rule, Side, compare_versions};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// What a change does to the values that a schema allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Narrower,
    Wider,
    /// Both.
    Different,
    /// What others allow decides which.
    Depending,
    /// Neither: only what is said about them.
    Annotation,
}

/// A changed document and what is to be found.
pub struct Change {
    pub name: String,
    /// What was changed, as a JSON Pointer.
    pub at: String,
    pub document: Value,
    pub expected: Expected,
}

pub enum Expected {
    Values(Direction),
    /// The rule when the changed document is emitted, and when it is the
    /// contract.
    Rules(&'static str, &'static str),
    /// Whatever becomes of it.
    Anything,
}

/// How many changes of each kind were made, and how many judged rightly.
#[derive(Default)]
pub struct Score {
    counts: BTreeMap<String, (usize, usize)>,
    pub made: usize,
    pub right: usize,
    pub faults: Vec<String>,
}

impl Score {
    fn count(&mut self, name: &str, fault: Option<String>) {
        let count = self.counts.entry(name.to_owned()).or_default();
        count.0 += 1;
        self.made += 1;
        match fault {
            None => {
                count.1 += 1;
                self.right += 1;
            }
            Some(fault) => self.faults.push(fault),
        }
    }

    /// One line for each kind of change.
    pub fn table(&self) -> String {
        let mut table = format!("{:>5} {:>5}  change\n", "made", "right");
        for (name, (made, right)) in &self.counts {
            let _ = writeln!(table, "{made:>5} {right:>5}  {name}");
        }
        let _ = writeln!(table, "{:>5} {:>5}  in all", self.made, self.right);
        table
    }
}

/// Keywords that several branches of an `allOf` say together.
const IN_EVERY_BRANCH: [&str; 2] = ["type", "additionalProperties"];

/// Changes that a caller can notice.
pub fn changes(original: &Value) -> Vec<Change> {
    let mut changes = operation::changes(original);
    for at in tree::schemas(original) {
        let schema = original.pointer(&at).expect("it was found there");
        let is_branch = parent(&at).ends_with("/allOf");
        let around = original.pointer(parent(parent(&at)));
        let is_sealed =
            is_branch && around.is_some_and(|around| around.get("unevaluatedProperties").is_some());
        for (name, direction, other) in schema::changes(schema, is_sealed) {
            // What another branch says, too, isn't noticed here, and what
            // contradicts it leaves nothing to point at.
            if is_branch
                && IN_EVERY_BRANCH
                    .iter()
                    .any(|keyword| name.ends_with(keyword))
            {
                continue;
            }
            let Some((place, direction)) = seen_around(original, &at, direction, &other) else {
                continue;
            };
            changes.push(Change {
                name,
                at: place,
                document: tree::changed(original, &at, |value| *value = other),
                expected: Expected::Values(direction),
            });
        }
    }
    changes
}

fn parent(at: &str) -> &str {
    at.rsplit_once('/').map_or("", |(parent, _)| parent)
}

/// Where references from the branches of a union lead.
fn branches(schema: &Value) -> Vec<String> {
    let branches = schema.get("oneOf").and_then(Value::as_array);
    branches
        .into_iter()
        .flatten()
        .filter_map(|branch| Some(branch.get("$ref")?.as_str()?[1..].to_owned()))
        .collect()
}

/// Where the change of the schema at `at` is noticed, and what it does there;
/// `None` if nobody notices.
fn seen_around(
    original: &Value,
    at: &str,
    direction: Direction,
    other: &Value,
) -> Option<(String, Direction)> {
    if let Some((around, _)) = at.split_once("/not") {
        // Nobody notices what is said about a value that is refused.
        let is_noticed = direction != Direction::Annotation;
        return is_noticed.then(|| (around.to_owned(), turned(direction)));
    }
    let here = || Some((at.to_owned(), direction));
    if direction == Direction::Annotation {
        return here();
    }
    let beside = |keyword| original.pointer(parent(at))?.get(keyword);
    if parent(at).ends_with("/anyOf") {
        // Another branch may say the same, or tell the difference.
        let types = other.get("type").and_then(Value::as_array);
        let says_the_same = types.is_some_and(|types| types.contains(&json!("null")));
        return (!says_the_same).then(|| (parent(at).to_owned(), direction));
    }
    if at.ends_with("/contains") && beside("maxContains").is_some() {
        // What is fewer for one limit is more for the other.
        return Some((at.to_owned(), Direction::Different));
    }
    if at.ends_with("/items") && beside("contains").is_some() && direction == Direction::Different {
        // Items of another kind are not what must be contained.
        return Some((at.to_owned(), Direction::Narrower));
    }
    let is_alternative = tree::schemas(original)
        .iter()
        .filter_map(|at| original.pointer(at))
        .any(|schema| branches(schema).iter().any(|branch| branch == at));
    match is_alternative {
        true => Some((at.to_owned(), Direction::Depending)),
        false => here(),
    }
}

/// Changes that a caller can notice, on either side; one of `every` so many.
pub fn noticeable(original: &Value, every: usize) -> Score {
    let mut score = Score::default();
    let mut unchanged = Judged::new(original);
    for change in changes(original).into_iter().step_by(every) {
        let mut changed = Judged::new(&change.document);
        for is_emitted in [true, false] {
            let (left, right) = match is_emitted {
                true => (&mut unchanged, &mut changed),
                false => (&mut changed, &mut unchanged),
            };
            let name = strip_names(&change.name);
            score.count(&name, fault(left, right, &change, is_emitted));
        }
    }
    score
}

/// A document as the comparison reads it, and as another validator does.
struct Judged {
    document: Document,
    judge: verify::Judge,
}

impl Judged {
    fn new(value: &Value) -> Judged {
        Judged {
            document: read(&value.to_string()),
            judge: verify::Judge::new(value),
        }
    }
}

/// Changes that no caller can notice, on either side; one of `every` so many.
pub fn unnoticeable(original: &Value, every: usize) -> Score {
    let mut score = Score::default();
    let base = read(&original.to_string());
    for (name, at, text) in equivalent::changes(original).into_iter().step_by(every) {
        let other = read(&text);
        for (left, right) in [(&base, &other), (&other, &base)] {
            let mut report = compare_versions(Level::Documentation, left, right);
            report.findings.retain(|finding| !is_text(finding.rule));
            let fault = (!report.is_clean()).then(|| format!("{name} at {at}\n{report}"));
            score.count(&name, fault);
        }
    }
    score
}

/// What only people read may change unnoticed.
pub fn is_text(rule: Rule) -> bool {
    matches!(rule, Rule::TextDifferent | Rule::TagsDifferent)
}

fn read(text: &str) -> Document {
    Document::parse("document", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Operators without the names of what they were applied to.
pub fn strip_names(name: &str) -> String {
    match name.split_once(" property ") {
        Some((verb, _)) => format!("{verb} property"),
        None => name.to_owned(),
    }
}

fn fault(
    left: &mut Judged,
    right: &mut Judged,
    change: &Change,
    is_emitted: bool,
) -> Option<String> {
    let report = compare_versions(Level::Documentation, &left.document, &right.document);
    let side = if is_emitted { "emitted" } else { "contract" };
    let told = |what: &str| {
        Some(format!(
            "{} at {} ({side}): {what}\n{report}",
            change.name, change.at
        ))
    };
    for finding in &report.findings {
        let faults = verify::faults(finding, &mut left.judge, &mut right.judge);
        if let Some(fault) = faults.first() {
            return told(&format!("a witness doesn't hold: {fault}"));
        }
    }
    if report
        .findings
        .iter()
        .any(|finding| finding.rule == Rule::Undecided)
    {
        return told("something is undecided");
    }
    let here: Vec<&Finding> = at_its_place(&report, change);
    if here.is_empty() {
        return told("nothing is found at its place");
    }
    match change.expected {
        Expected::Anything => None,
        Expected::Rules(emitted, contract) => {
            let wanted = if is_emitted { emitted } else { contract };
            let is_found = here.iter().any(|finding| finding.rule.id() == wanted);
            if is_found {
                None
            } else {
                told(&format!("{wanted} is not found"))
            }
        }
        Expected::Values(direction) => {
            let direction = if is_emitted {
                direction
            } else {
                turned(direction)
            };
            let is_found = is_in_direction(&here, direction, &change.at);
            if is_found {
                None
            } else {
                told(&format!("{direction:?} is not found"))
            }
        }
    }
}

/// The findings at what was changed, or in it, or in what its branches refer to.
fn at_its_place<'r>(report: &'r Report, change: &Change) -> Vec<&'r Finding> {
    let mut places = vec![change.at.clone()];
    places.extend(
        change
            .document
            .pointer(&change.at)
            .map(branches)
            .into_iter()
            .flatten(),
    );
    let is_here = |pointer: &str| places.iter().any(|place| pointer.starts_with(place));
    let findings = report.findings.iter();
    findings
        .filter(|finding| is_here(&finding.contract.pointer) || is_here(&finding.emitted.pointer))
        .collect()
}

fn turned(direction: Direction) -> Direction {
    match direction {
        Direction::Narrower => Direction::Wider,
        Direction::Wider => Direction::Narrower,
        other => other,
    }
}

fn is_in_direction(findings: &[&Finding], direction: Direction, at: &str) -> bool {
    let has = |suffix: &str| {
        findings
            .iter()
            .any(|finding| finding.rule.id().ends_with(suffix))
    };
    // What these refuse depends on what the schema within allows.
    if direction == Direction::Depending
        || at.contains("/oneOf/")
        || at.contains("/if/")
        || at.ends_with("/if")
        || at.ends_with("/other")
    {
        return has("-narrower") || has("-wider") || has("-different");
    }
    let shows = |side: Side| {
        let mut alone = findings
            .iter()
            .filter(|finding| finding.witnesses.len() == 1);
        alone.any(|finding| {
            finding.rule.id().ends_with("-different") && finding.witnesses[0].allowed_by == side
        })
    };
    // An optional property of a request that is new in the other version refuses
    // values of other types, and has a rule of its own.
    let is_added = has(Rule::RequestPropertyAdded.id());
    let narrower = has("-narrower") || is_added || shows(Side::Contract);
    let wider = has("-wider") || shows(Side::Emitted);
    let different = findings.iter().any(|finding| finding.witnesses.len() == 2);
    match direction {
        Direction::Narrower => narrower && !wider && !different,
        Direction::Wider => wider && !narrower && !different,
        Direction::Different => different || (narrower && wider),
        Direction::Depending => narrower || wider || different,
        Direction::Annotation => has("schema-annotation-different"),
    }
}
