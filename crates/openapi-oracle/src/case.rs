//! A case: a request body, as it is written, and what is known of it.

use rand::RngExt;
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use serde_json::Value;

use crate::Random;
use crate::document::Operation;
use crate::fault::{rewritten, single_fault};
use crate::json::Json;
use crate::request::head;
use crate::sample::Sampler;

/// Bytes that make any JSON document none when they stand before it.
const BEFORE: [&[u8]; 4] = [b"\xef\xbb\xbf", b"\0", b"]", b",\n"];

/// Bytes that make any JSON document none when they stand after it.
const AFTER: [&[u8]; 7] = [b" {}", b"}", b"]", b",", b"\0", b"\n\"\"", b"#"];

/// One request.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// Which operation, among those of the document.
    pub operation: usize,
    /// The request without its body.
    pub head: String,
    /// What was done to it.
    pub kind: &'static str,
    pub body: Json,
    /// By which white space and escapes are chosen; without it there are none.
    pub variety: Option<u64>,
    pub frame: Frame,
}

/// What stands around the document, or is missing from it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Frame {
    before: &'static [u8],
    after: &'static [u8],
    /// How many bytes of its end are missing, not counting white space.
    cut: usize,
}

impl Case {
    /// Makes a case for an operation.
    pub fn new<'d>(
        sampler: &mut Sampler<'_, 'd>,
        operations: &[Operation<'d>],
        operation: usize,
    ) -> Self {
        let schemas = std::slice::from_ref(&operations[operation].body);
        let head = head(sampler, &operations[operation]);
        let mut body = sampler.value(schemas, 0);
        let mut frame = Frame::default();
        let kind = match sampler.random.random_range(0..100) {
            0..35 => "valid",
            35..38 => {
                frame = Frame::new(&mut sampler.random);
                "not JSON"
            }
            _ => single_fault(sampler, schemas, &mut body).unwrap_or("valid"),
        };
        let random = &mut sampler.random;
        if random.random_bool(0.3) {
            rewrite(random, &mut body);
        }
        let variety = random.random_bool(0.4).then(|| random.random());
        Self {
            operation,
            head,
            kind,
            body,
            variety,
            frame,
        }
    }

    /// The body as it is sent.
    pub fn bytes(&self) -> Vec<u8> {
        let document = match self.variety {
            Some(seed) => self
                .body
                .text_with_variety(&mut Random::seed_from_u64(seed)),
            None => self.body.text(),
        };
        let Frame { before, after, .. } = self.frame;
        let kept = match self.cut() {
            0 => &document[..],
            // White space at the end would not be missed.
            cut => &document[..document.trim_ascii_end().len() - cut],
        };
        [before, kept, after].concat()
    }

    /// The value that the body stands for; `None` where it is no JSON document.
    pub fn meaning(&self) -> Option<Value> {
        let Frame { before, after, .. } = self.frame;
        let is_whole = before.is_empty() && after.is_empty() && self.cut() == 0;
        is_whole.then(|| self.body.meaning()).flatten()
    }

    /// How many bytes are missing. Of what has no end of its own, as a number
    /// has none, nothing is.
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

/// Writes numbers otherwise, and members in another order.
fn rewrite(random: &mut Random, value: &mut Json) {
    match value {
        Json::Number(literal) if random.random_bool(0.5) => {
            if let Some(other) = rewritten(random, literal) {
                *literal = other;
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| rewrite(random, item)),
        Json::Object(members) => {
            members
                .iter_mut()
                .for_each(|(_, member)| rewrite(random, member));
            members.shuffle(random);
        }
        _ => {}
    }
}
