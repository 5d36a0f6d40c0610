//! Generates strings: by pattern, by format, or of characters that are often
//! handled incorrectly.

use rand::RngExt;
use rand::seq::IndexedRandom;
use regex_syntax::hir::{Hir, HirKind};
use serde_json::Value;

use super::{CHARACTERS_PER_STEP, MAX_CHARACTERS, Sampler};
use crate::json::Json;
use crate::merged::Merged;

/// Characters of one to four bytes, including characters with a special meaning in
/// JSON, URLs, lines and languages.
const CHARACTERS: [char; 24] = [
    'a',
    'Z',
    '0',
    '9',
    ' ',
    '-',
    '_',
    '/',
    '"',
    '\\',
    '\0',
    '\n',
    '\u{7f}',
    'é',
    'ß',
    'İ',
    '\u{301}',
    '\u{2028}',
    '\u{feff}',
    '\u{fffd}',
    '漢',
    '😀',
    '\u{10ffff}',
    'x',
];

/// The maximum number of repetitions for an unbounded quantifier.
const REPEATED: u32 = 6;

/// The maximum number of repetitions above the minimum of a quantifier: the first number
/// with which no text is longer than `MAX_LENGTH` bytes.
const MAX_OPTIONAL: [u32; 3] = [1 << 12, REPEATED, 0];
const MAX_LENGTH: usize = 1 << 16;

impl<'d> Sampler<'_, 'd> {
    pub(super) fn string(&mut self, merged: &Merged<'d>) -> Json {
        let patterns: Vec<_> = merged.keyword("pattern").filter_map(Value::as_str).collect();
        if let Some(pattern) = patterns.choose(&mut self.random)
            && let Some(text) = self.matching(pattern)
        {
            return Json::String(text);
        }
        let formats: Vec<_> = merged.keyword("format").filter_map(Value::as_str).collect();
        if let Some(format) = formats.first()
            && let Some(text) = self.formatted(format)
        {
            return Json::String(text);
        }
        let least = merged.most("minLength").unwrap_or(0);
        let most = merged.least("maxLength").unwrap_or(least + 12).max(least);
        let length = match self.random.random_range(0..6) {
            0 => least,
            1 => most.min(least + 300),
            _ => self.random.random_range(least..=most.min(least + 12)),
        };
        Json::String(self.text(length))
    }

    /// Generates a text of the given number of characters.
    pub fn text(&mut self, length: usize) -> String {
        if length > MAX_CHARACTERS || !self.spend(length / CHARACTERS_PER_STEP) {
            return String::new();
        }
        let plain = self.random.random_bool(0.4);
        let choices = if plain { &CHARACTERS[..4] } else { &CHARACTERS[..] };
        (0..length).map(|_| choices[self.random.random_range(0..choices.len())]).collect()
    }

    /// Generates a text that matches an expression, if possible.
    pub fn matching(&mut self, pattern: &str) -> Option<String> {
        if !self.expressions.contains_key(pattern) {
            self.expressions.insert(pattern.to_owned(), generator(pattern));
        }
        let generator = self.expressions.get(pattern)?.as_ref()?;
        let found: String = self.random.sample(generator);
        self.spend(found.len() / CHARACTERS_PER_STEP);
        // Any text is allowed around the match unless an anchor forbids it.
        let before =
            if pattern.starts_with('^') || self.random.random_bool(0.6) { "" } else { "~" };
        let after = if pattern.ends_with('$') || self.random.random_bool(0.6) { "" } else { "~\n" };
        Some(format!("{before}{found}{after}"))
    }

    fn formatted(&mut self, format: &str) -> Option<String> {
        let random = &mut self.random;
        Some(match format {
            "date" => date(random),
            "date-time" => {
                let (hour, minute) = (random.random_range(0..24), random.random_range(0..60));
                let second = random.random_range(0..60);
                let fraction = ["", "", ".5", ".123456789", ".000", ".000000001"].choose(random)?;
                let offset =
                    ["Z", "z", "+00:00", "-00:00", "+05:30", "-23:59", "+23:59"].choose(random)?;
                let letter = ["T", "T", "t"].choose(random)?;
                format!(
                    "{}{letter}{hour:02}:{minute:02}:{second:02}{fraction}{offset}",
                    date(random)
                )
            }
            "uuid" => {
                let digits: u128 = match random.random_range(0..4) {
                    0 => [0, u128::MAX][random.random_range(0..2)],
                    _ => random.random(),
                };
                let digits = format!("{digits:032x}");
                let parts =
                    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
                let text = parts.join("-");
                if random.random_bool(0.3) { text.to_uppercase() } else { text }
            }
            "email" => format!(
                "{}@example.{}",
                ["a", "a.b", "x+y", "0"].choose(random)?,
                ["org", "com"].choose(random)?
            ),
            "uri" => "https://example.org/a?b=c#d".to_owned(),
            "uri-reference" => "../a?b".to_owned(),
            "hostname" => "a-1.example.org".to_owned(),
            "ipv4" => {
                format!("{}.0.2.{}", random.random_range(1..255), random.random_range(0..256))
            }
            "ipv6" => "2001:db8::1".to_owned(),
            "time" => "23:59:59Z".to_owned(),
            "duration" => "P1DT2H".to_owned(),
            _ => return None,
        })
    }
}

fn date(random: &mut crate::Random) -> String {
    let year = [0, 1, 1600, 1969, 1970, 2000, 2023, 2024, 9999][random.random_range(0..9)];
    let (month, day) = match random.random_range(0..4) {
        0 => (2, random.random_range(27..30)),
        1 => (12, 31),
        _ => (random.random_range(1..13), random.random_range(1..29)),
    };
    format!("{year:04}-{month:02}-{day:02}")
}

/// Returns a generator of texts that match an expression. Anchors are removed, so
/// not every generated text matches. Returns `None` for an unsupported expression,
/// such as a look-ahead.
fn generator(pattern: &str) -> Option<rand_regex::Regex> {
    // The classes of ECMA-262 contain only ASCII characters.
    let ascii = pattern.replace("\\d", "[0-9]").replace("\\w", "[A-Za-z0-9_]").replace("\\s", " ");
    let parsed = regex_syntax::parse(&ascii).ok()?;
    // Long texts are rare in tests, but a pattern can allow texts that fill the memory.
    let mut bounded = MAX_OPTIONAL.map(|optional| bounded(&parsed, optional)).into_iter();
    let is_short = |hir: &Hir| {
        let length = hir.properties().maximum_len();
        length.is_some_and(|length| length <= MAX_LENGTH)
    };
    rand_regex::Regex::with_hir(bounded.find(is_short)?, REPEATED).ok()
}

/// Returns the expression without anchors, and with at most so many repetitions above each
/// minimum.
fn bounded(hir: &Hir, optional: u32) -> Hir {
    match hir.kind() {
        HirKind::Look(_) => Hir::empty(),
        HirKind::Concat(parts) => {
            Hir::concat(parts.iter().map(|part| bounded(part, optional)).collect())
        }
        HirKind::Alternation(parts) => {
            Hir::alternation(parts.iter().map(|part| bounded(part, optional)).collect())
        }
        HirKind::Capture(capture) => bounded(&capture.sub, optional),
        HirKind::Repetition(repetition) => {
            let most = match repetition.max {
                None => repetition.min.saturating_add(REPEATED.min(optional)),
                Some(most) => most.min(repetition.min.saturating_add(optional)),
            };
            Hir::repetition(regex_syntax::hir::Repetition {
                sub: Box::new(bounded(&repetition.sub, optional)),
                max: Some(most),
                ..repetition.clone()
            })
        }
        _ => hir.clone(),
    }
}
