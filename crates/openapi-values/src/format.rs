//! A second implementation of the formats that have a Rust type, for the checks: RFC 3339 by
//! its grammar (§5.6) and its rules (§5.7), and RFC 9562 §4. It decides nothing in a server or
//! client (`openapi-schema` does); random texts must get the same verdict from both.

use chrono::NaiveDate;

/// Returns the instant of a `date-time`: seconds, whether it is within the leap
/// second before them, and the digits of the fraction. Returns `None` if the text
/// is not a `date-time`.
pub fn instant(text: &str) -> Option<(i64, bool, String)> {
    let bytes = text.as_bytes();
    let (date, rest) = (text.get(..10)?, text.get(11..)?);
    let date = self::date(date)?;
    if !matches!(bytes[10], b'T' | b't') {
        return None;
    }
    let (hour, minute) = (two(rest, 0)?, two(rest, 3)?);
    let second = two(rest, 6)?;
    if rest.as_bytes()[2] != b':' || rest.as_bytes()[5] != b':' || hour > 23 || minute > 59 {
        return None;
    }
    let rest = &rest[8..];
    let (fraction, offset) = match rest.strip_prefix('.') {
        Some(rest) => {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            rest.split_at(Some(digits).filter(|digits| *digits > 0)?)
        }
        None => ("", rest),
    };
    let offset = match offset {
        "Z" | "z" => 0,
        _ => {
            let sign = match offset.as_bytes().first()? {
                b'+' => 1,
                b'-' => -1,
                _ => return None,
            };
            let (hours, minutes) = (two(offset, 1)?, two(offset, 4)?);
            if offset.len() != 6 || offset.as_bytes()[3] != b':' || hours > 23 || minutes > 59 {
                return None;
            }
            sign * (hours * 60 + minutes)
        }
    };
    // A leap second is the last second of a day in UTC.
    let utc = hour * 60 + minute - offset;
    if second > 60 || second == 60 && utc.rem_euclid(24 * 60) != 24 * 60 - 1 {
        return None;
    }
    let days = i64::from(date.to_epoch_days());
    let seconds = days * 86_400 + utc * 60 + second;
    let fraction = fraction.trim_end_matches('0').to_owned();
    Some((seconds, second == 60, fraction))
}

/// Returns the date of a `full-date`, or `None` if the text is not a `full-date`.
pub fn date(text: &str) -> Option<NaiveDate> {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return None;
    }
    let year = two(text, 0)? * 100 + two(text, 2)?;
    let (month, day) = (two(text, 5)?, two(text, 8)?);
    NaiveDate::from_ymd_opt(
        i32::try_from(year).ok()?,
        u32::try_from(month).ok()?,
        u32::try_from(day).ok()?,
    )
}

/// Returns whether a text is a `uuid`: 8-4-4-4-12 hexadecimal digits.
pub fn is_uuid(text: &str) -> bool {
    let groups: Vec<_> = text.split('-').collect();
    let lengths: Vec<_> = groups.iter().map(|group| group.len()).collect();
    lengths == [8, 4, 4, 4, 12]
        && groups
            .iter()
            .all(|group| group.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn two(text: &str, at: usize) -> Option<i64> {
    let digits = text.get(at..at + 2)?;
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::{date, instant, is_uuid};

    #[test]
    fn a_date_time_is_parsed_by_the_grammar_of_rfc_3339() {
        for text in [
            "2024-02-29T23:59:59Z",
            "2024-02-29t23:59:59.123456789012z",
            "0000-01-01T00:00:00-23:59",
            "2016-12-31T23:59:60Z",
            "2017-01-01T05:29:60.5+05:30",
        ] {
            assert!(instant(text).is_some(), "{text}");
        }
        for text in [
            "",
            "2024-02-29",
            "2023-02-29T00:00:00Z",
            "2024-02-29 00:00:00Z",
            "2024-02-29T24:00:00Z",
            "2024-02-29T00:60:00Z",
            "2024-02-29T00:00:61Z",
            "2024-02-29T12:00:60Z",
            "2024-02-29T00:00:00",
            "2024-02-29T00:00:00.Z",
            "2024-02-29T00:00Z",
            "2024-02-29T00:00:00+24:00",
            "2024-02-29T00:00:00+1:00",
            "2024-02-29T00:00:00+0100",
            "2024-02-29T00:00:00Z ",
            "2024-2-29T00:00:00Z",
            "+2024-02-29T00:00:00Z",
            "2024-02-29T00:00:00−01:00",
            "২০২৪-02-29T00:00:00Z",
        ] {
            assert!(instant(text).is_none(), "{text}");
        }
    }

    #[test]
    fn an_instant_has_many_notations() {
        let written = [
            "2024-01-01T00:00:00Z",
            "2023-12-31t19:00:00.000-05:00",
            "2024-01-01T23:59:00.0+23:59",
        ];
        let instants: Vec<_> = written.iter().map(|text| instant(text).unwrap()).collect();
        assert!(instants.iter().all(|other| *other == instants[0]));
        assert_ne!(
            instant("2016-12-31T23:59:60Z"),
            instant("2017-01-01T00:00:00Z")
        );
    }

    #[test]
    fn dates_and_uuids_have_a_single_notation() {
        assert!(date("2024-02-29").is_some());
        for text in [
            "2023-02-29",
            "2024-2-29",
            "20240229",
            "2024-00-10",
            "2024-01-32",
            "02024-01-01",
            "2024-01-0 ",
        ] {
            assert!(date(text).is_none(), "{text}");
        }
        assert!(is_uuid("0123aBcD-0000-0000-0000-ffffffffffff"));
        for text in [
            "0123abcd00000000-0000-ffffffffffff",
            "{0123abcd-0000-0000-0000-ffffffffffff}",
            "0123abcd0000000000000000ffffffff",
            "urn:uuid:0123abcd-0000-0000-0000-ffffffffffff",
            "g123abcd-0000-0000-0000-ffffffffffff",
            "",
        ] {
            assert!(!is_uuid(text), "{text}");
        }
    }
}
