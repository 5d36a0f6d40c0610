//! The values of the flags of `plant-store token`.

use plant_storage::UnixSeconds;

use crate::tokens;

/// The longest lifetime of a token, in seconds: a hundred years.
const MAX_LIFETIME: UnixSeconds = 36_500 * 24 * 60 * 60;
const MAX_NAME_CHARACTERS: usize = 100;

/// Parses an argument that must not be a token: a token given as a name would be
/// stored and listed.
pub(in crate::cli) fn no_token(text: &str) -> Result<String, &'static str> {
    if tokens::masked(text) == text {
        Ok(text.to_owned())
    } else {
        Err("that is a token, not a name; `plant-store token list` shows the names")
    }
}

pub(super) fn name(text: &str) -> Result<String, String> {
    if text.is_empty() || text.chars().count() > MAX_NAME_CHARACTERS {
        Err(format!("a name has 1 to {MAX_NAME_CHARACTERS} characters"))
    } else if text.chars().any(char::is_control) {
        Err("a name has no control characters".to_owned())
    } else {
        Ok(no_token(text)?)
    }
}

pub(super) fn lifetime(text: &str) -> Result<UnixSeconds, &'static str> {
    seconds(text)
        .filter(|seconds| *seconds > 0)
        .ok_or("write a whole number and d, h, m or s, as in 90d; at most 36500d")
}

pub(super) fn overlap(text: &str) -> Result<UnixSeconds, &'static str> {
    seconds(text).ok_or("write a whole number and d, h, m or s, as in 1h; 0s for none")
}

/// Parses a number of seconds from 0 to [`MAX_LIFETIME`].
fn seconds(text: &str) -> Option<UnixSeconds> {
    let units = [('d', 24 * 60 * 60), ('h', 60 * 60), ('m', 60), ('s', 1)];
    units
        .iter()
        .find_map(|(unit, seconds)| Some((text.strip_suffix(*unit)?, seconds)))
        .filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()))
        .and_then(|(number, seconds)| number.parse::<UnixSeconds>().ok()?.checked_mul(*seconds))
        .filter(|seconds| (0..=MAX_LIFETIME).contains(seconds))
}
