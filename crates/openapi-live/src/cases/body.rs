//! Bodies: valid ones, ones with a single fault, other content types, and what is
//! no JSON.

use super::{Case, Expected, Maker};
use crate::document::essence;
use crate::parameter::Written;

/// A media type that no document has.
const UNKNOWN: &str = "application/x-unknown";

impl Maker<'_, '_> {
    pub(super) fn of_body(&self, parameters: &[Option<Written>]) -> Result<Vec<Case>, String> {
        let Some(body) = &self.operation.body else {
            return Ok(Vec::new());
        };
        let (about, json) = (body.pointer.as_str(), Some(body.media_type.as_str()));
        let content = &format!("{about}/content");
        let request = || self.request(parameters);
        let seed = self.seed_of(2);
        let valid = self.values.valid(&body.schema, seed).unwrap_or_default();
        let mut cases = Vec::new();
        for variation in self.values.variations(&body.schema, seed) {
            let place = match variation.at.is_empty() {
                true => "the body".to_owned(),
                false => format!("the body at {}", variation.at),
            };
            let expected = match variation.accepted {
                true => Expected::Accepted,
                false => Expected::Refused,
            };
            let request = request().with_body(json, variation.text);
            let what = format!("{place}: {}", variation.what);
            cases.push(Case {
                part: Some(variation.at),
                ..Case::new(what, &variation.keyword, expected, request)
            });
        }
        let absent = match body.required {
            true => Expected::Refused,
            false => Expected::Accepted,
        };
        cases.push(Case::new("no body", about, absent, request()));
        let cut = &valid[..valid.len() - valid.chars().next_back().map_or(0, char::len_utf8)];
        let mut wrong = vec![
            ("an empty body", Vec::new()),
            (
                "a body with more behind it",
                format!("{valid} x").into_bytes(),
            ),
            ("a body that isn't UTF-8", b"\"\xff\"".to_vec()),
        ];
        // What is left of a number may be one.
        if valid.starts_with(['{', '[', '"']) {
            wrong.push(("a body without its last character", cut.as_bytes().to_vec()));
        }
        for (what, text) in wrong {
            let request = request().with_body(json, text);
            cases.push(Case::new(what, content, Expected::Refused, request));
        }
        let declared: Vec<_> = body
            .declared
            .iter()
            .map(|declared| essence(declared))
            .collect();
        let is_open = declared.iter().any(|name| name.ends_with("/*"));
        if !is_open {
            let other = match declared.iter().any(|name| name == "text/plain") {
                true => UNKNOWN,
                false => "text/plain",
            };
            for media_type in [other, UNKNOWN] {
                let request = request().with_body(Some(media_type), valid.as_str());
                let what = format!("a body that is said to be {media_type}");
                cases.push(Case::new(what, content, Expected::Refused, request));
            }
        }
        // RFC 9110 §8.3: a recipient may look for itself.
        let unnamed = request().with_body(None, valid.as_str());
        let what = "a body without a content type";
        cases.push(Case::new(what, about, Expected::Anything, unnamed));
        for (what, media_type, number) in [
            (
                "a content type with a parameter",
                format!("{}; charset=utf-8", essence(&body.media_type)),
                3,
            ),
            (
                "a content type in capitals",
                essence(&body.media_type).to_uppercase(),
                4,
            ),
        ] {
            let text = self
                .values
                .valid(&body.schema, self.seed_of(number))
                .unwrap_or_default();
            let request = request().with_body(Some(&media_type), text);
            cases.push(Case::new(what, content, Expected::Accepted, request));
        }
        Ok(cases)
    }
}
