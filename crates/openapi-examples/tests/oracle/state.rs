//! The state of a stand-in: stores the accepted body, and responds to a request that reaches its
//! operation with unavailability.

#![allow(dead_code, reason = "a document need not use all of it")]

use std::sync::Mutex;
use std::time::Duration;

use openapi_dropshot::Rejection;
use serde_json::Value;

/// The state of a stand-in.
#[derive(Default)]
pub struct State {
    /// The last accepted body, decoded and serialized again.
    pub decoded: Mutex<Option<serde_json::Result<Value>>>,
}

impl State {
    /// Returns the principal of any credential.
    pub fn principal(&self, credential: &str) -> Option<String> {
        Some(credential.to_owned())
    }

    /// Stores a body, and returns no response.
    pub fn answer(
        &self,
        _: &str,
        _: &[&str],
        _: Vec<String>,
        body: Option<serde_json::Result<Value>>,
    ) -> Result<(usize, Answer), Rejection> {
        if let Ok(mut decoded) = self.decoded.lock() {
            *decoded = body;
        }
        let (retry_after, cause) = (Duration::ZERO, "a stand-in does nothing".into());
        Err(Rejection::Unavailable { retry_after, cause })
    }
}

/// The values of a response, which there is not.
pub enum Answer {}

impl Answer {
    pub fn of(&self, _: &str) -> Self {
        match *self {}
    }

    pub fn body<T>(&self) -> Result<T, Rejection> {
        match *self {}
    }

    pub fn bytes(&self) -> Result<dropshot::Body, Rejection> {
        match *self {}
    }

    pub fn events<T>(&self) -> Result<openapi_dropshot::EventStream<T>, Rejection> {
        match *self {}
    }

    pub fn lines<T>(&self) -> Result<openapi_dropshot::JsonLines<T>, Rejection> {
        match *self {}
    }

    pub fn header<T>(&self, _: &str) -> Result<T, Rejection> {
        match *self {}
    }

    pub fn content_type(&self) -> String {
        match *self {}
    }
}
