//! A response as one value: status, headers and body.
//!
//! progenitor decodes a response from its body alone. So [`Contract::execute`] writes the
//! whole response as a JSON object, from which the generated types of responses are decoded
//! by [`answers!`](crate::answers).
//!
//! [`Contract::execute`]: crate::Contract::execute

use std::fmt::{self, Formatter};

use http::header::CONTENT_TYPE;
pub use serde;
use serde::de::DeserializeOwned;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::{Contract, Form};

/// The members of a problem (RFC 9457 §3.1) and of other errors that are for people.
const MESSAGES: [&str; 5] = ["detail", "message", "error_description", "title", "error"];

/// The members of errors that are for programs.
const CODES: [&str; 2] = ["code", "error"];

/// A response as one value.
#[derive(Debug, Deserialize)]
pub struct Answer {
    status: u16,
    headers: Map<String, Value>,
    body: Box<RawValue>,
}

impl Answer {
    /// Returns the status.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Decodes a header, `None` for a missing one.
    ///
    /// # Errors
    /// The value is not of this type.
    pub fn header<T: DeserializeOwned>(&mut self, name: &str) -> serde_json::Result<T> {
        serde_json::from_value(self.headers.remove(name).unwrap_or(Value::Null))
    }

    /// Decodes the body.
    ///
    /// # Errors
    /// The body is not of this type.
    pub fn body<T: DeserializeOwned>(&self) -> serde_json::Result<T> {
        serde_json::from_slice(self.body.get().as_bytes())
    }
}

impl Contract {
    /// Writes a value of a type of responses as a service sends it, for mocks: with the
    /// declared content type.
    ///
    /// # Panics
    /// The value has a status, a header or a body that no response has.
    pub fn write(&self, operation_id: &str, response: &impl Serialize) -> http::Response<Vec<u8>> {
        let value = serde_json::to_value(response).expect("a response is JSON");
        let answer: Answer = serde_json::from_value(value).expect("a response has its members");
        let mut written = http::Response::builder().status(answer.status);
        for (name, value) in &answer.headers {
            let text = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            written = written.header(name, text);
        }
        let status = http::StatusCode::from_u16(answer.status).unwrap_or_default();
        let declared = self.operation(operation_id);
        let declared = declared.and_then(|operation| operation.response(status));
        let content = declared.and_then(|declared| declared.content.first());
        let json = answer.body.get();
        let body = match content.map(|content| &content.form) {
            None => Vec::new(),
            Some(Form::Json(_) | Form::AnyJson) => json.into(),
            Some(Form::Text) => serde_json::from_str(json)
                .map(String::into_bytes)
                .unwrap_or_default(),
            Some(Form::Items(..) | Form::Stream) => serde_json::from_str(json).unwrap_or_default(),
        };
        if let Some(content) = content {
            // A range is no content type of a response.
            let name = match content.name.contains('*') {
                true => "application/octet-stream",
                false => &content.name,
            };
            written = written.header(CONTENT_TYPE, name);
        }
        written
            .body(body)
            .expect("the status and the headers are valid")
    }
}

/// Writes a response as one value.
///
/// The order of the members is that of [`Contract::execute`](crate::Contract::execute).
#[derive(Debug)]
pub struct AnswerWriter {
    status: u16,
    headers: Map<String, Value>,
    body: Option<Value>,
}

impl AnswerWriter {
    /// Begins the response with this status.
    pub fn new(status: u16) -> Self {
        Self {
            status,
            headers: Map::new(),
            body: None,
        }
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

    /// Adds the body, which is the field `body`. The field `status` is known already.
    ///
    /// # Errors
    /// The value is not JSON.
    pub fn member(&mut self, field: &str, value: &impl Serialize) -> serde_json::Result<()> {
        if field == "body" {
            self.body = Some(serde_json::to_value(value)?);
        }
        Ok(())
    }

    /// Writes the response.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn end<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut answer = serializer.serialize_struct("Answer", 3)?;
        answer.serialize_field("status", &self.status)?;
        answer.serialize_field("headers", &self.headers)?;
        answer.serialize_field("body", &self.body)?;
        answer.end()
    }
}

/// A type without a value: the failure of an operation that declares none, and a value whose
/// schema is `false`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Never {}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

/// The result of decoding a response or of writing it.
pub type JsonResult<T> = serde_json::Result<T>;

/// Returns the error for a status that a type of responses doesn't have.
pub fn undeclared(status: u16) -> serde_json::Error {
    serde::de::Error::custom(format_args!("no response {status} is declared"))
}

/// Writes a failure as one line for people: the status, its reason phrase, and the message
/// and the code of the body, if it has them: `404 Not Found: no such tree (code 7)`.
///
/// # Errors
/// Those of the formatter.
pub fn write_failure(
    formatter: &mut Formatter<'_>,
    status: u16,
    failure: &impl Serialize,
) -> fmt::Result {
    let reason = http::StatusCode::from_u16(status).ok();
    match reason.and_then(|status| status.canonical_reason()) {
        Some(reason) => write!(formatter, "{status} {reason}")?,
        None => write!(formatter, "{status}")?,
    }
    let failure = serde_json::to_value(failure).unwrap_or_default();
    let body = &failure["body"];
    let mut messages = MESSAGES
        .iter()
        .filter_map(|name| Some((*name, body.get(name)?.as_str()?)));
    let message = messages.next().or_else(|| Some(("", body.as_str()?)));
    if let Some((_, message)) = message {
        write!(formatter, ": {}", untrusted_text::one_line(message))?;
    }
    let code = CODES.iter().find_map(|name| Some((*name, body.get(name)?)));
    match code {
        Some((name, code)) if message.is_none_or(|(message, _)| message != name) => {
            let code = code
                .as_str()
                .map_or_else(|| code.to_string(), str::to_owned);
            write!(formatter, " ({name} {})", untrusted_text::one_line(&code))
        }
        _ => Ok(()),
    }
}

/// Implements `Serialize` and `Deserialize` for a type of responses: an enum with a variant
/// for each declared response, or a struct. The fields are `status`, `body`, and headers
/// with their names.
///
/// ```
/// #[derive(Debug, PartialEq)]
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
///         404 => NotFound { body, retry_after: "Retry-After" },
///         _ => Default { status },
///     }
/// }
///
/// let text = r#"{"status":404,"headers":{"Retry-After":3},"body":"no tree"}"#;
/// let error: ReadError = serde_json::from_str(text)?;
/// let body = "no tree".to_owned();
/// assert_eq!(error, ReadError::NotFound { body, retry_after: Some(3) });
/// assert_eq!(serde_json::to_string(&error)?, text);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! answers {
    ($type:ident {
        $($status:pat => $variant:ident { $($field:ident $(: $header:literal)?),* $(,)? }),* $(,)?
    }) => {
        impl $type {
            #[allow(unreachable_patterns, unused_mut)]
            fn decoded(mut answer: $crate::Answer) -> $crate::JsonResult<Self> {
                ::std::result::Result::Ok(match answer.status() {
                    $($status => Self::$variant {
                        $($field: $crate::answers!(@read answer, $field $($header)?)),*
                    },)*
                    status => return ::std::result::Result::Err($crate::undeclared(status)),
                })
            }

            #[allow(unused_mut)]
            fn encoded(&self) -> $crate::JsonResult<$crate::AnswerWriter> {
                let mut answer = $crate::AnswerWriter::new(self.status());
                match self {
                    $(Self::$variant { $($field),* } => {
                        $($crate::answers!(@write answer, $field $($header)?);)*
                    })*
                }
                ::std::result::Result::Ok(answer)
            }
        }
        $crate::answers!(@codec $type);
    };
    (struct $type:ident { $($field:ident $(: $header:literal)?),* $(,)? }) => {
        impl $type {
            fn decoded(mut answer: $crate::Answer) -> $crate::JsonResult<Self> {
                ::std::result::Result::Ok(Self {
                    $($field: $crate::answers!(@read answer, $field $($header)?)),*
                })
            }

            fn encoded(&self) -> $crate::JsonResult<$crate::AnswerWriter> {
                let Self { $($field),* } = self;
                let mut answer = $crate::AnswerWriter::new(self.status());
                $($crate::answers!(@write answer, $field $($header)?);)*
                ::std::result::Result::Ok(answer)
            }
        }
        $crate::answers!(@codec $type);
    };
    (@codec $type:ident) => {
        impl<'de> $crate::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                let answer = $crate::serde::Deserialize::deserialize(deserializer)?;
                Self::decoded(answer).map_err($crate::serde::de::Error::custom)
            }
        }

        impl $crate::serde::Serialize for $type {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                let answer = self.encoded().map_err($crate::serde::ser::Error::custom)?;
                answer.end(serializer)
            }
        }
    };
    (@read $answer:ident, status) => { $answer.status() };
    (@read $answer:ident, body) => { $answer.body()? };
    (@read $answer:ident, $field:ident $header:literal) => { $answer.header($header)? };
    (@write $answer:ident, $field:ident $header:literal) => { $answer.header($header, $field)? };
    (@write $answer:ident, $field:ident) => { $answer.member(stringify!($field), $field)? };
}
