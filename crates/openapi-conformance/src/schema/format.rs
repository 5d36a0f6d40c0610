//! What formats mean: numeric ones are ranges (OpenAPI Format Registry; the
//! unsigned and the short ones are what schemars writes for Rust's integers),
//! those of strings that JSON Schema defines are judged (Validation §7.3), and
//! any other is an annotation. It must never give a range to a format that isn't
//! numeric, nor take a number for an integer because of one: that is for
//! `type` to say.

use bigdecimal::BigDecimal;
use jsonschema::{Draft, Validator};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What a numeric format allows.
pub(crate) struct Range {
    pub(crate) minimum: BigDecimal,
    pub(crate) maximum: BigDecimal,
}

/// The range of `format`; `None` if it isn't numeric.
pub(crate) fn range(format: &str) -> Option<Range> {
    Some(match format {
        "int8" => integer(i8::MIN, i8::MAX),
        "int16" => integer(i16::MIN, i16::MAX),
        "int32" => integer(i32::MIN, i32::MAX),
        // schemars says `int` and `uint` for `isize` and `usize`.
        "int64" | "int" => integer(i64::MIN, i64::MAX),
        "int128" => integer(i128::MIN, i128::MAX),
        "uint8" => integer(u8::MIN, u8::MAX),
        "uint16" => integer(u16::MIN, u16::MAX),
        "uint32" => integer(u32::MIN, u32::MAX),
        "uint64" | "uint" => integer(u64::MIN, u64::MAX),
        "uint128" => integer(u128::MIN, u128::MAX),
        "float" => symmetric(f64::from(f32::MAX)),
        "double" => symmetric(f64::MAX),
        _ => return None,
    })
}

fn integer(minimum: impl Into<BigDecimal>, maximum: impl Into<BigDecimal>) -> Range {
    Range {
        minimum: minimum.into(),
        maximum: maximum.into(),
    }
}

fn symmetric(limit: f64) -> Range {
    // Both limits are finite, which is all the conversion asks for.
    let maximum = BigDecimal::try_from(limit).unwrap_or_default();
    Range {
        minimum: -maximum.clone(),
        maximum,
    }
}

/// The formats of strings that are judged, each with a short string of it.
const JUDGED: [(&str, &str); 18] = [
    ("date", "2000-01-01"),
    ("date-time", "2000-01-01T00:00:00Z"),
    ("duration", "P1D"),
    ("email", "a@b.c"),
    ("hostname", "a"),
    ("idn-email", "a@b.c"),
    ("ipv4", "0.0.0.0"),
    ("ipv6", "::"),
    ("iri", "a:"),
    ("iri-reference", "a"),
    ("json-pointer", ""),
    ("regex", "a"),
    ("relative-json-pointer", "0"),
    ("time", "00:00:00Z"),
    ("uri", "a:"),
    ("uri-reference", "a"),
    ("uri-template", "a"),
    ("uuid", "00000000-0000-0000-0000-000000000000"),
];

/// A string of `format`; `None` if it isn't one that is judged.
pub(crate) fn example(format: &str) -> Option<&'static str> {
    let judged = JUDGED.iter().find(|(name, _)| *name == format);
    judged.map(|(_, example)| *example)
}

/// Whether `text` is of `format`; every text is of one that isn't judged.
pub(crate) fn allows(format: &str, text: &str) -> bool {
    static VALIDATORS: LazyLock<BTreeMap<&str, Validator>> = LazyLock::new(|| {
        let validator = |format| {
            let schema = serde_json::json!({ "format": format });
            let options = jsonschema::options().with_draft(Draft::Draft202012);
            options.should_validate_formats(true).build(&schema).ok()
        };
        JUDGED
            .iter()
            .filter_map(|(name, _)| Some((*name, validator(*name)?)))
            .collect()
    });
    let validator = VALIDATORS.get(format);
    validator.is_none_or(|validator| validator.is_valid(&text.into()))
}
