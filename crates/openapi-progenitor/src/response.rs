//! Validates responses: status, headers, content type, size, JSON, schema, in this
//! order, since each step depends on the previous, and decodes them.
//!
//! A body that the caller reads as a stream is not read, unless it is JSON.

use bytes::Bytes;
use futures::stream;
use http::{HeaderMap, HeaderValue};
use openapi_schema::http::{Style, Texts, ValueKind};
use openapi_schema::{DecodeError, Schema, Violation, Violations};
use progenitor_client::{ByteStream, Error, OperationInfo, ResponseValue};
use reqwest::{Client, Request, Response, StatusCode};
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use crate::platform::{self, Boxed};
use crate::request::styled;
use crate::transport::{self, SendError};
use crate::{
    Answer, Contract, Form, Header, HeaderForm, InvalidResponse, Operation, Received, Status,
    TextStyle, media_type,
};

/// Returns a request without its body.
fn head(request: &Request) -> Request {
    let mut head = Request::new(request.method().clone(), request.url().clone());
    *head.headers_mut() = request.headers().clone();
    head
}

impl Contract {
    /// Sends a request; for `ClientHooks::exec`. Boxed: the compiler then proves once, and not for
    /// each method of a client, that the future can be sent between threads.
    ///
    /// # Errors
    /// There is no response.
    pub fn execute<'c>(
        &'c self,
        client: &'c Client,
        request: Request,
        info: &'c OperationInfo,
    ) -> Boxed<'c, reqwest::Result<Response>> {
        Box::pin(async {
            // `prepare` refuses a request of an unknown operation.
            let Some(operation) = self.operation(info.operation_id) else {
                return client.execute(request).await;
            };
            let secrets = self.secrets_of_query(operation);
            let response = match self.authorized(client, request, operation).await {
                Ok(response) => response,
                Err(error) => return transport::failed(error, !secrets.is_empty()),
            };
            Ok(match secrets.is_empty() {
                true => response,
                false => platform::without_secrets(response, &secrets),
            })
        })
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

    /// Returns the value of a response; for generated methods.
    ///
    /// # Errors
    /// [`Error::ErrorResponse`] for a failure, and [`Error::UnexpectedResponse`] with an
    /// [`InvalidResponse`].
    pub async fn answer<T: Answer, E: Answer>(
        &self,
        response: Response,
        info: &OperationInfo,
    ) -> Result<ResponseValue<T>, Error<E>> {
        let (response, received) = self.received(response, info)?;
        match received.is_failure {
            true => Err(self.failure(response, received).await),
            false => self.value(response, received).await,
        }
    }

    /// Returns a response whose body the caller reads as a stream; for generated methods.
    ///
    /// # Errors
    /// As [`Contract::answer`].
    pub async fn stream<E: Answer>(
        &self,
        response: Response,
        info: &OperationInfo,
    ) -> Result<ResponseValue<ByteStream>, Error<E>> {
        let (response, received) = self.received(response, info)?;
        match (received.is_failure, received.form) {
            (true, _) => Err(self.failure(response, received).await),
            (_, Some(Form::Items(..) | Form::Text | Form::Stream)) => {
                Ok(ResponseValue::stream(response))
            }
            _ => {
                let value = self.value::<Validated, E>(response, received).await?;
                let (status, headers) = (value.status(), value.headers().clone());
                let body = stream::iter([Ok(value.into_inner().0)]);
                let body = ByteStream::new(Box::pin(body));
                Ok(ResponseValue::new(body, status, headers))
            }
        }
    }

    /// Returns a response that upgrades the connection; for generated methods.
    ///
    /// # Errors
    /// As [`Contract::answer`].
    #[cfg(not(target_arch = "wasm32"))]
    pub async fn upgrade<E: Answer + std::fmt::Debug>(
        &self,
        response: Response,
        info: &OperationInfo,
    ) -> Result<ResponseValue<reqwest::Upgraded>, Error<E>> {
        if response.status() == StatusCode::SWITCHING_PROTOCOLS {
            return ResponseValue::upgrade(response).await;
        }
        let (response, received) = self.received(response, info)?;
        Err(self.failure(response, received).await)
    }

    /// Validates everything except the body.
    #[expect(clippy::result_large_err, reason = "progenitor's methods return it")]
    fn received<E>(
        &self,
        response: Response,
        info: &OperationInfo,
    ) -> Result<(Response, Received<'_>), Error<E>> {
        #[cfg(feature = "middleware")]
        if let Some(error) = transport::failure(&response) {
            return Err(error);
        }
        match self.head(&response, info) {
            Ok(received) => Ok((response, received)),
            Err(invalid) => Err(platform::unexpected(response, invalid)),
        }
    }

    fn head(
        &self,
        response: &Response,
        info: &OperationInfo,
    ) -> Result<Received<'_>, InvalidResponse> {
        let status = response.status();
        let operation = self.operation(info.operation_id);
        let declared =
            operation.and_then(|operation| Some((operation, operation.response(status)?)));
        let (operation, declared) = declared
            // An informational response is not final (RFC 9110 §15.2).
            .filter(|_| !status.is_informational())
            .ok_or(InvalidResponse::UndeclaredStatus(status))?;
        // Beside declared successes, `default` is the form of failures.
        let is_other = declared.status == Status::Default && operation.declares_successes();
        let is_failure = status.as_u16() >= 400 || is_other;
        let headers = headers(self, response.headers(), declared.headers)?;
        let form = match (status.as_u16(), declared.content) {
            // HTTP allows no body, whatever the document declares (RFC 9110 §6.4.1).
            (204 | 205 | 304, _) | (_, []) => None,
            (_, content) => Some(media_type::declared(response.headers(), content)?.form),
        };
        Ok(Received::new(self, status, is_failure, headers, form))
    }

    /// Reads the body, and decodes the response.
    async fn value<T: Answer, E>(
        &self,
        response: Response,
        mut received: Received<'_>,
    ) -> Result<ResponseValue<T>, Error<E>> {
        let (limit, too_large) = match (received.form, self.response_limit) {
            // A single byte is a violation, so there is no need to read the rest.
            (None, _) => (0, InvalidResponse::UndeclaredBody),
            (Some(_), limit) => (limit, InvalidResponse::TooLarge { limit }),
        };
        let (status, headers) = (response.status(), response.headers().clone());
        let (head, body) = platform::read(response, limit).await?;
        let Some(body) = body else {
            return Err(platform::unexpected_body(head, Bytes::new(), too_large));
        };
        received.body = body;
        match T::read(&mut received) {
            Ok(value) => Ok(ResponseValue::new(value, status, headers)),
            Err(invalid) => Err(platform::unexpected_body(head, received.body, invalid)),
        }
    }

    async fn failure<E: Answer>(&self, response: Response, received: Received<'_>) -> Error<E> {
        match self.value(response, received).await {
            Ok(failure) => Error::ErrorResponse(failure),
            Err(error) => error,
        }
    }
}

/// A body that is JSON of its schema.
struct Validated(Bytes);

impl Answer for Validated {
    fn read(response: &mut Received<'_>) -> Result<Self, InvalidResponse> {
        let IgnoredAny = response.body()?;
        Ok(Self(response.body.clone()))
    }
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
        let fields: Vec<_> = sent.get_all(header.name).iter().map(HeaderValue::as_bytes).collect();
        if fields.is_empty() {
            if header.required {
                violations.extend(Violations::one(pointer(), "is missing"));
            } else if header.form.is_list() {
                values.insert(header.name.to_owned(), Value::Array(Vec::new()));
            }
            continue;
        }
        let schema = header.schema.map(|schema| contract.schema(schema));
        let found = match value(header, schema, &fields) {
            Ok(value) => {
                values.insert(header.name.to_owned(), value);
                continue;
            }
            Err(DecodeError::Schema(error)) => return Err(error.into()),
            Err(DecodeError::NotJson(reason)) => Violations::one("", reason),
            Err(DecodeError::Invalid(found)) => found,
        };
        violations.extend(found.into_iter().map(|found| Violation { pointer: pointer(), ..found }));
    }
    if violations.is_empty() {
        return Ok(values);
    }
    Err(InvalidResponse::Headers(violations.into_iter().collect()))
}

/// Returns the value of the fields of a header, without a schema as text.
fn value(header: &Header, schema: Option<&Schema>, fields: &[&[u8]]) -> Result<Value, DecodeError> {
    // Fields with the same name are a list (RFC 9110 §5.3), but for cookies.
    let lines = match header.form.is_list() {
        true => fields.iter().map(|field| field.to_vec()).collect(),
        false => vec![fields.join(&b", "[..])],
    };
    let lines: Result<Vec<_>, _> = lines
        .into_iter()
        .map(|line| match schema {
            Some(_) => String::from_utf8(line),
            None => Ok(String::from_utf8_lossy(&line).into_owned()),
        })
        .collect();
    let Ok(lines) = lines else {
        return Err(Violations::one("", "is not UTF-8").into());
    };
    let Some(schema) = schema else {
        return Ok(if header.form.is_list() { lines.into() } else { lines.concat().into() });
    };
    let text = lines.concat();
    let (kind, explode) = match header.form {
        HeaderForm::Json => return schema.decode(text.as_bytes()),
        HeaderForm::Lines => {
            let items = lines.into_iter().map(Texts::One).collect();
            return schema.validate_texts(&Texts::Items(items));
        }
        HeaderForm::EachLine => {
            return lines.iter().map(|line| schema.validate_text(line)).collect();
        }
        HeaderForm::Text => (ValueKind::Scalar, false),
        HeaderForm::List => (ValueKind::Array, false),
        HeaderForm::Members => (ValueKind::Object, false),
        HeaderForm::Assignments => (ValueKind::Object, true),
    };
    let style = TextStyle { style: Style::Simple, explode, kind };
    let decode = |text: &str| Ok(text.trim_ascii().to_owned());
    styled(schema, style, header.name, &text, &decode)
}
