//! What was found. How it is written is the business of `openapi-conformance`,
//! but for the text for people. It must never leave a finding out.

mod text;

use crate::judge::Fault;
use crate::places::Places;
use crate::rule::Rule;
use openapi_conformance::{Annotation, Findings, Level, Place, RulePage, Tool};
use serde::Serialize;
use serde_json::json;
use std::slice;

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
}

impl Findings for Report {
    type Finding = Finding;

    fn tool() -> Tool {
        let rules = Rule::ALL.into_iter().map(|rule| RulePage {
            id: rule.id(),
            level: Level::Breaking,
            page: format!("docs/live.md#{rule}"),
        });
        Tool {
            name: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            rules: rules.collect(),
        }
    }

    fn findings(&mut self) -> &mut Vec<Finding> {
        &mut self.findings
    }

    fn annotations(&self) -> Vec<Annotation<'_>> {
        let findings = self.findings.iter().map(|finding| Annotation {
            rule: finding.rule.id(),
            level: Level::Breaking,
            message: &finding.message,
            seen_in: slice::from_ref(&finding.operation),
            details: finding.details(),
            place: &finding.place,
            other: None,
            properties: json!({"request": finding.request, "answer": finding.answer}),
        });
        findings.collect()
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }
}
