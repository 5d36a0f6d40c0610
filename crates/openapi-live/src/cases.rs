//! What is sent for an operation, and what is expected of the answer. Which
//! values a schema accepts is never decided here.

mod body;
mod credentials;
mod parameters;
mod routes;

pub(crate) use routes::{unknown_methods, unknown_path};

use crate::document::{Operation, Place, Scheme, SchemeKind};
use crate::parameter::{Written, written};
use crate::request::Request;
use openapi_oracle::values::Values;
use serde_json::Value;

/// What an answer has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// That the request is good.
    Accepted,
    /// That it isn't.
    Refused,
    /// That its credential isn't.
    CredentialRefused,
    /// Either: the document doesn't decide it.
    Anything,
    /// That there is no such path.
    UnknownPath,
    /// That there is no such method.
    UnknownMethod,
}

/// A request, and why it is sent.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub what: String,
    /// What in the document it is about, as a JSON Pointer.
    pub about: String,
    pub expected: Expected,
    pub request: Request,
    /// The part of the body that it is about, as a JSON Pointer.
    pub part: Option<String>,
}

impl Case {
    fn new(what: impl Into<String>, about: &str, expected: Expected, request: Request) -> Self {
        Self {
            what: what.into(),
            about: about.to_owned(),
            expected,
            request,
            part: None,
        }
    }
}

/// Makes the cases of an operation.
pub(crate) struct Maker<'m, 'd> {
    pub values: &'m Values<'d>,
    pub operation: &'m Operation,
    /// The credential that a request needs.
    pub schemes: &'m [Scheme],
    /// By which values are drawn that may be any; all else is the same each time.
    pub seed: u64,
}

impl Maker<'_, '_> {
    /// Every case; or why there is none.
    pub fn cases(&self) -> Result<Vec<Case>, String> {
        let parameters = self.parameters()?;
        let mut cases = Vec::new();
        let operation = self.operation;
        let valid = self.with_body(self.request(&parameters), 0)?;
        let about = &operation.pointer;
        cases.push(Case::new(
            "a valid request",
            about,
            Expected::Accepted,
            valid.clone(),
        ));
        if operation
            .parameters
            .iter()
            .any(|parameter| !parameter.required)
        {
            let required: Vec<_> = operation
                .parameters
                .iter()
                .zip(&parameters)
                .map(|(parameter, text)| text.clone().filter(|_| parameter.required))
                .collect();
            let request = self.with_body(self.request(&required), 1)?;
            let what = "no parameter that isn't required";
            cases.push(Case::new(what, about, Expected::Accepted, request));
        }
        cases.extend(self.of_parameters(&parameters)?);
        cases.extend(self.of_body(&parameters)?);
        cases.extend(self.of_credentials(&valid)?);
        Ok(cases)
    }

    /// A valid text for each parameter.
    fn parameters(&self) -> Result<Vec<Option<Written>>, String> {
        let parameters = self.operation.parameters.iter().zip(0u64..);
        let texts = parameters.map(|(parameter, index)| {
            let seed = self.seed_of(1000 + index);
            let can_be_sent = |text: &str| written(parameter, text).is_some();
            let is_valid = |text: &&String| {
                let value = serde_json::from_str(text);
                let accepts = |value| self.values.accepts(&parameter.schema, &value);
                can_be_sent(text) && value.is_ok_and(accepts)
            };
            // What a path shows may be somebody's.
            let shown = match parameter.place {
                Place::Path => None,
                _ => parameter.shown.iter().find(is_valid).cloned(),
            };
            let made = || {
                self.values
                    .valid_where(&parameter.schema, seed, can_be_sent)
            };
            let text = shown.or_else(made);
            let text = text.and_then(|text| written(parameter, &text));
            match text.is_none() && parameter.required {
                true => Err(format!(
                    "no value was found for the parameter `{}`",
                    parameter.name
                )),
                false => Ok(text),
            }
        });
        texts.collect()
    }

    /// A request with a good credential and these parameters.
    fn request(&self, parameters: &[Option<Written>]) -> Request {
        let mut request = Request::new(&self.operation.method, &self.operation.path);
        for (parameter, written) in self.operation.parameters.iter().zip(parameters) {
            for (name, text) in written.iter().flatten() {
                let name = match parameter.place {
                    Place::Path => &parameter.name,
                    _ => name,
                };
                request.put(parameter.place, name, text);
            }
        }
        for scheme in self.schemes {
            put_credential(&mut request, scheme, &scheme.placeholder());
        }
        request
    }

    /// The same with a valid body, if the operation has one; each number gives
    /// another one.
    fn with_body(&self, request: Request, number: u64) -> Result<Request, String> {
        let Some(body) = &self.operation.body else {
            return Ok(request);
        };
        let text = self.valid(body, number)?;
        Ok(request.with_body(Some(&body.media_type), text))
    }

    /// Two good requests that have the same in one part of their bodies, and else
    /// nothing, as far as that can be made.
    pub fn twins(&self, part: &str) -> Option<[Request; 2]> {
        let body = self.operation.body.as_ref()?;
        let base = self.request(&self.parameters().ok()?);
        let value = |number| -> Option<Value> {
            serde_json::from_str(&self.valid(body, number).ok()?).ok()
        };
        let (first, mut second) = (value(7)?, value(8)?);
        *second.pointer_mut(part)? = first.pointer(part)?.clone();
        let request = |value: Value| {
            base.clone()
                .with_body(Some(&body.media_type), value.to_string())
        };
        Some([request(first), request(second)])
    }

    /// A seed for a part of this operation, other than those of other operations.
    fn seed_of(&self, number: u64) -> u64 {
        let name = self.operation.name();
        let start = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = name.bytes().fold(start, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        hash.wrapping_add(number)
    }
}

fn put_credential(request: &mut Request, scheme: &Scheme, token: &str) {
    match &scheme.kind {
        SchemeKind::Http(kind) => {
            request.put(Place::Header, "Authorization", &format!("{kind} {token}"));
        }
        SchemeKind::Key(place, name) => request.put(*place, name, token),
        SchemeKind::Other => {}
    }
}
