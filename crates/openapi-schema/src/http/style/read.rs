//! Reads the texts of parameters in their styles, the inverse of the writer.
//!
//! A text is split before it is decoded, so that an encoded delimiter is data (OpenAPI 3.1.1,
//! Appendix E). Those of `spaceDelimited` and `pipeDelimited` are encoded always, and no data.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Style, Texts};

/// The type of a value, by which a text is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ValueKind {
    /// A string, number or boolean.
    Scalar,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// The text of a parameter is not in its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Malformed {
    #[error("is not UTF-8")]
    NotUtf8,
    #[error("is sent more than once")]
    Repeated,
    #[error("does not begin with {0:?}")]
    Prefix(char),
    #[error("does not have its name before the value")]
    Name,
    #[error("has a member without a value")]
    NoValue,
    #[error("has a member more than once")]
    MemberRepeated,
    #[error("has a name that is not `name[member]`")]
    Brackets,
    #[error("is nested too deep")]
    Nested,
}

/// Decodes a piece of a text after it is split.
pub type Decode<'f> = &'f dyn Fn(&str) -> Result<String, Malformed>;

impl Style {
    /// Reads the value of a parameter from one text, such as that of a path. `explode` must be false
    /// for `form`, `spaceDelimited` and `pipeDelimited`, which exploded are several texts.
    ///
    /// # Errors
    /// The text is not in this style.
    pub fn read(
        self,
        explode: bool,
        kind: ValueKind,
        name: &str,
        text: &str,
        decode: Decode<'_>,
    ) -> Result<Texts, Malformed> {
        let text = match self {
            Self::Label => text.strip_prefix('.').ok_or(Malformed::Prefix('.'))?,
            Self::Matrix => text.strip_prefix(';').ok_or(Malformed::Prefix(';'))?,
            _ => text,
        };
        // What follows the name of the parameter.
        let value = |text| match assignment(text) {
            (known, value) if decode(known)? == name => Ok(value),
            _ => Err(Malformed::Name),
        };
        let is_named = self == Self::Matrix && (kind == ValueKind::Scalar || !explode);
        let text = if is_named { value(text)? } else { text };
        if kind == ValueKind::Scalar {
            return decode(text).map(Texts::One);
        }
        let delimiters: &[&str] = match self {
            Self::Label if explode => &["."],
            Self::Matrix if explode => &[";"],
            Self::SpaceDelimited => &["%20", "+"],
            Self::PipeDelimited => &["|", "%7C", "%7c"],
            _ => &[","],
        };
        let parts = delimiters.iter().fold(vec![text], |parts, delimiter| {
            parts.into_iter().flat_map(|part| part.split(delimiter)).collect()
        });
        if kind == ValueKind::Array {
            let item = |part| match self {
                Self::Matrix if explode => decode(value(part)?),
                _ => decode(part),
            };
            let items = parts.into_iter().map(|part| item(part).map(Texts::One));
            return items.collect::<Result<_, _>>().map(Texts::Items);
        }
        let pairs = match explode {
            true => parts.into_iter().filter(|part| !part.is_empty()).map(assignment).collect(),
            false => alternating(&parts)?,
        };
        let mut names = BTreeSet::new();
        let members = pairs.into_iter().map(|(name, text)| {
            let name = decode(name)?;
            if !names.insert(name.clone()) {
                return Err(Malformed::MemberRepeated);
            }
            Ok((name, Texts::One(decode(text)?)))
        });
        members.collect::<Result<_, _>>().map(Texts::Members)
    }
}

/// Returns a name and its value; an empty value may have no `=` (RFC 6570 §3.2.7).
fn assignment(text: &str) -> (&str, &str) {
    text.split_once('=').unwrap_or((text, ""))
}

/// Returns names and values that alternate, as in `R,100,G,200`.
fn alternating<'t>(parts: &[&'t str]) -> Result<Vec<(&'t str, &'t str)>, Malformed> {
    let (pairs, rest) = parts.as_chunks::<2>();
    match rest {
        // The empty object.
        [""] if pairs.is_empty() => Ok(Vec::new()),
        [] => Ok(pairs.iter().map(|[name, text]| (*name, *text)).collect()),
        _ => Err(Malformed::NoValue),
    }
}
