//! Writes parameters in the style of the document.
//!
//! progenitor writes each item of an array under the name of the parameter, and each
//! member of an object under its own name (the style `form`, exploded), and sends no
//! cookies. The request is changed accordingly before it is sent.

use std::slice;

use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::header::{COOKIE, HeaderName, HeaderValue};
use reqwest::{Request, Url};

use crate::{Operation, Parameter, ParameterLocation, Style, Values};

/// The characters that a cookie cannot have (RFC 6265 §4.1.1), and `%`.
const COOKIE_VALUE: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b',')
    .add(b';')
    .add(b'\\')
    .add(b'%');

/// Returns the name of the header in which progenitor writes a cookie.
pub(crate) fn cookie_header(parameter: &Parameter) -> String {
    format!("Cookie-{}", parameter.name)
}

/// Changes the query and the cookies of a request.
pub(crate) fn apply(operation: &Operation, request: &mut Request) {
    for parameter in &operation.parameters {
        match parameter.location {
            ParameterLocation::Cookie => set_cookie(parameter, request),
            ParameterLocation::Query if !parameter.style.is_progenitor() => {
                restyle(parameter, request.url_mut());
            }
            _ => {}
        }
    }
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
        Values::One(_) | Values::Several(_) => utf8_percent_encode(&text, COOKIE_VALUE).to_string(),
    };
    let cookie = format!("{}={text}", parameter.name);
    let known = headers.get(COOKIE).and_then(|known| known.to_str().ok());
    let all = match known {
        Some(known) => format!("{known}; {cookie}"),
        None => cookie,
    };
    if let Ok(all) = HeaderValue::from_str(&all) {
        headers.insert(COOKIE, all);
    }
}

fn restyle(parameter: &Parameter, url: &mut Url) {
    let query = url.query().unwrap_or_default();
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    let pairs = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    let names = match &parameter.style {
        Style::Progenitor | Style::Joined(_) => slice::from_ref(&parameter.name),
        Style::Alternating(_, members) | Style::DeepObject(members) => members,
    };
    let is_own = |name: &str| names.iter().any(|known| encoded(known) == canonical(name));
    let (own, others): (Vec<_>, Vec<_>) = pairs.partition(|(name, _)| is_own(name));
    if own.is_empty() {
        return;
    }
    let name = encoded(&parameter.name);
    let values = own.iter().map(|(_, value)| *value);
    let written = match &parameter.style {
        Style::Progenitor => return,
        Style::Joined(between) => {
            vec![format!(
                "{name}={}",
                values.collect::<Vec<_>>().join(between)
            )]
        }
        Style::Alternating(between, _) => {
            let parts: Vec<_> = own
                .iter()
                .flat_map(|(name, value)| [*name, *value])
                .collect();
            vec![format!("{name}={}", parts.join(between))]
        }
        Style::DeepObject(_) => own
            .iter()
            .map(|(member, value)| format!("{name}%5B{member}%5D={value}"))
            .collect(),
    };
    let others = others.iter().map(|(name, value)| format!("{name}={value}"));
    let all: Vec<_> = others.chain(written).collect();
    url.set_query(Some(&all.join("&")));
}

/// Returns a name as it is compared.
fn encoded(name: &str) -> String {
    utf8_percent_encode(name, NON_ALPHANUMERIC).to_string()
}

/// Returns an encoded name as [`encoded`] writes it.
fn canonical(name: &str) -> String {
    let spaced = name.replace('+', " ");
    let decoded = percent_encoding::percent_decode_str(&spaced).decode_utf8_lossy();
    encoded(&decoded)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use reqwest::{Client, Method};

    use super::*;

    #[test]
    fn parameters_are_written_in_their_styles() {
        let operation = serde_json::json!({
            "id": "a",
            "path": "/",
            "parameters": [
                { "name": "usual", "location": "query", "required": false, "values": "unvalidated" },
                { "name": "csv", "location": "query", "required": false, "values": "unvalidated",
                  "style": { "joined": "," } },
                { "name": "pipes", "location": "query", "required": false, "values": "unvalidated",
                  "style": { "joined": "%7C" } },
                { "name": "point", "location": "query", "required": false, "values": "unvalidated",
                  "style": { "alternating": [",", ["x", "y"]] } },
                { "name": "deep", "location": "query", "required": false, "values": "unvalidated",
                  "style": { "deep_object": ["R", "a b"] } },
                { "name": "session", "location": "cookie", "required": false,
                  "values": { "one": "#" } },
                { "name": "themes", "location": "cookie", "required": false,
                  "values": "unvalidated" },
            ],
            "responses": [],
        });
        let operation: Operation = serde_json::from_value(operation).unwrap();
        let url = "http://a/?csv=a%2Cb&usual=1&csv=c+d&pipes=1&pipes=2&x=1&y=2&R=3&a+b=4&usual=2";
        let mut request = Client::new()
            .request(Method::GET, url)
            .header("Cookie-session", "a b;é%")
            .header("Cookie-themes", "dark,light")
            .build()
            .unwrap();
        apply(&operation, &mut request);
        assert_eq!(
            request.url().query(),
            Some(
                "usual=1&usual=2&csv=a%2Cb,c+d&pipes=1%7C2&point=x,1,y,2&deep%5BR%5D=3&deep%5Ba+b%5D=4"
            )
        );
        let headers: Vec<_> = request.headers().iter().collect();
        assert_eq!(headers.len(), 1);
        assert_eq!(
            request.headers()[COOKIE],
            "session=a%20b%3B%C3%A9%25; themes=dark,light"
        );
    }
}
