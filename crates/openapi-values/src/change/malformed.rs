//! Invalid JSON.

use rand::RngExt;
use rand::seq::IndexedRandom;

use super::number::EDGES;
use crate::json::Json;
use crate::sample::Sampler;

/// Invalid numbers, by RFC 8259 §6.
const NO_NUMBERS: [&str; 11] =
    ["01", "+1", ".5", "1.", "1e", "-", "--1", "0x1", "NaN", "Infinity", "1_000"];

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
pub fn words() -> impl Iterator<Item = &'static [u8]> {
    EDGES.into_iter().chain(NO_NUMBERS).map(str::as_bytes).chain(NO_VALUES)
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
