//! What was found, and how it is written: one file for each format. It must never
//! leave a finding out, whatever the format.

mod github;
mod places;
mod sarif;
mod text;

pub use places::Place;
pub(crate) use places::Places;

use crate::judge::Fault;
use crate::rule::Rule;
use serde::Serialize;
use std::io;

/// What came of a check.
#[derive(Debug, Serialize)]
pub struct Report {
    /// Where the service is.
    pub server: String,
    /// By which the requests can be made again.
    pub seed: u64,
    /// How many requests were sent.
    pub requests: usize,
    /// How many answers were 2XX or 3XX.
    pub good: usize,
    /// How many requests were not sent any more, because there was no answer to
    /// those before.
    pub unsent: usize,
    /// Everything that is wrong.
    pub findings: Vec<Finding>,
    /// What could not be checked, and why.
    pub notes: Vec<String>,
    #[serde(skip)]
    places: Places,
}

/// One fault. What several requests show is one finding.
#[derive(Debug, Serialize)]
pub struct Finding {
    /// What it is about.
    pub rule: Rule,
    /// What is wrong, as one line.
    pub message: String,
    /// The operation, or what was sent that is none.
    pub operation: String,
    /// Where in the document.
    pub place: Place,
    /// A command line that sends the request; `${TOKEN_…}` stands for tokens.
    pub request: String,
    /// The answer, if there was one.
    pub answer: Option<String>,
    /// How many requests more show the same.
    pub more: usize,
    #[serde(skip)]
    status: Option<u16>,
}

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// For code hosts and editors: SARIF 2.1.0 (OASIS Standard).
    Sarif,
    /// For workflows on GitHub.
    Github,
}

impl Report {
    pub(crate) fn new(server: &str, seed: u64, places: Places, notes: &[String]) -> Self {
        Self {
            server: server.to_owned(),
            seed,
            requests: 0,
            good: 0,
            unsent: 0,
            findings: Vec::new(),
            notes: notes.to_vec(),
            places,
        }
    }

    /// Whether nothing was found.
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    pub(crate) fn add(
        &mut self,
        operation: &str,
        fault: Fault,
        request: String,
        answer: Option<(u16, String)>,
    ) {
        let place = self.places.of(&fault.about);
        let (status, answer) = answer.unzip();
        let is_same = |known: &&mut Finding| {
            known.rule == fault.rule
                && known.operation == operation
                && (known.place.pointer == place.pointer || known.rule == Rule::ServerError)
                && known.status == status
                && (known.rule != Rule::InvalidRequestAccepted || known.message == fault.message)
        };
        match self.findings.iter_mut().find(is_same) {
            Some(known) => known.more += 1,
            None => self.findings.push(Finding {
                rule: fault.rule,
                message: fault.message,
                operation: operation.to_owned(),
                place,
                request,
                answer,
                more: 0,
                status,
            }),
        }
    }

    /// Writes the report, ending with a line break.
    ///
    /// # Errors
    /// `output` can't be written.
    pub fn write(&self, format: Format, output: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Text => write!(output, "{self}"),
            Format::Json => write_json(self, output),
            Format::Sarif => write_json(&sarif::log(self), output),
            Format::Github => github::write(self, output),
        }
    }
}

fn write_json(value: &impl Serialize, output: &mut dyn io::Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *output, value)?;
    writeln!(output)
}
