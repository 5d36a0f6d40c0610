//! The value of a number by its notation: an independent implementation of the
//! limits declared beside JSON Schema, with exact decimals.
//!
//! A number written only with digits is exact. A number written with a fraction or
//! an exponent is an integer if its value is an integer up to 2^53; beyond that it
//! is a float and not an integer. A number beyond the range of 64-bit floats is
//! validated as the largest float, and no type represents it.

use std::str::FromStr;

use bigdecimal::BigDecimal;
use serde::de::IgnoredAny;
use serde_json::{Number, Value};

/// 2^53, up to which an integer may be written with a fraction or an exponent.
pub const LARGEST_EXACT: i64 = 1 << 53;

/// Returns the value of a literal, by RFC 8259 §6, or `None` if the literal is not
/// a number.
pub fn to_value(literal: &str) -> Option<Value> {
    serde_json::from_str::<IgnoredAny>(literal).ok()?;
    if let Ok(integer) = literal.parse::<i64>() {
        return Some(integer.into());
    }
    if let Ok(integer) = literal.parse::<u64>() {
        return Some(integer.into());
    }
    let float: f64 = literal.parse().ok()?;
    if float.abs() <= LARGEST_EXACT as f64 && is_equal(literal, float as i64) {
        return Some((float as i64).into());
    }
    Number::from_f64(float.clamp(f64::MIN, f64::MAX)).map(Value::Number)
}

/// Returns whether a number in any notation is this integer.
fn is_equal(literal: &str, integer: i64) -> bool {
    let mantissa = literal.split(['e', 'E']).next().unwrap_or(literal);
    let is_zero = !mantissa.contains(|digit: char| ('1'..='9').contains(&digit));
    // The exponent of a zero may be too large for the decimal.
    match BigDecimal::from_str(literal) {
        _ if is_zero => integer == 0,
        Ok(exact) => exact == integer,
        Err(_) => false,
    }
}

/// Returns whether a number is beyond the range of 64-bit floats.
pub fn is_beyond_floats(literal: &str) -> bool {
    literal.parse::<f64>().is_ok_and(f64::is_infinite)
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
        for literal in ["9007199254740993.0", "1e17", "18446744073709551616", "1e300"] {
            let value = to_value(literal).unwrap();
            assert!(!value.is_i64() && !value.is_u64(), "{literal}");
        }
    }

    #[test]
    fn an_invalid_number_has_no_value() {
        for literal in ["", "-", "+1", "01", "1.", ".5", "1e", "1e+", "0x1", "NaN", "1.e2", "--1"] {
            assert_eq!(to_value(literal), None, "{literal}");
        }
    }
}
