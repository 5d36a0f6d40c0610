//! Lowers responses for progenitor alone, which generates a single type of success and a
//! single type of failure for an operation: where the declared types differ, bytes.
//!
//! progenitor counts `default` as both and panics where types differ, so `default`
//! becomes the status classes without a declaration. A value is never read as a type that
//! its status doesn't declare. The types of a complete client are in `answers`.

use indexmap::IndexMap;
use openapi_document::{Diagnostic, Header, MediaType, Method, Operation, Response, Status};
use openapi_schema::http::{essence, is_json};
use openapiv3::{ReferenceOr, Responses, StatusCode};

use crate::lower::bodies;
use crate::lower::context::{Context, Object};
use crate::lower::{answers, head, names, schema};

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
        class(&self.status) < 4
    }
}

fn class(status: &StatusCode) -> u16 {
    match status {
        StatusCode::Code(code) => code / 100,
        StatusCode::Range(class) => *class,
    }
}

/// Lowers the responses of an operation.
pub(crate) fn lower<'d>(
    context: &mut Context<'d>,
    operation: &Operation<'d>,
    id: &str,
) -> Responses {
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
    unify(context, &mut successes);
    unify(context, &mut failures);
    let mut responses = IndexMap::new();
    for declared in successes.into_iter().chain(failures) {
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
    Responses {
        default: None,
        responses,
        extensions: IndexMap::new(),
    }
}

/// Returns the JSON of a response, at best `application/json`, for which progenitor asks.
pub(crate) fn json<'r, 'd>(response: &'r Response<'d>) -> Option<&'r MediaType<'d>> {
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
    let upgrades = answers::upgrades(context, operation);
    match response.status {
        Status::Code(101) if upgrades => vec![StatusCode::Code(101)],
        // progenitor has one type of success.
        status if upgrades && status.class() == Some(2) => Vec::new(),
        status if matches!(status.class(), Some(1 | 3)) => {
            let message = format!(
                "the client takes {status} for unexpected, unless its HTTP client acts on it"
            );
            let warning = Diagnostic::warning(response.location, message);
            match status.class() {
                Some(3) => context.unified.push(warning),
                _ => context.push(warning),
            }
            Vec::new()
        }
        Status::Code(code) => vec![StatusCode::Code(code)],
        Status::Class(class) => vec![StatusCode::Range(class.digit())],
        Status::Default => [2, 4, 5]
            .into_iter()
            .filter(|&class| !(declares(class) || class == 2 && (declares_success || upgrades)))
            .map(StatusCode::Range)
            .collect(),
    }
}

/// Makes all successes, or all failures, the same type.
fn unify(context: &mut Context<'_>, declared: &mut [ResponseSpec<'_, '_>]) {
    let Some(first) = declared.first().map(|declared| declared.body.clone()) else {
        return;
    };
    let Some(other) = declared.iter().find(|declared| declared.body != first) else {
        return;
    };
    let message = format!(
        "progenitor alone has one type for all responses, here also for {}: bytes",
        other.status
    );
    let warning = Diagnostic::warning(other.response.location, message);
    context.unified.push(warning);
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
