//! Lowers responses to a single type of success and a single type of failure, since
//! progenitor generates no more for an operation.
//!
//! progenitor counts `default` as both and panics where types differ, so `default`
//! becomes the status classes without a declaration. A failure whose type differs
//! from the others is not declared to the client, which then returns the whole
//! response as unexpected. Where the statuses overlap, and for successes of
//! different types, the client returns bytes. A value is never read as a type that
//! its status doesn't declare.

use indexmap::IndexMap;
use openapi_model::{Header, MediaType, Method, Operation, Response, Status};
use openapi_validation::http::{essence, is_json};
use openapiv3::{ReferenceOr, Responses, StatusCode};

use crate::lower::bodies;
use crate::lower::context::{Context, Object};
use crate::lower::{head, names, schema};

/// The client's treatment of a response's body.
#[derive(Clone)]
enum Body<'d> {
    /// Parsed as JSON of this schema; the second value is the schema as JSON, for
    /// comparison.
    Typed(MediaType<'d>, serde_json::Value),
    /// Returned as bytes.
    Bytes,
    /// No body.
    Empty,
}

impl PartialEq for Body<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Typed(_, own), Self::Typed(_, other)) => own == other,
            (Self::Bytes, Self::Bytes) | (Self::Empty, Self::Empty) => true,
            _ => false,
        }
    }
}

/// A response under a status that progenitor supports.
#[derive(Clone)]
struct ResponseSpec<'r, 'd> {
    status: StatusCode,
    response: &'r Response<'d>,
    body: Body<'d>,
}

impl ResponseSpec<'_, '_> {
    fn is_success(&self) -> bool {
        class(&self.status) == 2
    }
}

fn class(status: &StatusCode) -> u16 {
    match status {
        StatusCode::Code(code) => code / 100,
        StatusCode::Range(class) => *class,
    }
}

/// Lowers the responses of an operation. Returns, for each source response, the
/// media types that the client accepts.
pub(crate) fn lower<'d>(
    context: &mut Context<'d>,
    operation: &Operation<'d>,
    id: &str,
) -> (Responses, Vec<Vec<MediaType<'d>>>) {
    let mut declared = Vec::new();
    for response in &operation.responses {
        let own = body(context, operation, response);
        // Equal bodies become a single type: the type of the first body.
        let mut earlier = declared
            .iter()
            .map(|earlier: &ResponseSpec<'_, '_>| &earlier.body);
        let body = earlier.find(|&earlier| *earlier == own).cloned();
        let body = body.unwrap_or(own);
        for status in statuses(context, operation, response) {
            let body = body.clone();
            declared.push(ResponseSpec {
                status,
                response,
                body,
            });
        }
    }
    let (mut successes, mut failures): (Vec<_>, Vec<_>) =
        declared.into_iter().partition(ResponseSpec::is_success);
    unify_successes(context, &mut successes);
    unify_failures(context, &mut failures);
    let declared: Vec<_> = successes.into_iter().chain(failures).collect();
    let accepted = operation.responses.iter();
    let accepted = accepted
        .map(|response| accepted_media_types(operation, response, &declared))
        .collect();
    let mut responses = IndexMap::new();
    for declared in declared {
        let response = response(context, &declared, id);
        responses.insert(declared.status, ReferenceOr::Item(response));
    }
    if !operation.declares_responses {
        let message = "no response is declared; the client accepts any status without a body";
        context.warn(operation.location, message);
        for class in [2, 4, 5] {
            let empty = openapiv3::Response::default();
            responses.insert(StatusCode::Range(class), ReferenceOr::Item(empty));
        }
    }
    let responses = Responses {
        default: None,
        responses,
        extensions: IndexMap::new(),
    };
    (responses, accepted)
}

/// Returns the media types of a response's body that the client accepts: only JSON
/// where it requests JSON.
fn accepted_media_types<'d>(
    operation: &Operation<'d>,
    response: &Response<'d>,
    declared: &[ResponseSpec<'_, 'd>],
) -> Vec<MediaType<'d>> {
    if operation.method == Method::Head {
        return Vec::new();
    }
    let mut own = declared
        .iter()
        .filter(|declared| std::ptr::eq(declared.response, response));
    if own.any(|declared| matches!(declared.body, Body::Bytes)) {
        return response.content.clone();
    }
    match json(response) {
        Some(json) => vec![json.clone()],
        None => response.content.clone(),
    }
}

/// Returns the JSON of a response, at best `application/json`, for which progenitor asks.
fn json<'r, 'd>(response: &'r Response<'d>) -> Option<&'r MediaType<'d>> {
    let json = response
        .content
        .iter()
        .filter(|media_type| is_json(media_type.name));
    json.min_by_key(|media_type| essence(media_type.name) != "application/json")
}

/// Returns the client's treatment of the body: JSON if the response declares it,
/// else bytes.
fn body<'d>(
    context: &mut Context<'d>,
    operation: &Operation<'d>,
    response: &Response<'d>,
) -> Body<'d> {
    if operation.method == Method::Head {
        return Body::Empty;
    }
    if response.content.is_empty() {
        return Body::Empty;
    }
    let Some(json) = json(response) else {
        return Body::Bytes;
    };
    let mut others = response
        .content
        .iter()
        .filter(|other| other.name != json.name);
    if let Some(other) = others.next() {
        let message = format!("the client asks for JSON, not for {}", other.name);
        context.warn(other.location, message);
    }
    Body::Typed(json.clone(), bodies::schema_json(json))
}

/// Returns the statuses under which progenitor generates this response.
fn statuses(
    context: &mut Context<'_>,
    operation: &Operation<'_>,
    response: &Response<'_>,
) -> Vec<StatusCode> {
    let declares = |class| {
        let mut responses = operation.responses.iter();
        responses.any(|other| matches!(other.status, Status::Class(own) if own.digit() == class))
    };
    let declares_success = operation
        .responses
        .iter()
        .any(|other| other.status.class() == Some(2));
    match response.status {
        Status::Code(100..200 | 300..400) | Status::Class(_)
            if matches!(response.status.class(), Some(1 | 3)) =>
        {
            let message = format!(
                "the client takes {} for unexpected, unless its HTTP client acts on it",
                response.status
            );
            context.warn(response.location, message);
            Vec::new()
        }
        Status::Code(code) => vec![StatusCode::Code(code)],
        Status::Class(class) => vec![StatusCode::Range(class.digit())],
        Status::Default => [2, 4, 5]
            .into_iter()
            .filter(|&class| !(declares(class) || class == 2 && declares_success))
            .map(StatusCode::Range)
            .collect(),
    }
}

/// Makes all successes the same type.
fn unify_successes(context: &mut Context<'_>, successes: &mut [ResponseSpec<'_, '_>]) {
    let Some(first) = successes.first().map(|declared| declared.body.clone()) else {
        return;
    };
    if let Some(other) = successes.iter().find(|declared| declared.body != first) {
        let message = format!(
            "progenitor can't carry two types of success, here for {}; the client gets bytes for each",
            other.status
        );
        context.warn(other.response.location, message);
        as_bytes(successes);
    }
}

/// Makes all failures the same type, or omits those of another type, which the
/// client then returns as unexpected.
fn unify_failures(context: &mut Context<'_>, failures: &mut Vec<ResponseSpec<'_, '_>>) {
    let Some(kept) = most_frequent(failures) else {
        return;
    };
    let others: Vec<_> = failures
        .iter()
        .filter(|declared| declared.body != kept)
        .cloned()
        .collect();
    let Some(first) = others.first() else {
        return;
    };
    let covered = |code: &StatusCode| {
        let range = StatusCode::Range(class(code));
        failures
            .iter()
            .any(|kept_one| kept_one.status == range && kept_one.body == kept)
    };
    let typed = matches!(kept, Body::Typed(..));
    if !typed || others.iter().any(|other| covered(&other.status)) {
        let message = format!(
            "progenitor can't carry two types of failure, here for {}; the client gets bytes for each",
            first.status
        );
        context.warn(first.response.location, message);
        as_bytes(failures);
        return;
    }
    for other in &others {
        let message = format!(
            "progenitor can't carry two types of failure; the client gets {} as an unexpected response",
            other.status
        );
        context.warn(other.response.location, message);
    }
    failures.retain(|declared| declared.body == kept);
}

/// Returns the type of most failures, the first such type if several are equally
/// frequent, or the first body if there are no types.
fn most_frequent<'d>(failures: &[ResponseSpec<'_, 'd>]) -> Option<Body<'d>> {
    let uses = |body: &Body<'_>| failures.iter().filter(|other| other.body == *body).count();
    let typed = failures
        .iter()
        .filter(|declared| matches!(declared.body, Body::Typed(..)));
    let best = typed.rev().max_by_key(|declared| uses(&declared.body));
    best.or(failures.first())
        .map(|declared| declared.body.clone())
}

fn as_bytes(declared: &mut [ResponseSpec<'_, '_>]) {
    for declared in declared {
        declared.body = Body::Bytes;
    }
}

fn response<'d>(
    context: &mut Context<'d>,
    declared: &ResponseSpec<'_, 'd>,
    id: &str,
) -> openapiv3::Response {
    let source = declared.response;
    let headers = source.headers.iter();
    let headers = headers.map(|header| (header.name.to_owned(), self::header(context, header)));
    let headers = headers.collect();
    let mut content = IndexMap::new();
    match &declared.body {
        Body::Empty => {}
        Body::Bytes => {
            let name = source
                .content
                .first()
                .map_or("*/*", |media_type| media_type.name);
            // A JSON media type would be parsed.
            let name = if is_json(name) { "*/*" } else { name };
            content.insert(name.to_owned(), openapiv3::MediaType::default());
        }
        Body::Typed(media_type, _) => {
            let kind = if declared.is_success() {
                "Response"
            } else {
                "Error"
            };
            let preferred_name = format!("{}{kind}", names::type_name(id));
            let schema = bodies::typed(context, media_type, &preferred_name);
            let media_type = bodies::media_type(context, media_type, schema);
            content.insert("application/json".to_owned(), media_type);
        }
    }
    let node = context.document.find(&source.location.pointer);
    openapiv3::Response {
        description: source.description.unwrap_or_default().to_owned(),
        headers,
        content,
        links: IndexMap::new(),
        extensions: node.map(head::extensions).unwrap_or_default(),
    }
}

/// Lowers a header, which the client returns as text.
fn header<'d>(context: &mut Context<'d>, header: &Header<'d>) -> ReferenceOr<openapiv3::Header> {
    let schema = Object::from_iter([("type".to_owned(), "string".into())]);
    ReferenceOr::Item(openapiv3::Header {
        description: header.description.map(str::to_owned),
        style: Default::default(),
        required: header.required,
        deprecated: None,
        format: openapiv3::ParameterSchemaOrContent::Schema(schema::finished(
            context,
            schema,
            header.location,
        )),
        example: None,
        examples: IndexMap::new(),
        extensions: IndexMap::new(),
    })
}
