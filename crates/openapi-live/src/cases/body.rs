//! Cases for request bodies: valid ones, ones with a single error, other content
//! types, and bodies that aren't in their form.

use super::{Case, CaseGenerator, Expected};
use openapi_document::{MediaType, RequestBody};
use openapi_schema::http::{Syntax, select};
use openapi_values::wire::{Request, Serialized, at, malformed, syntax};

/// Media types that are rarely declared or don't exist.
const OTHERS: [(&str, &str); 2] = [
    ("a body that is said to be text/plain", "text/plain"),
    ("a body of a type that there isn't", "application/x-unknown"),
];

impl CaseGenerator<'_, '_> {
    pub(super) fn of_body(&self, parameters: &[Option<Serialized>]) -> Result<Vec<Case>, String> {
        let (Some(body), Some(sent)) = (&self.operation.request_body, self.body()) else {
            return Ok(Vec::new());
        };
        let request = || self.request(parameters);
        let mut cases = self.of_values(sent, &request);
        let absent = match (body.required, syntax(sent)) {
            // The bytes of an absent body may be a file without content.
            (true, Some(Syntax::Bytes | Syntax::Text | Syntax::Items(_))) => Expected::Anything,
            (true, _) => Expected::Refused,
            (false, _) => Expected::Accepted,
        };
        let pointer = &body.location.pointer;
        cases.push(Case::new("no body", pointer.as_str(), absent, request()));
        let content = pointer.join("content");
        cases.extend(self.of_wrong_bytes(body.required, sent, content.as_str(), &request)?);
        cases.extend(self.of_media_types(body, sent, content.as_str(), &request)?);
        Ok(cases)
    }

    /// Returns cases whose bodies are values in the form of the body.
    fn of_values(&self, body: &MediaType<'_>, request: &dyn Fn() -> Request) -> Vec<Case> {
        let content_type = self.values.content_type(body);
        let mut cases = Vec::new();
        for variation in self.values.variations(at(body.schema), self.seed_of(2)) {
            let place = if variation.at.is_empty() {
                "the body".to_owned()
            } else {
                format!("the body at {}", variation.at)
            };
            let expected = if variation.accepted { Expected::Accepted } else { Expected::Refused };
            let Some(bytes) = self.values.written(body, &variation.text) else {
                continue;
            };
            if syntax(body) != Some(Syntax::Json) {
                // A text may represent another value, which the schema accepts or not.
                let value = serde_json::from_str(&variation.text).unwrap_or_default();
                let read = self.values.read_back(body, &value);
                if self.values.accepts(at(body.schema), &read) != variation.accepted {
                    continue;
                }
            }
            let request = request().with_body(Some(&content_type), bytes);
            let what = format!("{place}: {}", variation.what);
            cases.push(Case {
                part: Some(variation.at),
                ..Case::new(what, &variation.keyword, expected, request)
            });
        }
        cases
    }

    /// Returns cases whose bodies aren't in the form of the body.
    fn of_wrong_bytes(
        &self,
        is_required: bool,
        body: &MediaType<'_>,
        content: &str,
        request: &dyn Fn() -> Request,
    ) -> Result<Vec<Case>, String> {
        let wrong = malformed(body, is_required, [self.valid(body, 50)?, self.valid(body, 51)?]);
        let content_type = self.values.content_type(body);
        let cases = wrong.into_iter().map(|(what, bytes)| {
            let request = request().with_body(Some(&content_type), bytes);
            Case::new(what, content, Expected::Refused, request)
        });
        Ok(cases.collect())
    }

    /// Returns cases with other content types.
    fn of_media_types(
        &self,
        declared: &RequestBody<'_>,
        body: &MediaType<'_>,
        content: &str,
        request: &dyn Fn() -> Request,
    ) -> Result<Vec<Case>, String> {
        let declared = declared.content.iter().map(|one| one.name);
        let is_declared = |name: &str| select(declared.clone(), name).is_some();
        let content_type = self.values.content_type(body);
        let end = content_type.find(';').unwrap_or(content_type.len());
        let (own, parameters) = content_type.split_at(end);
        let in_capitals = own.to_uppercase() + parameters;
        let (what, changed, expected) = match syntax(body) {
            // Without its boundary, the body has no parts.
            Some(Syntax::FormData) => {
                ("a content type without a boundary", own.to_owned(), Expected::Refused)
            }
            _ => {
                // A declared `charset` is not repeated.
                let added = if parameters.contains("charset") { "" } else { "; charset=utf-8" };
                let changed = format!("{content_type}{added}");
                ("a content type with a parameter", changed, Expected::Accepted)
            }
        };
        let mut content_types = vec![
            (what, Some(changed), expected),
            ("a content type in capitals", Some(in_capitals), Expected::Accepted),
            // RFC 9110 §8.3: a recipient may examine the body.
            ("a body without a content type", None, Expected::Anything),
        ];
        for (what, other) in OTHERS {
            if !is_declared(other) {
                content_types.push((what, Some(other.to_owned()), Expected::Refused));
            }
        }
        let cases =
            content_types.into_iter().zip(60..).map(|((what, media_type, expected), number)| {
                let bytes = self.valid(body, number)?;
                let request = request().with_body(media_type.as_deref(), bytes);
                Ok(Case::new(what, content, expected, request))
            });
        cases.collect()
    }

    /// Returns a valid body, a different one for each number: many services reject
    /// a second equal body that they would otherwise accept.
    pub(super) fn valid(&self, body: &MediaType<'_>, number: u64) -> Result<Vec<u8>, String> {
        let can_be_written = |json: &str| self.values.written(body, json).is_some();
        let json = self.values.valid_where(at(body.schema), self.seed_of(number), can_be_written);
        let bytes = json.and_then(|json| self.values.written(body, &json));
        bytes.ok_or_else(|| self.no_value("the body", at(body.schema)))
    }
}
