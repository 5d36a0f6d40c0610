//! The response to a webhook or a callback.

use std::fmt::Display;

use bytes::Bytes;
use http::{HeaderMap, Response, StatusCode};
use serde::de::DeserializeOwned;

use super::SendError;
use crate::body::{item_format, select};
use crate::{Cause, Schema};

/// The response to a request that the service has sent.
pub struct ReceivedResponse(pub(super) Response<Bytes>);

impl ReceivedResponse {
    /// Returns what a function decodes from the response.
    ///
    /// # Errors
    /// [`SendError::Response`] with the error of the function.
    pub fn decode<T, E: std::fmt::Display>(
        self,
        decode: impl FnOnce(&Self) -> Result<T, Cause>,
    ) -> Result<T, SendError<E>> {
        decode(&self).map_err(|reason| SendError::Response { reason, response: Box::new(self.0) })
    }

    /// Returns the status.
    pub fn status(&self) -> StatusCode {
        self.0.status()
    }

    /// Returns the headers, which are not validated.
    pub fn headers(&self) -> HeaderMap {
        self.0.headers().clone()
    }

    /// Returns the error for a status that the document does not declare.
    pub fn undeclared(&self) -> Cause {
        format!("the status {} is not declared", self.0.status()).into()
    }

    /// Returns the index of the declared media type that fits the content type best.
    ///
    /// # Errors
    /// None fits.
    pub fn select(&self, media_types: &[&'static str]) -> Result<usize, Cause> {
        Ok(select(self.0.headers(), media_types).map_err(|error| error.to_string())?)
    }

    /// Validates and decodes a JSON body.
    ///
    /// # Errors
    /// The body is not JSON, its schema rejects it, or the type cannot represent it.
    pub fn json<T: DeserializeOwned>(&self, schema: Option<&Schema>) -> Result<T, Cause> {
        json(self.0.body(), schema)
    }

    /// Validates and decodes the lines of a body, each a JSON value, or the texts of a sequence.
    /// Those that are blank have no meaning.
    ///
    /// # Errors
    /// As [`ReceivedResponse::json`], for the first invalid line.
    pub fn json_lines<T: DeserializeOwned>(
        &self,
        schema: Option<&Schema>,
    ) -> Result<Vec<T>, Cause> {
        let texts = item_format(self.0.headers()).texts(self.0.body())?;
        let texts = texts.filter(|text| !text.trim_ascii().is_empty());
        texts.map(|text| json(text, schema)).collect()
    }

    /// Validates and decodes a body that is the text of a string, number or boolean.
    ///
    /// # Errors
    /// The body is not UTF-8, its schema rejects it, or the type cannot represent it.
    pub fn text<T: DeserializeOwned>(&self, schema: Option<&Schema>) -> Result<T, Cause> {
        let text = str::from_utf8(self.0.body())?;
        let value = match schema {
            Some(schema) => schema.validate_text(text).map_err(violated)?,
            None => text.into(),
        };
        Ok(serde_json::from_value(value)?)
    }

    /// Returns the bytes of the body, which are not validated.
    pub fn bytes(&self) -> Bytes {
        self.0.body().clone()
    }
}

fn json<T: DeserializeOwned>(bytes: &[u8], schema: Option<&Schema>) -> Result<T, Cause> {
    let json = openapi_schema::parse(bytes)
        .map_err(|error| format!("the body is not one JSON document: {error}"))?;
    if let Some(schema) = schema {
        schema.validate(&json.value).map_err(violated)?;
    }
    Ok(json.decode().map_err(violated)?)
}

fn violated(fault: impl Display) -> String {
    format!("the body is invalid: {fault}")
}
