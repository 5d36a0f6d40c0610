//! The members of a form, from which its type is decoded.

use serde::de::value::SeqDeserializer;
use serde::de::{Deserializer, IntoDeserializer, Visitor};
use serde_json::Value;

use super::multipart::FilePart;

/// A member of the object that a form is decoded from.
pub(super) enum Member {
    Value(Value),
    File(FilePart),
    Files(Vec<FilePart>),
}

impl Member {
    /// Returns the value for the schema of the form. That of a file has as many
    /// characters as the file has bytes, which the length keywords count (OpenAPI
    /// 3.1.1 §4.8.14.3).
    pub fn to_json(&self) -> Value {
        let file = |file: &FilePart| Value::from("0".repeat(file.content.len()));
        match self {
            Self::Value(value) => value.clone(),
            Self::File(one) => file(one),
            Self::Files(files) => files.iter().map(file).collect(),
        }
    }
}

impl<'de> IntoDeserializer<'de, serde_json::Error> for Member {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Member {
    type Error = serde_json::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self {
            Self::Value(value) => value.deserialize_any(visitor),
            Self::File(file) => file.visit(visitor),
            Self::Files(files) => {
                let files = files.into_iter().map(Member::File);
                visitor.visit_seq(SeqDeserializer::new(files))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self {
            Self::Value(value) => value.deserialize_option(visitor),
            file => visitor.visit_some(file),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        match self {
            Self::Value(value) => value.deserialize_enum(name, variants, visitor),
            file => file.deserialize_any(visitor),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
