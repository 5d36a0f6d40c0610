//! Validates responses: status, headers, content type, size, JSON, schema, in this
//! order, since each step depends on the previous.
//!
//! An accepted response is passed on unchanged, except that numbers such as `1.0`,
//! which are integers for JSON Schema but not for serde, are rewritten as integers.
//! A body that is not JSON is passed on unread, because progenitor returns it as a
//! stream. A typed response is passed on as an [`Answer`](crate::Answer).

use std::borrow::Cow;
use std::sync::{Arc, Mutex};

use bytes::{Bytes, BytesMut};
use http::HeaderMap;
use openapi_schema::{DecodeError, Schema, Violation, Violations, parse};
use progenitor_client::{Error, OperationInfo};
use reqwest::{Body, Client, Request, Response, ResponseBuilderExt, StatusCode, Url};
use serde_json::{Map, Value};

use crate::transport::{self, SendError};
use crate::{Contract, Form, Header, InvalidResponse, Operation, media_type};

/// A rejected response on its way from `exec` to `post`.
#[derive(Clone)]
struct Rejected(Arc<Mutex<Option<Response>>>);

/// Returns a request without its body.
fn head(request: &Request) -> Request {
    let mut head = Request::new(request.method().clone(), request.url().clone());
    *head.headers_mut() = request.headers().clone();
    head
}

impl Contract {
    /// Sends a request and validates the response; for `ClientHooks::exec`.
    ///
    /// # Errors
    /// There is no response, or it is incomplete. A rejected response is an error
    /// only of [`Contract::accept`].
    pub async fn execute(
        &self,
        client: &Client,
        request: Request,
        info: &OperationInfo,
    ) -> reqwest::Result<Response> {
        // `prepare` refuses a request of an unknown operation.
        let Some(operation) = self.operation(info.operation_id) else {
            return client.execute(request).await;
        };
        let secrets = self.secrets_of_query(operation);
        let hidden = |error: reqwest::Error| match secrets.is_empty() {
            true => error,
            // Its message is the URL.
            false => error.without_url(),
        };
        let response = match self.authorized(client, request, operation).await {
            Ok(response) => response,
            Err(error) => return transport::failed(error, !secrets.is_empty()),
        };
        let response = match secrets.is_empty() {
            true => response,
            false => without_secrets(response, &secrets),
        };
        self.validate(response, info).await.map_err(hidden)
    }

    /// Sends a request, and once more after 401 if the provider of its token has another one. A
    /// request whose body is a stream is sent once; the next one has the other token.
    async fn authorized(
        &self,
        client: &Client,
        request: Request,
        operation: &Operation,
    ) -> Result<Response, SendError> {
        let again = request.try_clone();
        let is_stream = again.is_none();
        let mut again = again.unwrap_or_else(|| head(&request));
        let response = self.send(client, request, operation, 0).await?;
        if response.status() == StatusCode::UNAUTHORIZED
            && self.replace_token(operation, &mut again).await
            && !is_stream
        {
            return self.send(client, again, operation, 1).await;
        }
        Ok(response)
    }

    /// Validates a response. A rejected response must be passed to
    /// [`Contract::accept`].
    ///
    /// # Errors
    /// The response is incomplete.
    pub async fn validate(
        &self,
        mut response: Response,
        info: &OperationInfo,
    ) -> reqwest::Result<Response> {
        // A request of an unknown operation is never sent.
        let status = response.status();
        let operation = self.operation(info.operation_id);
        let declared = operation.and_then(|operation| operation.response(status));
        let typed = operation.is_some_and(|operation| operation.is_typed(status));
        let result = match declared {
            // An informational response is not final and has no body (RFC 9110
            // §15.2).
            Some(_) if status.is_informational() => return Ok(response),
            Some(declared) => self.content(&mut response, declared, typed).await?,
            None => Err((InvalidResponse::UndeclaredStatus(response.status()), None)),
        };
        let (invalid, body) = match result {
            Ok(body) => (None, body),
            Err((invalid, body)) => (Some(invalid), body),
        };
        let mut response = match body {
            Some(body) => with_body(response, body),
            None => response,
        };
        let Some(invalid) = invalid else {
            return Ok(response);
        };
        response.extensions_mut().insert(invalid);
        let mut empty = Response::from(http::Response::new(""));
        let rejected = Rejected(Arc::new(Mutex::new(Some(response))));
        empty.extensions_mut().insert(rejected);
        Ok(empty)
    }

    /// Converts a rejected response to an error; for `ClientHooks::post`.
    ///
    /// # Errors
    /// [`Error::UnexpectedResponse`], with a [`InvalidResponse`], and [`Error::Custom`] for a
    /// middleware that failed.
    #[expect(clippy::result_large_err, reason = "progenitor's hook returns it")]
    pub fn accept<E>(&self, result: &reqwest::Result<Response>) -> Result<(), Error<E>> {
        #[cfg(feature = "middleware")]
        if let Some(error) = result.as_ref().ok().and_then(transport::failure) {
            return Err(error);
        }
        let rejected = result
            .as_ref()
            .ok()
            .and_then(|response| response.extensions().get::<Rejected>());
        let response = rejected.and_then(|Rejected(response)| response.lock().ok()?.take());
        response.map_or(Ok(()), |response| Err(Error::UnexpectedResponse(response)))
    }

    /// Validates everything except the status. Both results contain the body if it
    /// was read; that of a typed response is an [`Answer`](crate::Answer).
    async fn content(
        &self,
        response: &mut Response,
        declared: &crate::Response,
        typed: bool,
    ) -> reqwest::Result<Result<Option<Bytes>, (InvalidResponse, Option<Bytes>)>> {
        let status = response.status();
        let headers = match headers(self, response.headers(), &declared.headers) {
            Ok(headers) => headers,
            Err(invalid) => return Ok(Err((invalid, None))),
        };
        let answer = |body: &[u8]| typed.then(|| answer(status, &headers, body));
        // HTTP allows no body, whatever the document declares (RFC 9110 §6.4.1).
        if matches!(status.as_u16(), 204 | 205 | 304) {
            return Ok(Ok(answer(b"null")));
        }
        if declared.content.is_empty() {
            // A single byte is a violation, so there is no need to read the rest.
            return Ok(match read(response, 0).await? {
                Some(_) => Ok(answer(b"null")),
                None => Err((InvalidResponse::UndeclaredBody, Some(Bytes::new()))),
            });
        }
        let media_type = match media_type::declared(response.headers(), &declared.content) {
            Ok(media_type) => media_type,
            Err(invalid) => return Ok(Err((invalid, None))),
        };
        let schema = match &media_type.form {
            Form::Json(schema) => Some(self.schema(schema)),
            _ if typed => None,
            Form::AnyJson => None,
            Form::Items(..) | Form::Text | Form::Stream => return Ok(Ok(None)),
        };
        let limit = self.limit();
        let Some(body) = read(response, limit).await? else {
            return Ok(Err((
                InvalidResponse::TooLarge { limit },
                Some(Bytes::new()),
            )));
        };
        let json = match &media_type.form {
            Form::Json(_) | Form::AnyJson => json(&body, schema),
            Form::Text => text(&body).map(Some),
            Form::Items(..) | Form::Stream => {
                let bytes = serde_json::to_vec(&body[..]).expect("numbers are JSON");
                Ok(Some(bytes.into()))
            }
        };
        Ok(match json {
            Ok(rewritten) => {
                let body = rewritten.unwrap_or(body);
                Ok(Some(answer(&body).unwrap_or(body)))
            }
            Err(invalid) => Err((invalid, Some(body))),
        })
    }
}

/// Writes a response as an [`Answer`](crate::Answer), with a body that is JSON.
fn answer(status: StatusCode, headers: &Map<String, Value>, body: &[u8]) -> Bytes {
    let headers = Value::Object(headers.clone());
    let begin = format!(
        r#"{{"status":{},"headers":{headers},"body":"#,
        status.as_u16()
    );
    [begin.as_bytes(), body, b"}"].concat().into()
}

/// Returns the text of a body as JSON.
fn text(body: &[u8]) -> Result<Bytes, InvalidResponse> {
    let text = str::from_utf8(body).map_err(|_| InvalidResponse::NotUtf8)?;
    let json = serde_json::to_vec(text).expect("a text is JSON");
    Ok(json.into())
}

/// Validates the headers and reports all violations. Returns the declared headers, those
/// without a schema as text.
fn headers(
    contract: &Contract,
    sent: &HeaderMap,
    declared: &[Header],
) -> Result<Map<String, Value>, InvalidResponse> {
    let mut violations = Vec::new();
    let mut values = Map::new();
    for header in declared {
        let pointer = || format!("/{}", header.name);
        let fields: Vec<_> = sent.get_all(&header.name).iter().collect();
        if fields.is_empty() {
            if header.required {
                violations.extend(Violations::one(pointer(), "is missing"));
            }
            continue;
        }
        // Several fields with the same name are a list (RFC 9110 §5.3).
        let text = fields.iter().map(|field| field.as_bytes());
        let text = text.collect::<Vec<_>>().join(&b", "[..]);
        let value = match (&header.schema, str::from_utf8(&text)) {
            (Some(schema), Ok(text)) => contract.schema(schema).validate_text(text)?,
            (Some(_), Err(_)) => Err(Violations::one(String::new(), "is not UTF-8")),
            (None, _) => Ok(String::from_utf8_lossy(&text).into()),
        };
        match value {
            Ok(value) => {
                values.insert(header.name.clone(), value);
            }
            Err(found) => violations.extend(found.into_iter().map(|found| Violation {
                pointer: pointer(),
                ..found
            })),
        }
    }
    if violations.is_empty() {
        return Ok(values);
    }
    Err(InvalidResponse::Headers(violations.into_iter().collect()))
}

/// Reads the body, unless it is larger than the limit.
async fn read(response: &mut Response, limit: usize) -> reqwest::Result<Option<Bytes>> {
    let declared = response.content_length();
    if declared.is_some_and(|length| length > limit as u64) {
        return Ok(None);
    }
    let mut body = BytesMut::new();
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > limit {
            return Ok(None);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Some(body.freeze()))
}

/// Validates a body. Returns the rewritten body if a number had to be rewritten.
fn json(body: &[u8], schema: Option<&Schema>) -> Result<Option<Bytes>, InvalidResponse> {
    let text = match schema {
        Some(schema) => schema.validate_json(body).map_err(|error| match error {
            DecodeError::NotJson(reason) => InvalidResponse::NotJson(reason),
            DecodeError::Invalid(violations) => InvalidResponse::Body(violations),
            DecodeError::Schema(error) => error.into(),
        })?,
        None => parse(body).map_err(InvalidResponse::NotJson)?.text,
    };
    Ok(match text {
        Cow::Borrowed(_) => None,
        Cow::Owned(text) => Some(text.into()),
    })
}

fn with_body(response: Response, body: Bytes) -> Response {
    let url = response.url().clone();
    let (parts, _) = http::Response::<Body>::from(response).into_parts();
    rebuilt(parts, url, body)
}

/// Removes parameters from the URL of a response, which errors show.
fn without_secrets(response: Response, parameters: &[&str]) -> Response {
    let mut url = response.url().clone();
    let pairs = url.query_pairs().into_owned();
    let others: Vec<_> = pairs
        .filter(|(name, _)| !parameters.contains(&&**name))
        .collect();
    url.set_query(None);
    if !others.is_empty() {
        url.query_pairs_mut().extend_pairs(others);
    }
    let (parts, body) = http::Response::<Body>::from(response).into_parts();
    rebuilt(parts, url, body)
}

fn rebuilt(parts: http::response::Parts, url: Url, body: impl Into<Body>) -> Response {
    let rebuilt = http::Response::builder().url(url).body(body.into());
    // The builder fails only for an invalid status or header; neither is set.
    let mut rebuilt = rebuilt.unwrap_or_default();
    *rebuilt.status_mut() = parts.status;
    *rebuilt.version_mut() = parts.version;
    *rebuilt.headers_mut() = parts.headers;
    rebuilt.extensions_mut().extend(parts.extensions);
    rebuilt.into()
}
