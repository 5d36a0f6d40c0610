//! Writes parameters in the style of the document.
//!
//! progenitor writes scalars, and sends no cookies. The arrays and objects of a query are
//! [`QueryValue`]s until the request is sent.

use openapi_schema::http::{Encoding, Texts};
use reqwest::header::{COOKIE, HeaderName, HeaderValue};
use reqwest::{Request, Url};
use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::{Parameter, ParameterLocation, Values};

/// A parameter of a query, as JSON until the request is sent; for generated methods.
pub struct QueryValue<'a, T> {
    name: &'a str,
    value: &'a T,
}

impl<'a, T> QueryValue<'a, T> {
    /// Returns the parameter with this name.
    pub fn new(name: &'a str, value: &'a T) -> Self {
        Self { name, value }
    }
}

impl<T: Serialize> Serialize for QueryValue<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let json = serde_json::to_string(self.value).map_err(S::Error::custom)?;
        // A parameter that is null is absent.
        serializer.collect_seq((json != "null").then_some((self.name, json)))
    }
}

/// Returns the name of the header in which progenitor writes a cookie.
pub(crate) fn cookie_header(parameter: &Parameter) -> String {
    format!("Cookie-{}", parameter.name)
}

/// Changes the query and the cookies of a request.
///
/// # Errors
/// A value has no text in the style of its parameter.
pub(crate) fn apply(parameters: &[Parameter], request: &mut Request) -> Result<(), String> {
    for parameter in parameters {
        if parameter.location == ParameterLocation::Cookie {
            set_cookie(parameter, request);
        }
    }
    restyle(parameters, request.url_mut())
}

fn set_cookie(parameter: &Parameter, request: &mut Request) {
    let headers = request.headers_mut();
    let Ok(name) = cookie_header(parameter).parse::<HeaderName>() else {
        return;
    };
    let Some(value) = headers.remove(name) else {
        return;
    };
    let text = String::from_utf8_lossy(value.as_bytes());
    let text = match parameter.values {
        // The caller gives the text in its form.
        Values::Unvalidated | Values::Styled(..) => text.into_owned(),
        _ => Encoding::Cookie.encode(&text),
    };
    let cookie = format!("{}={text}", parameter.name);
    let all = match headers.get(COOKIE) {
        Some(known) => format!("{}; {cookie}", String::from_utf8_lossy(known.as_bytes())),
        None => cookie,
    };
    if let Ok(all) = HeaderValue::from_str(&all) {
        headers.insert(COOKIE, all);
    }
}

fn restyle(parameters: &[Parameter], url: &mut Url) -> Result<(), String> {
    let styled = |name: &str| {
        parameters.iter().find_map(|one| match one.values {
            Values::Value(Some(style), _) if one.name == name => Some((style, one.required)),
            _ => None,
        })
    };
    if !url.query_pairs().any(|(name, _)| styled(&name).is_some()) {
        return Ok(());
    }
    let mut written = Vec::new();
    let pairs = url.query().unwrap_or_default().split('&').filter(|pair| !pair.is_empty());
    for (pair, (name, json)) in pairs.zip(url.query_pairs()) {
        let Some(((style, explode), required)) = styled(&name) else {
            written.push(pair.to_owned());
            continue;
        };
        // The JSON is valid: it is validated before.
        let value: Value = serde_json::from_str(&json).unwrap_or_default();
        let pairs = Texts::of(&value)
            .and_then(|texts| style.write(explode, &name, &texts, Encoding::Uri))
            .map_err(|error| format!("the parameter `{name}`: {error}"))?;
        // An exploded object without members has no text either, and is one.
        if required && pairs.is_empty() && !(explode && value.is_object()) {
            return Err(format!("the parameter `{name}` has no text without items"));
        }
        written.extend(pairs.iter().map(|(name, text)| format!("{name}={text}")));
    }
    let query = written.join("&");
    url.set_query((!query.is_empty()).then_some(&query));
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use reqwest::{Client, Method};
    use serde_json::json;

    use super::*;
    use crate::Style;

    fn parameter(name: &'static str, location: ParameterLocation, values: Values) -> Parameter {
        Parameter { name, location, required: false, values }
    }

    fn query(name: &'static str, values: Values) -> Parameter {
        parameter(name, ParameterLocation::Query, values)
    }

    #[test]
    fn parameters_are_written_in_their_styles() {
        let parameters = [
            query("usual", Values::Unvalidated),
            query("csv", Values::Value(Some((Style::Form, false)), "#")),
            query("pipes", Values::Value(Some((Style::PipeDelimited, false)), "#")),
            query("point", Values::Value(Some((Style::Form, false)), "#")),
            query("sides", Values::Value(Some((Style::Form, true)), "#")),
            query("deep", Values::Value(Some((Style::DeepObject, true)), "#")),
            query("filter", Values::Value(None, "#")),
            query("nothing", Values::Value(Some((Style::Form, false)), "#")),
            parameter("themes", ParameterLocation::Cookie, Values::Unvalidated),
            parameter("session", ParameterLocation::Cookie, Values::One("#")),
        ];
        let mut request = Client::new()
            .request(Method::GET, "http://a/?usual=1")
            .query(&QueryValue::new("csv", &["a,b", "c d"]))
            .query(&QueryValue::new("pipes", &[1, 2]))
            .query(&QueryValue::new("point", &json!({"x": 1, "y": 2})))
            .query(&QueryValue::new("sides", &json!({"csv": "e", "edges": ["f", "g"]})))
            .query(&QueryValue::new("deep", &json!({"R": 3, "a b": {"c": [4, 5]}})))
            .query(&QueryValue::new("filter", &json!({"x": [{}]})))
            .query(&QueryValue::new("nothing", &None::<u8>))
            .query(&[("usual", 2)])
            .header("Cookie-session", "a b;é%")
            .header("Cookie-themes", "dark,é")
            .build()
            .unwrap();
        apply(&parameters, &mut request).unwrap();
        assert_eq!(
            request.url().query(),
            Some(
                "usual=1&csv=a%2Cb,c%20d&pipes=1%7C2&point=x,1,y,2&csv=e&edges=f&edges=g\
                 &deep%5BR%5D=3&deep%5Ba%20b%5D%5Bc%5D=4&deep%5Ba%20b%5D%5Bc%5D=5\
                 &filter=%7B%22x%22%3A%5B%7B%7D%5D%7D&usual=2"
            )
        );
        let headers: Vec<_> = request.headers().iter().collect();
        assert_eq!(headers.len(), 1);
        let cookies = "themes=dark,é; session=a%20b%3B%C3%A9%25";
        assert_eq!(request.headers()[COOKIE].as_bytes(), cookies.as_bytes());
    }

    #[test]
    fn a_required_array_without_items_is_not_sent() {
        let applied = |value: Value| {
            let values = Values::Value(Some((Style::Form, true)), "#");
            let ids = Parameter { required: true, ..query("ids", values) };
            let request = Client::new().request(Method::GET, "http://a/");
            let mut request = request.query(&QueryValue::new("ids", &value)).build().unwrap();
            apply(&[ids], &mut request)
        };
        let error = "the parameter `ids` has no text without items";
        assert_eq!(applied(json!([])), Err(error.to_owned()));
        assert_eq!(applied(json!({})), Ok(()));
    }

    #[test]
    fn a_value_with_the_delimiter_of_its_style_is_not_sent() {
        let pipes = query("pipes", Values::Value(Some((Style::PipeDelimited, false)), "#"));
        let request = Client::new().request(Method::GET, "http://a/");
        let request = request.query(&QueryValue::new("pipes", &["1|2", "3"]));
        let mut request = request.build().unwrap();
        assert_eq!(
            apply(&[pipes], &mut request),
            Err("the parameter `pipes`: a value contains the delimiter of its style".to_owned())
        );
    }
}
