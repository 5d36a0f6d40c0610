//! Texts near the accepted texts.

use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::Value;

use crate::json::Json;
use crate::sample::Sampler;
use crate::schema::Merged;

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

/// Returns another text: a character longer or shorter than allowed, in another
/// case, with a prefix or suffix, or almost of the format.
pub(super) fn beside(
    sampler: &mut Sampler<'_, '_>,
    merged: &Merged<'_>,
    text: &str,
) -> Option<Json> {
    let mut near: Vec<String> = Vec::new();
    for format in merged.keyword("format").filter_map(Value::as_str) {
        let list = NEARLY.iter().find(|(name, _)| *name == format);
        near.extend(
            list.into_iter()
                .flat_map(|(_, list)| list.iter().map(|text| (*text).to_owned())),
        );
    }
    let resized = |length: usize| -> String {
        text.chars()
            .chain(std::iter::repeat('é'))
            .take(length)
            .collect()
    };
    if let Some(least) = merged.most("minLength") {
        near.extend([resized(least), resized(least.saturating_sub(1))]);
    }
    if let Some(most) = merged.least("maxLength") {
        near.extend([resized(most), resized(most + 1)]);
    }
    for listed in merged
        .keyword("enum")
        .filter_map(Value::as_array)
        .flatten()
        .chain(merged.keyword("const"))
    {
        near.extend(listed.as_str().map(str::to_uppercase));
        near.extend(listed.as_str().map(|text| format!("{text} ")));
        near.extend(listed.as_str().map(str::to_owned));
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
