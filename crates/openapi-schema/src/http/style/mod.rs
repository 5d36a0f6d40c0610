//! Writes the values of parameters in their styles (OpenAPI 3.1.1 §4.8.12.3, RFC 6570).
//!
//! Names, items and members are encoded before the delimiters are added, so that an encoded
//! delimiter is data (Appendix E). A delimiter that the encoding leaves as it is can't be in
//! a value: the value has no text in the style.

mod read;

use serde::de::value::{self, StrDeserializer};
use serde::{Deserialize, Serialize};
#[cfg(feature = "json-schema")]
use serde_json::Value;

use super::Encoding;
pub use read::{Decode, Malformed, ValueKind};

/// The `style` of a parameter (OpenAPI 3.1.1 §4.8.12.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Style {
    /// `blue,black` (RFC 6570 §3.2.2)
    Simple,
    /// `.blue.black` (RFC 6570 §3.2.5)
    Label,
    /// `;color=blue;color=black` (RFC 6570 §3.2.7)
    Matrix,
    /// `color=blue&color=black` (RFC 6570 §3.2.8)
    Form,
    /// `color=blue%20black`
    SpaceDelimited,
    /// `color=blue%7Cblack`
    PipeDelimited,
    /// `color%5BR%5D=100&color%5BG%5D=200`
    DeepObject,
}

/// The texts of a value, before a schema decides which JSON values they represent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Texts {
    /// The text of a scalar.
    One(String),
    /// A text that is a scalar, or the only item of an array.
    OneOrItem(String),
    /// The text of a field of a form: JSON of an object or array, or else a scalar, or, unless it
    /// is an item itself, the only item of an array.
    Field(String),
    /// The items of an array.
    Items(Vec<Self>),
    /// The members of an object, each name once.
    Members(Vec<(String, Self)>),
}

/// An encoded name and an encoded text.
pub type Pair = (String, String);

/// The reason why a value has no text in a style.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// A reader would split the value at the delimiter.
    #[error("a value contains the delimiter of its style")]
    Delimiter,
    /// The style has no arrays and objects in others.
    #[error("an item or member is not a string, a number or a boolean")]
    Nested,
}

impl Style {
    /// Returns the style with this name in a document.
    pub fn named(name: &str) -> Option<Self> {
        Self::deserialize(StrDeserializer::<value::Error>::new(name)).ok()
    }

    /// Writes the value of a parameter. A path and a header field have one pair, whose text
    /// is that of the value; a query and cookies have one for each `name=text`.
    ///
    /// Most tools agree on how to write values that the Specification leaves undefined, and so
    /// does this function: a value in a style that is not for its type as in the style `form`,
    /// an array in an object as one pair for each item, and an object in an array with its
    /// index as `name[0][member]` in the style `deepObject`.
    ///
    /// # Errors
    /// The value has no text in this style.
    pub fn write(
        self,
        explode: bool,
        name: &str,
        texts: &Texts,
        encoding: Encoding,
    ) -> Result<Vec<Pair>, Unwritable> {
        let has_pairs = explode && !matches!(self, Self::Simple | Self::Label | Self::Matrix);
        let name = encoding.encode(name);
        match texts {
            Texts::Members(_) if self == Self::DeepObject => deep_object(&name, texts, encoding),
            Texts::Items(items)
                if self == Self::DeepObject && items.iter().any(Texts::is_object) =>
            {
                let items = items.iter().enumerate().map(|(index, item)| {
                    deep_object(&format!("{name}%5B{index}%5D"), item, encoding)
                });
                Ok(items.collect::<Result<Vec<_>, _>>()?.concat())
            }
            Texts::Members(members) if has_pairs => {
                let members = members
                    .iter()
                    .map(|(member, texts)| repeated(&encoding.encode(member), texts, encoding));
                Ok(members.collect::<Result<Vec<_>, _>>()?.concat())
            }
            Texts::Items(_) if has_pairs => repeated(&name, texts, encoding),
            _ => {
                let text = self.text(explode, &name, texts, encoding)?;
                Ok(vec![(name, text)])
            }
        }
    }

    /// Returns the value as one text.
    fn text(
        self,
        explode: bool,
        name: &str,
        texts: &Texts,
        encoding: Encoding,
    ) -> Result<String, Unwritable> {
        let delimiter = match self {
            Self::SpaceDelimited => "%20",
            Self::PipeDelimited => "%7C",
            Self::Label if explode => ".",
            Self::Matrix if explode => ";",
            _ => ",",
        };
        let part = |text: &str, delimiters: &[&str]| {
            let text = encoding.encode(text);
            let is_split = delimiters.iter().any(|delimiter| text.contains(delimiter));
            (!is_split).then_some(text).ok_or(Unwritable::Delimiter)
        };
        // An empty value of the style `matrix` has no `=` (RFC 6570 §3.2.7).
        let assigned = |name: &str, text: String| match self {
            Self::Matrix if text.is_empty() => name.to_owned(),
            _ => format!("{name}={text}"),
        };
        let is_compound = matches!(texts, Texts::Items(_) | Texts::Members(_));
        let mut parts = Vec::new();
        match texts {
            Texts::One(text) | Texts::OneOrItem(text) | Texts::Field(text) => {
                parts.push(encoding.encode(text));
            }
            Texts::Items(items) => {
                for item in items {
                    let text = part(item.scalar()?, &[delimiter])?;
                    parts.push(match self {
                        Self::Matrix if explode => assigned(name, text),
                        _ => text,
                    });
                }
            }
            Texts::Members(members) => {
                for (member, value) in members {
                    let text = part(value.scalar()?, &[delimiter])?;
                    if explode {
                        parts.push(assigned(&part(member, &[delimiter, "="])?, text));
                    } else {
                        parts.extend([part(member, &[delimiter])?, text]);
                    }
                }
            }
        }
        let text = parts.join(delimiter);
        Ok(match self {
            Self::Label => format!(".{text}"),
            Self::Matrix if explode && is_compound => format!(";{text}"),
            Self::Matrix => format!(";{}", assigned(name, text)),
            _ => text,
        })
    }
}

impl Texts {
    /// Returns the texts of a value.
    ///
    /// # Errors
    /// It is or contains `null`, which has no text.
    #[cfg(feature = "json-schema")]
    pub fn of(value: &Value) -> Result<Self, Unwritable> {
        Ok(match value {
            Value::Null => return Err(Unwritable::Nested),
            Value::Array(items) => {
                Self::Items(items.iter().map(Self::of).collect::<Result<_, _>>()?)
            }
            Value::Object(members) => {
                let member = |(name, one): (&String, _)| Ok((name.clone(), Self::of(one)?));
                Self::Members(members.iter().map(member).collect::<Result<_, _>>()?)
            }
            Value::String(text) => Self::One(text.clone()),
            Value::Bool(_) | Value::Number(_) => Self::One(value.to_string()),
        })
    }

    /// Returns the texts that are sent under the name of a field.
    pub fn of_field(texts: impl IntoIterator<Item = String>) -> Self {
        let mut texts: Vec<_> = texts.into_iter().map(Self::Field).collect();
        if texts.len() == 1 { texts.remove(0) } else { Self::Items(texts) }
    }

    fn is_object(&self) -> bool {
        matches!(self, Self::Members(_))
    }

    fn scalar(&self) -> Result<&str, Unwritable> {
        match self {
            Self::One(text) | Self::OneOrItem(text) | Self::Field(text) => Ok(text),
            Self::Items(_) | Self::Members(_) => Err(Unwritable::Nested),
        }
    }
}

/// Returns a pair for each item of an array, or one for a scalar.
fn repeated(name: &str, texts: &Texts, encoding: Encoding) -> Result<Vec<Pair>, Unwritable> {
    let items = match texts {
        Texts::Items(items) => items,
        single => std::slice::from_ref(single),
    };
    items.iter().map(|item| Ok((name.to_owned(), encoding.encode(item.scalar()?)))).collect()
}

/// Returns the pairs of the style `deepObject`, which the Specification defines for members
/// that are scalars. Brackets are encoded: a query cannot have them (RFC 3986 §3.4).
fn deep_object(name: &str, texts: &Texts, encoding: Encoding) -> Result<Vec<Pair>, Unwritable> {
    let Texts::Members(members) = texts else {
        return repeated(name, texts, encoding);
    };
    let members = members.iter().map(|(member, texts)| {
        let name = format!("{name}%5B{}%5D", encoding.encode(member));
        deep_object(&name, texts, encoding)
    });
    Ok(members.collect::<Result<Vec<_>, _>>()?.concat())
}

#[cfg(test)]
mod tests;
