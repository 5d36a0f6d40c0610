//! Texts that certainly have a format, decided without a validator.
//!
//! Each function accepts the usual spelling alone: an address without quotes, a time
//! without a leap second. The validator decides about all other texts.

/// Returns the function that recognizes the usual spelling of a format, if there is one.
pub(super) fn of_format(name: &str) -> Option<fn(&str) -> bool> {
    match name {
        "date" => Some(|text| is_date(text.as_bytes())),
        "date-time" => Some(|text| is_date_time(text.as_bytes())),
        "email" => Some(is_email),
        "uuid" => Some(|text| is_uuid(text.as_bytes())),
        _ => None,
    }
}

/// Days after the 28th depend on the month.
fn is_date(text: &[u8]) -> bool {
    let &[y0, y1, y2, y3, b'-', m0, m1, b'-', d0, d1] = text else {
        return false;
    };
    [y0, y1, y2, y3].iter().all(u8::is_ascii_digit)
        && is_within(1, [m0, m1], 12)
        && is_within(1, [d0, d1], 28)
}

fn is_date_time(text: &[u8]) -> bool {
    let Some((date, [b'T', time @ ..])) = text.split_at_checked(10) else {
        return false;
    };
    let &[h0, h1, b':', m0, m1, b':', s0, s1, ref rest @ ..] = time else {
        return false;
    };
    is_date(date)
        && is_within(0, [h0, h1], 23)
        && is_within(0, [m0, m1], 59)
        && is_within(0, [s0, s1], 59)
        && is_offset(without_fraction(rest))
}

fn without_fraction(text: &[u8]) -> &[u8] {
    let [b'.', digits @ ..] = text else {
        return text;
    };
    match digits.iter().position(|byte| !byte.is_ascii_digit()) {
        Some(end) if end > 0 => &digits[end..],
        _ => text,
    }
}

fn is_offset(text: &[u8]) -> bool {
    match *text {
        [b'Z'] => true,
        [b'+' | b'-', h0, h1, b':', m0, m1] => {
            is_within(0, [h0, h1], 23) && is_within(0, [m0, m1], 59)
        }
        _ => false,
    }
}

fn is_within(least: u8, digits: [u8; 2], most: u8) -> bool {
    let value = || 10 * (digits[0] - b'0') + (digits[1] - b'0');
    digits.iter().all(u8::is_ascii_digit) && (least..=most).contains(&value())
}

fn is_uuid(text: &[u8]) -> bool {
    text.len() == 36
        && text.iter().enumerate().all(|(index, byte)| match index {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// Words between dots on both sides of the sign (RFC 5321 §4.1.2, §4.5.3.1). Two hyphens can
/// begin an encoded label (RFC 5890 §2.3.1).
fn is_email(text: &str) -> bool {
    let is_word = |word: &str| {
        let is_alphanumeric = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
        let word = word.as_bytes();
        let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
        word.len() <= 63
            && word.iter().all(is_of_word)
            && is_alphanumeric(word.first())
            && is_alphanumeric(word.last())
    };
    text.split_once('@').is_some_and(|(local, domain)| {
        !text.contains("--")
            && local.len() <= 64
            && domain.len() <= 253
            && local.split('.').all(is_word)
            && domain.split('.').all(is_word)
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

    use serde_json::json;

    use super::of_format;
    use crate::document::options;

    /// Texts of each format, with an example of each part.
    const TEXTS: [(&str, &[&str]); 4] = [
        ("date", &["2026-02-28", "0000-12-01"]),
        ("date-time", &["2026-11-23T08:00:00Z", "2026-02-28T23:59:59.25+23:59"]),
        ("email", &["orders@example.org", "a.b-c@x.b-c", "1@2"]),
        ("uuid", &["0190163d-8694-739b-aea5-966c26f8ad91"]),
    ];

    /// Each text with one or two characters replaced, inserted or removed.
    fn near(text: &str) -> impl Iterator<Item = String> {
        const PIECES: &str = " !\"+-./0123456789:;@AFGTZ_agtz\u{e9}";
        let pieces: Vec<String> = PIECES.chars().map(String::from).collect();
        let pieces = pieces.into_iter().chain(["".into(), "..".into(), "@@".into()]);
        let text = text.to_owned();
        pieces.flat_map(move |piece| {
            let text = text.clone();
            (0..=text.len()).flat_map(move |at| {
                let (text, piece) = (text.clone(), piece.clone());
                let ends = at..=(at + 2).min(text.len());
                ends.map(move |end| format!("{}{piece}{}", &text[..at], &text[end..]))
            })
        })
    }

    #[test]
    fn the_validator_accepts_each_text_that_is_plainly_of_a_format() {
        for (format, texts) in TEXTS {
            let is_plain = of_format(format).unwrap();
            let validator = options().build(&json!({ "format": format })).unwrap();
            let long = |length| format!("{}@example.org", "a".repeat(length));
            let labels = |length| format!("a@{}b", "b.".repeat(length));
            let edges = [long(64), long(65), labels(126), labels(127), labels(128)];
            let edges = edges.into_iter().chain([format!("a@{}", "b".repeat(64))]);
            let near = texts.iter().flat_map(|text| near(text));
            let near: Vec<_> = near.chain(edges).collect();
            for text in &near {
                let is_valid = validator.is_valid(&json!(text));
                assert!(!is_plain(text) || is_valid, "{format} {text:?}");
            }
            assert!(texts.iter().all(|text| is_plain(text)), "{format}");
            let refused = near.iter().filter(|text| !is_plain(text)).count();
            assert!(refused > 50, "{format}: {refused}");
        }
    }
}
