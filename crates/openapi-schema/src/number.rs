//! Numbers as they are written, where a float would not tell them apart.
//!
//! `serde_json` makes a float of every number with a fraction or an exponent,
//! and refuses those beyond a float. JSON Schema wants neither: `1.0` is an
//! integer, `1.00000000000000000001` is none, and `1e400` is a number. A text
//! with such numbers is rewritten before it is read again; others never get
//! here.

use std::ops::Range;

/// 2^53: up to here an integer may be written with a fraction or an exponent.
const LARGEST_EXACT: u64 = 1 << 53;

/// The same JSON text in which every number that is an integer up to 2^53 is
/// written as one.
pub(crate) fn with_integers(text: &[u8]) -> Vec<u8> {
    rewritten(text, |token| {
        if token == "-0" {
            return Some("0".to_owned());
        }
        let is_float = token.contains(['.', 'e', 'E']);
        integer(token).filter(|_| is_float)
    })
}

/// The same JSON text in which every number beyond a float is the largest float,
/// to be judged by, not to be handed on.
pub(crate) fn within_floats(text: &[u8]) -> Vec<u8> {
    rewritten(text, |token| {
        let float: f64 = token.parse().ok()?;
        float
            .is_infinite()
            .then(|| float.clamp(f64::MIN, f64::MAX).to_string() + ".0")
    })
}

/// The same JSON text with another form for some of its numbers.
fn rewritten(text: &[u8], form: impl Fn(&str) -> Option<String>) -> Vec<u8> {
    let mut rewritten = Vec::with_capacity(text.len());
    let mut copied = 0;
    for token in tokens(text) {
        let written = str::from_utf8(&text[token.clone()]).ok();
        let form = written.filter(|token| is_number(token)).and_then(&form);
        if let Some(form) = form {
            rewritten.extend_from_slice(&text[copied..token.start]);
            rewritten.extend_from_slice(form.as_bytes());
            copied = token.end;
        }
    }
    rewritten.extend_from_slice(&text[copied..]);
    rewritten
}

/// Where numbers may stand: what looks like one outside of strings. Whether it
/// is one is judged when the text is read.
fn tokens(text: &[u8]) -> Vec<Range<usize>> {
    let mut tokens = Vec::new();
    let mut at = 0;
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
                tokens.push(at..at + length);
                at += length;
            }
            _ => at += 1,
        }
    }
    tokens
}

/// The grammar of RFC 8259 §6, in so far as Rust's reader takes more.
fn is_number(token: &str) -> bool {
    let digits = token.strip_prefix('-').unwrap_or(token);
    let mantissa = digits.split(['e', 'E']).next().unwrap_or(digits);
    let whole = mantissa.split('.').next().unwrap_or(mantissa);
    let is_whole = whole.bytes().all(|byte| byte.is_ascii_digit());
    let leading_zero = whole.len() > 1 && whole.starts_with('0');
    let has_digits = !whole.is_empty() && !mantissa.ends_with('.');
    is_whole && !leading_zero && has_digits && token.parse::<f64>().is_ok()
}

/// The integer that a number is exactly, up to 2^53.
fn integer(token: &str) -> Option<String> {
    let (sign, digits) = match token.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", token),
    };
    let (mantissa, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let significant = format!("{whole}{fraction}");
    let significant = significant.trim_start_matches('0');
    if significant.is_empty() {
        return Some("0".to_owned());
    }
    let trailing = significant.len() - significant.trim_end_matches('0').len();
    let exponent: i64 = exponent.parse().ok()?;
    let shifted = i64::try_from(trailing).ok()? - i64::try_from(fraction.len()).ok()?;
    let zeros = usize::try_from(exponent.checked_add(shifted)?).ok()?;
    let digits = &significant[..significant.len() - trailing];
    // 2^53 has 16 digits.
    if digits.len().checked_add(zeros)? > 16 {
        return None;
    }
    let integer: u64 = format!("{digits}{}", "0".repeat(zeros)).parse().ok()?;
    (integer <= LARGEST_EXACT).then(|| format!("{sign}{integer}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{with_integers, within_floats};

    fn written(text: &str) -> String {
        String::from_utf8(with_integers(text.as_bytes())).unwrap()
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
            (
                "[1.0,\"1.0\",{\"a\\\"1.0\":2.0}]",
                "[1,\"1.0\",{\"a\\\"1.0\":2}]",
            ),
        ] {
            assert_eq!(written(text), expected);
        }
    }

    #[test]
    fn what_is_not_such_an_integer_stays_as_it_is() {
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
            assert_eq!(written(text), text);
        }
    }

    #[test]
    fn a_number_beyond_a_float_becomes_the_largest_float() {
        for (text, expected) in [("1e400", f64::MAX), ("-1e400", f64::MIN)] {
            let clamped = String::from_utf8(within_floats(text.as_bytes())).unwrap();
            assert_eq!(clamped.parse::<f64>().unwrap(), expected);
            assert_eq!(written(text), text);
        }
    }
}
