//! A request, to which parameters and a body are added.

use openapi_document::{CredentialKind, Operation, Parameter, ParameterLocation};

use openapi_schema::http::Encoding;

use super::Serialized;

/// A request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The method.
    pub method: String,
    /// The path without the query.
    pub path: String,
    /// The encoded names and texts of the query.
    pub query: Vec<(String, String)>,
    /// The header fields without cookies.
    pub headers: Vec<(String, String)>,
    /// The encoded names and texts of the cookies.
    pub cookies: Vec<(String, String)>,
    /// The body.
    pub body: Option<Vec<u8>>,
}

impl Request {
    /// Returns a request of an operation without its parameters.
    pub fn new(operation: &Operation<'_>) -> Self {
        Self {
            method: operation.method.to_string(),
            path: operation.path.to_owned(),
            ..Self::default()
        }
    }

    /// Adds the serialized value of a parameter.
    pub fn add(&mut self, parameter: &Parameter<'_>, serialized: &Serialized) {
        for (name, text) in serialized {
            // The name of a variable is not encoded.
            let is_variable = parameter.place == ParameterLocation::Path;
            let name = if is_variable { parameter.name } else { name };
            self.put(parameter.place, name, text);
        }
    }

    /// Adds a credential, whose secret is encoded already if it is a part of the query: it may be
    /// a placeholder.
    pub fn authenticate(&mut self, kind: &CredentialKind, secret: &str) {
        let (location, name, text) = kind.sent(secret);
        let is_query = location == ParameterLocation::Query;
        let encoding = if is_query { Encoding::Uri } else { Encoding::Plain };
        self.put(location, &encoding.encode(name), &text);
    }

    /// Adds an encoded text.
    pub fn put(&mut self, location: ParameterLocation, name: &str, text: &str) {
        let pair = (name.to_owned(), text.to_owned());
        match location {
            ParameterLocation::Path => self.path = self.path.replace(&format!("{{{name}}}"), text),
            ParameterLocation::Query => self.query.push(pair),
            ParameterLocation::Header => self.headers.push(pair),
            ParameterLocation::Cookie => self.cookies.push(pair),
        }
    }

    /// Sets the body, and adds its content type, unless that is `None`.
    pub fn with_body(mut self, media_type: Option<&str>, body: impl Into<Vec<u8>>) -> Self {
        if let Some(media_type) = media_type {
            self.put(ParameterLocation::Header, "Content-Type", media_type);
        }
        self.body = Some(body.into());
        self
    }

    /// Returns the path and the query, with what a path cannot have encoded.
    pub fn target(&self) -> String {
        let is_usual = |one: char| one.is_ascii_graphic() && !"\"#<>?[\\]^`|".contains(one);
        let encoding = |one| if is_usual(one) { Encoding::Plain } else { Encoding::Uri };
        let path = self.path.chars().map(|one| encoding(one).encode(&one.to_string()));
        let path: String = path.collect();
        let pairs = self.query.iter().map(|(name, text)| format!("{name}={text}"));
        match pairs.collect::<Vec<_>>().join("&") {
            query if query.is_empty() => path,
            query => format!("{path}?{query}"),
        }
    }

    /// Returns all header fields.
    pub fn fields(&self) -> Vec<(String, String)> {
        let mut fields = self.headers.clone();
        let pairs = self.cookies.iter().map(|(name, text)| format!("{name}={text}"));
        let cookies = pairs.collect::<Vec<_>>().join("; ");
        if !cookies.is_empty() {
            fields.push(("Cookie".to_owned(), cookies));
        }
        fields
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_key_in_a_query_is_encoded_and_its_secret_is_as_it_is_given() {
        let mut request = Request { path: "/".to_owned(), ..Request::default() };
        let kind = CredentialKind::ApiKey(ParameterLocation::Query, "a+b".to_owned());
        request.authenticate(&kind, "a%20b");
        assert_eq!(request.target(), "/?a%2Bb=a%20b");
    }

    #[test]
    fn the_text_of_a_path_is_encoded_and_the_values_in_it_stay() {
        let mut request = Request { path: "/a b^/{größe}-{x}".to_owned(), ..Request::default() };
        request.put(ParameterLocation::Path, "größe", "%2F");
        request.put(ParameterLocation::Path, "x", "1");
        assert_eq!(request.target(), "/a%20b%5E/%2F-1");
    }
}
