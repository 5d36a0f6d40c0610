//! Generates the requests for an operation, each with the expected response. Which
//! values a schema accepts is left to the validator.

mod body;
mod credentials;
mod parameters;
mod routes;

pub(crate) use routes::{unknown_method, unknown_path};

use crate::check::choice::GivenValues;
use crate::check::credentials::Credential;
use crate::client;
use openapi_document::{Direction, MediaType, Node, Operation, Parameter, ParameterLocation};
use openapi_values::Values;
use openapi_values::wire::{Request, Serialized, Syntax, at, sent, serialized, syntax};
use serde_json::Value;

/// The expected response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// The request is accepted.
    Accepted,
    /// The request is rejected.
    Refused,
    /// The credential is rejected.
    CredentialRefused,
    /// Accepted or refused: the document doesn't say which.
    Anything,
    /// The path doesn't exist.
    UnknownPath,
    /// The method isn't allowed.
    UnknownMethod,
}

/// A request and its purpose.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub what: String,
    /// The part of the document that the request tests, as a JSON Pointer.
    pub about: String,
    pub expected: Expected,
    pub request: Request,
    /// The part of the body that the request tests, as a JSON Pointer.
    pub part: Option<String>,
}

impl Case {
    fn new(what: impl Into<String>, about: &str, expected: Expected, request: Request) -> Self {
        Self { what: what.into(), about: about.to_owned(), expected, request, part: None }
    }
}

/// Generates the cases of an operation.
pub(crate) struct CaseGenerator<'m, 'd> {
    pub values: &'m Values<'d>,
    pub operation: &'m Operation<'d>,
    /// The credentials that a request needs.
    pub credentials: &'m [Credential<'d>],
    /// The values of parameters that are not drawn.
    pub given: &'m GivenValues,
    /// The seed for arbitrary values; everything else is the same in each run.
    pub seed: u64,
}

impl CaseGenerator<'_, '_> {
    /// Returns every case, and what they leave out; or the reason why there is none.
    pub fn cases(&self) -> Result<(Vec<Case>, Vec<String>), String> {
        self.values.refill();
        let cases = self.all_cases();
        if self.values.is_exhausted() {
            let reason = "nothing is sent, because generating values takes too long";
            return Err(reason.to_owned());
        }
        cases
    }

    fn all_cases(&self) -> Result<(Vec<Case>, Vec<String>), String> {
        let parameters = self.parameters()?;
        let mut cases = Vec::new();
        let operation = self.operation;
        let valid = self.with_body(self.request(&parameters), 0)?;
        let about = operation.location.pointer.as_str();
        cases.push(Case::new("a valid request", about, Expected::Accepted, valid.clone()));
        if operation.parameters.iter().any(|parameter| !parameter.required) {
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
        Ok((cases, self.gaps(&parameters)))
    }

    /// Returns whether each request has this parameter anyway. Gateways declare a key as a parameter,
    /// too; sent twice, it would be refused.
    fn is_fixed(&self, index: usize, parameter: &Parameter<'_>) -> bool {
        let is_credential = || self.credentials.iter().any(|one| one.is_sent_as(parameter));
        !self.given.contains_key(&index) && (client::sets(parameter) || is_credential())
    }

    /// Returns a valid serialized value for each parameter; `None` for one that each request has
    /// anyway, and for an optional one if no value was found.
    fn parameters(&self) -> Result<Vec<Option<Serialized>>, String> {
        let parameters = self.operation.parameters.iter().enumerate().zip(1000..);
        let texts = parameters.map(|((index, parameter), number)| {
            if self.is_fixed(index, parameter) {
                return Ok(None);
            }
            let seed = self.seed_of(number);
            let can_be_sent = |text: &str| serialized(parameter, text).is_some();
            let is_valid = |text: &&String| {
                let value = serde_json::from_str(text);
                let accepts = |value| self.values.accepts(at(parameter.schema), &value);
                can_be_sent(text) && value.is_ok_and(accepts)
            };
            // The example of a path parameter may be the id of a real object.
            let example = match parameter.place {
                ParameterLocation::Path => None,
                _ => examples(parameter).iter().find(is_valid).cloned(),
            };
            let generated = || self.values.valid_where(at(parameter.schema), seed, can_be_sent);
            let given = self.given.get(&index).cloned();
            let text = given.or(example).or_else(generated);
            let text = text.and_then(|text| serialized(parameter, &text));
            if text.is_none() && parameter.required {
                let name = format!("the parameter `{}`", parameter.name);
                Err(self.no_value(&name, at(parameter.schema)))
            } else {
                Ok(text)
            }
        });
        texts.collect()
    }

    /// Returns why nothing is sent without a value of this schema.
    fn no_value(&self, of: &str, schema: &str) -> String {
        let overlap = self.values.overlaps([schema], Direction::Request).into_iter().next();
        let reason = overlap.map_or_else(String::new, |overlap| format!(": {overlap}"));
        format!("nothing is sent, because no value was found for {of}{reason}")
    }

    /// Returns a request with valid credentials and these parameters.
    fn request(&self, parameters: &[Option<Serialized>]) -> Request {
        let mut request = Request::new(self.operation);
        for (parameter, serialized) in self.operation.parameters.iter().zip(parameters) {
            if let Some(serialized) = serialized {
                request.add(parameter, serialized);
            }
        }
        for credential in self.credentials {
            request.authenticate(&credential.kind, &credential.placeholder);
        }
        request
    }

    /// Returns the media type in which bodies are sent.
    fn body(&self) -> Option<&MediaType<'_>> {
        self.operation.request_body.as_ref().and_then(sent)
    }

    /// Adds a valid body, if the operation has one; each number gives a different
    /// body.
    fn with_body(&self, request: Request, number: u64) -> Result<Request, String> {
        let Some(body) = self.body() else {
            return Ok(request);
        };
        let bytes = self.valid(body, number)?;
        Ok(request.with_body(Some(&self.values.content_type(body)), bytes))
    }

    /// Returns what the cases leave out.
    fn gaps(&self, parameters: &[Option<Serialized>]) -> Vec<String> {
        let parameters = self.operation.parameters.iter().enumerate().zip(parameters);
        let unsent = parameters.filter(|(_, texts)| texts.is_none());
        let mut gaps: Vec<_> = unsent
            .map(|((index, parameter), _)| {
                let (name, style) = (parameter.name, parameter.style());
                if self.is_fixed(index, parameter) {
                    return format!("the parameter `{name}` is not varied: each request has it");
                }
                format!("the parameter `{name}` is not sent, because no value was found that can be written in the style {style}")
            })
            .collect();
        if let Some(body) = &self.operation.request_body {
            let sent = self.body().map(|sent| sent.name);
            let names = body.content.iter().map(|one| one.name);
            let others: Vec<_> = names.filter(|name| Some(*name) != sent).collect();
            let only = sent.map_or_else(String::new, |sent| format!(", only of {sent}"));
            if !others.is_empty() {
                gaps.push(format!("bodies of {} are not sent{only}", others.join(", ")));
            }
        }
        gaps
    }

    /// Returns two valid requests whose bodies are equal in one part and, as far as
    /// possible, in nothing else.
    pub fn collision_pair(&self, part: &str) -> Option<[Request; 2]> {
        let body = self.body();
        let body = body.filter(|body| syntax(body) == Some(Syntax::Json))?;
        let base = self.request(&self.parameters().ok()?);
        let value = |number| -> Option<Value> {
            serde_json::from_slice(&self.valid(body, number).ok()?).ok()
        };
        let (first, mut second) = (value(7)?, value(8)?);
        // Requests with an equal object of all members would have everything in common.
        let common = first.pointer(part).filter(|common| !common.is_object())?;
        *second.pointer_mut(part)? = common.clone();
        let content_type = self.values.content_type(body);
        let request = |value: Value| base.clone().with_body(Some(&content_type), value.to_string());
        Some([request(first), request(second)])
    }

    /// Returns a seed that differs from those of other operations and numbers. Single valid values
    /// have the numbers 0 to 8, wrong bodies 50 and more, content types 60 and more, credentials
    /// 100, parameters 1,000 and more, and the cases of the n-th parameter n · 10,000 and more.
    fn seed_of(&self, number: u64) -> u64 {
        let name = self.operation.name();
        let start = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = name
            .bytes()
            .fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        hash.wrapping_add(number)
    }
}

/// Returns the examples and defaults of a parameter, as JSON texts.
fn examples(parameter: &Parameter<'_>) -> Vec<String> {
    let schema = parameter.schema.and_then(|schema| schema.document().resolve(schema.node()).ok());
    let keyword = |name| schema.and_then(|schema| schema.get(name));
    let listed = keyword("examples").map(Node::items).unwrap_or_default();
    let of_schema = [keyword("default"), keyword("example")].into_iter().flatten();
    let own = parameter.examples.iter().copied();
    own.chain(of_schema).chain(listed).map(|example| example.to_json().to_string()).collect()
}
