//! The differences from the suites: the known ones have a reason in `xtask/suites/expected.yaml`.

use crate::workspace;
use anyhow::Result;
use fs_err as fs;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The known differences, below the workspace root.
const EXPECTED: &str = "xtask/suites/expected.yaml";

/// The differences that were found, and the number of answers.
#[derive(Default)]
pub struct Differences {
    lines: Vec<String>,
    /// The number of answers by part and answer.
    counts: BTreeMap<String, usize>,
}

/// Differences with one reason.
#[derive(Deserialize)]
struct Known {
    reason: String,
    /// The beginnings of lines; `*` is any text.
    lines: Vec<String>,
}

impl Differences {
    /// Counts an answer of a part, such as `diff: right`.
    pub fn count(&mut self, answer: &str) {
        *self.counts.entry(answer.to_owned()).or_default() += 1;
    }

    /// Adds a difference of a part, such as `diff: FILE: …`.
    pub fn push(&mut self, line: String) {
        self.lines.push(line);
    }

    /// Prints the figures and the differences with their reasons. `parts` are those that
    /// ran. Returns whether each difference is expected, and each expected one is found.
    pub fn report(mut self, parts: &[&str]) -> Result<bool> {
        let path = workspace::root().join(EXPECTED);
        let text = fs::read_to_string(&path)?;
        let known: Vec<Known> = serde_yaml_ng::from_str(&text)?;
        let ran = |line: &str| {
            let part = line.split(':').next().unwrap_or_default();
            parts.contains(&part)
        };
        println!("\nanswers:");
        for (answer, count) in &self.counts {
            println!("{count:>7} {answer}");
        }
        println!("\nexpected differences:");
        let mut stale = Vec::new();
        for Known { reason, lines } in &known {
            let mut count = 0;
            for pattern in lines.iter().filter(|line| ran(line)) {
                let before = self.lines.len();
                self.lines.retain(|line| !fits(pattern, line));
                count += before - self.lines.len();
                if before == self.lines.len() {
                    stale.push(pattern);
                }
            }
            if count > 0 {
                println!("{count:>7} {reason}");
            }
        }
        for line in &self.lines {
            println!("unexpected: {line}");
        }
        for pattern in &stale {
            println!("no longer found: {pattern}");
        }
        Ok(self.lines.is_empty() && stale.is_empty())
    }
}

/// Returns whether a line begins with a pattern.
fn fits(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let rest = line.strip_prefix(first);
    let rest = rest.and_then(|rest| {
        parts.try_fold(rest, |rest, part| rest.split_once(part).map(|(_, rest)| rest))
    });
    rest.is_some()
}
