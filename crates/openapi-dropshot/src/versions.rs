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

/// The conversion of a value to the type of another version of its document, as [`convert`] does,
/// with functions for the parts that differ. A JSON Pointer names a part, with `*` for any item and
/// any member.
#[derive(Debug)]
pub struct Conversion {
    from: Value,
    to: Value,
}

impl Conversion {
    /// Begins the conversion of a value.
    ///
    /// # Errors
    /// The value can't be written as JSON.
    pub fn of<T: Serialize>(value: &T) -> Result<Self, Rejection> {
        let from = serde_json::to_value(value).map_err(failed::<T>)?;
        Ok(Self { to: from.clone(), from })
    }

    /// Converts a part. Where it is absent or null, it stays so.
    ///
    /// # Errors
    /// Those of the function, and a part that is not of its type.
    pub fn part<P: DeserializeOwned, Q: Serialize>(
        self,
        pointer: &str,
        by: impl FnMut(P) -> Result<Q, Rejection>,
    ) -> Result<Self, Rejection> {
        self.each(pointer, None, by)
    }

    /// Adds a member to each object that can have it. The function gets the object.
    ///
    /// # Errors
    /// Those of the function, and an object that is not of its type.
    pub fn member<P: DeserializeOwned, Q: Serialize>(
        self,
        pointer: &str,
        by: impl FnMut(P) -> Result<Q, Rejection>,
    ) -> Result<Self, Rejection> {
        let (object, name) = pointer.rsplit_once('/').unwrap_or_default();
        self.each(object, Some(name), by)
    }

    fn each<P: DeserializeOwned, Q: Serialize>(
        mut self,
        pointer: &str,
        member: Option<&str>,
        mut by: impl FnMut(P) -> Result<Q, Rejection>,
    ) -> Result<Self, Rejection> {
        let mut parts = vec![(&self.from, &mut self.to)];
        for token in pointer.split('/').skip(1) {
            let (name, is_any) = (unescaped(token), token == "*");
            let below = parts.into_iter().flat_map(|(from, to)| match (from, to, is_any) {
                (Value::Array(from), Value::Array(to), true) => from.iter().zip(to).collect(),
                (Value::Object(from), Value::Object(to), _) => {
                    let members = to.iter_mut().filter(|(one, _)| is_any || **one == name);
                    members.filter_map(|(one, to)| Some((from.get(one)?, to))).collect()
                }
                _ => Vec::new(),
            });
            parts = below.collect();
        }
        for (from, to) in parts.into_iter().filter(|(from, _)| !from.is_null()) {
            let part = P::deserialize(from).map_err(failed::<P>)?;
            let converted = serde_json::to_value(by(part)?).map_err(failed::<Q>)?;
            match (member, to) {
                (None, to) => *to = converted,
                (Some(name), Value::Object(to)) => drop(to.insert(unescaped(name), converted)),
                _ => {}
            }
        }
        Ok(self)
    }

    /// Returns the value of the other type.
    ///
    /// # Errors
    /// As [`convert`].
    pub fn decode<U: DeserializeOwned>(self) -> Result<U, Rejection> {
        serde_json::from_value(self.to).map_err(failed::<U>)
    }
}

fn unescaped(token: &str) -> String {
    token.replace("~1", "/").replace("~0", "~")
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
    use serde_json::{Map, Value, json};

    use super::Conversion;
    use crate::Rejection;

    fn doubled(pointer: &str, value: &Value) -> Result<Value, Rejection> {
        Conversion::of(value)?.part(pointer, |number: u64| Ok(2 * number))?.decode()
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
    fn a_member_is_added_to_each_object_and_each_function_gets_what_was_there() {
        let value = json!({"all": [{"a/b": 1}, null, {"a/b": 2, "sum": 9}]});
        let sum = |one: Map<String, Value>| {
            let members = one.values().filter_map(Value::as_u64);
            Ok(members.sum::<u64>())
        };
        let converted = Conversion::of(&value).unwrap();
        let converted = converted.part("/all/*/a~1b", |number: u64| Ok(2 * number)).unwrap();
        let converted = converted.member("/all/*/c~1d", sum).unwrap().member("/all/*/sum", sum);
        let expected = json!({"all": [
            {"a/b": 2, "c/d": 1, "sum": 1}, null, {"a/b": 4, "c/d": 11, "sum": 11},
        ]});
        assert_eq!(converted.unwrap().decode::<Value>().unwrap(), expected);
    }

    #[test]
    fn the_rejection_of_a_part_is_that_of_the_value() {
        let rejected = |_: u64| Err::<u64, _>(Rejection::NotJson("none".to_owned()));
        let converted = Conversion::of(&json!([1])).unwrap().part("/*", rejected);
        assert!(matches!(converted, Err(Rejection::NotJson(_))));
    }
}
