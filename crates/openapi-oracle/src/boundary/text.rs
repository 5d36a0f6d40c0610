//! Texts at and just beyond each limit, and texts that are often handled
//! incorrectly.

use serde_json::Value;

use super::{Change, Changed, keyword_location};
use crate::json::Json;
use crate::places::Place;
use crate::schema::matches;

/// A character whose length in UTF-8 bytes and in UTF-16 code units differs from
/// its length in code points.
pub(super) const WIDE: &str = "😀";

/// Longer texts are too long to be worth testing.
const MAX_LENGTH: usize = 1 << 16;

/// Texts of which few patterns match all.
const UNLIKELY: [&str; 6] = ["~", "", "0", "a", "A", " "];

pub(super) fn beside(place: &Place<'_>, changes: &mut Vec<Changed>) {
    let add = |what: String, pointer: String, text: String| {
        Changed::new(what, pointer, Change::Replace(Json::String(text)))
    };
    let mut found = Vec::new();
    let mut is_free = true;
    for part in &place.merged.parts {
        let limit = |keyword| {
            let limit = part.keyword(keyword).and_then(Value::as_u64)?;
            usize::try_from(limit)
                .ok()
                .filter(|limit| *limit < MAX_LENGTH)
        };
        for (keyword, beyond) in [("minLength", -1), ("maxLength", 1)] {
            let Some(limit) = limit(keyword) else {
                continue;
            };
            for (length, by) in [(Some(limit), 0), (limit.checked_add_signed(beyond), beyond)] {
                let Some(length) = length else { continue };
                let what = match by {
                    0 => format!("of the length that `{keyword}: {limit}` says"),
                    _ => format!("of length {length}, beyond `{keyword}: {limit}`"),
                };
                let pointer = format!("{}/{keyword}", part.pointer);
                found.push(Changed::new(what, pointer, Change::Sized(length)));
            }
        }
        if let Some(pattern) = part.keyword("pattern").and_then(Value::as_str) {
            let miss = UNLIKELY.iter().find(|text| !matches(pattern, text));
            let pointer = format!("{}/pattern", part.pointer);
            let what = format!("a text that `{pattern}` doesn't match");
            found
                .extend(miss.map(|text| add(what, pointer, (*text).to_owned()).must_be_rejected()));
        }
        if let Some(format) = part.keyword("format").and_then(Value::as_str) {
            let pointer = format!("{}/format", part.pointer);
            let what = format!("a text that is no {format}");
            found.push(add(what, pointer, "no such text".to_owned()).must_be_rejected());
        }
        is_free &= ["pattern", "format", "enum", "const"]
            .iter()
            .all(|keyword| part.keyword(keyword).is_none());
    }
    if is_free {
        let pointer = keyword_location(place, "type");
        for (what, text) in [
            ("the empty text", String::new()),
            ("a text with U+0000", "a\0b".to_owned()),
            ("a text of wide characters", format!("é漢{WIDE}\u{301}")),
            ("a text of spaces", "   ".to_owned()),
        ] {
            found.push(add(what.to_owned(), pointer.clone(), text));
        }
    }
    changes.append(&mut found);
}
