//! The form of a token: `plant_`, 43 random characters, and 6 of a checksum.
//!
//! The prefix lets secret scanners find a token that leaked; the checksum
//! spares them false alarms, and lets a mistyped token be refused without a
//! look-up. It is no secret and protects nothing. The alphabet has no character
//! that a shell, a URL or RFC 6750's b64token would mind.

use std::borrow::Cow;
use std::fmt;

use sha2::{Digest, Sha256};

const PREFIX: &str = "plant_";
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// 43 characters of 62 are 256.03 bits.
const RANDOM_LENGTH: usize = 43;
/// 6 characters of 62 hold any 32-bit number.
const CHECKSUM_LENGTH: usize = 6;
/// So many letters and digits after the prefix are taken for a token, or for
/// what is left of one that was cut short or mistyped.
const TELLING_LENGTH: usize = 16;

/// A token. Its `Debug` doesn't show it, and it has no `Display`.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new token, from the system's generator.
    ///
    /// # Errors
    ///
    /// When the system's generator fails.
    pub fn generate() -> Result<Self, getrandom::Error> {
        let mut text = PREFIX.to_owned();
        let mut random = [0; 64];
        while text.len() < PREFIX.len() + RANDOM_LENGTH {
            getrandom::fill(&mut random)?;
            let missing = PREFIX.len() + RANDOM_LENGTH - text.len();
            // 248 is the largest multiple of 62 in a byte: what is above would
            // favour the first characters.
            let even = random.iter().filter(|byte| **byte < 248);
            text.extend(even.take(missing).map(|byte| character(u32::from(*byte))));
        }
        text.push_str(&checksum(&text));
        Ok(Token(text))
    }

    /// Reads a token. None when it can't be one, be it that it was mistyped.
    pub fn parse(text: &str) -> Option<Self> {
        let (payload, sum) = text.split_at_checked(PREFIX.len() + RANDOM_LENGTH)?;
        let well_formed = payload.starts_with(PREFIX)
            && payload
                .bytes()
                .skip(PREFIX.len())
                .all(|byte| byte.is_ascii_alphanumeric())
            && sum == checksum(payload);
        well_formed.then(|| Token(text.to_owned()))
    }

    /// The token itself. It is a secret: for its owner's eyes only.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The SHA-256 hash, which is all that the store ever sees. A plain hash
    /// will do: 256 random bits can't be guessed, however fast the hash.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(&self.0).into()
    }
}

/// A text that may be shown: what looks like a token in it, be it mistyped or
/// cut short, is `plant_…`.
pub fn masked(text: &str) -> Cow<'_, str> {
    // Most text is too short, and nearly all has no underscore.
    if text.len() < PREFIX.len() + TELLING_LENGTH || !text.contains('_') {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(PREFIX) {
        let (before, secret) = rest.split_at(start + PREFIX.len());
        let end = secret
            .find(|character: char| !character.is_ascii_alphanumeric())
            .unwrap_or(secret.len());
        shown.push_str(before);
        shown.push_str(if end < TELLING_LENGTH {
            &secret[..end]
        } else {
            "…"
        });
        rest = &secret[end..];
    }
    if shown.is_empty() {
        return Cow::Borrowed(text);
    }
    shown.push_str(rest);
    Cow::Owned(shown)
}

impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Token(…)")
    }
}

/// The CRC-32 of the text in base 62, the highest digit first.
fn checksum(text: &str) -> String {
    let sum = crc32fast::hash(text.as_bytes());
    let digits = (0..CHECKSUM_LENGTH as u32).rev();
    digits
        .map(|place| character(sum / 62_u32.pow(place)))
        .collect()
}

fn character(number: u32) -> char {
    char::from(ALPHABET[(number % 62) as usize])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Made once by this program and kept: tokens in the field must stay valid.
    const KNOWN: &str = "plant_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg3Du3Pa";

    #[test]
    fn a_generated_token_is_read_back() {
        let mut seen = HashSet::new();
        for _ in 0..1000 {
            let token = Token::generate().unwrap();
            assert_eq!(token.reveal().len(), 55);
            assert_eq!(Token::parse(token.reveal()).unwrap().hash(), token.hash());
            assert!(seen.insert(token.reveal().to_owned()));
        }
    }

    #[test]
    fn every_character_is_drawn() {
        let tokens = (0..100).map(|_| Token::generate().unwrap());
        let drawn: HashSet<u8> = tokens
            .flat_map(|token| token.reveal()[6..49].bytes().collect::<Vec<_>>())
            .collect();
        assert_eq!(drawn, ALPHABET.iter().copied().collect());
    }

    #[test]
    fn the_form_does_not_change() {
        assert_eq!(checksum(&KNOWN[..49]), KNOWN[49..]);
        assert!(Token::parse(KNOWN).is_some());
    }

    #[test]
    fn every_mistyped_character_is_noticed() {
        for place in 0..KNOWN.len() {
            for character in ALPHABET
                .iter()
                .filter(|other| **other != KNOWN.as_bytes()[place])
            {
                let mut mistyped = KNOWN.as_bytes().to_vec();
                mistyped[place] = *character;
                assert!(Token::parse(&String::from_utf8(mistyped).unwrap()).is_none());
            }
        }
    }

    #[test]
    fn what_cannot_be_a_token_is_refused() {
        let spaced = format!("{KNOWN} ");
        let punctuated = "plant_-123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg";
        let punctuated = format!("{punctuated}{}", checksum(punctuated));
        let umlaut = "ü".repeat(40);
        for text in [
            "",
            "plant_",
            &KNOWN[..54],
            &KNOWN[1..],
            &spaced,
            &punctuated,
            &umlaut,
        ] {
            assert!(Token::parse(text).is_none(), "{text:?}");
        }
    }

    #[test]
    fn what_looks_like_a_token_is_masked() {
        let short = &KNOWN[..22];
        let long = format!("{KNOWN}plant_{KNOWN}");
        for (text, shown) in [
            ("", ""),
            ("plant_", "plant_"),
            ("the plant_count is 7", "the plant_count is 7"),
            (&KNOWN[..21], &KNOWN[..21]),
            (short, "plant_…"),
            (KNOWN, "plant_…"),
            (&KNOWN.to_lowercase(), "plant_…"),
            (&long, "plant_…_plant_…"),
            (&format!("a {KNOWN}, b {KNOWN}."), "a plant_…, b plant_…."),
            (&format!("ü{KNOWN}ü plant_x"), "üplant_…ü plant_x"),
        ] {
            assert_eq!(masked(text), shown);
        }
    }

    #[test]
    fn debug_output_does_not_show_a_token() {
        let token = Token::parse(KNOWN).unwrap();
        assert_eq!(
            format!("{token:?} {:?}", Some(&token)),
            "Token(…) Some(Token(…))"
        );
    }
}
