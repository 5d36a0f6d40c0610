//! Texts at and just beyond each limit, texts that are almost of a format, and texts
//! that are often handled incorrectly.

use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::Value;

use super::{Change, Changed, at_limits, keyword_location};
use crate::instance::InstanceLocation;
use crate::json::Json;
use crate::merged::{Merged, matches};
use crate::sample::Sampler;

/// A character whose length in UTF-8 bytes and in UTF-16 code units differs from
/// its length in code points.
pub(super) const WIDE: &str = "😀";

/// Longer texts are too long to be worth testing.
const MAX_LENGTH: usize = 1 << 16;

/// Texts of which few patterns match all.
const UNLIKELY: [&str; 6] = ["~", "", "0", "a", "A", " "];

/// Texts that are almost a `date-time`, a `date`, a `uuid` or an `email`, or valid
/// in a form that parsers often don't support.
const NEARLY: [(&str, &[&str]); 4] = [
    (
        "date-time",
        &[
            "2024-02-29",
            "2023-02-29T00:00:00Z",
            "2024-02-29 00:00:00Z",
            "2024-02-29t00:00:00z",
            "2024-02-29T24:00:00Z",
            "2024-02-29T23:60:00Z",
            "2024-02-29T23:59:60Z",
            "2016-12-31T23:59:60Z",
            "2017-01-01T01:59:60+02:00",
            "2024-02-29T00:00:00",
            "2024-02-29T00:00:00+24:00",
            "2024-02-29T00:00:00+0100",
            "2024-02-29T00:00Z",
            "2024-02-29T00:00:00.Z",
            "2024-02-29T00:00:00,5Z",
            "2024-02-29T00:00:00.1234567890123Z",
            "0000-01-01T00:00:00Z",
            "9999-12-31T23:59:59.999999999-23:59",
            "0000-01-01T00:00:00+23:59",
            "+2024-02-29T00:00:00Z",
            "12024-02-29T00:00:00Z",
            "2024-02-29T00:00:00Z\n",
            " 2024-02-29T00:00:00Z",
            "2024-02-29T00:00:00\u{2212}01:00",
            "\u{ff12}024-02-29T00:00:00Z",
            "2024-060T00:00:00Z",
            "1709164800",
            "2024-02-29T00:00:00-00:00",
            "2024-02-29T5:00:00Z",
            "2024-02-29T00:00:61Z",
            "2024-02-29T00:00:00UTC",
        ],
    ),
    (
        "date",
        &[
            "2023-02-29",
            "2024-2-29",
            "20240229",
            "2024-02-30",
            "2024-13-01",
            "2024-00-01",
            "2024-01-00",
            "0000-01-01",
            "02024-01-01",
            "-2024-01-01",
            "+2024-01-01",
            "2024-02-29T00:00:00Z",
            "2024-02-29 ",
            "2024/02/29",
            "2024-W09-4",
            "2024-02-2\u{0969}",
            "9999-12-31",
        ],
    ),
    (
        "uuid",
        &[
            "00000000-0000-0000-0000-00000000000",
            "00000000-0000-0000-0000-0000000000000",
            "g0000000-0000-0000-0000-000000000000",
            "00000000000000000000000000000000",
            "{00000000-0000-0000-0000-000000000000}",
            "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
            "urn:uuid:00000000-0000-0000-0000-000000000000",
            "00000000-0000-0000-0000_000000000000",
            "0000000-00000-0000-0000-000000000000",
            "00000000-0000-0000-0000-000000000000\n",
        ],
    ),
    (
        "email",
        &[
            "a",
            "@",
            "a@",
            "@example.org",
            "a b@example.org",
            "a@b@example.org",
            "\"a b\"@example.org",
            "a@[192.0.2.1]",
            ".a@example.org",
            "a@-x.org",
        ],
    ),
];

/// Adds a change to each limit and beyond it.
pub(super) fn at_bounds(location: &InstanceLocation<'_>, changes: &mut Vec<Changed>) {
    let add = |what: String, pointer: String, text: String| {
        Changed::new(what, pointer, Change::Replace(Json::String(text)))
    };
    let mut is_free = true;
    for part in &location.merged.parts {
        for limit in at_limits(part, ["minLength", "maxLength"], MAX_LENGTH) {
            let what = if limit.is_beyond {
                format!("of length {}, beyond `{}`", limit.count, limit.named)
            } else {
                format!("of the length that `{}` says", limit.named)
            };
            changes.push(Changed::new(what, limit.pointer, Change::Sized(limit.count)));
        }
        if let Some(pattern) = part.keyword("pattern").and_then(Value::as_str) {
            let miss = UNLIKELY.iter().find(|text| !matches(pattern, text));
            let pointer = format!("{}/pattern", part.pointer);
            let what = format!("a text that `{pattern}` doesn't match");
            changes
                .extend(miss.map(|text| add(what, pointer, (*text).to_owned()).must_be_rejected()));
        }
        if let Some(format) = part.keyword("format").and_then(Value::as_str) {
            let pointer = format!("{}/format", part.pointer);
            let what = format!("a text that is no {format}");
            changes.push(add(what, pointer, "no such text".to_owned()).must_be_rejected());
        }
        is_free &= ["pattern", "format", "enum", "const"]
            .iter()
            .all(|keyword| part.keyword(keyword).is_none());
    }
    if is_free {
        let pointer = keyword_location(location, "type");
        for (what, text) in [
            ("the empty text", String::new()),
            ("a text with U+0000", "a\0b".to_owned()),
            ("a text of wide characters", format!("é漢{WIDE}\u{301}")),
            ("a text of spaces", "   ".to_owned()),
        ] {
            changes.push(add(what.to_owned(), pointer.clone(), text));
        }
    }
}

/// Returns another text: in another case, with a prefix or suffix, or almost of the
/// format.
pub(super) fn near(sampler: &mut Sampler<'_, '_>, merged: &Merged<'_>, text: &str) -> Option<Json> {
    let mut near: Vec<String> = Vec::new();
    for format in merged.keyword("format").filter_map(Value::as_str) {
        let lists = NEARLY.iter().filter(|(name, _)| *name == format);
        let texts = lists.flat_map(|(_, texts)| *texts);
        near.extend(texts.map(|text| (*text).to_owned()));
    }
    for listed in
        merged.keyword("enum").filter_map(Value::as_array).flatten().chain(merged.keyword("const"))
    {
        near.extend(
            listed
                .as_str()
                .into_iter()
                .flat_map(|text| [text.to_uppercase(), format!("{text} "), text.to_owned()]),
        );
    }
    let random = &mut sampler.random;
    if !near.is_empty() && random.random_bool(0.6) {
        return near.choose(random).cloned().map(Json::String);
    }
    let changed = match random.random_range(0..8) {
        0 => String::new(),
        1 => text.to_uppercase(),
        2 => text.to_lowercase(),
        3 => format!("{text}\n"),
        4 => format!(" {text}"),
        5 => text.chars().skip(1).collect(),
        6 => text.chars().rev().collect(),
        _ => {
            let length = random.random_range(0..8);
            sampler.text(length)
        }
    };
    Some(Json::String(changed))
}
