//! The report of a check. `openapi-source` writes all formats but the text for people.

mod text;

use crate::client::Answer;
use crate::rule::Rule;
use crate::source::location;
use crate::validate::ValidationError;
use openapi_document::CheckedDocument;
use openapi_source::SourceLocation;
use openapi_source::findings::{Annotation, Change, Findings, Level, RulePage, Tool};
use serde::Serialize;
use serde_json::json;

/// The result of a check.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The address of the service.
    pub server: String,
    /// The seed with which the requests can be repeated.
    pub seed: u64,
    /// The number of requests that were sent.
    pub requests: usize,
    /// The number of responses with 2XX or 3XX.
    pub good: usize,
    /// The number of requests that were not sent, because earlier ones had no response, or had no
    /// response before the time was over.
    pub unsent: usize,
    /// The findings.
    pub findings: Vec<Finding>,
    /// Notes on what could not be checked, with the reasons.
    pub notes: Vec<String>,
    /// The operations for which no request could be made, although they are not skipped. A note
    /// says why.
    #[serde(skip)]
    pub left_out: Vec<String>,
    #[serde(skip)]
    document: CheckedDocument,
}

/// One finding. Several requests that show the same error are one finding, also those of
/// several operations.
#[derive(Debug, Serialize)]
pub struct Finding {
    /// The rule that is violated.
    pub rule: Rule,
    /// A description of the error, as one line.
    pub message: String,
    /// The operations whose requests show the error; of a request to an undeclared path or
    /// method, its method and path.
    pub seen_in: Vec<String>,
    /// The location in the document.
    pub place: SourceLocation,
    /// A command line that sends the request; `${TOKEN_…}` is the placeholder of a
    /// token. Empty if there is no request.
    pub request: String,
    /// The beginning of the response, if there was one.
    pub answer: Option<String>,
    /// The number of further requests that show the same error.
    pub more: usize,
    #[serde(skip)]
    status: Option<u16>,
    #[serde(skip)]
    cause: String,
    /// The number of the last request that shows the error.
    #[serde(skip)]
    last: usize,
}

impl Report {
    pub(crate) fn new(
        server: &str,
        seed: u64,
        document: CheckedDocument,
        notes: &[String],
    ) -> Self {
        Self {
            server: server.to_owned(),
            seed,
            requests: 0,
            good: 0,
            unsent: 0,
            findings: Vec::new(),
            notes: notes.to_vec(),
            left_out: Vec::new(),
            document,
        }
    }

    /// Returns whether there are no findings.
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    pub(crate) fn add(
        &mut self,
        operation: &str,
        fault: ValidationError,
        request: String,
        answer: Option<&Answer>,
        shown: impl Fn(&Answer) -> String,
    ) {
        let place = location(&self.document, &fault.about);
        let status = answer.map(|answer| answer.status);
        // An error in a part that operations share, such as a component, has one cause. A 5XX
        // says nothing of its cause, and belongs to its operation.
        let is_same_cause = |known: &Finding| match known.rule {
            Rule::ServerError => known.seen_in.iter().any(|name| name == operation),
            _ => known.place.pointer == place.pointer && known.cause == fault.cause,
        };
        let is_same = |known: &&mut Finding| {
            known.rule == fault.rule && known.status == status && is_same_cause(known)
        };
        match self.findings.iter_mut().find(is_same) {
            Some(known) => {
                // One response may have the error in several places.
                known.more += usize::from(known.last != self.requests);
                known.last = self.requests;
                if !known.seen_in.iter().any(|name| name == operation) {
                    known.seen_in.push(operation.to_owned());
                }
            }
            None => self.findings.push(Finding {
                rule: fault.rule,
                message: fault.message,
                seen_in: vec![operation.to_owned()],
                place,
                request,
                answer: answer.map(shown),
                more: 0,
                status,
                cause: fault.cause,
                last: self.requests,
            }),
        }
    }
}

impl Findings for Report {
    type Finding = Finding;

    fn tool() -> Tool {
        let rules = Rule::ALL.iter().map(|rule| RulePage {
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
            change: Change::Other,
            message: &finding.message,
            seen_in: &finding.seen_in,
            details: finding.details(),
            location: &finding.place,
            other: None,
            properties: json!({"request": finding.request, "answer": finding.answer}),
        });
        findings.collect()
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }
}
