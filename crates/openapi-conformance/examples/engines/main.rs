//! Writes a page about the answers of other engines to the pairs that `--example
//! mutants` generates: how many changes each engine found, and why it disagrees.
//!
//! Exits with 1 if a disagreement isn't explained, with 2 if an argument is wrong.
//! A pair that an engine couldn't answer counts neither for nor against it.

mod explanations;
mod ignored;

use clap::Parser;
use explanations::{Disagreement, explanation};
use serde_json::Value;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The engines and the input of each.
const ENGINES: [(&str, &str); 3] = [
    ("drift", "documents"),
    ("jsonsubschema", "draft_04"),
    ("json-schema-diff", "draft_07"),
];

/// The correctness of an answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Found,
    OtherDirection,
    Missed,
    Silent,
    FalseAlarm,
    Failed,
}

/// The disagreements of one engine, by kind and cause: the count and the first
/// example.
type Classes = BTreeMap<(&'static str, &'static str), (usize, String)>;

/// Write what other engines answered as a page
#[derive(Parser)]
struct Arguments {
    /// The page
    page: PathBuf,
    /// A folder for each document, of its name, with `pairs.jsonl` and a file of
    /// answers for each engine
    #[arg(required = true)]
    documents: Vec<PathBuf>,
}

fn main() -> ExitCode {
    report(&Arguments::parse()).unwrap_or_else(|error| {
        eprintln!("{error}");
        ExitCode::from(2)
    })
}

fn report(arguments: &Arguments) -> Result<ExitCode, Box<dyn Error>> {
    let mut page = include_str!("head.md").to_owned();
    let mut unexplained = 0;
    let mut disagreements = ENGINES.map(|(engine, _)| (engine, Classes::new()));
    for folder in &arguments.documents {
        let document = folder.file_name().unwrap_or_default().to_string_lossy();
        let document = format!("`{document}.yaml`");
        let pairs = read(&folder.join("pairs.jsonl"))?;
        page += &row(
            &document,
            "`openapi-conformance`, documents",
            &own(&pairs, false),
        );
        page += &row(
            &document,
            "`openapi-conformance`, schemas",
            &own(&pairs, true),
        );
        for ((engine, language), (_, classes)) in ENGINES.into_iter().zip(&mut disagreements) {
            let answers = read(&folder.join(format!("{engine}.jsonl")))?;
            let (asked, answered) = (pairs.len(), answers.len());
            if asked != answered {
                let wrong = format!("{engine} was asked {asked} times and answered {answered}");
                return Err(wrong.into());
            }
            let mut counts = [0; 6];
            for (pair, answer) in pairs.iter().zip(&answers) {
                if answer.is_null() {
                    continue;
                }
                let outcome = outcome_of(pair, answer, language);
                counts[outcome as usize] += 1;
                if matches!(outcome, Outcome::Found | Outcome::Silent) {
                    continue;
                }
                let disagreement = Disagreement::new(engine, outcome, pair, answer, language);
                let Some(why) = explanation(&disagreement) else {
                    unexplained += 1;
                    let (change, at) = (&pair["change"], &pair["at"]);
                    eprintln!("unexplained: {document}: {engine} on {change} at {at}: {answer}");
                    continue;
                };
                let class = classes.entry((label(outcome), why)).or_default();
                class.0 += 1;
                if class.1.is_empty() {
                    class.1 = example(&document, pair, answer, language);
                }
            }
            page += &row(&document, &format!("`{engine}`"), &counts);
        }
    }
    page += include_str!("notes.md");
    for (engine, classes) in disagreements {
        let _ = write!(page, "\n## {engine}\n");
        for ((label, why), (count, example)) in classes {
            let _ = write!(page, "\n**{label}, {count} times.** {why}\n\n{example}\n");
        }
    }
    let path = &arguments.page;
    std::fs::write(path, page).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(ExitCode::from(u8::from(unexplained > 0)))
}

fn read(path: &Path) -> Result<Vec<Value>, String> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let lines = text.lines().enumerate();
    lines
        .map(|(index, line)| {
            serde_json::from_str(line).map_err(|error| format!("{name}:{}: {error}", index + 1))
        })
        .collect()
}

fn outcome_of(pair: &Value, answer: &Value, language: &str) -> Outcome {
    let (lost, gained) = (answer["lost"] == true, answer["gained"] == true);
    let (is_noticeable, is_right) = match language {
        "documents" => (pair["noticeable"] == true, true),
        _ => {
            let truth = ["lost", "gained"].map(|side| pair[language][side].is_string());
            (truth[0] || truth[1], truth == [lost, gained])
        }
    };
    match (is_noticeable, lost || gained) {
        _ if !answer["failed"].is_null() => Outcome::Failed,
        (true, true) if is_right => Outcome::Found,
        (true, true) => Outcome::OtherDirection,
        (true, false) => Outcome::Missed,
        (false, true) => Outcome::FalseAlarm,
        (false, false) => Outcome::Silent,
    }
}

/// Returns the counts of this comparison, for all pairs or for those with schemas.
fn own(pairs: &[Value], on_schemas: bool) -> [usize; 6] {
    let mut counts = [0; 6];
    for pair in pairs
        .iter()
        .filter(|pair| !on_schemas || !pair["draft_07"].is_null())
    {
        let rules = pair["found"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        let has = |words: [&str; 2]| {
            let mut rules = rules.iter().filter_map(Value::as_str);
            rules.any(|rule| words.iter().any(|word| rule.ends_with(word)))
        };
        let values = has(["-narrower", "-wider"]) || has(["-different", "undecided"]);
        let shown = ["lost", "gained"]
            .iter()
            .any(|side| pair["draft_07"][side].is_string());
        let is_annotation = rules
            .iter()
            .all(|rule| rule == "schema-annotation-different");
        let outcome = match (pair["noticeable"] == true, rules.is_empty()) {
            _ if rules.iter().any(|rule| rule == "undecided") => Outcome::Failed,
            (true, _) if on_schemas && !shown && is_annotation => Outcome::Silent,
            (true, true) => Outcome::Missed,
            (true, false) if on_schemas && !(shown && values) => Outcome::Missed,
            (true, false) => Outcome::Found,
            (false, true) => Outcome::Silent,
            (false, false) => Outcome::FalseAlarm,
        };
        counts[outcome as usize] += 1;
    }
    counts
}

fn row(document: &str, engine: &str, counts: &[usize; 6]) -> String {
    let cells = counts.map(|count| count.to_string()).join(" | ");
    let asked: usize = counts.iter().sum();
    format!("| {document} | {engine} | {asked} | {cells} |\n")
}

fn label(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::OtherDirection => "The other direction",
        Outcome::Missed => "Missed",
        Outcome::FalseAlarm => "A false alarm",
        Outcome::Failed => "No answer",
        Outcome::Found | Outcome::Silent => "Right",
    }
}

/// Returns a description of one disagreement, with the value that decides it.
fn example(document: &str, pair: &Value, answer: &Value, language: &str) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let place = match text(&pair["at"]) {
        at if at.is_empty() => "its root".to_owned(),
        at => format!("`{at}`"),
    };
    let order = if pair["reversed"] == true {
        ", undone"
    } else {
        ""
    };
    let mut lines = format!(
        "- The change: {}{order}, in {document} at {place}.\n",
        text(&pair["change"])
    );
    let reported = match answer["failed"].as_str() {
        Some(failure) => failure.to_owned(),
        None => format!(
            "values lost: {}, values gained: {}",
            answer["lost"], answer["gained"]
        ),
    };
    let _ = writeln!(lines, "- The engine reports: {reported}.");
    if language == "documents" {
        let rules = pair["found"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str);
        let rules: Vec<&str> = rules.collect();
        let rules = if rules.is_empty() {
            "nothing".to_owned()
        } else {
            rules.join(", ")
        };
        let _ = writeln!(lines, "- `openapi-conformance` reports: {rules}.");
    }
    for (side, word) in [("lost", "only before"), ("gained", "only after")] {
        let shown = if language == "documents" {
            "draft_07"
        } else {
            language
        };
        if let Some(value) = pair[shown][side].as_str() {
            let _ = writeln!(lines, "- Allowed {word}, by `jsonschema`: `{value}`");
        }
    }
    lines
}
