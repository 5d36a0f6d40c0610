//! The responses of the flat document: one type of success and one of failure for each
//! operation, as progenitor generates them.

use openapi_document::{Operation, Status};
use openapi_schema::http::select;
use openapiv3::{ReferenceOr, Responses, StatusCode};

use crate::lower::answers::{Answers, Side, is_success};
use crate::lower::bodies;
use crate::lower::context::Context;
use crate::lower::contract::accepted;
use crate::lower::types::Object;

/// Lowers the responses of an operation.
pub(crate) fn lower(
    context: &mut Context<'_>,
    operation: &Operation<'_>,
    answers: &Answers,
) -> Responses {
    warn(context, operation, answers);
    let success = (status(operation, &answers.successes), response(context, &answers.successes));
    let failure = response(context, &answers.failures);
    let failures = [4, 5].map(|class| (StatusCode::Range(class), failure.clone()));
    Responses {
        default: None,
        responses: [success].into_iter().chain(failures).collect(),
        extensions: Default::default(),
    }
}

/// Warns about what the client doesn't accept.
fn warn(context: &mut Context<'_>, operation: &Operation<'_>, answers: &Answers) {
    // A response that can't be read is an error of its own.
    if !operation.declares_responses {
        let message = "no response is declared; the client accepts any status without a body";
        context.warn(operation.location, message);
    }
    for response in &operation.responses {
        let is_upgraded = matches!(answers.successes, Side::Upgraded);
        if response.status.class() == Some(1) && !is_upgraded {
            let message = format!("the client takes {} for unexpected", response.status);
            context.warn(response.location, message);
        }
        if let [chosen] = accepted(operation, response, answers) {
            // A range that the chosen one is of is no other.
            let is_other = |name| name != chosen.name && select([name], chosen.name).is_none();
            for other in response.content.iter().filter(|other| is_other(other.name)) {
                let message =
                    format!("the client asks for {}, not for {}", chosen.name, other.name);
                context.warn(other.location, message);
            }
        }
    }
}

/// Returns the statuses under which progenitor knows the successes. A mock's method has the name
/// of a single status, if that has one.
fn status(operation: &Operation<'_>, successes: &Side) -> StatusCode {
    let mut declared = operation.responses.iter().filter(|one| is_success(operation, one));
    match (successes, declared.next().map(|one| one.status)) {
        (Side::Upgraded, _) => StatusCode::Code(101),
        (Side::Plain(_), Some(Status::Code(code @ 200..300))) if has_name(code) => {
            StatusCode::Code(code)
        }
        _ => StatusCode::Range(2),
    }
}

fn has_name(code: u16) -> bool {
    http::StatusCode::from_u16(code).is_ok_and(|status| status.canonical_reason().is_some())
}

/// Returns a response with the type of a side.
fn response(context: &mut Context<'_>, side: &Side) -> ReferenceOr<openapiv3::Response> {
    let json = "application/json";
    let content = match side {
        Side::Plain(None) | Side::Upgraded => None,
        Side::Plain(Some(body)) => Some((json, context.types.schema(body))),
        Side::Stream(None) => Some(("*/*", Object::new())),
        Side::Stream(Some(item)) => {
            let path = format!("openapi_progenitor::ItemStream<{item}>");
            let name = context.types.claim(&format!("stream of {item}"));
            Some((json, context.types.refer_to(&path, &name)))
        }
        Side::Typed(answer) => {
            let path = format!("types::{}", answer.name);
            Some((json, context.types.refer_to(&path, &answer.name)))
        }
        Side::Never => Some((json, context.types.refer_to("openapi_progenitor::Never", "Never"))),
    };
    let content =
        content.map(|(media_type, schema)| (media_type.to_owned(), bodies::media_type(schema)));
    ReferenceOr::Item(openapiv3::Response {
        content: content.into_iter().collect(),
        ..Default::default()
    })
}
