//! Numbers near the accepted numbers, and invalid JSON.

use std::str::FromStr;

use bigdecimal::BigDecimal;
use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::Value;

use crate::json::Json;
use crate::keyword::range;
use crate::sample::Sampler;
use crate::schema::Merged;

/// Numbers that parsers treat differently.
const EDGES: [&str; 25] = [
    "-1",
    "0",
    "2",
    "-0",
    "-0.0",
    "0.0",
    "1.0",
    "1e0",
    "1E+3",
    "10e-1",
    "1.5",
    "1e-1",
    "9007199254740991.0",
    "9007199254740992.0",
    "9007199254740993.0",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "9223372036854775807.0",
    "18446744073709551616",
    "1e400",
    "1.00000000000000000001",
    "1e18",
];

/// Invalid numbers, by RFC 8259 §6.
const NO_NUMBERS: [&str; 11] = [
    "01", "+1", ".5", "1.", "1e", "-", "--1", "0x1", "NaN", "Infinity", "1_000",
];

/// Invalid values, by RFC 8259 §3, or invalid UTF-8 (RFC 7493 §2.1).
const NO_VALUES: [&[u8]; 24] = [
    b"True",
    b"nul",
    b"undefined",
    b"'a'",
    b"a",
    b"\"a",
    b"\"\\x41\"",
    b"\"\\u12\"",
    b"\"\x01\"",
    b"\"\n\"",
    b"\"\xff\"",
    b"\"\xc0\xaf\"",
    b"\"\xed\xa0\x80\"",
    b"\"\xf4\x90\x80\x80\"",
    b"\"\\ud800\"",
    b"\"\\udc00\\ud800\"",
    b"[1,]",
    b"[,1]",
    b"[1 2]",
    b"{\"a\":1,}",
    b"{\"a\" 1}",
    b"{a:1}",
    b"{\"\\ud800\":1}",
    b"/**/1",
];

/// Returns texts that JSON parsers often handle incorrectly.
pub(crate) fn words() -> impl Iterator<Item = &'static [u8]> {
    let numbers = EDGES.into_iter().chain(NO_NUMBERS).map(str::as_bytes);
    numbers.chain(NO_VALUES)
}

/// Returns another number: near a bound, of another magnitude, or in another
/// notation.
pub(super) fn beside(
    sampler: &mut Sampler<'_, '_>,
    merged: &Merged<'_>,
    literal: &str,
) -> Option<Json> {
    let random = &mut sampler.random;
    if random.random_bool(0.3) {
        return rewritten(random, literal).map(Json::Number);
    }
    let mut near: Vec<BigDecimal> = [
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
    ]
    .into_iter()
    .flat_map(|name| merged.keyword(name))
    .filter_map(|bound| BigDecimal::from_str(&bound.to_string()).ok())
    .collect();
    for (least, most) in merged
        .keyword("format")
        .filter_map(Value::as_str)
        .filter_map(range)
    {
        near.extend([BigDecimal::from(least), BigDecimal::from(most)]);
    }
    let use_edges = near.is_empty() || random.random_bool(0.4);
    if use_edges {
        return Some(Json::Number((*EDGES.choose(random)?).to_owned()));
    }
    let step = ["0", "1", "1", "-1", "-1", "0.5", "-0.5", "1e-9", "-1e-9"].choose(random)?;
    let moved = near.choose(random)? + BigDecimal::from_str(step).ok()?;
    Some(Json::Number(moved.normalized().to_plain_string()))
}

/// Returns the same number in another notation.
pub(crate) fn rewritten(random: &mut crate::Random, literal: &str) -> Option<String> {
    if literal.contains(['e', 'E']) {
        return Some(literal.replace('e', if random.random() { "E" } else { "e" }));
    }
    if literal.contains('.') {
        return Some(format!(
            "{literal}{}",
            ["0", "e0", "E-0", "00e+00"].choose(random)?
        ));
    }
    Some(match random.random_range(0..4) {
        0 => format!("{literal}.0"),
        1 => format!(
            "{literal}{}",
            ["e0", "E+0", "e-0", ".00e00"].choose(random)?
        ),
        2 => format!("{literal}00e-2"),
        _ => match literal
            .strip_suffix('0')
            .filter(|rest| !rest.is_empty() && *rest != "-")
        {
            Some(rest) => format!("{rest}e1"),
            None => format!("{literal}.0e0"),
        },
    })
}

/// Returns invalid JSON of the kind that a careless serializer produces for a
/// value.
pub(super) fn malformed(sampler: &mut Sampler<'_, '_>, value: &Json) -> Json {
    let random = &mut sampler.random;
    let bytes = match value {
        Json::Number(_) if random.random_bool(0.7) => {
            NO_NUMBERS.choose(random).map(|literal| literal.as_bytes())
        }
        _ => NO_VALUES.choose(random).copied(),
    };
    Json::Malformed(bytes.unwrap_or(b"?").to_vec())
}
