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

/// A format of strings that is judged.
struct Judged {
    name: &'static str,
    /// A short string of it.
    example: &'static str,
    /// A pattern that is found in every string of it, and one that is found in no
    /// other string: between the two is what no pattern can tell.
    outside: &'static str,
    inside: &'static str,
}

const JUDGED: [Judged; 17] = [
    Judged::new(
        "date",
        "2000-01-01",
        r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
        r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$",
    ),
    Judged::new(
        "date-time",
        "2000-01-01T00:00:00Z",
        r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$",
        r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
    ),
    Judged::new(
        "duration",
        "P1D",
        r"^P[0-9YMWDTHS]{2,}$",
        r"^P([1-9][0-9]*[YMWD]|T[1-9][0-9]*[HMS])$",
    ),
    Judged::new("email", "a@b.c", r"^[\s\S]+@[\s\S]+$", EMAIL),
    Judged::new(
        "hostname",
        "a",
        r"^[A-Za-z0-9.-]+$",
        r"^([a-z0-9]{1,12}\.){0,3}[a-z0-9]{1,12}$|^(b{63}\.){0,3}b{1,61}$",
    ),
    Judged::new("ipv4", "0.0.0.0", r"^[0-9]{1,3}(\.[0-9]{1,3}){3}$", OCTETS),
    Judged::new(
        "ipv6",
        "::",
        r"^[0-9A-Fa-f:.]{2,45}$",
        r"^::([0-9a-f]{1,4}(:[0-9a-f]{1,4}){0,5})?$|^([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$",
    ),
    Judged::new("iri", "a:", r"^[A-Za-z][A-Za-z0-9+.-]*:", URI),
    Judged::new("iri-reference", "a", "", r"^[a-z0-9]*(/[a-z0-9]+)*$"),
    Judged::new("json-pointer", "", r"^$|^/", r"^(/[a-z0-9]*)*$"),
    Judged::new("regex", "a", "", r"^[a-z0-9]*$"),
    Judged::new(
        "relative-json-pointer",
        "0",
        r"^[0-9]",
        r"^(0|[1-9][0-9]*)(/[a-z0-9]*)*$",
    ),
    Judged::new(
        "time",
        "00:00:00Z",
        r"^[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$",
        r"^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
    ),
    Judged::new("uri", "a:", r"^[A-Za-z][A-Za-z0-9+.-]*:", URI),
    Judged::new("uri-reference", "a", "", r"^[a-z0-9]*(/[a-z0-9]+)*$"),
    Judged::new("uri-template", "a", "", r"^[a-z0-9]*$"),
    Judged::new(
        "uuid",
        "00000000-0000-0000-0000-000000000000",
        r"^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$",
        r"^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$",
    ),
];

/// Of short addresses and of those of every length up to 318 (RFC 5321
/// §4.5.3.1, RFC 1035 §2.3.4), in few states.
const EMAIL: &str =
    r"^([a-z0-9]{1,8}|a{64})@(([a-z0-9]{1,12}\.){0,2}[a-z0-9]{1,12}|(b{63}\.){0,3}b{1,61})$";
const OCTETS: &str = r"^((0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])\.){3}(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])$";
const URI: &str = r"^[a-z][a-z0-9]*:(//[a-z0-9]+(\.[a-z0-9]+)*)?(/[a-z0-9]+)*$";

impl Judged {
    const fn new(
        name: &'static str,
        example: &'static str,
        outside: &'static str,
        inside: &'static str,
    ) -> Judged {
        Judged {
            name,
            example,
            outside,
            inside,
        }
    }
}

fn judged(format: &str) -> Option<&'static Judged> {
    JUDGED.iter().find(|judged| judged.name == format)
}

/// A string of `format`; `None` if it isn't one that is judged.
pub(crate) fn example(format: &str) -> Option<&'static str> {
    judged(format).map(|judged| judged.example)
}

/// A pattern that is found in every string of `format`; `None` if there is none.
pub(crate) fn outside(format: &str) -> Option<&'static str> {
    let pattern = judged(format).map(|judged| judged.outside);
    pattern.filter(|pattern| !pattern.is_empty())
}

/// How many characters a string of `format` has at most, if its pattern doesn't say
/// so (RFC 5321 §4.5.3.1, RFC 1035 §2.3.4).
pub(crate) fn longest(format: &str) -> Option<u64> {
    match format {
        "email" => Some(320),
        "hostname" => Some(253),
        _ => None,
    }
}

/// A pattern that is found in no string that isn't of `format`; `None` if it
/// isn't one that is judged.
pub(crate) fn inside(format: &str) -> Option<&'static str> {
    judged(format).map(|judged| judged.inside)
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
            .filter_map(|one| Some((one.name, validator(one.name)?)))
            .collect()
    });
    let validator = VALIDATORS.get(format);
    validator.is_none_or(|validator| validator.is_valid(&text.into()))
}

#[cfg(test)]
mod tests {
    //! Promised: what the patterns say of a format is what the validator says.

    use super::*;
    use crate::proof::language::Language;
    use crate::schema::string::matches;
    use std::collections::BTreeSet;

    const CHARACTERS: &str = "0129aAfgzZTtP:-.+/@[] #%{}~\"\\\n\u{e9}";

    /// Where dates and times have digits. jsonschema 0.60.2 takes signs for some.
    const DIGITS: [(&str, &str); 3] = [
        ("date", "dddd-dd-dd"),
        ("date-time", "dddd-dd-ddTdd:dd:dd"),
        ("time", "dd:dd:dd"),
    ];

    fn is_misread(format: &str, text: &str) -> bool {
        let layout = DIGITS.iter().find(|(name, _)| *name == format);
        let mut places = layout
            .into_iter()
            .flat_map(|(_, layout)| layout.chars().zip(text.chars()));
        places.any(|(place, character)| place == 'd' && "+,-./".contains(character))
    }

    /// `text` with one character more, less or another.
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
    fn the_outer_pattern_is_found_in_every_string_of_a_format_and_the_inner_one_in_no_other() {
        let mut wrong = Vec::new();
        for format in &JUDGED {
            let mut language = Language::default();
            language.pattern(format.inside, true);
            let mut texts: BTreeSet<String> = neighbours(format.example);
            for length in [0, 12, 40] {
                language.at_least(length);
                texts.extend(language.shortest().iter().flat_map(|text| neighbours(text)));
            }
            texts.insert(format.example.to_owned());
            for text in texts {
                let is_allowed = allows(format.name, &text);
                let length = text.chars().count() as u64;
                let is_outside = matches(format.outside, &text) == Some(true)
                    && longest(format.name).is_none_or(|longest| length <= longest);
                let is_inside = matches(format.inside, &text) == Some(true);
                let is_missed = is_allowed && !is_outside && !is_misread(format.name, &text);
                if is_missed || is_inside && !is_allowed {
                    wrong.push((format.name, text, is_outside, is_allowed, is_inside));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
