//! The escaping of strings in PostgreSQL. Its type `text` can't represent U+0000
//! (PostgreSQL manual §8.3), which a plant's name may contain.
//!
//! The escape character is U+0010, "data link escape": U+0000 is stored as U+0010
//! followed by `0`, and U+0010 as U+0010 twice. Ordinary text is stored unchanged,
//! so that `WHERE name = 'Monstera'`, indexes and exports work; `bytea` could store
//! all strings, but people could not read them. The escaping is injective, so the
//! database compares escaped strings for equality correctly. A U+0010 that another
//! program has stored without escaping it is read as it is.

use std::borrow::Cow;
use std::error::Error;

use bytes::BytesMut;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

const ESCAPE: char = '\u{10}';

/// A plain string, escaped when it is sent as a parameter and unescaped when it
/// is read from a row.
#[derive(Debug)]
pub(super) struct Text<'t>(pub(super) Cow<'t, str>);

impl<'t> From<&'t str> for Text<'t> {
    fn from(text: &'t str) -> Self {
        Text(text.into())
    }
}

fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(['\0', ESCAPE]) {
        return text.into();
    }
    text.replace(ESCAPE, "\u{10}\u{10}").replace('\0', "\u{10}0").into()
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let is_escaped = |next: &char| character == ESCAPE && ['0', ESCAPE].contains(next);
        plain.push(match characters.next_if(is_escaped) {
            Some('0') => '\0',
            _ => character,
        });
    }
    plain
}

impl ToSql for Text<'_> {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        escape(&self.0).to_sql(kind, out)
    }

    fn accepts(kind: &Type) -> bool {
        <&str as ToSql>::accepts(kind)
    }

    to_sql_checked!();
}

impl FromSql<'_> for Text<'static> {
    fn from_sql(kind: &Type, raw: &[u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        let text = <&str as FromSql>::from_sql(kind, raw)?;
        Ok(Text(unescape(text).into()))
    }

    fn accepts(kind: &Type) -> bool {
        <&str as FromSql>::accepts(kind)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn every_text_survives() {
        let parts = ["", "\0", "\u{10}", "0", "a", "\u{10}0", "🌵"];
        for first in parts {
            for second in parts {
                for third in parts {
                    let text = format!("{first}{second}{third}");
                    let escaped = escape(&text);
                    assert!(!escaped.contains('\0'));
                    assert_eq!(unescape(&escaped), text);
                }
            }
        }
    }

    #[test]
    fn different_texts_stay_different() {
        let texts = ["\0", "\u{10}", "\u{10}0", "\u{10}\u{10}", "\u{0}0", "\u{10}\0"];
        let escaped: std::collections::HashSet<_> = texts.iter().map(|text| escape(text)).collect();
        assert_eq!(escaped.len(), texts.len());
    }

    #[test]
    fn a_text_without_the_two_characters_is_kept_as_it_is() {
        for text in ["", "Monstera deliciosa", "a\\0b", "'; --", "\u{1}\u{11}"] {
            assert!(matches!(escape(text), Cow::Borrowed(same) if same == text));
        }
    }

    #[test]
    fn what_is_not_escaped_is_read_as_it_is() {
        for (text, plain) in [
            ("\u{10}", "\u{10}"),
            ("a\u{10}", "a\u{10}"),
            ("\u{10}1", "\u{10}1"),
            ("\u{10}\u{10}\u{10}1", "\u{10}\u{10}1"),
        ] {
            assert_eq!(unescape(text), plain);
        }
    }
}
