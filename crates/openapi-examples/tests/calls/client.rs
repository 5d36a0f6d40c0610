//! The results of client methods, in a form that can be compared.

use std::fmt::Debug;

use futures::TryStreamExt;
use openapi_progenitor::{InvalidResponse, ItemStream};
use progenitor_client::{ByteStream, Error, ResponseValue};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A successful result of a client method.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The status.
    pub status: u16,
    /// The values in the body: several of a stream.
    pub values: Vec<Value>,
    /// The bytes of a body that has no type.
    pub bytes: Option<Vec<u8>>,
}

impl Answered {
    fn new(status: reqwest::StatusCode, values: Vec<Value>) -> Self {
        Self { status: status.as_u16(), values, bytes: None }
    }
}

/// Returns a result without a body.
pub fn empty<E: Serialize>(result: Result<ResponseValue<()>, Error<E>>) -> Result<Answered, String>
where
    Error<E>: Debug,
{
    or_declared(result.map(|response| Answered::new(response.status(), Vec::new())))
}

/// Returns a result with a value.
pub fn json<T: Serialize, E: Serialize>(
    result: Result<ResponseValue<T>, Error<E>>,
) -> Result<Answered, String>
where
    Error<E>: Debug,
{
    let response = match result {
        Ok(response) => response,
        Err(error) => return or_declared(Err(error)),
    };
    let value = serde_json::to_value(&*response).map_err(|error| error.to_string())?;
    Ok(Answered::new(response.status(), vec![value]))
}

/// Returns the body of a result with a status, headers and a body.
pub fn answer<T: Serialize, E: Serialize>(
    result: Result<ResponseValue<T>, Error<E>>,
) -> Result<Answered, String>
where
    Error<E>: Debug,
{
    match result {
        Ok(_) => bodies(json(result)?),
        Err(_) => json(result),
    }
}

/// Takes the bodies out of values with a status, headers and a body.
fn bodies(mut answered: Answered) -> Result<Answered, String> {
    for answer in &mut answered.values {
        if !answer.is_null() && answer["status"] != answered.status {
            return Err(format!("the value has the status {}", answer["status"]));
        }
        *answer = answer.get_mut("body").map(Value::take).unwrap_or_default();
    }
    answered.values.retain(|body| !body.is_null());
    Ok(answered)
}

/// Returns a result with bytes.
pub async fn bytes<E: Serialize>(
    result: Result<ResponseValue<ByteStream>, Error<E>>,
) -> Result<Answered, String>
where
    Error<E>: Debug,
{
    let response = match result {
        Ok(response) => response,
        Err(error) => return or_declared(Err(error)),
    };
    let status = response.status();
    let body: Vec<bytes::Bytes> =
        response.into_inner_stream().try_collect().await.map_err(|error| error.to_string())?;
    Ok(Answered { bytes: Some(body.concat()), ..Answered::new(status, Vec::new()) })
}

/// Returns a result with the items of a stream.
pub async fn items<T: DeserializeOwned + Serialize, E: Serialize>(
    result: Result<ResponseValue<ItemStream<T>>, Error<E>>,
) -> Result<Answered, String>
where
    Error<E>: Debug,
{
    let response = match result {
        Ok(response) => response,
        Err(error) => return or_declared(Err(error)),
    };
    let status = response.status();
    let items: Vec<T> =
        response.into_inner().try_collect().await.map_err(|error| error.to_string())?;
    let values = items.iter().map(serde_json::to_value);
    let values = values.collect::<Result<_, _>>();
    Ok(Answered::new(status, values.map_err(|error| error.to_string())?))
}

/// Returns an error as a result if the document declares the response: an error response,
/// or one for which the client has no type, such as a redirection.
fn or_declared<E: Serialize>(result: Result<Answered, Error<E>>) -> Result<Answered, String>
where
    Error<E>: Debug,
{
    match result {
        Err(error) if InvalidResponse::of(&error).is_none() => match error {
            Error::UnexpectedResponse(response) => Ok(Answered::new(response.status(), Vec::new())),
            Error::ErrorResponse(response) => {
                let value = serde_json::to_value(&*response).map_err(|error| error.to_string())?;
                bodies(Answered::new(response.status(), vec![value]))
            }
            error => Err(format!("{error:?}")),
        },
        Err(error) => {
            let reason = InvalidResponse::of(&error).map(ToString::to_string);
            Err(format!("{error:?}: {}", reason.unwrap_or_default()))
        }
        Ok(answered) => Ok(answered),
    }
}

/// Returns whether values are equal in order, apart from what [`is_equal`] says.
pub fn are_equal(got: &[Value], sent: &[Value]) -> bool {
    got.len() == sent.len() && got.iter().zip(sent).all(|(got, sent)| is_equal(got, sent))
}

/// Returns whether values are equal, apart from members that are null, which the client's
/// types leave out, members with a default, which the server adds, and the notation of
/// numbers.
fn is_equal(got: &Value, sent: &Value) -> bool {
    match (got, sent) {
        (Value::Object(got), Value::Object(sent)) => {
            let got = |name| got.get(name).unwrap_or(&Value::Null);
            sent.iter().all(|(name, sent)| is_equal(got(name), sent))
        }
        (Value::Array(got), Value::Array(sent)) => are_equal(got, sent),
        (Value::Number(got), Value::Number(sent)) => got == sent || got.as_f64() == sent.as_f64(),
        _ => got == sent,
    }
}
