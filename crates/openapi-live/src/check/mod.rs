//! Runs a check: reads the document, chooses a credential for each operation, sends
//! every case and validates the response.

pub(crate) mod choice;
pub(crate) mod credentials;
mod in_use;
mod link;
mod links;

use crate::cases::{Case, CaseGenerator, Expected, unknown_method, unknown_path};
use crate::client::{Answer, Client, NoResponse};
use crate::error::Error;
use crate::report::Report;
use crate::request::curl;
use crate::rule::Rule;
use crate::settings::Settings;
use crate::validate::{Meaning, ValidationError, errors, meaning};
use choice::{GivenValues, choose, given_values, unsent};
use credentials::{Credential, credentials, tokens};
use openapi_document::{Operation, with_large_stack};
use openapi_values::document::Operations;
use openapi_values::wire::{at, sent};
use openapi_values::{Document, Values};
use reqwest::Url;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;

/// The number of consecutive unanswered requests after which no more are sent.
const PATIENCE: usize = 3;

/// Checks the service at `url` against a document.
///
/// # Errors
/// There is no verdict: the document, the address or a setting is invalid, a credential is missing,
/// no request can be made, no connection is made for the first one, or the service asks for fewer.
pub fn check(document: &Path, url: &str, settings: &Settings) -> Result<Report, Error> {
    with_large_stack(|| run(document, url, settings))
}

fn run(document: &Path, url: &str, settings: &Settings) -> Result<Report, Error> {
    let document = Document::read_below(document, settings.root.as_deref())?;
    let located = document.located().clone();
    let (requests, responses) = (document.in_requests(), document.in_responses());
    let (values, answers) = (Values::new(&requests)?, Values::new(&responses)?);
    let mut operations = document.operations();
    choose(&mut operations, settings)?;
    links::sort(&mut operations.list);
    compile(&operations, &values, &answers)?;
    let (server, base) = server(url)?;
    let seed = settings.seed.unwrap_or_else(unused_seed);
    let tokens = tokens(&operations, settings)?;
    let mut check = Check {
        credentials: credentials(&operations, &tokens)?,
        client: Client::new(base, settings, tokens.into_values().collect())?,
        report: Report::new(server, seed, located, &operations.notes),
        given: given_values(&operations, &values, settings)?,
        targets: links::targets(&operations.list),
        without_value: BTreeMap::new(),
        operations: &operations,
        values: &values,
        answers: &answers,
        seed,
        other_seed: unused_seed(),
        unanswered: 0,
        unsent_operations: None,
    };
    check.run()?;
    let mut report = check.report;
    report.left_out.extend(unsent(&operations, settings));
    report.notes.extend(check.without_value.into_values());
    if report.requests == 0 && report.is_clean() {
        return Err(Error::NothingToSend { notes: report.notes });
    }
    let unsent = report.unsent;
    if let Some(operations) = check.unsent_operations {
        let limit = settings.max_time.as_secs();
        report.notes.push(format!(
            "requests without an answer within {limit} s: {unsent}; operations without a request: \
             {operations}; give the check more time with --max-duration"
        ));
    } else if unsent > 0 {
        report.notes.push(format!(
            "requests not sent, because there was no answer to those before: {unsent}"
        ));
    }
    Ok(report)
}

/// Returns a random seed that is short enough to type.
fn unused_seed() -> u64 {
    RandomState::new().hash_one(()) >> 32
}

/// Returns the address without slashes at its end, as it was given, and the parsed one.
fn server(url: &str) -> Result<(&str, Url), Error> {
    let invalid = |reason: &str| {
        // Without a user name and a password.
        let url = url.rsplit_once('@').map_or(url, |(_, rest)| rest);
        Error::Address { url: url.to_owned(), reason: reason.to_owned() }
    };
    let mut parsed = Url::parse(url).map_err(|error| invalid(&error.to_string()))?;
    if !matches!(parsed.scheme(), "http" | "https") {
        return Err(invalid("it begins with neither http:// nor https://"));
    }
    if !parsed.username().is_empty() || parsed.password().is_some() {
        // Reports and messages have the address.
        let _ = (parsed.set_username(""), parsed.set_password(None));
        let reason = "a user name and a password are given by --token".to_owned();
        return Err(Error::Address { url: parsed.into(), reason });
    }
    if parsed.query().is_some() || parsed.fragment().is_some() {
        return Err(invalid("nothing can stand behind its path"));
    }
    Ok((url.trim_end_matches('/'), parsed))
}

/// Compiles every schema, so that an unusable schema is reported before anything is
/// sent.
fn compile(
    operations: &Operations<'_>,
    values: &Values<'_>,
    answers: &Values<'_>,
) -> Result<(), Error> {
    for operation in &operations.list {
        let parameters = operation.parameters.iter().map(|one| one.schema);
        let body = operation.request_body.as_ref().and_then(sent);
        let body = body.map(|media_type| media_type.schema);
        // A body or parameter without a schema is any value.
        for schema in parameters.chain(body).filter(Option::is_some) {
            values.compile(at(schema))?;
        }
        for schema in operation.response_schemas().filter(Option::is_some) {
            answers.compile(at(schema))?;
        }
    }
    Ok(())
}

/// Returns what a missing answer is about.
fn about<'a>(operation: Option<&'a Operation<'_>>, case: &'a Case) -> &'a str {
    operation.map_or(&*case.about, |operation| operation.location.pointer.as_str())
}

struct Check<'c, 'd> {
    client: Client,
    credentials: Vec<Vec<Credential<'d>>>,
    given: Vec<GivenValues>,
    targets: links::Targets,
    /// Why links give no value, by the operation and the parameter.
    without_value: BTreeMap<(usize, usize), String>,
    report: Report,
    operations: &'c Operations<'d>,
    /// The values of requests.
    values: &'c Values<'d>,
    /// The values of responses.
    answers: &'c Values<'d>,
    seed: u64,
    /// A random seed for second attempts: a value in a rejected request may already
    /// be in use, and is drawn again with this seed.
    other_seed: u64,
    /// The number of consecutive unanswered requests.
    unanswered: usize,
    /// Once the time is over: the number of operations without any request.
    unsent_operations: Option<usize>,
}

impl Check<'_, '_> {
    fn run(&mut self) -> Result<(), Error> {
        let operations = self.operations;
        let mut valid = BTreeMap::new();
        for (index, operation) in operations.list.iter().enumerate() {
            if let Some(unsent) = &mut self.unsent_operations {
                *unsent += 1;
                continue;
            }
            match self.generator(index, self.seed).cases() {
                Ok((cases, gaps)) => {
                    let name = operation.name();
                    let gaps = gaps.into_iter().map(|gap| format!("{name}: {gap}"));
                    self.report.notes.extend(gaps);
                    valid.extend(cases.first().map(|case| (operation.path, case.request.clone())));
                    self.operation(index, cases)?;
                }
                // What takes too long may have a value.
                Err(reason) if self.values.is_exhausted() => {
                    let name = operation.name();
                    self.report.notes.push(format!("{name}: {reason}"));
                    self.report.left_out.push(name);
                }
                Err(reason) => {
                    let about = operation.location.pointer.as_str();
                    let error = ValidationError::new(Rule::NothingSent, about, reason);
                    let no_request = String::new();
                    self.report.add(&operation.name(), error, no_request, None, Answer::shown);
                }
            }
        }
        let methods =
            valid.iter().filter_map(|(path, valid)| unknown_method(operations, path, valid));
        let path = valid.values().next().and_then(|valid| unknown_path(operations, valid));
        for case in methods.chain(path) {
            self.case(None, &case, |_| None)?;
        }
        Ok(())
    }

    fn generator(&self, index: usize, seed: u64) -> CaseGenerator<'_, '_> {
        CaseGenerator {
            values: self.values,
            operation: &self.operations.list[index],
            credentials: &self.credentials[index],
            given: &self.given[index],
            seed,
        }
    }

    fn operation(&mut self, index: usize, cases: Vec<Case>) -> Result<(), Error> {
        let operation = &self.operations.list[index];
        let before = (self.report.requests, self.report.good);
        let others = OnceCell::new();
        for case in &cases {
            // The same case with other values, in case its values collided with
            // stored ones.
            let with_other_values = |this: &Self| {
                let make = || this.generator(index, this.other_seed).cases().unwrap_or_default();
                let (cases, _) = others.get_or_init(make);
                let is_same = |other: &&Case| other.what == case.what && other.about == case.about;
                cases.iter().find(is_same).cloned()
            };
            self.case(Some(operation), case, with_other_values)?;
        }
        if self.report.good == before.1 && self.report.requests > before.0 {
            let name = operation.name();
            let what = "no answer was 2XX or 3XX, so no successful answer was validated";
            self.report.notes.push(format!("{name}: {what}"));
        }
        Ok(())
    }

    fn case(
        &mut self,
        operation: Option<&Operation<'_>>,
        case: &Case,
        with_other_values: impl Fn(&Self) -> Option<Case>,
    ) -> Result<(), Error> {
        if self.unanswered >= PATIENCE {
            self.report.unsent += 1;
            return Ok(());
        }
        if self.client.is_late() {
            self.end(operation, case);
            return Ok(());
        }
        let Some(answer) = self.send(operation, case)? else {
            return Ok(());
        };
        let mut case = case.clone();
        let class = |answer: &Answer| meaning(operation, answer.status);
        let is_refused =
            |answer: &Answer| matches!(class(answer), Meaning::Invalid | Meaning::State);
        if case.expected == Expected::Accepted && is_refused(&answer) {
            let other = with_other_values(self).filter(|other| other.request != case.request);
            let second = other.map(|other| self.repeat(operation, &other)).transpose()?.flatten();
            if let Some(second) = second.filter(|second| !is_refused(second)) {
                if class(&second) == Meaning::Good {
                    return Ok(());
                }
            } else if self.unsent_operations.is_none()
                && self.unanswered == 0
                && class(&answer) == Meaning::Invalid
                && self.is_value_in_use(operation, &case, &answer)?
            {
                case.expected = Expected::Anything;
                let name = operation.map(Operation::name).unwrap_or_default();
                let what = format!("{}: refused ({}) as what is taken", case.what, answer.status);
                let remedy = "check again with an empty store to validate it";
                self.report.notes.push(format!("{name}: {what}; {remedy}"));
            }
            // The answers to the other requests would be needed.
            if self.unsent_operations.is_some() {
                return Ok(());
            }
        }
        self.judge(operation, &case, &answer);
        Ok(())
    }

    /// Sends a request in the place of another one, and validates the answer. That it is refused is
    /// no error of its own: the first answer says it.
    fn repeat(
        &mut self,
        operation: Option<&Operation<'_>>,
        case: &Case,
    ) -> Result<Option<Answer>, Error> {
        let answer = self.send(operation, case)?;
        if let Some(answer) = &answer {
            let mut case = case.clone();
            if matches!(meaning(operation, answer.status), Meaning::Invalid | Meaning::State) {
                case.expected = Expected::Anything;
            }
            self.judge(operation, &case, answer);
        }
        Ok(answer)
    }

    fn judge(&mut self, operation: Option<&Operation<'_>>, case: &Case, answer: &Answer) {
        if meaning(operation, answer.status) == Meaning::Good {
            self.report.good += 1;
            if let Some(operation) = operation.filter(|_| case.expected == Expected::Accepted) {
                self.follow(operation, &case.request, answer);
            }
        }
        for error in errors(self.answers, operation, case, answer) {
            self.found(operation, case, error, Some(answer));
        }
    }

    /// Sends a case's request. A missing response is a finding, but no connection for the
    /// first request is an error.
    fn send(
        &mut self,
        operation: Option<&Operation<'_>>,
        case: &Case,
    ) -> Result<Option<Answer>, Error> {
        let reason = match self.client.send(&case.request) {
            Ok(answer) if answer.status == 429 => {
                return Err(Error::Busy {
                    operation: operation.map_or_else(|| case.what.clone(), Operation::name),
                });
            }
            Ok(answer) => {
                self.report.requests += 1;
                self.unanswered = 0;
                return Ok(Some(answer));
            }
            Err(NoResponse::Late) => {
                self.report.requests += 1;
                self.end(operation, case);
                return Ok(None);
            }
            Err(NoResponse::Unreachable(reason)) if self.report.requests == 0 => {
                let url = self.report.server.clone();
                return Err(Error::Unreachable { url, reason });
            }
            Err(NoResponse::Unreachable(reason)) => format!("no connection any more: {reason}"),
            Err(NoResponse::Broken(reason)) => reason,
        };
        self.report.requests += 1;
        self.unanswered += 1;
        let message = format!("no answer to {}: {reason}", case.what);
        let error = ValidationError::new(Rule::NoAnswer, about(operation, case), message);
        self.found(operation, case, error, None);
        Ok(None)
    }

    /// Counts a request without a verdict after the end of the time, which is a finding.
    fn end(&mut self, operation: Option<&Operation<'_>>, case: &Case) {
        self.report.unsent += 1;
        if self.unsent_operations.is_none() {
            self.unsent_operations = Some(0);
            let message = format!("the time for all requests was over before {}", case.what);
            let error = ValidationError::new(Rule::Unfinished, about(operation, case), message);
            self.found(operation, case, error, None);
        }
    }

    fn found(
        &mut self,
        operation: Option<&Operation<'_>>,
        case: &Case,
        mut error: ValidationError,
        answer: Option<&Answer>,
    ) {
        let name = operation.map_or_else(
            || format!("{} {}", case.request.method, case.request.path),
            Operation::name,
        );
        let placeholders = self.client.placeholders();
        let url = self.client.url(&case.request.target());
        let url = url.map_or_else(String::new, String::from);
        let request = curl(&case.request, &url, &placeholders);
        error.message = self.client.masked(&error.message);
        let shown = |answer: &Answer| self.client.masked(&answer.shown());
        self.report.add(&name, error, request, answer, shown);
    }
}
