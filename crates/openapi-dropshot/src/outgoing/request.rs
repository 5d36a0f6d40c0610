//! The request of a webhook or a callback.

use bytes::Bytes;
use http::header::{CONTENT_TYPE, COOKIE};
use http::uri::Scheme;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Uri};
use openapi_schema::http::{FieldEncoding, Pair};
use serde::Serialize;
use serde_json::Value;

use super::{ReceivedResponse, SendError, Transport};
use crate::parameters::write;
use crate::{Cause, ItemFormat, Parameter, ParameterLocation, Schema, items};

/// A request before it is sent. The methods validate; the first error is that of
/// [`OutgoingRequest::send`].
pub struct OutgoingRequest {
    method: Method,
    url: String,
    query: Vec<Pair>,
    cookies: Vec<Pair>,
    headers: HeaderMap,
    body: Bytes,
    error: Option<Cause>,
}

impl OutgoingRequest {
    /// Returns a request without parameters and body for an absolute URL.
    pub fn new(method: Method, url: &str) -> Self {
        Self {
            method,
            url: url.to_owned(),
            query: Vec::new(),
            cookies: Vec::new(),
            headers: HeaderMap::new(),
            body: Bytes::new(),
            error: None,
        }
    }

    /// Adds the parameters of one location. The query is added to that of the URL.
    pub fn parameters(
        &mut self,
        location: ParameterLocation,
        parameters: &[Parameter],
        values: &impl Serialize,
    ) {
        let added = self.add(location, parameters, values);
        self.record(added);
    }

    fn add(
        &mut self,
        location: ParameterLocation,
        parameters: &[Parameter],
        values: &impl Serialize,
    ) -> Result<(), Cause> {
        let Value::Object(values) = serde_json::to_value(values)? else {
            return Err("parameters are the members of an object".into());
        };
        let pairs = write(location, parameters, &values)?;
        match location {
            ParameterLocation::Query => self.query.extend(pairs),
            ParameterLocation::Cookie => self.cookies.extend(pairs),
            ParameterLocation::Header => {
                for (name, value) in pairs {
                    self.headers.append(
                        HeaderName::try_from(name)?,
                        HeaderValue::from_bytes(value.as_bytes())?,
                    );
                }
            }
            ParameterLocation::Path => return Err("the URL has the path".into()),
        }
        Ok(())
    }

    /// Sets a JSON body.
    pub fn json(
        &mut self,
        content_type: &'static str,
        schema: Option<&Schema>,
        body: &(impl Serialize + ?Sized),
    ) {
        self.set_body(content_type, items::json(&body, schema).map(Bytes::from));
    }

    /// Sets a body with JSON values, in lines or as the content type says.
    pub fn json_lines(
        &mut self,
        content_type: &'static str,
        schema: Option<&Schema>,
        body: &[impl Serialize],
    ) {
        let format = ItemFormat::of_texts(content_type);
        let lines = body.iter().map(|item| Ok(format.written(&items::json(item, schema)?)));
        let lines: Result<String, _> = lines.collect();
        self.set_body(content_type, lines.map(Bytes::from));
    }

    /// Sets a body that is the text of a string, number or boolean.
    pub fn text(
        &mut self,
        content_type: &'static str,
        schema: Option<&Schema>,
        body: &(impl Serialize + ?Sized),
    ) {
        self.set_body(content_type, items::text(&body, schema).map(Bytes::from));
    }

    /// Sets a body of bytes, which are not validated.
    pub fn bytes(&mut self, content_type: &'static str, body: &Bytes) {
        self.set_body(content_type, Ok(body.clone()));
    }

    /// Sets a body of `application/x-www-form-urlencoded` with these fields.
    pub fn form(
        &mut self,
        content_type: &'static str,
        fields: &[Parameter],
        schema: Option<&Schema>,
        body: &impl Serialize,
    ) {
        let form = form(fields, schema, body);
        self.set_body(content_type, form.map(Bytes::from));
    }

    fn set_body(&mut self, content_type: &'static str, body: Result<Bytes, Cause>) {
        let content_type = HeaderValue::from_static(content_type);
        self.headers.insert(CONTENT_TYPE, content_type);
        let body = body.map(|body| self.body = body);
        let body = body.map_err(|error| format!("the body: {error}").into());
        self.record(body);
    }

    fn record(&mut self, result: Result<(), Cause>) {
        if let Err(error) = result {
            self.error.get_or_insert(error);
        }
    }

    /// Sends the request.
    ///
    /// # Errors
    /// The request is invalid, or there is no response.
    pub async fn send<T: Transport>(
        self,
        transport: &T,
    ) -> Result<ReceivedResponse, SendError<T::Error>> {
        let request = self.build().map_err(SendError::Request)?;
        let response = transport.send(request).await;
        Ok(ReceivedResponse(response.map_err(SendError::Transport)?))
    }

    fn build(mut self) -> Result<Request<Bytes>, Cause> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let mut url = self.url.split('#').next().unwrap_or_default().to_owned();
        if !self.query.is_empty() {
            url.push(if url.contains('?') { '&' } else { '?' });
            url.push_str(&joined(&self.query, "&"));
        }
        let uri: Uri = url.parse().map_err(|error| format!("the URL is invalid: {error}"))?;
        let is_http =
            [Scheme::HTTP, Scheme::HTTPS].iter().any(|scheme| uri.scheme() == Some(scheme));
        if !is_http {
            return Err("the URL does not begin with http:// or https://".into());
        }
        if !self.cookies.is_empty() {
            let cookies = HeaderValue::try_from(joined(&self.cookies, "; "))?;
            self.headers.insert(COOKIE, cookies);
        }
        let mut request = Request::new(self.body);
        *request.method_mut() = self.method;
        *request.uri_mut() = uri;
        *request.headers_mut() = self.headers;
        Ok(request)
    }
}

fn form(
    fields: &[Parameter],
    schema: Option<&Schema>,
    body: &impl Serialize,
) -> Result<String, Cause> {
    let value = serde_json::to_value(body)?;
    if let Some(schema) = schema {
        items::validate(&value, schema)?;
    }
    let Value::Object(members) = value else {
        return Err("a form is an object".into());
    };
    let mut pairs = write(ParameterLocation::Query, fields, &members)?;
    let undeclared =
        members.iter().filter(|(name, _)| !fields.iter().any(|field| field.is_named(name)));
    for (name, value) in undeclared {
        let written = FieldEncoding::Usual.write(name, value);
        pairs.extend(written.map_err(|error| format!("`{name}`: {error}"))?);
    }
    Ok(joined(&pairs, "&"))
}

fn joined(pairs: &[Pair], delimiter: &str) -> String {
    let pairs: Vec<_> = pairs.iter().map(|(name, text)| format!("{name}={text}")).collect();
    pairs.join(delimiter)
}
