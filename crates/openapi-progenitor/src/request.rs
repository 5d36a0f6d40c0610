//! Validates requests before they are sent, as far as types can't.
//!
//! Parameters are validated as the server will receive them, parsed from the URL
//! and the headers. This covers rules that types can't express: a value must not
//! change the path of the request, because it is empty, `.` or `..`, or contains a
//! backslash, which HTTP URLs treat as a slash (WHATWG URL §4.4).

use std::slice;

use openapi_schema::http::{Decode, Malformed, ValueKind, select};
use openapi_schema::{DecodeError, Schema, Texts, Violations};
use percent_encoding::percent_decode_str;
use progenitor_client::{Error, OperationInfo};
use reqwest::header::{CONTENT_TYPE, HeaderValue};
use reqwest::{Request, Url};
use serde_json::Value;

use crate::credentials::Unauthorized;
use crate::intercept::Attempt;
use crate::multipart::Outline;
use crate::{Contract, Operation, Parameter, ParameterLocation, RequestBody, TextStyle, Values};
use crate::{form, style};

/// The header by which a service recognizes a request that is sent again
/// (draft-ietf-httpapi-idempotency-key-header).
const IDEMPOTENCY_KEY: &str = "idempotency-key";

impl Contract {
    /// Validates a request, sets its time-out, and writes parameters in the style of the document;
    /// for `ClientHooks::pre`.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with all violations of the parameters and of the
    /// body, or with the credentials that are missing, and [`Error::Custom`] for a token that
    /// can't be had.
    pub async fn prepare<E>(
        &self,
        base_url: &str,
        request: &mut Request,
        info: &OperationInfo,
    ) -> Result<(), Error<E>> {
        let operation = self.operation(info.operation_id).ok_or_else(|| {
            Error::InvalidRequest(format!("there is no operation {}", info.operation_id))
        })?;
        if request.body().is_none() {
            request.headers_mut().remove(CONTENT_TYPE);
        }
        let outline = match operation.body {
            Some(RequestBody::Form(_)) => outline(request),
            _ => None,
        };
        add_key(self, request, operation);
        let mut messages = messages(self, base_url, request, outline.as_ref(), operation);
        messages.extend(other_type(request, operation));
        messages.extend(add_boundary(request, outline.as_ref()).err());
        if !messages.is_empty() {
            return Err(Error::InvalidRequest(messages.join("; ")));
        }
        style::apply(operation.parameters, request).map_err(Error::InvalidRequest)?;
        if let Some(timeout) = self.timeout {
            *request.timeout_mut() = Some(timeout);
        }
        // After the validation, whose messages so contain no credential.
        match self.authorize(operation, request).await {
            Ok(()) => Ok(()),
            Err(Unauthorized::Missing(message)) => Err(Error::InvalidRequest(message)),
            Err(Unauthorized::Failed(scheme, error)) => {
                Err(Error::Custom(format!("{scheme}: {}", chain(&error))))
            }
        }
    }
}

/// Returns the body of a builder, if the caller has set one; for generated methods.
///
/// # Errors
/// The error of a body that the caller has set.
pub fn if_set<T>(body: Result<T, String>) -> Result<Option<T>, String> {
    match body {
        // What progenitor's builders hold in place of a value.
        Err(error) if error == "body was not initialized" => Ok(None),
        body => body.map(Some),
    }
}

/// Adds the key by which a service recognizes the attempts of one call, where the document declares
/// it, the caller gives none, and the call may be repeated.
fn add_key(contract: &Contract, request: &mut Request, operation: &Operation) {
    let declared = operation.parameters.iter().find(|parameter| {
        parameter.location == ParameterLocation::Header
            && parameter.name.eq_ignore_ascii_case(IDEMPOTENCY_KEY)
    });
    let absent = declared.filter(|_| !request.headers().contains_key(IDEMPOTENCY_KEY));
    let Some((parameter, key)) = absent.zip(Attempt::next_key()) else {
        return;
    };
    if validate(contract, slice::from_ref(&key), parameter).is_ok()
        && let Ok(key) = HeaderValue::try_from(key)
    {
        request.headers_mut().insert(IDEMPOTENCY_KEY, key);
    }
}

/// Returns a message with its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| (*error).source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// Returns the parts of a form that is sent as a stream.
#[cfg(not(target_arch = "wasm32"))]
fn outline(request: &mut Request) -> Option<Outline> {
    let body = request.body_mut().as_mut();
    body.filter(|body| body.as_bytes().is_none()).and_then(Outline::of)
}

#[cfg(target_arch = "wasm32")]
fn outline(_: &mut Request) -> Option<Outline> {
    None
}

/// Returns the bytes of a body that are validated, and the names of the parts without content.
fn validated<'r>(
    request: &'r Request,
    outline: Option<&'r Outline>,
) -> Option<(&'r [u8], &'r [String])> {
    match outline {
        Some(outline) => Some((&outline.body, &outline.names)),
        None => Some((request.body()?.as_bytes()?, &[])),
    }
}

fn messages(
    contract: &Contract,
    base_url: &str,
    request: &Request,
    outline: Option<&Outline>,
    operation: &Operation,
) -> Vec<String> {
    let mut violations = Vec::new();
    let mut messages = Vec::new();
    let Some(variables) = variables(base_url, request.url(), operation.path) else {
        return vec!["a value in the path would lead to another path".to_owned()];
    };
    for parameter in operation.parameters {
        let sent = match parameter.location {
            ParameterLocation::Path => named(&variables, parameter),
            ParameterLocation::Query => {
                let pairs: Vec<_> = request.url().query_pairs().into_owned().collect();
                named(&pairs, parameter)
            }
            ParameterLocation::Header | ParameterLocation::Cookie => {
                let headers = request.headers();
                let fields = match parameter.location {
                    ParameterLocation::Cookie => headers.get_all(style::cookie_header(parameter)),
                    _ => headers.get_all(parameter.name),
                };
                let fields = fields.iter();
                let texts = fields.map(|field| String::from_utf8_lossy(field.as_bytes()));
                texts.map(|text| text.into_owned()).collect()
            }
        };
        match validate(contract, &sent, parameter) {
            Ok(()) => {}
            Err(DecodeError::Invalid(found)) => violations.extend(found.of_member(parameter.name)),
            Err(error) => messages.push(error.to_string()),
        }
    }
    if !violations.is_empty() {
        let violations: Violations = violations.into_iter().collect();
        messages.push(format!("the parameters are not as declared: {violations}"));
    }
    let validated = match (operation.body, validated(request, outline)) {
        (Some(RequestBody::Json(schema)), Some((body, _))) => {
            contract.schema(schema).validate_json(body).map(drop).map_err(refused)
        }
        // `add_boundary` reports a body without a boundary.
        (Some(RequestBody::Form(declared)), Some((body, streamed))) => match form::boundary(body) {
            Some(boundary) => form::parts(body, boundary).and_then(|parts| {
                form::validate(contract, parts, streamed, declared).map_err(refused)
            }),
            None => Ok(()),
        },
        _ => Ok(()),
    };
    messages.extend(validated.err());
    messages
}

/// Says that the range of media types does not include the one that the caller gives.
fn other_type(request: &Request, operation: &Operation) -> Option<String> {
    let (range, _) = operation.content_type.zip(request.body())?;
    let given = request.headers().get(CONTENT_TYPE);
    let given = given.map_or(Ok(""), HeaderValue::to_str).unwrap_or_default();
    let message = || format!("the content type {given:?} is none of {range}");
    select([range], given).is_none().then(message)
}

/// Adds the boundary to the content type of a body in parts, which begins with it (RFC 2046
/// §5.1.1).
fn add_boundary(request: &mut Request, outline: Option<&Outline>) -> Result<(), String> {
    let declared = request.headers().get(CONTENT_TYPE);
    let declared = declared.and_then(|declared| declared.to_str().ok());
    let Some(declared) = declared.filter(|declared| declared.starts_with("multipart/")) else {
        return Ok(());
    };
    let boundary = validated(request, outline).and_then(|(body, _)| form::boundary(body));
    let content_type = boundary.and_then(|boundary| {
        HeaderValue::from_str(&format!("{declared}; boundary=\"{boundary}\"")).ok()
    });
    let message = || format!("the body of {declared} does not begin with its boundary");
    let content_type = content_type.ok_or_else(message)?;
    request.headers_mut().insert(CONTENT_TYPE, content_type);
    Ok(())
}

/// Returns the message about an invalid body.
fn refused(error: DecodeError) -> String {
    match error {
        DecodeError::Invalid(violations) => format!("the body is not as declared: {violations}"),
        DecodeError::NotJson(reason) => format!("the body is not one JSON document: {reason}"),
        DecodeError::Schema(error) => error.to_string(),
    }
}

fn named(sent: &[(String, String)], parameter: &Parameter) -> Vec<String> {
    sent.iter().filter(|(name, _)| *name == parameter.name).map(|(_, text)| text.clone()).collect()
}

fn validate(
    contract: &Contract,
    sent: &[String],
    parameter: &Parameter,
) -> Result<(), DecodeError> {
    let violation = |rule: &str| Err(Violations::one("", rule).into());
    let value = match (parameter.values, sent) {
        (_, []) if parameter.required && parameter.location != ParameterLocation::Path => {
            return violation("is missing");
        }
        // Most servers treat it as a path without the segment.
        (_, [text]) if parameter.location == ParameterLocation::Path && text.is_empty() => {
            return violation("is empty, which no path can say");
        }
        (Values::Unvalidated, _) | (_, []) => return Ok(()),
        (Values::One(schema), [text]) => contract.schema(schema).validate_text(text),
        (Values::Value(_, schema), [json]) => {
            return contract.schema(schema).validate_json(json.as_bytes()).map(drop);
        }
        (Values::Styled(style, schema), [text]) => {
            let decode = |text: &str| match parameter.location {
                ParameterLocation::Header => Ok(text.trim_ascii().to_owned()),
                ParameterLocation::Cookie => {
                    let decoded = percent_decode_str(text).decode_utf8();
                    decoded.map_or(Err(Malformed::NotUtf8), |text| Ok(text.into_owned()))
                }
                // The variables of a path are decoded already.
                ParameterLocation::Path | ParameterLocation::Query => Ok(text.to_owned()),
            };
            styled(contract.schema(schema), style, parameter.name, text, &decode)
        }
        (Values::One(_) | Values::Value(..) | Values::Styled(..), _) => {
            return violation("is sent more than once");
        }
    };
    value.map(drop)
}

/// Returns the value of a text: what is declared as an array or an object may also be a scalar.
pub(crate) fn styled(
    schema: &Schema,
    TextStyle { style, explode, kind }: TextStyle,
    name: &str,
    text: &str,
    decode: Decode<'_>,
) -> Result<Value, DecodeError> {
    let validated = |texts: Result<Texts, Malformed>| schema.validate_texts(&texts?);
    let read = |kind| style.read(explode, kind, name, text, decode);
    let mut result = validated(read(kind));
    let scalar = (kind != ValueKind::Scalar).then(|| read(ValueKind::Scalar));
    let is_empty = kind == ValueKind::Array && text.is_empty();
    let empty = is_empty.then(|| Ok(Texts::Items(Vec::new())));
    for texts in scalar.into_iter().chain(empty) {
        result = result.or_else(|error| validated(texts).map_err(|_| error));
    }
    result
}

/// Returns the values of the path template's variables in the URL. Returns `None`
/// if the URL is of another service, or its path and the template have different numbers of
/// segments.
fn variables(base_url: &str, url: &Url, template: &str) -> Option<Vec<(String, String)>> {
    let base = Url::parse(base_url).ok();
    let base = base.filter(|base| base.origin() == url.origin())?;
    if !template.contains('{') {
        return Some(Vec::new());
    }
    let path = url.path().strip_prefix(base.path().trim_end_matches('/'))?;
    let (segments, parts) = (path.split('/'), template.split('/'));
    if segments.clone().count() != parts.clone().count() {
        return None;
    }
    let mut variables = Vec::new();
    for (segment, part) in segments.zip(parts) {
        let Some((before, rest)) = part.split_once('{') else {
            continue;
        };
        // In a segment with several variables, the boundary between them is
        // ambiguous.
        let Some((name, after)) = rest.split_once('}').filter(|(_, after)| !after.contains('{'))
        else {
            continue;
        };
        let value = segment
            .strip_prefix(before)
            .and_then(|rest| rest.strip_suffix(after))
            .and_then(|value| percent_decode_str(value).decode_utf8().ok());
        // No value if the literal part of the segment is encoded differently in the
        // URL.
        variables.extend(value.map(|value| (name.to_owned(), value.into_owned())));
    }
    Some(variables)
}
