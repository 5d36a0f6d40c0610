//! Scalars that texts represent without a search ([`crate::Texts`]), decoded without a
//! JSON value. Most parameters are scalars with one type.

use std::borrow::Cow;

use serde::de::value::{BorrowedStrDeserializer, CowStrDeserializer, Error, MapDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

/// The value of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scalar<'t> {
    /// A boolean.
    Boolean(bool),
    /// An integer.
    Integer(i64),
    /// A string.
    String(Cow<'t, str>),
}

/// Decodes an object of scalars. Returns `None` if the type cannot represent it; the general way
/// says why.
pub fn decode_scalars<'t, T: DeserializeOwned>(
    members: impl IntoIterator<Item = (&'t str, Scalar<'t>)>,
) -> Option<T> {
    // A function and no closure, which would be another one for each type.
    fn member<'t>(
        (name, scalar): (&'t str, Scalar<'t>),
    ) -> (BorrowedStrDeserializer<'t, Error>, Member<'t>) {
        (BorrowedStrDeserializer::new(name), Member(scalar))
    }
    T::deserialize(MapDeserializer::new(members.into_iter().map(member))).ok()
}

/// A scalar, deserialized as a `serde_json::Value`.
struct Member<'t>(Scalar<'t>);

impl<'de> IntoDeserializer<'de, Error> for Member<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Member<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Scalar::Boolean(value) => visitor.visit_bool(value),
            Scalar::Integer(value) => match u64::try_from(value) {
                Ok(value) => visitor.visit_u64(value),
                Err(_) => visitor.visit_i64(value),
            },
            Scalar::String(Cow::Borrowed(text)) => visitor.visit_str(text),
            Scalar::String(Cow::Owned(text)) => visitor.visit_string(text),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Scalar::String(text) => {
                let text: CowStrDeserializer<'_, Error> = text.into_deserializer();
                text.deserialize_enum(name, variants, visitor)
            }
            Scalar::Boolean(_) | Scalar::Integer(_) => Err(Error::custom("not a string")),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct seq tuple tuple_struct map struct identifier
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde::Deserialize;
    use serde_json::Value;

    use super::{Scalar, decode_scalars};
    use crate::{Document, Schema, decode_value};

    static DOCUMENT: Document = Document::new(
        r#"{
            "integer": { "type": "integer", "minimum": -5 },
            "nullable": { "type": ["integer", "null"] },
            "number": { "type": "number", "maximum": 100 },
            "boolean": { "type": "boolean" },
            "flag": { "const": true },
            "string": { "type": "string", "maxLength": 3 },
            "choice": { "enum": ["a", "true", "1"] },
            "mixed": { "enum": ["a", 1, true] },
            "any": {},
            "either": { "type": ["boolean", "integer"] },
            "pattern": { "pattern": "^[0-9]+$" },
            "union": { "anyOf": [{ "type": "integer" }, { "type": "string", "maxLength": 1 }] },
            "not": { "not": { "type": "string" } }
        }"#,
    );

    /// Returns the texts with at most this number of characters of `characters`.
    fn texts(characters: &str, length: usize) -> Vec<String> {
        let mut all = vec![String::new()];
        let mut longest = all.clone();
        for _ in 0..length {
            let longer = |text: &String| {
                characters.chars().map(move |one| format!("{text}{one}")).collect::<Vec<_>>()
            };
            longest = longest.iter().flat_map(longer).collect();
            all.extend(longest.iter().cloned());
        }
        all
    }

    #[test]
    fn a_scalar_is_the_value_that_the_search_finds() {
        let mut texts = texts("015-+.eaEt ", 3);
        let others = [
            "true",
            "false",
            "null",
            "True",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "é",
            "1.50",
        ];
        texts.extend(others.map(str::to_owned));
        let pointers = [
            "#/integer",
            "#/nullable",
            "#/number",
            "#/boolean",
            "#/flag",
            "#/string",
            "#/choice",
            "#/mixed",
            "#/any",
            "#/either",
            "#/pattern",
            "#/union",
            "#/not",
        ];
        let mut certain = 0;
        for schema in pointers.map(|pointer| Schema::at(&DOCUMENT, pointer)) {
            for text in &texts {
                let Some(scalar) = schema.scalar(text.into()) else {
                    continue;
                };
                certain += 1;
                let found = schema.validate_text(text).unwrap();
                let expected = match scalar {
                    Scalar::Boolean(value) => Value::from(value),
                    Scalar::Integer(value) => value.into(),
                    Scalar::String(text) => text.into(),
                };
                assert_eq!(expected, found, "{text:?}");
            }
        }
        assert!(certain > 1000, "{certain}");
    }

    #[test]
    fn a_type_is_decoded_as_from_a_json_value() {
        #[derive(Debug, Deserialize, PartialEq)]
        #[serde(rename_all = "lowercase")]
        enum Choice {
            A,
            B,
        }

        #[derive(Debug, Deserialize, PartialEq)]
        struct Id(u8);

        #[derive(Debug, Deserialize, PartialEq)]
        struct Target {
            id: Option<Id>,
            choice: Option<Choice>,
            flag: Option<bool>,
            weight: Option<f32>,
            #[serde(default)]
            name: String,
        }

        for members in [
            vec![],
            vec![("id", Scalar::Integer(7)), ("weight", Scalar::Integer(-2))],
            vec![("id", Scalar::Integer(256))],
            vec![("id", Scalar::String("7".into()))],
            vec![("choice", Scalar::String("b".into())), ("flag", Scalar::Boolean(true))],
            vec![("choice", Scalar::String("c".into()))],
            vec![("choice", Scalar::Integer(1))],
            vec![("name", Scalar::String("a".into())), ("other", Scalar::Integer(1))],
        ] {
            let value = members.iter().map(|(name, scalar)| {
                let value = match scalar.clone() {
                    Scalar::Boolean(value) => Value::from(value),
                    Scalar::Integer(value) => value.into(),
                    Scalar::String(text) => text.into(),
                };
                ((*name).to_owned(), value)
            });
            let expected = decode_value::<Target>(&value.collect()).ok();
            assert_eq!(decode_scalars(members.into_iter()), expected);
        }
    }
}
