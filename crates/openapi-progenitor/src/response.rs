//! Validates responses: status, headers, content type, size, JSON, schema, in this
//! order, since each step depends on the previous.
//!
//! An accepted response is passed on unchanged, except that numbers such as `1.0`,
//! which are integers for JSON Schema but not for serde, are rewritten as integers.
//! A body that is not JSON is passed on unread, because progenitor returns it as a
//! stream.

use std::borrow::Cow;
use std::sync::{Arc, Mutex};

use bytes::{Bytes, BytesMut};
use http::HeaderMap;
use openapi_validation::{DecodeError, Schema, Violation, Violations, parse};
use progenitor_client::{Error, OperationInfo};
use reqwest::{Body, Client, Request, Response, ResponseBuilderExt};

use crate::{Contract, Form, Header, InvalidResponse, media_type};

/// A rejected response on its way from `exec` to `post`.
#[derive(Clone)]
struct Rejected(Arc<Mutex<Option<Response>>>);

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
        let response = client.execute(request).await?;
        self.validate(response, info).await
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
        let declared = self.operation(info.operation_id);
        let declared = declared.and_then(|operation| operation.response(response.status()));
        let result = match declared {
            // An informational response is not final and has no body (RFC 9110
            // §15.2).
            Some(_) if response.status().is_informational() => return Ok(response),
            Some(declared) => self.content(&mut response, declared).await?,
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
    /// [`Error::UnexpectedResponse`], with a [`InvalidResponse`].
    #[expect(clippy::result_large_err, reason = "progenitor's hook returns it")]
    pub fn accept<E>(&self, result: &reqwest::Result<Response>) -> Result<(), Error<E>> {
        let rejected = result
            .as_ref()
            .ok()
            .and_then(|response| response.extensions().get::<Rejected>());
        let response = rejected.and_then(|Rejected(response)| response.lock().ok()?.take());
        response.map_or(Ok(()), |response| Err(Error::UnexpectedResponse(response)))
    }

    /// Validates everything except the status. Both results contain the body if it
    /// was read.
    async fn content(
        &self,
        response: &mut Response,
        declared: &crate::Response,
    ) -> reqwest::Result<Result<Option<Bytes>, (InvalidResponse, Option<Bytes>)>> {
        if let Err(invalid) = headers(self, response.headers(), &declared.headers) {
            return Ok(Err((invalid, None)));
        }
        // HTTP allows no body, whatever the document declares (RFC 9110 §6.4.1).
        if matches!(response.status().as_u16(), 204 | 205 | 304) {
            return Ok(Ok(None));
        }
        if declared.content.is_empty() {
            // A single byte is a violation, so there is no need to read the rest.
            return Ok(match read(response, 0).await? {
                Some(_) => Ok(None),
                None => Err((InvalidResponse::UndeclaredBody, Some(Bytes::new()))),
            });
        }
        let media_type = match media_type::declared(response.headers(), &declared.content) {
            Ok(media_type) => media_type,
            Err(invalid) => return Ok(Err((invalid, None))),
        };
        let schema = match &media_type.form {
            Form::Json(schema) => Some(self.schema(schema)),
            Form::AnyJson => None,
            Form::Items(..) | Form::Stream => return Ok(Ok(None)),
        };
        let limit = self.limit();
        let Some(body) = read(response, limit).await? else {
            return Ok(Err((
                InvalidResponse::TooLarge { limit },
                Some(Bytes::new()),
            )));
        };
        Ok(match json(&body, schema) {
            Ok(None) => Ok(Some(body)),
            Ok(Some(rewritten)) => Ok(Some(rewritten)),
            Err(invalid) => Err((invalid, Some(body))),
        })
    }
}

/// Validates the headers and reports all violations.
fn headers(
    contract: &Contract,
    sent: &HeaderMap,
    declared: &[Header],
) -> Result<(), InvalidResponse> {
    let mut violations = Vec::new();
    for header in declared {
        let pointer = || format!("/{}", header.name);
        let fields: Vec<_> = sent.get_all(&header.name).iter().collect();
        let Some(schema) = header.schema.as_ref().filter(|_| !fields.is_empty()) else {
            if header.required && fields.is_empty() {
                violations.extend(Violations::one(pointer(), "is missing"));
            }
            continue;
        };
        // Several fields with the same name are a list (RFC 9110 §5.3).
        let fields = fields
            .into_iter()
            .map(|field| str::from_utf8(field.as_bytes()));
        match fields.collect::<Result<Vec<_>, _>>() {
            Ok(fields) => {
                let result = contract.schema(schema).validate_text(&fields.join(", "))?;
                let found = result.err().into_iter().flatten();
                violations.extend(found.map(|found| Violation {
                    pointer: pointer(),
                    ..found
                }));
            }
            Err(_) => violations.extend(Violations::one(pointer(), "is not UTF-8")),
        }
    }
    if violations.is_empty() {
        return Ok(());
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
    let rebuilt = http::Response::builder().url(url).body(body);
    // The builder fails only for an invalid status or header; neither is set.
    let mut rebuilt = rebuilt.unwrap_or_default();
    *rebuilt.status_mut() = parts.status;
    *rebuilt.version_mut() = parts.version;
    *rebuilt.headers_mut() = parts.headers;
    rebuilt.extensions_mut().extend(parts.extensions);
    rebuilt.into()
}
