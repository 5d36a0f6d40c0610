//! The escaping of strings in PostgreSQL. Its type `text` can't represent U+0000
//! (PostgreSQL manual §8.3), which a plant's name may contain.
//!
//! The escape character is U+0010, "data link escape": U+0000 is stored as U+0010
//! followed by `0`, and U+0010 as U+0010 twice. Ordinary text is stored unchanged,
//! so that `WHERE name = 'Monstera'`, indexes and exports work; `bytea` could store
//! all strings, but people could not read them. The escaping is injective, so the
//! database compares escaped strings for equality correctly.

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

/// A text in the database is not escaped, so this program did not write it.
#[derive(Debug, thiserror::Error)]
#[error("a text in the database has U+0010 before something other than '0' or U+0010")]
struct NotEscaped;

fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(['\0', ESCAPE]) {
        return text.into();
    }
    text.replace(ESCAPE, "\u{10}\u{10}").replace('\0', "\u{10}0").into()
}

fn unescape(text: &str) -> Result<String, NotEscaped> {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        plain.push(match character {
            ESCAPE => match characters.next() {
                Some('0') => '\0',
                Some(ESCAPE) => ESCAPE,
                _ => return Err(NotEscaped),
            },
            other => other,
        });
    }
    Ok(plain)
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
        Ok(Text(unescape(text)?.into()))
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
                    assert_eq!(unescape(&escaped).unwrap(), text);
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
    fn what_this_program_did_not_write_is_refused() {
        for text in ["\u{10}", "a\u{10}", "\u{10}1", "\u{10}\u{10}\u{10}"] {
            assert!(unescape(text).is_err(), "{text:?}");
        }
    }
}
