//! Reads numbers to exact decimals. The number of digits is limited, so that a
//! short text can't expand to more digits than memory can hold.

use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::node::{Content, Source};
use bigdecimal::BigDecimal;

/// The maximum number of digits and the maximum exponent of a number. Arithmetic on
/// `1e1000000000` would write out all of its zeros.
const MAXIMUM_DIGITS: usize = 1_000;

/// The maximum number of digits in the text of a number, with leading and trailing zeros
/// and the exponent.
const MAXIMUM_TEXT: usize = 3 * MAXIMUM_DIGITS;

/// Reads a JSON number (RFC 8259 §6). If it is too long, adds a diagnostic and returns
/// zero, so that reading can go on.
pub(crate) fn read(text: &str, source: &Source, diagnostics: &mut Vec<Diagnostic>) -> Content {
    // The length first: parsing takes time that grows with its square.
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let text = Some(text).filter(|_| digits <= MAXIMUM_TEXT);
    let number = text.and_then(|text| text.parse::<BigDecimal>().ok());
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
