//! Decodes response bodies as the generated client does, with its contract.

#[allow(dead_code, clippy::all)]
mod generated;

use http::header::CONTENT_TYPE;
use judge::client::Unread;
use openapi_progenitor::InvalidResponse;
use progenitor_client::{Error, OperationInfo, ResponseValue};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use generated::{CONTRACT, TYPES};

/// Returns the result of a generated method for a response with this body.
fn reads<T: DeserializeOwned + Serialize>(
    operation_id: &'static str,
    body: &[u8],
) -> Result<Value, Unread> {
    let mut response = http::Response::new(body.to_vec());
    let json = http::HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, json);
    let info = OperationInfo { operation_id };
    let contract = generated::CONTRACT;
    let read = contract.answer(response.into(), &info);
    let value: ResponseValue<T> = futures::executor::block_on(read).map_err(reason)?;
    serde_json::to_value(value.into_inner()).map_err(|error| Unread::NotHeld(error.to_string()))
}

fn reason(error: Error<()>) -> Unread {
    match InvalidResponse::of(&error) {
        Some(InvalidResponse::Unrepresented(fault)) => Unread::NotHeld(fault.to_string()),
        Some(fault) => Unread::Refused(fault.to_string()),
        None => Unread::Refused(error.to_string()),
    }
}
