//! A request, and the command line that sends it. Tokens are represented by
//! placeholders `${TOKEN_…}`.

use openapi_values::document::ParameterLocation;
use untrusted_text::is_escaped;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub method: String,
    /// The path without the query.
    pub path: String,
    pub query: Vec<(String, String)>,
    pub headers: Vec<(String, String)>,
    pub cookies: Vec<(String, String)>,
    pub body: Option<Vec<u8>>,
}

impl Request {
    pub fn new(method: &str, path: &str) -> Self {
        Self {
            method: method.to_owned(),
            path: path.to_owned(),
            query: Vec::new(),
            headers: Vec::new(),
            cookies: Vec::new(),
            body: None,
        }
    }

    pub fn put(&mut self, location: ParameterLocation, name: &str, text: &str) {
        let pair = (name.to_owned(), text.to_owned());
        match location {
            ParameterLocation::Path => self.path = self.path.replace(&format!("{{{name}}}"), text),
            ParameterLocation::Query => self.query.push(pair),
            ParameterLocation::Header => self.headers.push(pair),
            ParameterLocation::Cookie => self.cookies.push(pair),
        }
    }

    pub fn with_body(mut self, media_type: Option<&str>, body: impl Into<Vec<u8>>) -> Self {
        if let Some(media_type) = media_type {
            self.put(ParameterLocation::Header, "Content-Type", media_type);
        }
        self.body = Some(body.into());
        self
    }

    /// Returns the path and the query.
    pub fn target(&self) -> String {
        let pairs = self
            .query
            .iter()
            .map(|(name, text)| format!("{name}={text}"));
        match pairs.collect::<Vec<_>>().join("&") {
            query if query.is_empty() => self.path.clone(),
            query => format!("{}?{query}", self.path),
        }
    }

    /// Returns all header fields.
    pub fn fields(&self) -> Vec<(String, String)> {
        let mut fields = self.headers.clone();
        let pairs = self
            .cookies
            .iter()
            .map(|(name, text)| format!("{name}={text}"));
        let cookies = pairs.collect::<Vec<_>>().join("; ");
        if !cookies.is_empty() {
            fields.push(("Cookie".to_owned(), cookies));
        }
        fields
    }

    /// Returns a command line that sends the same request. The shell substitutes the
    /// placeholders of tokens and nothing else.
    pub fn curl(&self, server: &str, placeholders: &[&str]) -> String {
        let quoted = |word: &str| quoted(word, placeholders);
        let mut line = match self.method.as_str() {
            "HEAD" => "curl -I".to_owned(),
            method => format!("curl -i -X {method}"),
        };
        line.push_str(&format!(
            " {}",
            quoted(&format!("{server}{}", self.target()))
        ));
        for (name, text) in self.fields() {
            line.push_str(&format!(" -H {}", quoted(&format!("{name}: {text}"))));
        }
        let Some(body) = &self.body else {
            return line;
        };
        if !self.headers.iter().any(|(name, _)| name == "Content-Type") {
            // curl would declare the body as a form.
            line.push_str(" -H 'Content-Type:'");
        }
        match std::str::from_utf8(body) {
            // Not `--data-binary`, which reads the file after an `@`.
            Ok(text) if !text.contains(is_escaped) => {
                format!("{line} --data-raw {}", quoted(text))
            }
            _ => {
                let bytes: String = body.iter().map(|byte| format!("\\{byte:03o}")).collect();
                format!("printf '{bytes}' | {line} --data-binary @-")
            }
        }
    }
}

/// Quotes a word for a POSIX shell, which substitutes only the placeholders: the word
/// has text of the document.
fn quoted(word: &str, placeholders: &[&str]) -> String {
    let positions = placeholders
        .iter()
        .filter_map(|placeholder| Some((word.find(placeholder)?, *placeholder)));
    match positions.min() {
        None => format!("'{}'", word.replace('\'', r"'\''")),
        Some((at, placeholder)) => {
            let (before, after) = (&word[..at], &word[at + placeholder.len()..]);
            let around = |text: &str| match text {
                "" => String::new(),
                text => quoted(text, placeholders),
            };
            format!("{}\"{placeholder}\"{}", around(before), around(after))
        }
    }
}
