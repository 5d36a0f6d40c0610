//! The semantics of formats. Numeric formats are ranges (OpenAPI Format Registry;
//! schemars writes the unsigned and the short ones for Rust's integers). String
//! formats that JSON Schema defines are validated (Validation §7.3), except
//! `idn-email` and `idn-hostname`. All others are annotations. A numeric format
//! doesn't make a number an integer; only `type` does.

use bigdecimal::BigDecimal;
use jsonschema::{Draft, Validator};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The numbers that a numeric format allows, both limits included.
pub(crate) struct Range {
    pub(crate) minimum: BigDecimal,
    pub(crate) maximum: BigDecimal,
}

/// Returns the range of `format`; `None` if the format isn't numeric.
pub(crate) fn range(format: &str) -> Option<Range> {
    Some(match format {
        // schemars writes `int` and `uint` for `isize` and `usize`.
        "int" => integer(i64::MIN, i64::MAX),
        "int128" => integer(i128::MIN, i128::MAX),
        "uint" => integer(u64::MIN, u64::MAX),
        "uint128" => integer(u128::MIN, u128::MAX),
        "float" => symmetric(f64::from(f32::MAX)),
        "double" => symmetric(f64::MAX),
        other => {
            let (minimum, maximum) = openapi_document::integer_range(other)?;
            integer(minimum, maximum)
        }
    })
}

fn integer(minimum: impl Into<BigDecimal>, maximum: impl Into<BigDecimal>) -> Range {
    Range { minimum: minimum.into(), maximum: maximum.into() }
}

fn symmetric(limit: f64) -> Range {
    // The conversion fails only for limits that aren't finite.
    let maximum = BigDecimal::try_from(limit).unwrap_or_default();
    Range { minimum: -maximum.clone(), maximum }
}

/// The string formats that are validated: the name, a short string of the format, an outer pattern
/// that matches every string of the format, and an inner one that matches no other string. No
/// pattern decides about the strings between the two.
const STRING_FORMATS: [[&str; 4]; 17] = [
    [
        "date",
        "2000-01-01",
        r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
        r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$",
    ],
    [
        "date-time",
        "2000-01-01T00:00:00Z",
        r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$",
        r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
    ],
    ["duration", "P1D", r"^P[0-9YMWDTHS]{2,}$", r"^P([1-9][0-9]*[YMWD]|T[1-9][0-9]*[HMS])$"],
    ["email", "a@b.c", r"^[\s\S]+@[\s\S]+$", EMAIL],
    [
        "hostname",
        "a",
        r"^[A-Za-z0-9.-]+$",
        r"^([a-z0-9]{1,12}\.){0,3}[a-z0-9]{1,12}$|^(b{63}\.){0,3}b{1,61}$",
    ],
    ["ipv4", "0.0.0.0", r"^[0-9]{1,3}(\.[0-9]{1,3}){3}$", OCTETS],
    [
        "ipv6",
        "::",
        r"^[0-9A-Fa-f:.]{2,45}$",
        r"^::([0-9a-f]{1,4}(:[0-9a-f]{1,4}){0,5})?$|^([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$",
    ],
    ["iri", "a:", r"^[A-Za-z][A-Za-z0-9+.-]*:", URI],
    ["iri-reference", "a", "", r"^[a-z0-9]*(/[a-z0-9]+)*$"],
    ["json-pointer", "", r"^$|^/", r"^(/[a-z0-9]*)*$"],
    ["regex", "a", "", r"^[a-z0-9]*$"],
    ["relative-json-pointer", "0", r"^[0-9]", r"^(0|[1-9][0-9]*)(/[a-z0-9]*)*$"],
    [
        "time",
        "00:00:00Z",
        r"^[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$",
        r"^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
    ],
    ["uri", "a:", r"^[A-Za-z][A-Za-z0-9+.-]*:", URI],
    ["uri-reference", "a", "", r"^[a-z0-9]*(/[a-z0-9]+)*$"],
    ["uri-template", "a", "", r"^[a-z0-9]*$"],
    [
        "uuid",
        "00000000-0000-0000-0000-000000000000",
        r"^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$",
        r"^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$",
    ],
];

/// Matches short addresses and some of every length up to 318 (RFC 5321 §4.5.3.1,
/// RFC 1035 §2.3.4), with few states in its automaton.
const EMAIL: &str =
    r"^([a-z0-9]{1,8}|a{64})@(([a-z0-9]{1,12}\.){0,2}[a-z0-9]{1,12}|(b{63}\.){0,3}b{1,61})$";
const OCTETS: &str = r"^((0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])\.){3}(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])$";
const URI: &str = r"^[a-z][a-z0-9]*:(//[a-z0-9]+(\.[a-z0-9]+)*)?(/[a-z0-9]+)*$";

fn string_format(name: &str) -> Option<[&'static str; 4]> {
    STRING_FORMATS.into_iter().find(|[known, ..]| *known == name)
}

/// Returns a string of `format`; `None` if the format isn't validated.
pub(crate) fn example(format: &str) -> Option<&'static str> {
    string_format(format).map(|[_, example, ..]| example)
}

/// Returns a pattern that matches every string of `format`; `None` if there is none.
pub(crate) fn outer_pattern(format: &str) -> Option<&'static str> {
    let pattern = string_format(format).map(|[_, _, outer, _]| outer);
    pattern.filter(|pattern| !pattern.is_empty())
}

/// Returns the maximum length of strings of `format`, in characters, if the pattern
/// doesn't imply it (RFC 5321 §4.5.3.1, RFC 1035 §2.3.4).
pub(crate) fn maximum_length(format: &str) -> Option<u64> {
    match format {
        "email" => Some(320),
        "hostname" => Some(253),
        _ => None,
    }
}

/// Returns a pattern that matches only strings of `format`; `None` if the format
/// isn't validated.
pub(crate) fn inner_pattern(format: &str) -> Option<&'static str> {
    string_format(format).map(|[.., inner]| inner)
}

/// Returns whether `text` is of `format`. A format that isn't validated allows every text.
pub(crate) fn allows(format: &str, text: &str) -> bool {
    static VALIDATORS: LazyLock<BTreeMap<&str, Validator>> = LazyLock::new(|| {
        let validator = |format| {
            let schema = serde_json::json!({ "format": format });
            let options = jsonschema::options().with_draft(Draft::Draft202012);
            options.should_validate_formats(true).build(&schema).ok()
        };
        STRING_FORMATS.iter().filter_map(|[name, ..]| Some((*name, validator(name)?))).collect()
    });
    let validator = VALIDATORS.get(format);
    validator.is_none_or(|validator| validator.is_valid(&text.into()))
}

#[cfg(test)]
mod tests {
    //! The patterns of a format agree with the validator.

    use super::*;
    use crate::inclusion::proof::language::Language;
    use crate::inclusion::schema::string::matches;
    use std::collections::BTreeSet;

    const CHARACTERS: &str = "0129aAfgzZTtP:-.+/@[] #%{}~\"\\\n\u{e9}";

    /// Returns all texts that differ from `text` by one inserted, removed or
    /// replaced character.
    fn neighbours(text: &str) -> BTreeSet<String> {
        let characters: Vec<char> = text.chars().collect();
        let mut all = BTreeSet::new();
        for index in 0..=characters.len() {
            let (before, after) = characters.split_at(index);
            for other in CHARACTERS.chars().map(Some).chain([None]) {
                for rest in [after, after.get(1..).unwrap_or_default()] {
                    let changed = before.iter().copied().chain(other);
                    all.insert(changed.chain(rest.iter().copied()).collect());
                }
            }
        }
        all
    }

    #[test]
    fn outer_patterns_match_every_string_of_a_format_and_inner_ones_no_other() {
        let mut wrong = Vec::new();
        for [name, example, outside, inside] in STRING_FORMATS {
            let mut language = Language::default();
            language.pattern(inside, true);
            let mut texts: BTreeSet<String> = neighbours(example);
            for length in [0, 12, 40] {
                language.at_least(length);
                texts.extend(language.shortest().iter().flat_map(|text| neighbours(text)));
            }
            texts.insert(example.to_owned());
            for text in texts {
                let is_allowed = allows(name, &text);
                let length = text.chars().count() as u64;
                let is_outside = matches(outside, &text) == Some(true)
                    && maximum_length(name).is_none_or(|longest| length <= longest);
                let is_inside = matches(inside, &text) == Some(true);
                if is_allowed && !is_outside || is_inside && !is_allowed {
                    wrong.push((name, text, is_outside, is_allowed, is_inside));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
