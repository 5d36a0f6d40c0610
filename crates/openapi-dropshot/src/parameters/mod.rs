//! Path, query, header and cookie parameters, validated by their own schemas.
//!
//! A parameter arrives as text. [`Style`] and `explode` decide where the text is
//! split, and the schema decides which JSON value each text represents
//! ([`Schema::validate_texts`]). Text is split before it is percent-decoded, so that
//! an encoded delimiter is data (OpenAPI 3.1.1, Appendix E). All parameters of one
//! location are decoded at once as an object, and all of their violations are
//! reported.

mod deep_object;
mod documented;
mod form;
mod sent;
mod style;
#[cfg(test)]
mod tests;
mod write;

use std::collections::BTreeSet;

use dropshot::{RequestContext, ServerContext};
use http::{HeaderMap, Uri};
use openapi_schema::http::Malformed;
use openapi_schema::{DecodeError, Scalar, Texts};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use smallvec::SmallVec;

use crate::{Rejection, Schema, SchemaError, Violations};
pub use documented::{Documented, Usual, Variables};
pub(crate) use documented::{restore, restore_headers, with_keyword_kept};
pub use openapi_schema::http::{FieldEncoding, ParameterLocation, Style, ValueKind};
use sent::Sent;
use style::decode;
pub(crate) use write::write;

/// Reads all parameters of a location; `template` is the path of the document.
///
/// # Errors
/// [`Rejection::Parameters`] with every parameter that is missing, repeated, malformed or
/// invalid.
pub fn read_parameters<T: DeserializeOwned, C: ServerContext>(
    location: ParameterLocation,
    template: &str,
    rqctx: &RequestContext<C>,
    parameters: &[Parameter],
) -> Result<T, Rejection> {
    let (uri, headers) = (rqctx.request.uri(), rqctx.request.headers());
    let sent = sent(location, template, uri, headers, parameters);
    if let Some(decoded) = scalars(&sent, parameters).and_then(openapi_schema::decode_scalars) {
        debug_assert!(
            general::<T>(&sent, parameters).is_ok(),
            "scalars are accepted that their schemas reject"
        );
        return Ok(decoded);
    }
    let decoded = general(&sent, parameters);
    // The schemas decide where the texts of variables without text between them end.
    if location == ParameterLocation::Path && decoded.is_err() && template.contains("}{") {
        for sent in Sent::divisions(template, uri.path()) {
            if let Ok(decoded) = general(&sent, parameters) {
                return Ok(decoded);
            }
        }
    }
    decoded
}

fn sent<'r>(
    location: ParameterLocation,
    template: &'r str,
    uri: &'r Uri,
    headers: &'r HeaderMap,
    parameters: &[Parameter],
) -> Sent<'r> {
    match location {
        ParameterLocation::Path => Sent::path(template, uri.path()),
        ParameterLocation::Query => Sent::query(uri.query().unwrap_or_default()),
        ParameterLocation::Header => {
            Sent::headers(headers, parameters.iter().map(|parameter| parameter.name))
        }
        ParameterLocation::Cookie => Sent::cookies(headers),
    }
}

/// A parameter of an operation.
pub struct Parameter {
    name: &'static str,
    schema: Schema,
    required: bool,
    allows_empty: bool,
    /// The declared members of an object.
    members: &'static [&'static str],
    /// If an object has other members, the names of credentials, which are none.
    open: Option<&'static [&'static str]>,
    serialization: Serialization,
}

/// How the value of a parameter is written.
#[derive(Clone, Copy)]
enum Serialization {
    /// Text whose delimiters the style defines.
    Style(Style, bool, &'static [ValueKind]),
    /// A JSON document (`content`).
    Json,
    /// A field of a form that has JSON, and texts if it has no content type.
    Field(FieldEncoding),
}

impl Parameter {
    /// Returns a scalar in the usual style of its location, which may be absent.
    pub const fn optional(name: &'static str, schema: Schema) -> Self {
        Self {
            name,
            schema,
            required: false,
            allows_empty: false,
            members: &[],
            open: None,
            serialization: Serialization::Style(Style::Form, false, &[ValueKind::Scalar]),
        }
    }

    /// Returns a scalar in the usual style of its location, without which a request
    /// is rejected.
    pub const fn required(name: &'static str, schema: Schema) -> Self {
        let mut parameter = Self::optional(name, schema);
        parameter.required = true;
        parameter
    }

    /// Sets `style` and `explode`, and the types of values in the order in which they
    /// are tried.
    #[must_use]
    pub const fn style(mut self, style: Style, explode: bool, kinds: &'static [ValueKind]) -> Self {
        self.serialization = Serialization::Style(style, explode, kinds);
        self
    }

    /// Sets the names of the declared members of an object, which are sent under their own
    /// names if the object is exploded.
    #[must_use]
    pub const fn members(mut self, names: &'static [&'static str]) -> Self {
        self.members = names;
        self
    }

    /// Lets an object have other members, too. If it is exploded, it takes the names that no
    /// parameter declares, except those of credentials.
    #[must_use]
    pub const fn open(mut self, credentials: &'static [&'static str]) -> Self {
        self.open = Some(credentials);
        self
    }

    /// Sets the content `application/json`.
    #[must_use]
    pub const fn json(mut self) -> Self {
        self.serialization = Serialization::Json;
        self
    }

    /// Makes the parameter a field of a form, whose objects are JSON.
    #[must_use]
    pub const fn field(mut self, encoding: FieldEncoding) -> Self {
        self.serialization = Serialization::Field(encoding);
        self
    }

    /// Treats an empty text as an absent parameter (`allowEmptyValue`).
    #[must_use]
    pub const fn allow_empty(mut self) -> Self {
        self.allows_empty = true;
        self
    }

    /// Compiles the schema, unless it is already compiled.
    ///
    /// # Errors
    /// The schema does not compile.
    pub fn compile(&self) -> Result<(), SchemaError> {
        self.schema.compile().map(drop)
    }

    /// Returns the value, or nothing if the parameter is not sent.
    fn read(&self, sent: &Sent<'_>, all: &[Self]) -> Result<Option<Value>, DecodeError> {
        if self.allows_empty && sent.is_empty(self.name) {
            return Ok(None);
        }
        let (style, explode, kinds) = match self.serialization {
            Serialization::Json => return self.read_json(sent),
            Serialization::Field(encoding) => return self.read_field(sent, encoding),
            Serialization::Style(style, explode, kinds) => (style, explode, kinds),
        };
        let is_free = |name: &str| !all.iter().any(|other| other.claims(name));
        let is_member = |name: &str| {
            let is_other = |none: &[&str]| !none.contains(&name) && is_free(name);
            self.members.contains(&name) || self.open.is_some_and(is_other)
        };
        let (mut rejected, mut others) = (None, Vec::new());
        for kind in kinds {
            let texts = match decode((style, explode), *kind, self.name, sent, &is_member) {
                Ok(Some(texts)) => texts,
                // The empty object has no text.
                Ok(None) if self.required && explode && *kind == ValueKind::Object => {
                    Texts::Members(Vec::new())
                }
                Ok(None) => continue,
                Err(malformed) => {
                    rejected = Some(malformed.into());
                    continue;
                }
            };
            match self.accepted(&texts) {
                Ok(value) => return Ok(Some(value)),
                Err(error) => rejected = Some(error),
            }
            others.extend(other_reading(style, explode, &texts));
        }
        let mut others = others.iter().map(|texts| self.schema.validate_texts(texts));
        match rejected {
            Some(error) => others.find_map(Result::ok).map_or(Err(error), |value| Ok(Some(value))),
            None if self.required => Err(Violations::one("", "is missing").into()),
            None => Ok(None),
        }
    }

    /// Returns the value of texts. An empty text is an array with one empty item, or
    /// else without items.
    fn accepted(&self, texts: &Texts) -> Result<Value, DecodeError> {
        let accepted = self.schema.validate_texts(texts);
        let empty_item = Texts::Items(vec![Texts::One(String::new())]);
        if accepted.is_err()
            && *texts == empty_item
            && let Ok(empty) = self.schema.validate_texts(&Texts::Items(Vec::new()))
        {
            return Ok(empty);
        }
        accepted
    }

    fn read_json(&self, sent: &Sent<'_>) -> Result<Option<Value>, DecodeError> {
        let Some(text) = sent.one(self.name)? else {
            return if self.required {
                Err(Violations::one("", "is missing").into())
            } else {
                Ok(None)
            };
        };
        let value = json(sent, &text)?;
        self.schema.validate(&value)?;
        Ok(Some(value))
    }

    /// Reads a field of a form, an array whole or item by item.
    fn read_field(
        &self,
        sent: &Sent<'_>,
        encoding: FieldEncoding,
    ) -> Result<Option<Value>, DecodeError> {
        if encoding != FieldEncoding::Json {
            let texts = field_texts(self.name, sent)?;
            return texts.map(|texts| self.accepted(&texts)).transpose();
        }
        let whole = self.read_json(sent);
        let items = sent.all(self.name)?.into_iter().map(|text| json(sent, text));
        let items = items.collect::<Result<Vec<_>, _>>()?;
        let is_one = items.len() == 1;
        let items = Value::Array(items);
        match self.schema.validate(&items) {
            Ok(()) if whole.is_err() => Ok(Some(items)),
            Err(error) if whole.is_err() && !is_one => Err(error),
            _ => whole,
        }
    }

    /// Returns whether the parameter is a scalar whose text stands alone.
    fn is_scalar(&self) -> bool {
        use Style::{DeepObject, Form, PipeDelimited, Simple, SpaceDelimited};
        matches!(
            self.serialization,
            Serialization::Style(
                Form | Simple | SpaceDelimited | PipeDelimited | DeepObject,
                _,
                [ValueKind::Scalar]
            )
        )
    }

    pub(crate) fn is_named(&self, name: &str) -> bool {
        self.name == name
    }

    /// Returns whether a name in the query or of a cookie belongs to the parameter.
    fn claims(&self, name: &str) -> bool {
        let own = || match self.serialization {
            Serialization::Style(Style::DeepObject, ..) => {
                name.strip_prefix(self.name).is_some_and(|rest| rest.starts_with('['))
            }
            Serialization::Style(_, true, _) => self.members.contains(&name),
            _ => false,
        };
        name == self.name || own()
    }
}

/// Returns another reading of texts that the schema has refused, if there is one: an array whose delimiters are encoded with
/// its items, as `URLSearchParams` does it, or an object with arrays by index.
fn other_reading(style: Style, explode: bool, texts: &Texts) -> Option<Texts> {
    match texts {
        _ if style == Style::DeepObject => Some(deep_object::indexed(texts)),
        Texts::Items(items) if style == Style::Simple || style == Style::Form && !explode => {
            let [Texts::One(text)] = items.as_slice() else {
                return None;
            };
            Some(Texts::Items(text.split(',').map(|item| Texts::One(item.to_owned())).collect()))
        }
        _ => None,
    }
}

fn general<T: DeserializeOwned>(sent: &Sent<'_>, parameters: &[Parameter]) -> Result<T, Rejection> {
    let value = Value::Object(read(sent, parameters)?);
    openapi_schema::decode_value(&value).map_err(Rejection::Parameters)
}

/// Returns parameters that are scalars whose values need no search. Returns `None` for all
/// others; the general way decides about them and explains.
fn scalars<'s>(
    sent: &'s Sent<'_>,
    parameters: &'s [Parameter],
) -> Option<SmallVec<[(&'s str, Scalar<'s>); 4]>> {
    let mut scalars = SmallVec::new();
    for parameter in parameters {
        if !parameter.is_scalar() {
            return None;
        }
        match sent.plain(parameter.name)? {
            Some(text) if text.is_empty() && parameter.allows_empty => return None,
            Some(text) => scalars.push((parameter.name, parameter.schema.scalar(text)?)),
            None if parameter.required => return None,
            None => {}
        }
    }
    Some(scalars)
}

/// Returns the values of a name in a query; `None` for a value that is not UTF-8.
pub(crate) fn query_values(query: &str, name: &str) -> Vec<Option<String>> {
    let sent = Sent::query(query);
    let texts = sent.all(name).unwrap_or_default();
    texts.iter().map(|text| sent.decode(text).ok()).collect()
}

/// Returns the fields of `application/x-www-form-urlencoded`. The schema of the form decides which
/// values the texts represent of fields that are not declared, such as those of a union.
///
/// # Errors
/// [`Rejection::Invalid`] with every field that is missing, repeated, malformed or
/// invalid, or else the violations of the form.
pub(crate) fn form(text: &str, fields: &[Parameter], schema: &Schema) -> Result<Value, Rejection> {
    let sent = Sent::query(text);
    let known = match read(&sent, fields) {
        Err(Rejection::Parameters(violations)) => return Err(Rejection::Invalid(violations)),
        read => read?,
    };
    let names = sent.pairs().map(|(name, _)| name);
    let others: BTreeSet<_> =
        names.filter(|name| !fields.iter().any(|field| field.claims(name))).collect();
    let mut texts = Vec::new();
    for name in others {
        let own = field_texts(name, &sent).map_err(|malformed| {
            Rejection::Invalid(Violations::one("", malformed).of_member(name).collect())
        })?;
        texts.extend(own.map(|own| (name.to_owned(), own)));
    }
    Ok(schema.validate_members(&Texts::Members(texts), &known)?)
}

/// Returns the texts of a field of a form, if it is sent.
fn field_texts(name: &str, sent: &Sent<'_>) -> Result<Option<Texts>, Malformed> {
    let texts = sent.all(name)?.into_iter().map(|text| sent.decode(text));
    let texts: Vec<_> = texts.collect::<Result<_, _>>()?;
    Ok((!texts.is_empty()).then(|| Texts::of_field(texts)))
}

/// Returns the value of a text of JSON.
fn json(sent: &Sent<'_>, text: &str) -> Result<Value, DecodeError> {
    let text = sent.decode(text)?;
    let not_json = |error| Violations::one("", format!("is not one JSON document: {error}"));
    Ok(openapi_schema::parse(text.as_bytes()).map_err(not_json)?.decode()?)
}

/// Returns the object of all parameters that are sent.
fn read(sent: &Sent<'_>, parameters: &[Parameter]) -> Result<Map<String, Value>, Rejection> {
    let mut object = Map::new();
    let mut violations = Vec::new();
    for parameter in parameters {
        match parameter.read(sent, parameters) {
            Ok(value) => object.extend(value.map(|value| (parameter.name.to_owned(), value))),
            Err(DecodeError::Invalid(found)) => violations.extend(found.of_member(parameter.name)),
            Err(error) => return Err(error.into()),
        }
    }
    match violations.as_slice() {
        [] => Ok(object),
        _ => Err(Rejection::Parameters(violations.into_iter().collect())),
    }
}

/// Returns the parameters of two locations.
///
/// # Errors
/// The violations of both.
pub fn both<A, B>(
    one: Result<A, Rejection>,
    other: Result<B, Rejection>,
) -> Result<(A, B), Rejection> {
    match (one, other) {
        (Ok(one), Ok(other)) => Ok((one, other)),
        (Err(Rejection::Parameters(one)), Err(Rejection::Parameters(other))) => {
            Err(Rejection::Parameters(one.into_iter().chain(other).collect()))
        }
        (Err(Rejection::Parameters(_)), Err(rejection))
        | (Err(rejection), _)
        | (_, Err(rejection)) => Err(rejection),
    }
}
