//! API keys in a header, in the query or in a cookie (OpenAPI 3.1.1 §4.8.27).

use std::borrow::Cow;
use std::fmt;

use dropshot::RequestInfo;
use http::header::COOKIE;
use openapi_schema::http::ParameterLocation;

use super::Sent;
use crate::parameters::query_values;

/// An API key as the caller sent it; it is not empty.
pub struct ApiKey<'r>(Cow<'r, str>);

impl ApiKey<'_> {
    /// Returns the key. It is a secret: do not log it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ApiKey<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ApiKey(…)")
    }
}

/// Returns the key of a request. A key that is sent twice is malformed, except in cookies, of which
/// the first one counts (RFC 6265 §5.4).
pub(super) fn sent<'r>(
    request: &'r RequestInfo,
    location: ParameterLocation,
    name: &str,
) -> Sent<ApiKey<'r>> {
    let headers = request.headers();
    let mut keys: Vec<_> = match location {
        ParameterLocation::Header | ParameterLocation::Path => {
            headers.get_all(name).iter().map(|field| text(field.as_bytes())).collect()
        }
        ParameterLocation::Query => {
            let keys = query_values(request.uri().query().unwrap_or_default(), name);
            keys.into_iter().map(|key| key.map(Cow::Owned)).collect()
        }
        ParameterLocation::Cookie => {
            let fields = headers.get_all(COOKIE).iter();
            let pairs = fields.flat_map(|field| field.as_bytes().split(|byte| *byte == b';'));
            let pairs = pairs.map(<[u8]>::trim_ascii);
            let keys =
                pairs.filter_map(|pair| pair.strip_prefix(name.as_bytes())?.strip_prefix(b"="));
            keys.map(text).take(1).collect()
        }
    };
    match (keys.pop(), keys.is_empty()) {
        (None, _) => Sent::Absent,
        (Some(Some(key)), true) if !key.is_empty() => Sent::Credential(ApiKey(key)),
        _ => Sent::Malformed("the key is empty, not UTF-8, or sent twice".to_owned()),
    }
}

fn text(bytes: &[u8]) -> Option<Cow<'_, str>> {
    std::str::from_utf8(bytes).ok().map(Cow::Borrowed)
}
