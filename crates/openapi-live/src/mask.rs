//! Replaces tokens in the texts of a service, which may echo them, by their placeholders:
//! as they are, in base64, and with escapes of JSON or of URLs.

use base64::Engine;
use base64::prelude::BASE64_STANDARD_NO_PAD;

/// The minimum length of a token to be masked: shorter tokens would match
/// everywhere, and aren't secrets.
const MINIMUM_TOKEN_LENGTH: usize = 4;

/// The forms of all tokens.
pub(crate) struct Masks(Vec<Mask>);

/// One form of a token.
struct Mask {
    placeholder: String,
    form: String,
    is_base64: bool,
}

impl Masks {
    /// Returns the masks for tokens, each of which has its placeholder.
    pub fn new(tokens: &[(String, String)]) -> Self {
        let mut masks = Vec::new();
        for (placeholder, token) in tokens {
            let decoded = credentials(token);
            let password = decoded.as_deref().and_then(|text| Some(text.split_once(':')?.1));
            let secrets = [Some(&**token), decoded.as_deref(), password].into_iter().flatten();
            for secret in secrets.filter(|secret| secret.len() >= MINIMUM_TOKEN_LENGTH) {
                let mask = |form: String, is_base64| Mask {
                    placeholder: placeholder.clone(),
                    form,
                    is_base64,
                };
                masks.push(mask(secret.to_owned(), false));
                if secret.contains('\\') {
                    // `length` reads `\\` as two: a backslash as it is, and then the escape of
                    // what follows. So the JSON text is a form of its own.
                    let json = serde_json::Value::from(secret).to_string();
                    masks.push(mask(json[1..json.len() - 1].to_owned(), false));
                }
                masks.extend((0..3).map(|offset| mask(in_base64(secret, offset), true)));
            }
        }
        Self(masks)
    }

    /// Returns a text in which placeholders replace the tokens. It is cut off once it has `limit`
    /// bytes, and then ends with the length of the whole text.
    pub fn masked(&self, text: &str, limit: usize) -> String {
        let mut masked = String::new();
        let mut rest = text;
        while let Some(character) = rest.chars().next() {
            if masked.len() >= limit {
                masked.push_str(&format!("… ({} bytes)", text.len()));
                break;
            }
            let found = self.0.iter().filter_map(|mask| Some((mask.end(rest)?, mask)));
            match found.max_by_key(|(end, _)| *end) {
                Some((end, mask)) => {
                    masked.push_str(&mask.placeholder);
                    rest = &rest[end..];
                }
                None => {
                    masked.push(character);
                    rest = &rest[character.len_utf8()..];
                }
            }
        }
        masked
    }
}

impl Mask {
    /// Returns the length of the form at the beginning of a text, if the text begins with it.
    fn end(&self, text: &str) -> Option<usize> {
        let mut end = 0;
        for character in self.form.chars() {
            end += self.length(&text[end..], character)?;
        }
        Some(end)
    }

    /// Returns the length of a character at the beginning of a text, as it is or escaped; `None`
    /// if the text begins with another one.
    fn length(&self, text: &str, character: char) -> Option<usize> {
        let of_url = match character {
            '+' if self.is_base64 => '-',
            '/' if self.is_base64 => '_',
            // In a form.
            ' ' => '+',
            other => other,
        };
        let both = [character, of_url];
        if text.starts_with(['%', '\\']) {
            let mut escapes = both.into_iter().flat_map(escapes);
            let begins = |escape: &String| {
                text.get(..escape.len()).is_some_and(|start| start.eq_ignore_ascii_case(escape))
            };
            if let Some(escape) = escapes.find(begins) {
                return Some(escape.len());
            }
        }
        if let Some(plain) = both.into_iter().find(|one| text.starts_with(*one)) {
            return Some(plain.len_utf8());
        }
        text.strip_prefix('\\')?.starts_with(character).then_some(1 + character.len_utf8())
    }
}

/// Returns a character with escapes of URLs, and with those of JSON.
fn escapes(character: char) -> [String; 2] {
    let bytes = character.to_string().into_bytes();
    let units = character.encode_utf16(&mut [0; 2]).to_vec();
    [
        bytes.iter().map(|byte| format!("%{byte:02X}")).collect(),
        units.iter().map(|unit| format!("\\u{unit:04X}")).collect(),
    ]
}

/// Returns `user:password` of a token that is the credential of HTTP Basic.
fn credentials(token: &str) -> Option<String> {
    let bytes = BASE64_STANDARD_NO_PAD.decode(token.trim_end_matches('='));
    let text = String::from_utf8(bytes.ok()?).ok()?;
    text.contains(':').then_some(text)
}

/// Returns the characters of base64 that depend on the secret alone if the number of bytes before
/// it is `offset` modulo 3, whatever follows.
fn in_base64(secret: &str, offset: usize) -> String {
    let bytes = [&[0; 2][..offset], secret.as_bytes()].concat();
    let text = BASE64_STANDARD_NO_PAD.encode(&bytes);
    text[(offset * 8).div_ceil(6)..bytes.len() * 8 / 6].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE};

    const TOKEN: &str = "se/same?>>>~\"open\\";

    fn masked(token: &str, text: &str) -> String {
        let tokens = [("${TOKEN_a}".to_owned(), token.to_owned())];
        Masks::new(&tokens).masked(text, usize::MAX)
    }

    #[test]
    fn each_form_of_a_token_is_masked() {
        let json = serde_json::Value::from(TOKEN).to_string();
        let of_codes = |prefix: &str, digits: usize| -> String {
            let codes = TOKEN.bytes().map(|byte| format!("{prefix}{byte:0digits$X}"));
            codes.collect()
        };
        for form in [
            TOKEN.to_owned(),
            json.trim_matches('"').to_owned(),
            json.trim_matches('"').replace('/', r"\/"),
            of_codes(r"\u", 4),
            of_codes("%", 2),
        ] {
            let expected = "a ${TOKEN_a} b ${TOKEN_a}";
            assert_eq!(masked(TOKEN, &format!("a {form} b {form}")), expected);
        }
    }

    #[test]
    fn a_token_in_base64_is_masked_wherever_it_stands_in_the_encoded_text() {
        for before in ["", "u:", "me:", "Bearer ", "é"] {
            for after in ["", "!", "more"] {
                let text = format!("{before}{TOKEN}{after}");
                for encoded in [BASE64_STANDARD.encode(&text), BASE64_URL_SAFE.encode(&text)] {
                    for encoded in [encoded.replace('/', r"\/"), encoded.replace('+', "%2B")] {
                        let masked = masked(TOKEN, &encoded);
                        let parts = masked.split_once("${TOKEN_a}");
                        let (start, end) = parts.expect(&masked);
                        // A character of base64 has bits of two bytes.
                        let longest = 2 + before.len().div_ceil(3) * 4;
                        assert!(start.len() <= longest, "{masked}");
                        assert!(end.len() <= 2 + after.len().div_ceil(3) * 4 + 2, "{masked}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_password_beyond_ascii_is_masked_with_escapes() {
        let token = BASE64_STANDARD.encode("me:pä😀 s");
        for form in [
            "pä😀 s",
            "p%C3%A4%f0%9f%98%80+s",
            "p%c3%a4%F0%9F%98%80%20s",
            r"p\u00e4\ud83d\ude00\u0020s",
        ] {
            assert_eq!(masked(&token, &format!("no {form}!")), "no ${TOKEN_a}!", "{form}");
        }
        assert_eq!(masked(&token, "pÄ😀 s"), "pÄ😀 s");
    }

    #[test]
    fn the_password_in_a_credential_of_http_basic_is_masked() {
        let token = BASE64_STANDARD.encode("me:sesame");
        for (text, expected) in [
            (token.clone(), "${TOKEN_a}"),
            ("no me:sesame".to_owned(), "no ${TOKEN_a}"),
            ("password sesame".to_owned(), "password ${TOKEN_a}"),
            ("no me".to_owned(), "no me"),
        ] {
            assert_eq!(masked(&token, &text), expected);
        }
    }

    #[test]
    fn a_text_is_cut_off_between_tokens() {
        let tokens = [("${TOKEN_a}".to_owned(), "sesame".to_owned())];
        let text = "sesame".repeat(3);
        let masked = Masks::new(&tokens).masked(&text, 11);
        assert_eq!(masked, "${TOKEN_a}${TOKEN_a}… (18 bytes)");
    }
}
