//! Cases for request bodies: valid ones, ones with a single error, other content
//! types, and bodies that aren't JSON.

use super::{Case, CaseGenerator, Expected};
use crate::parameter::Serialized;
use crate::request::Request;
use openapi_values::document::{Body, essence};

/// Media types that are rarely declared or don't exist.
const OTHERS: [(&str, &str); 2] = [
    ("a body that is said to be text/plain", "text/plain"),
    ("a body of a type that there isn't", "application/x-unknown"),
];

impl CaseGenerator<'_, '_> {
    pub(super) fn of_body(&self, parameters: &[Option<Serialized>]) -> Result<Vec<Case>, String> {
        let Some(body) = &self.operation.body else {
            return Ok(Vec::new());
        };
        let (about, json) = (body.pointer.as_str(), Some(body.media_type.as_str()));
        let request = || self.request(parameters);
        let seed = self.seed_of(2);
        let mut cases = Vec::new();
        for variation in self.values.variations(&body.schema, seed) {
            let place = if variation.at.is_empty() {
                "the body".to_owned()
            } else {
                format!("the body at {}", variation.at)
            };
            let expected = if variation.accepted {
                Expected::Accepted
            } else {
                Expected::Refused
            };
            let request = request().with_body(json, variation.text);
            let what = format!("{place}: {}", variation.what);
            cases.push(Case {
                part: Some(variation.at),
                ..Case::new(what, &variation.keyword, expected, request)
            });
        }
        let absent = if body.required {
            Expected::Refused
        } else {
            Expected::Accepted
        };
        cases.push(Case::new("no body", about, absent, request()));
        cases.extend(self.of_wrong_bytes(body, &request)?);
        cases.extend(self.of_media_types(body, &request)?);
        Ok(cases)
    }

    /// Returns cases whose bodies aren't JSON texts.
    fn of_wrong_bytes(
        &self,
        body: &Body,
        request: &dyn Fn() -> Request,
    ) -> Result<Vec<Case>, String> {
        let mut wrong = vec![
            ("an empty body", Vec::new()),
            (
                "a body with more behind it",
                (self.valid(body, 50)? + " x").into_bytes(),
            ),
            ("a body that isn't UTF-8", b"\"\xff\"".to_vec()),
        ];
        let mut cut = self.valid(body, 51)?;
        // The rest of a number may be a number.
        if cut.starts_with(['{', '[', '"']) {
            cut.pop();
            wrong.push(("a body without its last character", cut.into_bytes()));
        }
        let content = format!("{}/content", body.pointer);
        let cases = wrong.into_iter().map(|(what, text)| {
            let request = request().with_body(Some(&body.media_type), text);
            Case::new(what, &content, Expected::Refused, request)
        });
        Ok(cases.collect())
    }

    /// Returns cases with other content types.
    fn of_media_types(
        &self,
        body: &Body,
        request: &dyn Fn() -> Request,
    ) -> Result<Vec<Case>, String> {
        let declared: Vec<_> = body.media_types.iter().map(|name| essence(name)).collect();
        let is_declared = |name: &str| {
            let mut declared = declared.iter();
            declared.any(|known| known == name || known.ends_with("/*"))
        };
        let own = essence(&body.media_type);
        let mut content_types = vec![
            (
                "a content type with a parameter",
                Some(format!("{own}; charset=utf-8")),
                Expected::Accepted,
            ),
            (
                "a content type in capitals",
                Some(own.to_uppercase()),
                Expected::Accepted,
            ),
            // RFC 9110 §8.3: a recipient may examine the body.
            ("a body without a content type", None, Expected::Anything),
        ];
        for (what, other) in OTHERS {
            if !is_declared(other) {
                content_types.push((what, Some(other.to_owned()), Expected::Refused));
            }
        }
        let content = format!("{}/content", body.pointer);
        let cases =
            content_types
                .into_iter()
                .zip(60..)
                .map(|((what, media_type, expected), number)| {
                    let text = self.valid(body, number)?;
                    let request = request().with_body(media_type.as_deref(), text);
                    Ok(Case::new(what, &content, expected, request))
                });
        cases.collect()
    }

    /// Returns a valid body, a different one for each number: many services reject
    /// a second equal body that they would otherwise accept.
    pub(super) fn valid(&self, body: &Body, number: u64) -> Result<String, String> {
        let text = self.values.valid(&body.schema, self.seed_of(number));
        text.ok_or_else(|| "no value was found for the body".to_owned())
    }
}
