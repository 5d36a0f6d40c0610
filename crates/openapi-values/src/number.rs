//! The value of a number by its notation: an independent implementation of the
//! limits declared beside JSON Schema, with exact decimals.
//!
//! A number written only with digits is exact. A number written with a fraction or
//! an exponent is an integer if its value is an integer up to 2^53; beyond that it
//! is a float and not an integer. A number beyond the range of 64-bit floats is
//! validated as the largest float, and no type represents it.

use std::str::FromStr;

use bigdecimal::BigDecimal;
use serde_json::{Number, Value};

/// 2^53, up to which an integer may be written with a fraction or an exponent.
pub const LARGEST_EXACT: i64 = 1 << 53;

/// Returns the value of a literal, by RFC 8259 §6, or `None` if the literal is not
/// a number.
pub fn to_value(literal: &str) -> Option<Value> {
    if !is_number(literal) {
        return None;
    }
    let float = || {
        let float: f64 = literal.parse().ok()?;
        Number::from_f64(float.clamp(f64::MIN, f64::MAX)).map(Value::Number)
    };
    if !literal.contains(['.', 'e', 'E']) {
        let integer = literal.parse::<i64>().map(Value::from);
        let integer = integer.or_else(|_| literal.parse::<u64>().map(Value::from));
        return integer.ok().or_else(float);
    }
    let (mantissa, exponent) = literal.split_once(['e', 'E']).unwrap_or((literal, "0"));
    let is_zero = !mantissa.contains(|digit: char| ('1'..='9').contains(&digit));
    // No text has enough digits to compensate for a larger exponent.
    if is_zero || exponent.parse::<i32>().is_err() {
        return if is_zero { Some(0.into()) } else { float() };
    }
    let exact = BigDecimal::from_str(literal).ok()?;
    // Not `is_integer`, which would expand a large exponent.
    let (_, scale) = exact.normalized().into_bigint_and_exponent();
    if scale > 0 || exact.abs() > LARGEST_EXACT {
        return float();
    }
    exact
        .with_scale(0)
        .to_string()
        .parse::<i64>()
        .ok()
        .map(Value::from)
}

/// Returns whether a number is beyond the range of 64-bit floats.
pub fn is_beyond_floats(literal: &str) -> bool {
    literal.parse::<f64>().is_ok_and(f64::is_infinite)
}

fn is_number(literal: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = literal.strip_prefix('-').unwrap_or(literal);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let exponent = exponent.map(|text| text.strip_prefix(['+', '-']).unwrap_or(text));
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(digits)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::to_value;

    #[test]
    fn a_number_has_the_value_that_the_contract_requires() {
        for (literal, expected) in [
            ("0", json!(0)),
            ("-0", json!(0)),
            ("-0.0", json!(0)),
            ("1.0", json!(1)),
            ("1e3", json!(1000)),
            ("12300E-2", json!(123)),
            ("9007199254740992.0", json!(1u64 << 53)),
            ("9007199254740993", json!((1u64 << 53) + 1)),
            ("18446744073709551615", json!(u64::MAX)),
            ("0.5", json!(0.5)),
            ("1e400", json!(f64::MAX)),
            ("-1e999999999", json!(f64::MIN)),
            ("0e999999999", json!(0)),
            ("0.0E-99999999999999999999", json!(0)),
            ("1e99999999999999999999", json!(f64::MAX)),
            ("10e9223372036854775808", json!(f64::MAX)),
            ("1e-99999999999999999999", json!(0.0)),
        ] {
            assert_eq!(to_value(literal), Some(expected), "{literal}");
        }
    }

    #[test]
    fn an_integer_whose_digits_would_not_survive_is_not_an_integer() {
        for literal in [
            "9007199254740993.0",
            "1e17",
            "18446744073709551616",
            "1e300",
        ] {
            let value = to_value(literal).unwrap();
            assert!(!value.is_i64() && !value.is_u64(), "{literal}");
        }
    }

    #[test]
    fn an_invalid_number_has_no_value() {
        for literal in [
            "", "-", "+1", "01", "1.", ".5", "1e", "1e+", "0x1", "NaN", "1.e2", "--1",
        ] {
            assert_eq!(to_value(literal), None, "{literal}");
        }
    }
}
