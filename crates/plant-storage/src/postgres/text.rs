//! Texts as PostgreSQL keeps them. Its `text` holds every character but U+0000
//! (PostgreSQL manual §8.3), and a plant's name may have that one too.
//!
//! U+0010, "data link escape", does here what it was made for: U+0000 is kept as
//! U+0010 followed by `0`, and U+0010 itself as U+0010 twice. Every text that
//! people write is kept as it is, so that `WHERE name = 'Monstera'`, indexes and
//! exports work; `bytea` would keep all texts, and show none of them. The
//! escape is one to one, so the database compares escaped texts rightly.

use std::borrow::Cow;
use std::error::Error;

use bytes::BytesMut;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

const ESCAPE: char = '\u{10}';

/// A text on its way into the database or out of it.
#[derive(Debug)]
pub(super) struct Text<'t>(pub(super) Cow<'t, str>);

impl<'t> From<&'t str> for Text<'t> {
    fn from(text: &'t str) -> Self {
        Text(text.into())
    }
}

/// A text in the database that this program has not written.
#[derive(Debug, thiserror::Error)]
#[error("a text in the database has U+0010 before something else than '0' or U+0010")]
struct NotEscaped;

fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(['\0', ESCAPE]) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '\0' => escaped.extend([ESCAPE, '0']),
            ESCAPE => escaped.extend([ESCAPE, ESCAPE]),
            other => escaped.push(other),
        }
    }
    escaped.into()
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
    //! Promised: what goes in comes out, nothing that goes in has U+0000, and
    //! ordinary texts are not touched.

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
        let texts = [
            "\0",
            "\u{10}",
            "\u{10}0",
            "\u{10}\u{10}",
            "\u{0}0",
            "\u{10}\0",
        ];
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
