//! A test case: a request body as written, and its properties.

use openapi_values::change::{change_at_random, rewritten};
use openapi_values::wire::Request;
use openapi_values::{Json, Random, Sampler};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use serde_json::Value;

use super::operation::Operation;
use super::request::request;

/// Bytes that invalidate any JSON document when prepended.
const BEFORE: [&[u8]; 4] = [b"\xef\xbb\xbf", b"\0", b"]", b",\n"];

/// Bytes that invalidate any JSON document when appended.
const AFTER: [&[u8]; 7] = [b" {}", b"}", b"]", b",", b"\0", b"\n\"\"", b"#"];

/// A request.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The index of the operation in the document.
    pub operation: usize,
    /// The request without its body.
    pub request: Request,
    /// The kind of change made to a valid body.
    pub kind: &'static str,
    pub body: Json,
    /// The seed for white space and escapes; `None` writes the body without them.
    pub formatting: Option<u64>,
    pub frame: Frame,
}

/// Bytes around the document, or bytes removed from its end.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Frame {
    before: &'static [u8],
    after: &'static [u8],
    /// The number of bytes removed from the end, not counting white space.
    cut: usize,
}

impl Case {
    /// Generates a case for an operation.
    pub fn new<'d>(
        sampler: &mut Sampler<'_, 'd>,
        operations: &[Operation<'d>],
        operation: usize,
    ) -> Self {
        let schemas = std::slice::from_ref(&operations[operation].body);
        let request = request(sampler, &operations[operation]);
        let mut body = sampler.value(schemas, 0);
        let mut frame = Frame::default();
        let kind = match sampler.random.random_range(0..100) {
            0..35 => "valid",
            35..38 => {
                frame = Frame::new(&mut sampler.random);
                "not JSON"
            }
            _ => change_at_random(sampler, schemas, &mut body).unwrap_or("valid"),
        };
        let random = &mut sampler.random;
        if random.random_bool(0.3) {
            rewrite(random, &mut body);
        }
        let formatting = random.random_bool(0.4).then(|| random.random());
        Self { operation, request, kind, body, formatting, frame }
    }

    /// Returns the body as sent.
    pub fn bytes(&self) -> Vec<u8> {
        let document = match self.formatting {
            Some(seed) => self.body.text_with_formatting(&mut Random::seed_from_u64(seed)),
            None => self.body.text(),
        };
        let Frame { before, after, .. } = self.frame;
        let kept = match self.cut() {
            0 => &document[..],
            // Removing white space at the end would have no effect.
            cut => &document[..document.trim_ascii_end().len() - cut],
        };
        [before, kept, after].concat()
    }

    /// Returns the value of the body, or `None` if the body isn't a JSON document.
    pub fn to_value(&self) -> Option<Value> {
        let Frame { before, after, .. } = self.frame;
        let is_whole = before.is_empty() && after.is_empty() && self.cut() == 0;
        is_whole.then(|| self.body.to_value()).flatten()
    }

    /// Returns the number of removed bytes: 0 for values without a closing token,
    /// such as numbers.
    fn cut(&self) -> usize {
        match self.body {
            Json::Array(_) | Json::Object(_) => self.frame.cut,
            _ => 0,
        }
    }
}

impl Frame {
    fn new(random: &mut Random) -> Self {
        let mut frame = Self::default();
        match random.random_range(0..3) {
            0 => frame.before = BEFORE.choose(random).copied().unwrap_or_default(),
            1 => frame.after = AFTER.choose(random).copied().unwrap_or_default(),
            _ => frame.cut = 1,
        }
        frame
    }
}

/// Rewrites numbers in other notations, and shuffles members.
fn rewrite(random: &mut Random, value: &mut Json) {
    match value {
        Json::Number(literal) if random.random_bool(0.5) => {
            if let Some(other) = rewritten(random, literal) {
                *literal = other;
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| rewrite(random, item)),
        Json::Object(members) => {
            members.iter_mut().for_each(|(_, member)| rewrite(random, member));
            members.shuffle(random);
        }
        _ => {}
    }
}
