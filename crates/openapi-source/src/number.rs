//! Reads numbers to exact decimals. The number of digits is limited, so that a
//! short text can't expand to more digits than memory can hold.

use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::node::{Content, Source};
use bigdecimal::BigDecimal;

/// The maximum number of digits and the maximum exponent of a number. Arithmetic on
/// `1e1000000000` would write out all of its zeros.
const MAXIMUM_DIGITS: usize = 1_000;

/// The maximum length of a number's text: the digits before and after the point, the signs
/// and the exponent.
const MAXIMUM_LENGTH: usize = 2 * MAXIMUM_DIGITS + 16;

/// Reads a JSON number (RFC 8259 §6). If it is too long, adds a diagnostic and returns
/// zero, so that reading can go on.
pub(crate) fn read(text: &str, source: &Source, diagnostics: &mut Vec<Diagnostic>) -> Content {
    // Parsing takes a time that grows with the square of the length.
    let short = Some(text).filter(|text| text.len() <= MAXIMUM_LENGTH);
    let number = short.and_then(|text| text.parse::<BigDecimal>().ok());
    let number = number.filter(|number| {
        let limit = MAXIMUM_DIGITS as u64;
        number.digits() <= limit && number.fractional_digit_count().unsigned_abs() <= limit
    });
    Content::Number(number.unwrap_or_else(|| {
        let kind = DiagnosticKind::TooLarge {
            what: "the number of digits",
            limit: MAXIMUM_DIGITS,
        };
        diagnostics.push(kind.at(source));
        BigDecimal::default()
    }))
}
