//! Rewrites numbers in JSON text where conversion to floats would conflate them.
//!
//! `serde_json` converts every number with a fraction or an exponent to a float,
//! and rejects numbers beyond a float. JSON Schema permits neither: `1.0` is an
//! integer, `1.00000000000000000001` is not, and `1e400` is a number. A text with
//! such numbers is rewritten in a single pass before it is parsed again; other
//! texts are not processed here.

use std::ops::Range;

/// 2^53: up to this bound an integer may be written with a fraction or an exponent.
const LARGEST_EXACT: u64 = 1 << 53;

/// The largest float, in the shortest form that is not an integer.
const LARGEST_FLOAT: &str = "1.7976931348623157e308";

/// A JSON text in which some numbers are rewritten.
pub(crate) struct Rewritten {
    /// The text in which every integer up to 2^53 is written as an integer.
    pub(crate) with_integers: Vec<u8>,
    /// The same text with the largest float for every number beyond a float, if
    /// there is such a number: only for validation.
    pub(crate) within_floats: Option<Vec<u8>>,
}

/// Rewrites the numbers of a JSON text.
pub(crate) fn rewrite(text: &[u8]) -> Rewritten {
    let mut with_integers = PartialCopy::of(text);
    let mut within_floats = PartialCopy::of(text);
    let mut is_beyond = false;
    for token in tokens(text) {
        let Some(number) = str::from_utf8(&text[token.clone()]).ok() else {
            continue;
        };
        if !number.contains(['.', 'e', 'E']) && number != "-0" {
            continue;
        }
        let Some(float) = float(number) else {
            continue;
        };
        if float.is_infinite() {
            is_beyond = true;
            let sign = if float < 0.0 { "-" } else { "" };
            within_floats.replace(&token, &format!("{sign}{LARGEST_FLOAT}"));
        } else if let Some(integer) = integer(number, float) {
            with_integers.replace(&token, &integer);
            within_floats.replace(&token, &integer);
        }
    }
    Rewritten {
        with_integers: with_integers.finish(),
        within_floats: is_beyond.then(|| within_floats.finish()),
    }
}

/// A partial copy of a text with replacements.
struct PartialCopy<'t> {
    text: &'t [u8],
    copied: usize,
    copy: Vec<u8>,
}

impl<'t> PartialCopy<'t> {
    fn of(text: &'t [u8]) -> Self {
        Self { text, copied: 0, copy: Vec::new() }
    }

    fn replace(&mut self, token: &Range<usize>, form: &str) {
        self.copy.extend_from_slice(&self.text[self.copied..token.start]);
        self.copy.extend_from_slice(form.as_bytes());
        self.copied = token.end;
    }

    fn finish(mut self) -> Vec<u8> {
        self.copy.extend_from_slice(&self.text[self.copied..]);
        self.copy
    }
}

/// Returns the ranges of tokens outside of strings that look like numbers. The
/// parser decides whether they are numbers.
fn tokens(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(byte) = text.get(at) {
            match byte {
                b'"' => {
                    at += 1;
                    while let Some(byte) = text.get(at).filter(|byte| **byte != b'"') {
                        at += if *byte == b'\\' { 2 } else { 1 };
                    }
                    at += 1;
                }
                b'-' | b'+' | b'.' | b'0'..=b'9' => {
                    let rest = text[at..].iter();
                    let length = rest
                        .take_while(|byte| byte.is_ascii_digit() || b"+-.eE".contains(byte))
                        .count();
                    let token = at..at + length;
                    at += length;
                    return Some(token);
                }
                _ => at += 1,
            }
        }
        None
    })
}

/// Returns the float of a number in the grammar of RFC 8259 §6, of which Rust's
/// parser accepts more.
fn float(token: &str) -> Option<f64> {
    let digits = token.strip_prefix('-').unwrap_or(token);
    let mantissa = digits.split(['e', 'E']).next().unwrap_or(digits);
    let whole = mantissa.split('.').next().unwrap_or(mantissa);
    let is_whole = whole.bytes().all(|byte| byte.is_ascii_digit());
    let leading_zero = whole.len() > 1 && whole.starts_with('0');
    let has_digits = !whole.is_empty() && !mantissa.ends_with('.');
    (is_whole && !leading_zero && has_digits).then(|| token.parse().ok()).flatten()
}

/// Returns the integer that is exactly equal to a number, up to 2^53. `float` is
/// the nearest float.
fn integer(token: &str, float: f64) -> Option<String> {
    if float.fract() != 0.0 || float.abs() > LARGEST_EXACT as f64 {
        return None;
    }
    let digits = token.strip_prefix('-').unwrap_or(token);
    let (mantissa, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if [whole, fraction].iter().all(|part| part.bytes().all(|digit| digit == b'0')) {
        return Some("0".to_owned());
    }
    // The float is an integer. The number is an integer too if its last nonzero
    // digit precedes the decimal point.
    let exponent: i64 = exponent.parse().ok()?;
    let last = match fraction.trim_end_matches('0').len() {
        0 => i64::try_from(whole.len() - whole.trim_end_matches('0').len()).ok()?,
        length => -i64::try_from(length).ok()?,
    };
    // Below 2^53 an integer is equal to its float; 2^53 is also the nearest float
    // of the next integer.
    let is_exact = float.abs() < LARGEST_EXACT as f64
        || format!("{whole}{fraction}").trim_matches('0') == LARGEST_EXACT.to_string();
    (is_exact && exponent.checked_add(last)? >= 0).then(|| (float as i64).to_string())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::rewrite;

    fn rewritten(text: &str) -> String {
        String::from_utf8(rewrite(text.as_bytes()).with_integers).unwrap()
    }

    #[test]
    fn integers_up_to_two_to_the_53_are_written_as_integers() {
        for (text, expected) in [
            ("1.0", "1"),
            ("-0", "0"),
            ("-0.0", "0"),
            ("0e999999999999999999", "0"),
            ("1e3", "1000"),
            ("1.5E+1", "15"),
            ("-12300e-2", "-123"),
            ("9007199254740992.0", "9007199254740992"),
            ("[1.0,\"1.0\",{\"a\\\"1.0\":2.0}]", "[1,\"1.0\",{\"a\\\"1.0\":2}]"),
        ] {
            assert_eq!(rewritten(text), expected);
        }
    }

    #[test]
    fn all_other_numbers_are_unchanged() {
        for text in [
            "9007199254740993.0",
            "1.00000000000000000001",
            "1e17",
            "1e-1",
            "10e9223372036854775807",
            "1e18446744073709551615",
            "0.1e-9223372036854775808",
            "1.5",
            "12345678901234567890",
            "01.0",
            "1.",
            ".5",
            "1.e2",
            "1e",
            "+1.0",
            "\"1.0",
            "\"\\",
        ] {
            assert_eq!(rewritten(text), text);
        }
    }

    #[test]
    fn a_number_beyond_a_float_becomes_the_largest_float() {
        for (text, expected) in [("1e400", f64::MAX), ("-1e400", f64::MIN)] {
            let clamped = rewrite(text.as_bytes()).within_floats.unwrap();
            let clamped = String::from_utf8(clamped).unwrap();
            assert_eq!(clamped.parse::<f64>().unwrap(), expected);
            assert_eq!(rewritten(text), text);
        }
    }
}
