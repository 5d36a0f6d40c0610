//! Decodes and encodes the structs and the enumerated strings of generated code.
//!
//! The derives of serde do the same. They take more than half of the time and of the memory of
//! `cargo check` for a large document, because each type gets a visitor with a few hundred
//! lines (`cargo check --timings`); here types share the visitors.

mod macros;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

pub use serde;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

/// A struct that is decoded from an object.
pub trait Object<'de>: Sized {
    /// Reads the members in their order.
    ///
    /// # Errors
    /// A declared member is missing or repeated, or a member is not of its type.
    fn read<A: MapAccess<'de>>(members: Members<A>) -> Result<Self, A::Error>;
}

/// Decodes an object.
///
/// # Errors
/// The value is no object, or no value of the type.
pub fn decode<'de, T: Object<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_map(ObjectVisitor(PhantomData))
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Object<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::read(Members(map))
    }
}

/// The members of an object that is decoded.
pub struct Members<A>(A);

impl<'de, A: MapAccess<'de>> Members<A> {
    /// Returns the name of the next member, if there is one.
    ///
    /// # Errors
    /// The text can't be read.
    pub fn next_name(&mut self) -> Result<Option<Cow<'de, str>>, A::Error> {
        self.0.next_key_seed(NameVisitor)
    }

    /// Reads the value of the member. `null` is a value.
    ///
    /// # Errors
    /// It is repeated, or not of its type.
    pub fn value<T: Deserialize<'de>>(
        &mut self,
        slot: &mut Option<T>,
        name: &'static str,
    ) -> Result<(), A::Error> {
        if slot.is_some() {
            return Err(Error::duplicate_field(name));
        }
        *slot = Some(self.0.next_value()?);
        Ok(())
    }

    /// Reads the value of a member that is not declared.
    ///
    /// # Errors
    /// It is not of its type.
    pub fn keep<T: Deserialize<'de>>(
        &mut self,
        name: Cow<'de, str>,
        others: &mut BTreeMap<String, T>,
    ) -> Result<(), A::Error> {
        others.insert(name.into_owned(), self.0.next_value()?);
        Ok(())
    }

    /// Ignores a member that is not declared.
    ///
    /// # Errors
    /// The text can't be read.
    pub fn ignore(&mut self) -> Result<(), A::Error> {
        self.0.next_value::<IgnoredAny>().map(|_| ())
    }

    /// Returns the error for a member that is not declared.
    ///
    /// # Errors
    /// Always.
    pub fn refuse(&self, name: &str) -> Result<(), A::Error> {
        Err(Error::custom(format_args!("unknown field `{name}`")))
    }

    /// Returns the value of a required member.
    ///
    /// # Errors
    /// The member is missing.
    pub fn required<T>(&self, slot: Option<T>, name: &'static str) -> Result<T, A::Error> {
        slot.ok_or_else(|| Error::missing_field(name))
    }
}

/// Borrows a name where the deserializer allows it, which `Cow` does not.
struct NameVisitor;

impl<'de> DeserializeSeed<'de> for NameVisitor {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<'de> Visitor<'de> for NameVisitor {
    type Value = Cow<'de, str>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the name of a member")
    }

    fn visit_borrowed_str<E: Error>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(name))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(name.to_owned()))
    }

    fn visit_string<E: Error>(self, name: String) -> Result<Self::Value, E> {
        Ok(Cow::Owned(name))
    }
}

/// An object that is encoded. It keeps the first error, so that generated code has one place
/// with an error for each type and not for each member.
pub struct Encoder<M: SerializeMap>(Result<M, M::Error>);

impl<M: SerializeMap> Encoder<M> {
    /// Begins an object.
    pub fn new<S: Serializer<SerializeMap = M, Error = M::Error>>(serializer: S) -> Self {
        Self(serializer.serialize_map(None))
    }

    /// Writes a member.
    pub fn member<T: Serialize>(&mut self, name: &str, value: &T) {
        if let Ok(map) = &mut self.0
            && let Err(error) = map.serialize_entry(name, value)
        {
            self.0 = Err(error);
        }
    }

    /// Writes a member that may be absent.
    pub fn optional<T: Serialize>(&mut self, name: &str, value: &Option<T>) {
        if let Some(value) = value {
            self.member(name, value);
        }
    }

    /// Ends the object.
    ///
    /// # Errors
    /// The first error of the serializer.
    pub fn end(self) -> Result<M::Ok, M::Error> {
        self.0?.end()
    }
}

/// A text or a number that is none of the declared ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("none of the declared values")]
pub struct UnknownValue;

/// Decodes one of the texts, and returns its value.
///
/// # Errors
/// The value is another one.
pub fn decode_text<'de, T: Copy, D: Deserializer<'de>>(
    deserializer: D,
    texts: &'static [&'static str],
    values: &[T],
) -> Result<T, D::Error> {
    let index = deserializer.deserialize_str(TextVisitor(texts))?;
    Ok(values[index])
}

struct TextVisitor(&'static [&'static str]);

impl Visitor<'_> for TextVisitor {
    type Value = usize;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("one of the declared texts")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<usize, E> {
        let index = self.0.iter().position(|known| *known == text);
        index.ok_or_else(|| Error::unknown_variant(text, self.0))
    }
}
