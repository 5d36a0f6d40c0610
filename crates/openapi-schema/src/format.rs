//! The formats of dates and times.
//!
//! jsonschema 0.60.2 takes the characters `*` to `/` for digits in some places, so that
//! `2026-02-1+` is the 21st. Here it decides about texts with digits where RFC 3339 §5.6 has
//! digits.

use std::sync::LazyLock;

use jsonschema::{Draft, Validator};
use serde_json::json;

/// The places of digits in `full-date`.
const DATE: [usize; 8] = [0, 1, 2, 3, 5, 6, 8, 9];

/// The places of digits in `partial-time`, without the fraction.
const TIME: [usize; 6] = [0, 1, 3, 4, 6, 7];

/// The places of digits in a numeric `time-offset`, from its end.
const OFFSET: [usize; 4] = [1, 2, 4, 5];

/// The length of `full-date` and the `T` behind it.
const DATE_AND_T: usize = 11;

pub(crate) fn date(text: &str) -> bool {
    static VALIDATOR: LazyLock<Option<Validator>> = LazyLock::new(|| validator("date"));
    has_digits(text, &DATE) && accepts(&VALIDATOR, text)
}

pub(crate) fn time(text: &str) -> bool {
    static VALIDATOR: LazyLock<Option<Validator>> = LazyLock::new(|| validator("time"));
    has_digits(text, &TIME) && has_offset(text) && accepts(&VALIDATOR, text)
}

pub(crate) fn date_time(text: &str) -> bool {
    static VALIDATOR: LazyLock<Option<Validator>> = LazyLock::new(|| validator("date-time"));
    let time = text.get(DATE_AND_T..).unwrap_or_default();
    has_digits(text, &DATE)
        && has_digits(time, &TIME)
        && has_offset(time)
        && accepts(&VALIDATOR, text)
}

/// Returns the validator of `jsonschema` for a format, which compiles.
fn validator(format: &str) -> Option<Validator> {
    let options = jsonschema::options().with_draft(Draft::Draft202012);
    let schema = json!({ "format": format });
    options.should_validate_formats(true).build(&schema).ok()
}

fn accepts(validator: &LazyLock<Option<Validator>>, text: &str) -> bool {
    let validator = LazyLock::force(validator).as_ref();
    validator.is_some_and(|validator| validator.is_valid(&text.into()))
}

fn has_digits(text: &str, places: &[usize]) -> bool {
    let text = text.as_bytes();
    let mut digits = places.iter().map(|place| text.get(*place));
    digits.all(|digit| digit.is_some_and(u8::is_ascii_digit))
}

fn has_offset(text: &str) -> bool {
    let text = text.as_bytes();
    let digit = |place: &usize| text.len().checked_sub(*place).map(|at| text[at]);
    let is_digit = |place| digit(place).is_some_and(|digit| digit.is_ascii_digit());
    matches!(text.last(), Some(b'Z' | b'z')) || OFFSET.iter().all(is_digit)
}
