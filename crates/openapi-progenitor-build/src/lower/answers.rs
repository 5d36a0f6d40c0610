//! The types of an operation's responses: an enum with a variant for each declared response,
//! or a struct for one success with headers.
//!
//! progenitor generates one type of success and one type of failure, each from a body alone.
//! So the types are declared here, and [`crate::answers`] writes them.

use std::collections::BTreeMap;

use indexmap::IndexSet;
use openapi_document::{Operation, Response, Status};
use openapi_rust::names::type_name;
use openapi_rust::operation::{ResponseHeader, item_format, status_name};
use openapi_rust::types::{Kind, Shape};
use openapi_schema::http::essence;

use crate::lower::context::Context;
use crate::lower::types::{Maker, Types, described};
use crate::lower::{bodies, items};

/// The types of an operation's responses.
#[derive(Clone, Debug)]
pub(crate) struct Answers {
    pub(crate) successes: Side,
    pub(crate) failures: Side,
}

/// The type of an operation's successes, or of its failures.
#[derive(Clone, Debug)]
pub(crate) enum Side {
    /// The body of the only success, or no body.
    Plain(Option<Shape>),
    /// Bytes, or items of a type, which the caller reads as they arrive.
    Stream(Option<String>),
    /// The connection itself.
    Upgraded,
    /// A type with the body and the headers of each response.
    Typed(AnswerType),
    /// No response, so that the type has no value.
    Never,
}

impl Side {
    /// Returns whether the caller reads the bytes.
    pub(crate) fn is_stream(&self) -> bool {
        matches!(self, Self::Stream(_))
    }
}

/// A type with the body and the headers of each response.
#[derive(Clone, Debug)]
pub(crate) struct AnswerType {
    pub(crate) name: String,
    /// The name of the type that several operations share.
    pub(crate) shared: Option<String>,
    pub(crate) is_failure: bool,
    pub(crate) variants: Vec<Variant>,
}

impl AnswerType {
    /// Returns whether the type is a struct: one success with headers.
    pub(crate) fn is_struct(&self) -> bool {
        !self.is_failure && self.variants.len() == 1
    }
}

/// A declared response.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    pub(crate) status: Status,
    pub(crate) name: String,
    /// The component, if the response is one.
    pub(crate) component: Option<String>,
    pub(crate) description: String,
    pub(crate) body: Option<Shape>,
    pub(crate) headers: Vec<ResponseHeader>,
}

/// Declares the types of an operation's responses.
pub(crate) fn of<'d>(context: &mut Context<'d>, operation: &Operation<'d>, id: &str) -> Answers {
    Answers {
        successes: successes(context, operation, id),
        failures: failures(context, operation, id),
    }
}

/// Returns whether the response is a success.
pub(crate) fn is_success(operation: &Operation<'_>, response: &Response<'_>) -> bool {
    sides(operation, response).0
}

/// Returns whether the response is a success, and whether it is a failure.
fn sides(operation: &Operation<'_>, response: &Response<'_>) -> (bool, bool) {
    let declares =
        |class| operation.responses.iter().any(|other| other.status.class() == Some(class));
    let declares_all_of =
        |digit| operation.responses.iter().any(|other| other.status == Status::Class(digit));
    match (response.status, response.status.class()) {
        // Beside declared successes, what only `default` covers is a failure, also a 2XX.
        (Status::Default, _) => match declares(2) {
            true => (false, true),
            false => (true, !(declares_all_of(4) && declares_all_of(5))),
        },
        (_, Some(class)) => (matches!(class, 2 | 3), matches!(class, 4 | 5)),
        _ => (false, false),
    }
}

/// Returns whether progenitor generates the upgrade of the connection that 101 confirms.
pub(crate) fn upgrades(operation: &Operation<'_>) -> bool {
    let mut responses = operation.responses.iter();
    operation.is_websocket && responses.any(|response| response.status == Status::Code(101))
}

fn successes<'d>(context: &mut Context<'d>, operation: &Operation<'d>, id: &str) -> Side {
    if upgrades(operation) {
        return Side::Upgraded;
    }
    let declared = operation.responses.iter();
    let declared: Vec<_> = declared.filter(|response| is_success(operation, response)).collect();
    let bodies = declared.iter().copied().filter(|one| has_body(operation, one));
    let bodies: Vec<_> = bodies.collect();
    let is_decoded = |response: &&Response<'_>| bodies::decoded(response).is_some();
    let has_values = bodies.iter().any(is_decoded);
    // Text is a `String` only beside JSON, because a text alone may be a large download.
    if !bodies.iter().all(|response| is_decoded(response) || has_values && is_text(response)) {
        for response in declared.iter().filter(|response| !response.headers.is_empty()) {
            let message = "a response that the caller reads as it arrives has no type with its \
                           headers; `ResponseValue::headers` has their texts";
            context.warn(response.location, message);
        }
        // A redirection may have a page of its own for people.
        let own: Vec<_> = bodies.into_iter().filter(|one| one.status.class() != Some(3)).collect();
        return Side::Stream(items::item_type(context, &own, id));
    }
    match declared.as_slice() {
        [] => Side::Plain(None),
        // progenitor generates a stream of pages for a success that is a page.
        [only] if has_extension(context, operation, "x-dropshot-pagination") => {
            let page = body_type(context, operation, only, id);
            page.iter().for_each(|page| context.types.keep_page(page));
            Side::Plain(page)
        }
        [only] if only.headers.is_empty() => Side::Plain(body_type(context, operation, only, id)),
        _ => typed(context, operation, &declared, id, false),
    }
}

fn failures<'d>(context: &mut Context<'d>, operation: &Operation<'d>, id: &str) -> Side {
    let declared = operation.responses.iter();
    let declared: Vec<_> = declared.filter(|response| sides(operation, response).1).collect();
    if declared.is_empty() && !operation.responses.is_empty() {
        return Side::Never;
    }
    match typed(context, operation, &declared, id, true) {
        // Any response without a body is accepted.
        Side::Typed(mut any) if operation.responses.is_empty() => {
            any.variants.push(Variant {
                status: Status::Default,
                name: status_name(Status::Default),
                component: None,
                description: String::new(),
                body: None,
                headers: Vec::new(),
            });
            Side::Typed(any)
        }
        side => side,
    }
}

fn typed<'d>(
    context: &mut Context<'d>,
    operation: &Operation<'d>,
    declared: &[&Response<'d>],
    id: &str,
    is_failure: bool,
) -> Side {
    let name = match is_failure {
        false => context.types.response_name(operation).map(str::to_owned),
        true => None,
    };
    let kind = if is_failure { "error" } else { "response" };
    let name = name.unwrap_or_else(|| context.types.claim(&format!("{id} {kind}")));
    let variants = declared.iter().map(|response| {
        let body = body_type(context, operation, response, id);
        variant(context, operation, response, body)
    });
    Side::Typed(AnswerType { variants: variants.collect(), name, shared: None, is_failure })
}

/// Shares the types of failures that are the same, so that a caller handles them once. Such a
/// type is named by its responses, and not by an operation.
pub(crate) fn share(types: &mut Types<'_>, answers: &mut BTreeMap<String, Answers>) {
    let mut groups: BTreeMap<_, Vec<&mut AnswerType>> = BTreeMap::new();
    for answers in answers.values_mut() {
        if let Side::Typed(failures) = &mut answers.failures {
            let variants = failures.variants.iter().map(|one| content(types, one));
            let variants: Vec<_> = variants.collect();
            let key = (shared_name(&failures.variants), variants);
            groups.entry(key).or_default().push(failures);
        }
    }
    groups.retain(|_, group| group.len() > 1);
    let wanted: Vec<_> = groups.keys().map(|(name, _)| name.clone()).collect();
    for ((name, _), group) in groups {
        // If different failures have the same statuses, each operation keeps a type of its own.
        if wanted.iter().filter(|other| **other == name).count() == 1 {
            let name = types.model.names.unless_taken(&name, "failure");
            let name = types.model.names.claim_type(&name);
            for failures in group {
                failures.shared = Some(name.clone());
            }
        }
    }
}

/// Returns what a variant is in Rust, and its documentation.
fn content(types: &Types<'_>, variant: &Variant) -> String {
    let headers = variant.headers.iter();
    let headers = headers.map(|one| (&one.name, types.path(&one.shape), one.is_optional()));
    let headers: Vec<_> = headers.collect();
    let body = variant.body.as_ref().map(|body| types.path(body));
    let Variant { status, description, .. } = variant;
    format!("{status:?} {description:?} {body:?} {headers:?}")
}

/// Returns the name of failures: their components, or their statuses.
fn shared_name(variants: &[Variant]) -> String {
    let parts = variants.iter().map(|variant| match (&variant.component, variant.status) {
        (Some(component), _) => component.clone(),
        (None, Status::Default) => {
            let body = variant.body.as_ref().map(described);
            format!("{} failure", body.as_deref().unwrap_or("empty"))
        }
        (None, _) => variant.name.clone(),
    });
    let parts: IndexSet<_> = parts.collect();
    type_name(&Vec::from_iter(parts).join(" or "))
}

/// Returns the type of a response's body.
fn body_type<'d>(
    context: &mut Context<'d>,
    operation: &Operation<'d>,
    response: &Response<'d>,
    id: &str,
) -> Option<Shape> {
    has_body(operation, response).then(|| match bodies::decoded(response) {
        Some(decoded) => {
            let place = format!("{id} {}", status_name(response.status));
            bodies::typed(context, decoded, &place, Maker::Service)
        }
        None if is_text(response) => Kind::String.into(),
        None => Kind::Array(Box::new(Kind::Integer("u8").into())).into(),
    })
}

fn variant<'d>(
    context: &mut Context<'d>,
    operation: &Operation<'d>,
    response: &Response<'d>,
    body: Option<Shape>,
) -> Variant {
    let headers = context.types.headers(operation, response.status);
    headers.iter().for_each(|header| context.types.receive(&header.shape));
    Variant {
        status: response.status,
        component: response.location.pointer.component_name("responses"),
        description: response.description.unwrap_or_default().to_owned(),
        body,
        headers,
        name: type_name(&status_name(response.status)),
    }
}

pub(crate) fn has_body(operation: &Operation<'_>, response: &Response<'_>) -> bool {
    // HTTP allows no body here, whatever the document declares (RFC 9110 §6.4.1).
    let is_empty = matches!(response.status, Status::Code(204 | 205 | 304));
    operation.method != "HEAD" && !is_empty && !response.content.is_empty()
}

/// Returns whether each body is text.
pub(crate) fn is_text(response: &Response<'_>) -> bool {
    response.content.iter().all(|media_type| {
        let is_stream = item_format(media_type.name, None).is_some();
        essence(media_type.name).starts_with("text/") && !is_stream
    })
}

fn has_extension(context: &Context<'_>, operation: &Operation<'_>, name: &str) -> bool {
    let node = context.document.find(&operation.location.pointer);
    node.is_some_and(|node| node.get(name).is_some())
}
