//! The responses of the flat document: one type of success and one of failure for each
//! operation, as progenitor generates them.

use indexmap::IndexMap;
use openapi_document::{Operation, Response, Status};
use openapiv3::{ReferenceOr, Responses, StatusCode};

use crate::lower::answers::{self, Answers, Side};
use crate::lower::bodies;
use crate::lower::context::Context;
use crate::lower::types::Object;

/// Lowers the responses of an operation.
pub(crate) fn lower<'d>(
    context: &mut Context<'d>,
    operation: &Operation<'d>,
    answers: &Answers,
) -> Responses {
    let mut responses = IndexMap::new();
    for response in &operation.responses {
        mention_others(context, operation, response);
        for status in statuses(context, operation, response) {
            if class(&status) < 4
                && let Side::Plain(body) = &answers.successes
            {
                let body = body.as_ref().map(|body| context.types.schema(body));
                responses.insert(status, content("application/json", body));
            }
        }
    }
    match &answers.successes {
        Side::Upgraded => {
            responses.insert(StatusCode::Code(101), content("application/json", None));
        }
        Side::Plain(_) | Side::Never => {
            // Without a 2XX, progenitor returns the bytes of any response.
            if !responses.keys().any(|status| class(status) <= 2) {
                responses.insert(StatusCode::Range(2), content("application/json", None));
            }
        }
        Side::Stream(None) => {
            responses.insert(StatusCode::Range(2), content("*/*", Some(Object::new())));
        }
        Side::Stream(Some(item)) => {
            let path = format!("openapi_progenitor::ItemStream<{item}>");
            let name = context.types.claim(&format!("stream of {item}"));
            let body = context.types.refer_to(&path, &name);
            responses.insert(StatusCode::Range(2), content("application/json", Some(body)));
        }
        Side::Typed(answer) => {
            let body = context.types.refer_to(&format!("types::{}", answer.name), &answer.name);
            responses.insert(StatusCode::Range(2), content("application/json", Some(body)));
        }
    }
    let failure = match &answers.failures {
        Side::Typed(answer) => {
            let path = format!("types::{}", answer.name);
            Some(context.types.refer_to(&path, &answer.name))
        }
        Side::Never => {
            let path = "openapi_progenitor::Never";
            Some(context.types.refer_to(path, "Never"))
        }
        Side::Plain(_) | Side::Stream(_) | Side::Upgraded => None,
    };
    for class in [4, 5] {
        let response = content("application/json", failure.clone());
        responses.insert(StatusCode::Range(class), response);
    }
    if !operation.declares_responses {
        let message = "no response is declared; the client accepts any status without a body";
        context.warn(operation.location, message);
        let empty = content("application/json", None);
        responses.entry(StatusCode::Range(2)).or_insert(empty);
    }
    Responses { default: None, responses, extensions: IndexMap::new() }
}

fn class(status: &StatusCode) -> u16 {
    match status {
        StatusCode::Code(code) => code / 100,
        StatusCode::Range(class) => *class,
    }
}

fn content(media_type: &str, schema: Option<Object>) -> ReferenceOr<openapiv3::Response> {
    let content = schema.map(|schema| (media_type.to_owned(), bodies::media_type(schema)));
    ReferenceOr::Item(openapiv3::Response {
        content: content.into_iter().collect(),
        ..Default::default()
    })
}

/// Warns about the media types of a response beside JSON.
fn mention_others(context: &mut Context<'_>, operation: &Operation<'_>, response: &Response<'_>) {
    let json = bodies::decoded(response).filter(|_| operation.method != "HEAD");
    let mut others = response.content.iter();
    let other = json.and_then(|json| others.find(|other| other.name != json.name));
    if let Some(other) = other {
        let message = format!("the client asks for JSON, not for {}", other.name);
        context.warn(other.location, message);
    }
}

/// Returns the statuses under which progenitor generates this response. progenitor counts
/// `default` as both and panics where types differ, so `default` becomes the classes without a
/// declaration.
fn statuses(
    context: &mut Context<'_>,
    operation: &Operation<'_>,
    response: &Response<'_>,
) -> Vec<StatusCode> {
    let mut declared = operation.responses.iter();
    let declares_success = declared.any(|other| other.status.class() == Some(2));
    let upgrades = answers::upgrades(operation);
    match response.status {
        // progenitor has one type of success.
        status if upgrades && matches!(status.class(), Some(1 | 2)) => Vec::new(),
        status if status.class() == Some(1) => {
            let message = format!("the client takes {status} for unexpected");
            context.warn(response.location, message);
            Vec::new()
        }
        status if status.class() == Some(3) => Vec::new(),
        Status::Code(code) => vec![StatusCode::Code(code)],
        Status::Class(class) => vec![StatusCode::Range(class)],
        Status::Default if declares_success || upgrades => Vec::new(),
        Status::Default => vec![StatusCode::Range(2)],
    }
}
