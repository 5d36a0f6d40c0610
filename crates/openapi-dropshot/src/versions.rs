//! Several versions of an API: which version a request is for, and the conversion of values
//! between the types of two versions.

use dropshot::semver::Version;
use dropshot::{
    ApiEndpoint, ClientSpecifiesVersionInHeader, RequestContext, ServerContext, VersionPolicy,
};
use http::{HeaderName, HeaderValue};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{Rejection, routes};

/// The versions of an API that a service serves.
///
/// ```
/// use openapi_dropshot::Versions;
///
/// static VERSIONS: Versions = Versions::new("api-version", &["1.0.0", "2.0.0"]);
/// let policy = VERSIONS.policy(None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Versions {
    header: &'static str,
    served: &'static [&'static str],
}

impl Versions {
    /// Returns the versions, oldest first, and the header field in lower case that names the
    /// version of a request.
    pub const fn new(header: &'static str, served: &'static [&'static str]) -> Self {
        Self { header, served }
    }

    /// Returns the version that answers a request: the newest that is not newer than the
    /// requested one. Returns `None` if the request names no version.
    pub fn of<C: ServerContext>(&self, rqctx: &RequestContext<C>) -> Option<&'static str> {
        let requested = rqctx.request.headers().get(self.header)?;
        let requested: Version = requested.to_str().ok()?.parse().ok()?;
        let mut newest_first = self.served.iter().rev();
        let is_served = |version: &str| version.parse::<Version>().is_ok_and(|v| v <= requested);
        newest_first.find(|version| is_served(version)).copied()
    }

    /// Returns the versions, oldest first.
    pub(crate) fn served(&self) -> &'static [&'static str] {
        self.served
    }

    /// Returns an endpoint for the paths with a prefix, which passes requests on without the
    /// prefix, and with the header field that names the version.
    pub(crate) fn prefixed<C: ServerContext>(
        &self,
        endpoint: &ApiEndpoint<C>,
        version: &'static str,
        prefix: &str,
    ) -> ApiEndpoint<C> {
        let header = HeaderName::from_static(self.header);
        let length = prefix.len();
        routes::passing_on(endpoint, &format!("{prefix}{}", endpoint.path), move |request| {
            let parts = request.uri().path_and_query();
            let rest = parts.and_then(|parts| parts.as_str().get(length..)?.parse().ok());
            *request.uri_mut() = rest.unwrap_or_default();
            let headers = request.headers_mut();
            headers.insert(header.clone(), HeaderValue::from_static(version));
        })
    }

    /// Returns the policy that chooses the endpoints of a request by its header field.
    /// A request without the field is for the version `on_missing`; without such a version
    /// dropshot answers it with 400, as it answers a request for a version beyond those
    /// that are served.
    ///
    /// # Panics
    /// The header field or a version is invalid, which generated code excludes.
    pub fn policy(&self, on_missing: Option<Version>) -> VersionPolicy {
        let parsed = |version: Option<&&str>| {
            let version = version.and_then(|version| version.parse::<Version>().ok());
            version.expect("the generator checks the versions")
        };
        let (oldest, newest) = (parsed(self.served.first()), parsed(self.served.last()));
        let header = HeaderName::from_static(self.header);
        let policy = ClientSpecifiesVersionInHeader::new(header, newest).min_version(oldest);
        VersionPolicy::Dynamic(Box::new(match on_missing {
            Some(version) => policy.on_missing(version),
            None => policy,
        }))
    }
}

/// Converts a value to the type of another version of its document, by way of JSON. Members
/// that the other type does not have are left out.
///
/// # Errors
/// The value is none of the other type. The generator proves that each value is one.
pub fn convert<T: Serialize, U: DeserializeOwned>(value: &T) -> Result<U, Rejection> {
    let json = serde_json::to_value(value).map_err(failed::<U>)?;
    serde_json::from_value(json).map_err(failed::<U>)
}

/// Converts a value as [`convert`] does, and a part of it by a function. The part is named by a
/// JSON Pointer with `*` for any item and any member. Where it is absent or null, it stays so.
///
/// # Errors
/// Those of the function, and those of [`convert`].
pub fn convert_part<T: Serialize, P: DeserializeOwned, Q: Serialize, U: DeserializeOwned>(
    value: &T,
    pointer: &str,
    mut by: impl FnMut(P) -> Result<Q, Rejection>,
) -> Result<U, Rejection> {
    let mut json = serde_json::to_value(value).map_err(failed::<U>)?;
    let mut parts = vec![&mut json];
    for token in pointer.split('/').skip(1) {
        let name = token.replace("~1", "/").replace("~0", "~");
        let below = parts.into_iter().flat_map(|part| match (part, token == "*") {
            (Value::Array(items), true) => items.iter_mut().collect(),
            (Value::Object(members), true) => members.values_mut().collect(),
            (Value::Object(members), false) => Vec::from_iter(members.get_mut(&name)),
            _ => Vec::new(),
        });
        parts = below.collect();
    }
    for part in parts.into_iter().filter(|part| !part.is_null()) {
        let old = serde_json::from_value(part.take()).map_err(failed::<P>)?;
        *part = serde_json::to_value(by(old)?).map_err(failed::<Q>)?;
    }
    serde_json::from_value(json).map_err(failed::<U>)
}

fn failed<U>(error: serde_json::Error) -> Rejection {
    let kind = std::any::type_name::<U>();
    Rejection::defect(format!("a value can't be converted to {kind}: {error}"))
}

/// The parameters of an operation by name, for the conversion to the type of another
/// version.
#[derive(Debug, Default)]
pub struct Members(Map<String, Value>);

impl Members {
    /// Adds a parameter, unless it is absent.
    ///
    /// # Errors
    /// The value can't be written as JSON.
    pub fn member<T: Serialize>(mut self, name: &str, value: &T) -> Result<Self, Rejection> {
        let value = serde_json::to_value(value).map_err(failed::<T>)?;
        if !value.is_null() {
            self.0.insert(name.to_owned(), value);
        }
        Ok(self)
    }

    /// Returns the parameters as a type of the other version.
    ///
    /// # Errors
    /// As [`convert`].
    pub fn decode<U: DeserializeOwned>(self) -> Result<U, Rejection> {
        serde_json::from_value(Value::Object(self.0)).map_err(failed::<U>)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::convert_part;
    use crate::Rejection;

    fn doubled(pointer: &str, value: &Value) -> Result<Value, Rejection> {
        convert_part(value, pointer, |number: u64| Ok(2 * number))
    }

    #[test]
    fn each_part_is_converted_and_an_absent_one_and_null_stay() {
        let value = json!({"a/b": [{"one": 1}, {}, {"one": null}, {"one": 4, "two": 1}], "one": 1});
        let converted =
            json!({"a/b": [{"one": 2}, {}, {"one": null}, {"one": 8, "two": 1}], "one": 1});
        assert_eq!(doubled("/a~1b/*/one", &value).unwrap(), converted);
        assert_eq!(doubled("/*", &json!({"x": 1, "y": 2})).unwrap(), json!({"x": 2, "y": 4}));
    }

    #[test]
    fn the_rejection_of_a_part_is_that_of_the_value() {
        let rejected = |_: u64| Err::<u64, _>(Rejection::NotJson("none".to_owned()));
        let converted = convert_part::<_, _, _, Value>(&json!([1]), "/*", rejected);
        assert!(matches!(converted, Err(Rejection::NotJson(_))));
    }
}
