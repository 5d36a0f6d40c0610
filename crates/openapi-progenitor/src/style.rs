//! Writes parameters in the style of the document.
//!
//! progenitor writes each item of an array under the name of the parameter, and each
//! member of an object under its own name (the style `form`, exploded), and sends no
//! cookies. The request is changed accordingly before it is sent.

use std::slice;

use openapi_schema::http::{Encoding, Texts, Unwritable};
use reqwest::header::{COOKIE, HeaderName, HeaderValue};
use reqwest::{Request, Url};

use crate::{Parameter, ParameterLocation, Values};

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
        match parameter.location {
            ParameterLocation::Cookie => set_cookie(parameter, request),
            ParameterLocation::Query => restyle(parameter, request.url_mut())
                .map_err(|error| format!("the parameter `{}`: {error}", parameter.name))?,
            ParameterLocation::Path | ParameterLocation::Header => {}
        }
    }
    Ok(())
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
    let known = headers.get(COOKIE).and_then(|known| known.to_str().ok());
    let all = match known {
        Some(known) => format!("{known}; {cookie}"),
        None => cookie,
    };
    if let Ok(all) = HeaderValue::from_str(&all) {
        headers.insert(COOKIE, all);
    }
}

fn restyle(parameter: &Parameter, url: &mut Url) -> Result<(), Unwritable> {
    let (style, names) = match &parameter.values {
        Values::Items(style, _) => (style, slice::from_ref(&parameter.name)),
        Values::Members(style, members) => (style, *members),
        _ => return Ok(()),
    };
    let pairs = url.query().unwrap_or_default().split('&');
    let pairs = pairs.filter(|pair| !pair.is_empty()).zip(url.query_pairs());
    let (own, others): (Vec<_>, Vec<_>) =
        pairs.partition(|(_, (name, _))| names.iter().any(|known| known == name));
    if own.is_empty() {
        return Ok(());
    }
    let own =
        own.into_iter().map(|(_, (name, text))| (name.into_owned(), Texts::One(text.into_owned())));
    let texts = match parameter.values {
        Values::Members(..) => Texts::Members(own.collect()),
        _ => Texts::Items(own.map(|(_, text)| text).collect()),
    };
    let written = style.write(false, parameter.name, &texts, Encoding::Uri)?;
    let written = written.into_iter().map(|(name, text)| format!("{name}={text}"));
    let others = others.into_iter().map(|(pair, _)| pair.to_owned());
    let all: Vec<_> = others.chain(written).collect();
    url.set_query(Some(&all.join("&")));
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use reqwest::{Client, Method};

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
            query("csv", Values::Items(Style::Form, "#")),
            query("pipes", Values::Items(Style::PipeDelimited, "#")),
            query("point", Values::Members(Style::Form, &["x", "y"])),
            query("deep", Values::Members(Style::DeepObject, &["R", "a b"])),
            parameter("session", ParameterLocation::Cookie, Values::One("#")),
            parameter("themes", ParameterLocation::Cookie, Values::Unvalidated),
        ];
        let url = "http://a/?csv=a%2Cb&usual=1&csv=c+d&pipes=1&pipes=2&x=1&y=2&R=3&a+b=4&usual=2";
        let mut request = Client::new()
            .request(Method::GET, url)
            .header("Cookie-session", "a b;é%")
            .header("Cookie-themes", "dark,light")
            .build()
            .unwrap();
        apply(&parameters, &mut request).unwrap();
        assert_eq!(
            request.url().query(),
            Some(
                "usual=1&usual=2&csv=a%2Cb,c%20d&pipes=1%7C2&point=x,1,y,2&deep%5BR%5D=3&deep%5Ba%20b%5D=4"
            )
        );
        let headers: Vec<_> = request.headers().iter().collect();
        assert_eq!(headers.len(), 1);
        assert_eq!(request.headers()[COOKIE], "session=a%20b%3B%C3%A9%25; themes=dark,light");
    }

    #[test]
    fn a_value_with_the_delimiter_of_its_style_is_not_sent() {
        let pipes = query("pipes", Values::Items(Style::PipeDelimited, "#"));
        let url = "http://a/?pipes=1%7C2&pipes=3";
        let mut request = Client::new().request(Method::GET, url).build().unwrap();
        assert_eq!(
            apply(&[pipes], &mut request),
            Err("the parameter `pipes`: a value contains the delimiter of its style".to_owned())
        );
    }
}
