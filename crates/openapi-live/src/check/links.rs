//! Follows the links of responses (OpenAPI 3.1.1 §4.8.20). The value of a link becomes the value
//! of a parameter in the valid requests of the operation that the link leads to, so that they find
//! an object that exists.

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

/// Puts each operation behind those whose links lead to it, except within a circle of links. The
/// order of the others stays.
pub(super) fn sort(operations: &mut Vec<Operation<'_>>) {
    let targets = targets(operations);
    let mut leads_to = vec![BTreeSet::new(); operations.len()];
    for (source, operation) in operations.iter().enumerate() {
        let links = operation.responses.iter().flat_map(link::read);
        leads_to[source].extend(links.filter_map(|link| targets.get(&link.target)));
    }
    // Depth first: each operation is added behind all those that its links lead to.
    let mut order = Vec::new();
    let mut seen = vec![false; operations.len()];
    let all = BTreeSet::from_iter(0..operations.len());
    let mut pending = vec![(None, all.iter().rev())];
    while let Some((at, targets)) = pending.last_mut() {
        match targets.find(|target| !mem::replace(&mut seen[**target], true)) {
            Some(target) => pending.push((Some(*target), leads_to[*target].iter().rev())),
            None => {
                order.extend(*at);
                pending.pop();
            }
        }
    }
    let mut from: Vec<_> = mem::take(operations).into_iter().map(Some).collect();
    operations.extend(order.into_iter().rev().filter_map(|at| from[at].take()));
}

impl Check<'_, '_> {
    /// Gives the values of a response's links to the parameters of the operations to which they
    /// lead, unless these have a value.
    pub(super) fn follow(&mut self, operation: &Operation<'_>, request: &Request, answer: &Answer) {
        let response = operation.response(answer.status);
        for link in response.into_iter().flat_map(link::read) {
            let Some(&index) = self.targets.get(&link.target) else {
                self.note(format!(
                    "{} leads to no operation that is sent",
                    named(&link, operation)
                ));
                continue;
            };
            let target = &self.operations.list[index];
            for (location, name, expression) in &link.parameters {
                let at = target.parameters.iter().position(|parameter| {
                    parameter.name == *name
                        && location.is_none_or(|location| location == parameter.place)
                });
                let Some(at) = at else {
                    let target = target.name();
                    self.note(format!(
                        "{} gives a value to `{name}`, which is no parameter of {target}",
                        named(&link, operation)
                    ));
                    continue;
                };
                if self.given[index].contains_key(&at) {
                    continue;
                }
                let text = value(expression, operation, request, answer);
                let reason = match text {
                    Some(text) => match json_text(self.values, &target.parameters[at], &text) {
                        Some(json) => {
                            self.given[index].insert(at, json);
                            self.without_value.remove(&(index, at));
                            continue;
                        }
                        None => "gives one that its schema refuses",
                    },
                    None if *expression == Expression::Unsupported => {
                        "has an expression that this check can't evaluate"
                    }
                    None => "gives none",
                };
                self.without_value.entry((index, at)).or_insert_with(|| {
                    format!(
                        "{}: the parameter `{name}` has an arbitrary value, because {} {reason}",
                        target.name(),
                        named(&link, operation)
                    )
                });
            }
        }
    }

    fn note(&mut self, note: String) {
        if !self.report.notes.contains(&note) {
            self.report.notes.push(note);
        }
    }
}

fn named(link: &Link, operation: &Operation<'_>) -> String {
    format!("the link `{}` of {}", link.name, operation.name())
}

/// Returns the value of an expression: a text, or another value as a JSON text. A pointer into the
/// body of a form has none, because only JSON is read.
fn value(
    expression: &Expression,
    operation: &Operation<'_>,
    request: &Request,
    answer: &Answer,
) -> Option<String> {
    let decoded = |text: &str| Some(percent_decode_str(text).decode_utf8().ok()?.into_owned());
    let field = |list: &[(String, String)], name: &str| {
        let field = list.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        field.map(|(_, text)| text.clone())
    };
    let pair = |list: &[(String, String)], name: &str| {
        decoded(&list.iter().find(|(known, _)| decoded(known).as_deref() == Some(name))?.1)
    };
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
        Expression::ResponseHeader(name) => field(&answer.headers, name),
        Expression::Request(ParameterLocation::Header, name) => field(&request.headers, name),
        Expression::Request(ParameterLocation::Cookie, name) => pair(&request.cookies, name),
        Expression::Request(ParameterLocation::Query, name) => pair(&request.query, name),
        Expression::Request(ParameterLocation::Path, name) => {
            let variable = format!("{{{name}}}");
            let mut segments = operation.path.split('/').zip(request.path.split('/'));
            let (_, text) = segments.find(|(template, _)| *template == variable)?;
            decoded(text)
        }
        Expression::Unsupported => None,
    }
}
