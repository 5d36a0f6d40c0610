//! Texts that are no JSON, and the dictionary of a fuzzer, which has them, too.

use rand::RngExt;

use super::number::EDGES;
use crate::Random;
use crate::json::Json;

/// Invalid numbers, by RFC 8259 §6.
const NO_NUMBERS: [&str; 11] =
    ["01", "+1", ".5", "1.", "1e", "-", "--1", "0x1", "NaN", "Infinity", "1_000"];

/// Texts that are no value: by the grammar (RFC 8259 §3 to §7), or because they have invalid UTF-8
/// or a lone surrogate, which I-JSON excludes (RFC 7493 §2.1).
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

/// Returns texts that JSON parsers often handle incorrectly, for the dictionary of a fuzzer: the
/// invalid ones, and valid numbers.
pub fn dictionary_words() -> impl Iterator<Item = &'static [u8]> {
    EDGES.into_iter().chain(NO_NUMBERS).map(str::as_bytes).chain(NO_VALUES)
}

/// Returns invalid JSON in place of a value: for a number mostly one that a careless serializer
/// writes, and otherwise any other text.
pub(super) fn malformed(random: &mut Random, value: &Json) -> Json {
    let text = match value {
        Json::Number(_) if random.random_bool(0.7) => {
            NO_NUMBERS[random.random_range(0..NO_NUMBERS.len())].as_bytes()
        }
        _ => NO_VALUES[random.random_range(0..NO_VALUES.len())],
    };
    Json::Malformed(text.to_vec())
}
