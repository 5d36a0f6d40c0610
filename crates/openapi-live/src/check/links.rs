//! Follows the links of responses (OpenAPI 3.1.1 §4.8.20): the value of a link is that of the
//! parameter in the valid requests of the operation to which the link leads, which then find
//! an object.

use super::Check;
use super::choice::json_text;
use super::link::{self, Expression, Link, Target};
use crate::client::Answer;
use openapi_document::{Operation, ParameterLocation, Pointer};
use openapi_values::parse_json;
use openapi_values::wire::Request;
use percent_encoding::percent_decode_str;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::mem;

/// The indices of operations to which links can lead.
pub(super) type Targets = HashMap<Target, usize>;

/// Returns the targets of links.
pub(super) fn targets(operations: &[Operation<'_>]) -> Targets {
    let indexed = operations.iter().enumerate();
    let named = indexed.flat_map(|(index, operation)| {
        let id = operation.id.map(|id| Target::Id(id.to_owned()));
        let pointer = Target::Pointer(operation.location.pointer.clone());
        id.into_iter().chain([pointer]).map(move |target| (target, index))
    });
    named.collect()
}

/// Puts each operation behind those whose links lead to it. The order of the others and of
/// operations in a circle of links stays.
pub(super) fn sort(operations: &mut Vec<Operation<'_>>) {
    let targets = targets(operations);
    let mut leads_to = vec![BTreeSet::new(); operations.len()];
    let mut sources = vec![0_usize; operations.len()];
    for (source, operation) in operations.iter().enumerate() {
        let links = operation.responses.iter().flat_map(link::read);
        for target in links.filter_map(|link| targets.get(&link.target)) {
            if *target != source && leads_to[source].insert(*target) {
                sources[*target] += 1;
            }
        }
    }
    let mut waiting: BTreeSet<usize> = (0..operations.len()).collect();
    let mut ready: BTreeSet<usize> =
        waiting.iter().copied().filter(|at| sources[*at] == 0).collect();
    let mut from: Vec<_> = mem::take(operations).into_iter().map(Some).collect();
    while let Some(next) = ready.pop_first().or_else(|| waiting.first().copied()) {
        waiting.remove(&next);
        operations.extend(from[next].take());
        for target in &leads_to[next] {
            sources[*target] -= 1;
            if sources[*target] == 0 && waiting.contains(target) {
                ready.insert(*target);
            }
        }
    }
}

impl Check<'_, '_> {
    /// Gives the values of a response's links to the parameters of the operations to which they
    /// lead, unless these have a value.
    pub(super) fn follow(&mut self, operation: &Operation<'_>, request: &Request, answer: &Answer) {
        let response = operation.response(answer.status);
        for link in response.into_iter().flat_map(link::read) {
            let Some(&index) = self.targets.get(&link.target) else {
                continue;
            };
            let target = &self.operations.list[index];
            for (location, name, expression) in &link.parameters {
                let at = target.parameters.iter().position(|parameter| {
                    parameter.name == *name
                        && location.is_none_or(|location| location == parameter.place)
                });
                let Some(at) = at.filter(|at| !self.given[index].contains_key(at)) else {
                    continue;
                };
                let parameter = &target.parameters[at];
                let text = value(expression, operation, request, answer);
                let json = text.as_deref().map(|text| json_text(self.values, parameter, text));
                let reason = match json {
                    Some(Some(json)) => {
                        self.given[index].insert(at, json);
                        continue;
                    }
                    Some(None) => "gives one that its schema refuses",
                    None => "gives none",
                };
                let note = note(operation, &link, reason, target, name);
                if !self.report.notes.contains(&note) {
                    self.report.notes.push(note);
                }
            }
        }
    }
}

fn note(
    operation: &Operation<'_>,
    link: &Link,
    reason: &str,
    target: &Operation<'_>,
    name: &str,
) -> String {
    let (link, operation, target) = (&link.name, operation.name(), target.name());
    format!(
        "{target}: the parameter `{name}` has an arbitrary value, because the link `{link}` of \
         {operation} {reason}"
    )
}

/// Returns the value of an expression: a text, or another value as a JSON text. The fields of a
/// form have none.
fn value(
    expression: &Expression,
    operation: &Operation<'_>,
    request: &Request,
    answer: &Answer,
) -> Option<String> {
    let found = |list: &[(String, String)], name: &str| {
        let mut list = list.iter();
        let (_, text) = list.find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(text.clone())
    };
    let decoded = |text: &str| Some(percent_decode_str(text).decode_utf8().ok()?.into_owned());
    let within = |body: &[u8], pointer: &Pointer| {
        Some(match parse_json(body)?.pointer(pointer.as_str())? {
            Value::String(text) => text.clone(),
            value => value.to_string(),
        })
    };
    match expression {
        Expression::Constant(Value::String(text)) => Some(text.clone()),
        Expression::Constant(value) => Some(value.to_string()),
        Expression::RequestBody(pointer) => within(request.body.as_deref()?, pointer),
        Expression::ResponseBody(pointer) => within(&answer.body, pointer),
        Expression::ResponseHeader(name) => found(&answer.headers, name),
        Expression::Request(ParameterLocation::Header, name) => found(&request.headers, name),
        Expression::Request(ParameterLocation::Cookie, name) => found(&request.cookies, name),
        Expression::Request(ParameterLocation::Query, name) => {
            decoded(&found(&request.query, name)?)
        }
        Expression::Request(ParameterLocation::Path, name) => {
            let variable = format!("{{{name}}}");
            let mut segments = operation.path.split('/').zip(request.path.split('/'));
            let (_, text) = segments.find(|(template, _)| *template == variable)?;
            decoded(text)
        }
        Expression::Unsupported => None,
    }
}
