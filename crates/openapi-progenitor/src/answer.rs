//! A response as a value of its type, with status, headers and body.
//!
//! progenitor decodes a response from its body alone. So [`Contract::answer`] decodes it, by
//! [`Answer`], which [`answers!`](crate::answers) implements for the generated types of
//! responses.

use std::fmt::{self, Formatter};

use bytes::Bytes;
use http::StatusCode;
use http::header::CONTENT_TYPE;
use openapi_schema::{DecodeError, Schema, Violations, parse};
// For the code of `answers!`, whose crate may not depend on serde.
pub use serde;
use serde::de::value::SeqDeserializer;
use serde::de::{DeserializeOwned, IntoDeserializer};
use serde::{Deserialize, Serialize};
pub use serde_json::Error as WriteError;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use crate::{Contract, Form, InvalidResponse};

/// The members of a problem (RFC 9457 §3.1) and of other errors with the text for people: the first
/// one that is a text.
const MESSAGES: [&str; 5] = ["detail", "message", "error_description", "title", "error"];

/// The members with the code for programs. `error` is either; the text for people is not repeated.
const CODES: [&str; 2] = ["code", "error"];

/// A type of responses, or of the body of the only one.
pub trait Answer: Sized {
    /// Validates and decodes the body.
    ///
    /// # Errors
    /// The response violates the document, or the type can't represent it.
    fn read(response: &mut Received<'_>) -> Result<Self, InvalidResponse>;
}

impl<T: DeserializeOwned> Answer for T {
    fn read(response: &mut Received<'_>) -> Result<Self, InvalidResponse> {
        response.body()
    }
}

/// A response with a status and headers that the document declares.
pub struct Received<'c> {
    contract: &'c Contract,
    status: StatusCode,
    pub(crate) is_failure: bool,
    headers: Map<String, Value>,
    /// The declared content of the body; `None` for a response without a body.
    pub(crate) form: Option<Form>,
    pub(crate) body: Bytes,
}

impl<'c> Received<'c> {
    /// Returns the response without its body.
    pub(crate) fn new(
        contract: &'c Contract,
        status: StatusCode,
        is_failure: bool,
        headers: Map<String, Value>,
        form: Option<Form>,
    ) -> Self {
        Self { contract, status, is_failure, headers, form, body: Bytes::new() }
    }

    /// Returns the status.
    pub fn status(&self) -> u16 {
        self.status.as_u16()
    }

    /// Returns the error for a type without this status.
    pub fn undeclared(&self) -> InvalidResponse {
        InvalidResponse::UndeclaredStatus(self.status)
    }

    /// Takes a header by its declared name, and decodes it; `None` for a missing one.
    ///
    /// # Errors
    /// The type can't represent the value.
    pub fn header<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, InvalidResponse> {
        let value = self.headers.remove(name).unwrap_or_default();
        serde_json::from_value(value).map_err(unrepresented)
    }

    /// Validates and decodes the body.
    ///
    /// # Errors
    /// The body violates the document, or the type can't represent it.
    pub fn body<T: DeserializeOwned>(&self) -> Result<T, InvalidResponse> {
        let body = &*self.body;
        match self.form {
            None => serde_json::from_value(Value::Null).map_err(unrepresented),
            Some(Form::Json(schema)) => json(body, self.contract.schema(schema)),
            Some(Form::AnyJson) => {
                let json = parse(body).map_err(not_json)?;
                json.decode().map_err(InvalidResponse::Unrepresented)
            }
            Some(Form::Text) => {
                let text = str::from_utf8(body)
                    .map_err(|error| InvalidResponse::Malformed("UTF-8", error.to_string()))?;
                T::deserialize(text.into_deserializer()).map_err(unrepresented)
            }
            Some(Form::Items(..) | Form::Stream) => {
                T::deserialize(SeqDeserializer::new(body.iter().copied())).map_err(unrepresented)
            }
        }
    }
}

fn json<T: DeserializeOwned>(body: &[u8], schema: &Schema) -> Result<T, InvalidResponse> {
    schema.decode(body).map_err(|error| match error {
        DecodeError::NotJson(reason) => not_json(reason),
        // The schema or the type refuses it.
        DecodeError::Invalid(violations) => match schema.validate_json(body) {
            Ok(_) => InvalidResponse::Unrepresented(violations),
            Err(_) => InvalidResponse::Body(violations),
        },
        DecodeError::Schema(error) => error.into(),
    })
}

fn not_json(reason: String) -> InvalidResponse {
    InvalidResponse::Malformed("one JSON document", reason)
}

fn unrepresented(error: serde_json::Error) -> InvalidResponse {
    InvalidResponse::Unrepresented(Violations::one("", error.to_string()))
}

impl Contract {
    /// Writes a value of a type of responses as a service sends it, for mocks: with the first
    /// declared content type.
    ///
    /// # Panics
    /// The operation does not declare the status, or the value has a header or a body that no
    /// response has.
    pub fn write(&self, operation_id: &str, response: &impl Written) -> http::Response<Vec<u8>> {
        let answer = response.written().expect("a response is JSON");
        let mut written = http::Response::builder().status(answer.status);
        let status = StatusCode::from_u16(answer.status).unwrap_or_default();
        let declared = self.operation(operation_id);
        let declared = declared.and_then(|operation| operation.response(status));
        let declared = declared.expect("the operation declares the status");
        for header in declared.headers {
            let value = answer.headers.get(header.name).unwrap_or(&Value::Null);
            let texts = header.form.write(value).expect("the header has a text");
            written = texts.iter().fold(written, |written, text| written.header(header.name, text));
        }
        let content = declared.content.first();
        let json = answer.body.get();
        let body = match content.map(|content| content.form) {
            None => Vec::new(),
            Some(Form::Json(_) | Form::AnyJson) => json.into(),
            Some(Form::Text) => {
                serde_json::from_str::<String>(json).expect("the body is a text").into()
            }
            Some(Form::Items(..) | Form::Stream) => {
                serde_json::from_str(json).expect("the body is bytes")
            }
        };
        if let Some(content) = content {
            // A range is no content type of a response. Any name in its place is in the range.
            written = written.header(CONTENT_TYPE, content.name.replace('*', "x"));
        }
        written.body(body).expect("the status and the headers are valid")
    }
}

/// Returns the text of a code.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A type of responses that can be written. [`answers!`](crate::answers) implements it.
pub trait Written {
    /// Writes the response.
    ///
    /// # Errors
    /// A value is not JSON.
    fn written(&self) -> serde_json::Result<WrittenAnswer>;
}

/// A response as one value.
#[derive(Debug, Serialize)]
pub struct WrittenAnswer {
    status: u16,
    headers: Map<String, Value>,
    body: Box<RawValue>,
}

impl WrittenAnswer {
    /// Returns the response with this status, without headers and with the body `null`.
    pub fn new(status: u16) -> Self {
        Self { status, headers: Map::new(), body: RawValue::NULL.to_owned() }
    }

    /// Adds a header, unless the value is `None`.
    ///
    /// # Errors
    /// The value is not JSON.
    pub fn header(&mut self, name: &str, value: &impl Serialize) -> serde_json::Result<()> {
        let value = serde_json::to_value(value)?;
        if !value.is_null() {
            self.headers.insert(name.to_owned(), value);
        }
        Ok(())
    }

    /// Sets the body.
    ///
    /// # Errors
    /// The value is not JSON.
    pub fn body(&mut self, value: &impl Serialize) -> serde_json::Result<()> {
        self.body = to_raw_value(value)?;
        Ok(())
    }
}

/// The type of null, by a name, which progenitor needs for the type of a body.
pub type Null = ();

/// A type without a value: the failure of an operation that declares none, and a value whose
/// schema is `false`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, thiserror::Error)]
pub enum Never {}

/// Writes a failure as one line for people: the status, its reason phrase, and the message
/// and the code of the body, if it has them: `404 Not Found: no such tree (code 7)`.
///
/// # Errors
/// Those of the formatter, and a body that is not JSON.
pub fn write_failure(formatter: &mut Formatter<'_>, failure: &impl Written) -> fmt::Result {
    let WrittenAnswer { status, body, .. } = failure.written().map_err(|_| fmt::Error)?;
    let body: Value = serde_json::from_str(body.get()).map_err(|_| fmt::Error)?;
    let known = StatusCode::from_u16(status).ok();
    match known.and_then(|status| status.canonical_reason()) {
        Some(reason) => write!(formatter, "{status} {reason}")?,
        None => write!(formatter, "{status}")?,
    }
    let message = MESSAGES.iter().find_map(|name| Some((*name, body.get(name)?.as_str()?)));
    let message = message.or_else(|| Some(("", body.as_str()?)));
    if let Some((_, message)) = message {
        write!(formatter, ": {}", untrusted_text::one_line(message))?;
    }
    let code = CODES.iter().find_map(|name| {
        let code = body.get(name).filter(|code| !code.is_null())?;
        Some((*name, code))
    });
    match code {
        Some((name, code)) if message.is_none_or(|(message, _)| message != name) => {
            write!(formatter, " ({name} {})", untrusted_text::one_line(&text(code)))
        }
        _ => Ok(()),
    }
}

/// Implements [`Answer`], [`Written`] and `Serialize` for a type of responses with a function
/// `status`: an enum with a variant for each declared response, or a struct, whose only pattern is
/// `_`. The fields are `status`, `body`, and headers with their names.
///
/// ```
/// enum ReadError {
///     NotFound { body: String, retry_after: Option<u32> },
///     Default { status: u16 },
/// }
///
/// impl ReadError {
///     fn status(&self) -> u16 {
///         match self {
///             Self::NotFound { .. } => 404,
///             Self::Default { status } => *status,
///         }
///     }
/// }
///
/// openapi_progenitor::answers! {
///     ReadError {
///         404 => Self::NotFound { body, retry_after: "Retry-After" },
///         _ => Self::Default { status },
///     }
/// }
///
/// let error = ReadError::NotFound { body: "no tree".to_owned(), retry_after: Some(3) };
/// let text = r#"{"status":404,"headers":{"Retry-After":3},"body":"no tree"}"#;
/// assert_eq!(serde_json::to_string(&error)?, text);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! answers {
    ($type:ident {
        $($status:pat => $($path:ident)::+ {
            $($field:ident $(: $header:literal)?),* $(,)?
        }),* $(,)?
    }) => {
        impl $crate::Answer for $type {
            fn read(
                answer: &mut $crate::Received<'_>,
            ) -> ::std::result::Result<Self, $crate::InvalidResponse> {
                #[allow(unreachable_patterns)]
                ::std::result::Result::Ok(match answer.status() {
                    $($status => $($path)::+ {
                        $($field: $crate::answers!(@read answer, $field $($header)?)),*
                    },)*
                    _ => return ::std::result::Result::Err(answer.undeclared()),
                })
            }
        }

        impl $crate::Written for $type {
            fn written(&self) -> ::std::result::Result<$crate::WrittenAnswer, $crate::WriteError> {
                #[allow(unused_mut)]
                let mut answer = $crate::WrittenAnswer::new(self.status());
                match self {
                    $($($path)::+ { $($field),* } => {
                        $($crate::answers!(@write answer, $field $($header)?, $field);)*
                    })*
                }
                ::std::result::Result::Ok(answer)
            }
        }

        impl $crate::serde::Serialize for $type {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                let written = $crate::Written::written(self).map_err($crate::serde::ser::Error::custom)?;
                $crate::serde::Serialize::serialize(&written, serializer)
            }
        }
    };
    (@read $answer:ident, status) => { $answer.status() };
    (@read $answer:ident, body) => { $answer.body()? };
    (@read $answer:ident, $field:ident $header:literal) => { $answer.header($header)? };
    (@write $answer:ident, status, $value:ident) => { let _ = $value; };
    (@write $answer:ident, body, $value:ident) => { $answer.body($value)? };
    (@write $answer:ident, $field:ident $header:literal, $value:ident) => {
        $answer.header($header, $value)?
    };
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    struct Gone {
        body: Value,
    }

    impl Gone {
        fn status(&self) -> u16 {
            404
        }
    }

    crate::answers! { Gone { _ => Self { body } } }

    impl fmt::Display for Gone {
        fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
            write_failure(formatter, self)
        }
    }

    #[test]
    fn a_failure_is_shown_with_its_text_and_its_code() {
        for (body, expected) in [
            (json!({"message": "gone", "code": 7}), "404 Not Found: gone (code 7)"),
            (json!({"error": "gone", "detail": 3}), "404 Not Found: gone"),
            (json!({"message": "gone", "code": null}), "404 Not Found: gone"),
            (json!({"code": null, "error": {"id": 1}}), "404 Not Found (error {\"id\":1})"),
            (json!("gone"), "404 Not Found: gone"),
        ] {
            assert_eq!(Gone { body }.to_string(), expected);
        }
    }
}
