//! The arguments of a client method: sampled values in the types of the method.

use openapi_document::{CredentialKind, MediaType, Operation, Parameter, ParameterLocation};
use openapi_progenitor::{Contract, Credential, Token};
use openapi_values::wire::{at, sent, serialized};
use openapi_values::{DocumentError, Values};
use percent_encoding::percent_decode_str;
use reqwest::redirect::Policy;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::source::{Source, comparable, sample};

/// The credential that clients send and servers accept.
pub const CREDENTIAL: &str = "credential";

/// The credential of HTTP Basic with the user `user` and [`CREDENTIAL`].
pub const BASIC: &str = "dXNlcjpjcmVkZW50aWFs";

/// A request of an operation.
pub struct Request<'s> {
    operation: &'s Operation<'static>,
    values: Values<'s>,
    seed: u64,
    /// The body, unless it is a sampled one.
    pub given: Option<Value>,
}

impl<'s> Request<'s> {
    /// Returns a request of an operation, with the values of a document.
    pub fn new(operation: &'s Operation<'static>, source: &Source) -> Result<Self, DocumentError> {
        Ok(Self { operation, values: source.values()?, seed: source.seed, given: None })
    }

    /// Returns an HTTP client that shows each response as it is.
    pub fn http_client(&self) -> reqwest::Client {
        reqwest::Client::builder().redirect(Policy::none()).build().expect("the settings are valid")
    }

    /// Sets a credential for each security scheme of the first alternative that is not
    /// empty.
    pub fn credentials(&self, contract: Contract) -> Contract {
        let mut alternatives = self.operation.security.iter().map(|one| &one.schemes);
        let schemes = alternatives.find(|schemes| !schemes.is_empty());
        schemes.into_iter().flatten().fold(contract, |contract, (scheme, _)| {
            let credential = match scheme.credential_kind() {
                Ok(CredentialKind::Http(name)) => match name.as_str() {
                    CredentialKind::BASIC => Credential::Basic("user".into(), CREDENTIAL.into()),
                    CredentialKind::BEARER => {
                        Credential::token(Token::new(CREDENTIAL).expect("it is a token"))
                    }
                    _ => return contract,
                },
                Ok(CredentialKind::ApiKey(..)) => Credential::Key(CREDENTIAL.into()),
                Err(_) => return contract,
            };
            contract.credential(scheme.name, credential)
        })
    }

    /// Returns the value of a required parameter.
    pub fn value<T: DeserializeOwned>(&self, argument: &str) -> Result<T, String> {
        let value = self.optional(argument)?;
        value.ok_or_else(|| format!("there is no value of `{argument}`"))
    }

    /// Returns the value of a parameter, if one was found.
    pub fn optional<T: DeserializeOwned>(&self, argument: &str) -> Result<Option<T>, String> {
        let Some((_, value)) = self.sampled(argument) else {
            return Ok(None);
        };
        serde_json::from_value(value.clone())
            .map(Some)
            .map_err(|error| format!("`{argument}` can't be {value}: {error}"))
    }

    /// Returns the text of a required parameter.
    pub fn text(&self, argument: &str) -> Result<String, String> {
        let text = self.optional_text(argument);
        text.ok_or_else(|| format!("there is no value of `{argument}`"))
    }

    /// Returns the text of a parameter in its style, if a value was found.
    pub fn optional_text(&self, argument: &str) -> Option<String> {
        let (parameter, value) = self.sampled(argument)?;
        let (_, text) = serialized(parameter, &value.to_string())?.pop()?;
        if parameter.place == ParameterLocation::Header {
            return Some(text);
        }
        let text = percent_decode_str(&text).decode_utf8().ok()?;
        Some(text.into_owned())
    }

    fn sampled(&self, argument: &str) -> Option<(&'s Parameter<'static>, Value)> {
        // The location of a parameter tells it apart from others with its name.
        let names = |parameter: &Parameter<'_>| {
            let Parameter { name, place, .. } = parameter;
            let marked = format!("{name}{place:?}");
            [marked, (*name).to_owned()].map(|name| comparable(&name))
        };
        let rank = |parameter: &&Parameter<'_>| {
            let names = names(parameter);
            names.iter().position(|name| *name == comparable(argument))
        };
        let parameters = self.operation.parameters.iter();
        let parameters = parameters.filter(|parameter| rank(parameter).is_some());
        let parameter = parameters.min_by_key(|parameter| (rank(parameter), parameter.place))?;
        // A client refuses what leads to another path.
        let leads_elsewhere = |text: &str| ["", ".", ".."].contains(&text) || text.contains("%5C");
        let is_sent =
            |text: &str| parameter.place != ParameterLocation::Path || !leads_elsewhere(text);
        let can_be_sent = |json: &str| {
            let sent = serialized(parameter, json);
            sent.is_some_and(|sent| sent.iter().all(|(_, text)| is_sent(text)))
        };
        let value = sample(&self.values, self.seed, at(parameter.schema), can_be_sent)?;
        Some((parameter, value))
    }

    /// Returns the value of the body.
    pub fn body<T: DeserializeOwned>(&self) -> Result<T, String> {
        let value = self.body_value()?;
        serde_json::from_value(value.clone())
            .map_err(|error| format!("the body can't be {value}: {error}"))
    }

    /// Returns the content type of the body, where the caller gives it.
    pub fn content_type(&self) -> Result<String, String> {
        let body = self.sent_body().ok_or("there is no body")?;
        Ok(self.values.content_type(body))
    }

    /// Returns the bytes of the body.
    pub fn bytes(&self) -> Result<Vec<u8>, String> {
        let value = self.body_value()?;
        let bytes = self.sent_body().and_then(|body| self.values.written(body, &value.to_string()));
        bytes.ok_or_else(|| "the body can't be written".to_owned())
    }

    /// Returns the body as text: a form as its encoded fields.
    pub fn body_text(&self) -> Result<String, String> {
        String::from_utf8(self.bytes()?).map_err(|error| error.to_string())
    }

    fn sent_body(&self) -> Option<&MediaType<'static>> {
        self.operation.request_body.as_ref().and_then(sent)
    }

    fn body_value(&self) -> Result<Value, String> {
        if let Some(value) = &self.given {
            return Ok(value.clone());
        }
        let body = self.sent_body().ok_or("there is no body")?;
        let can_be_written = |json: &str| self.values.written(body, json).is_some();
        let value = sample(&self.values, self.seed, at(body.schema), can_be_written);
        value.ok_or_else(|| "no value of the body was found".to_owned())
    }
}
