//! What generated types need beyond the derives of serde and schemars.
//!
//! Everything here either decodes what a schema has accepted already, or shows
//! in the emitted schema what a Rust type can't say by itself.

use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::{Schema, SchemaObject, SubschemaValidation};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// The schema of `T` with further keywords, for a type whose values are fewer
/// than Rust's, such as a string with a longest length. A keyword that is
/// `null` is taken away.
pub fn with_keywords<T: JsonSchema>(generator: &mut SchemaGenerator, keywords: Value) -> Schema {
    let schema = generator.subschema_for::<T>();
    let mut json = serde_json::to_value(&schema).unwrap_or(Value::Bool(true));
    if let (Some(members), Value::Object(keywords)) = (json.as_object_mut(), keywords) {
        for (keyword, value) in keywords {
            match value {
                Value::Null => members.remove(&keyword),
                value => members.insert(keyword, value),
            };
        }
    }
    serde_json::from_value(json).unwrap_or(schema)
}

/// The schema of a value of which exactly one alternative is true.
pub fn one_of(alternatives: Vec<Schema>) -> Schema {
    subschemas(SubschemaValidation {
        one_of: Some(alternatives),
        ..Default::default()
    })
}

/// The schema of a value of which at least one alternative is true.
pub fn any_of(alternatives: Vec<Schema>) -> Schema {
    subschemas(SubschemaValidation {
        any_of: Some(alternatives),
        ..Default::default()
    })
}

fn subschemas(subschemas: SubschemaValidation) -> Schema {
    SchemaObject {
        subschemas: Some(Box::new(subschemas)),
        ..Default::default()
    }
    .into()
}

/// `Option<Option<T>>` for a member that may be absent, `null` or present:
/// absent is `None`, `null` is `Some(None)`.
pub mod optional_nullable {
    use super::{Deserialize, Deserializer, Serialize, Serializer};

    /// A member that is there, `null` or not.
    ///
    /// # Errors
    /// As for `T`.
    pub fn deserialize<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
        deserializer: D,
    ) -> Result<Option<Option<T>>, D::Error> {
        Option::deserialize(deserializer).map(Some)
    }

    /// A member that is there, `null` or not.
    ///
    /// # Errors
    /// As for `T`.
    #[expect(
        clippy::ref_option,
        reason = "the signature that serde's `with` asks for"
    )]
    pub fn serialize<S: Serializer, T: Serialize>(
        value: &Option<Option<T>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value
            .as_ref()
            .and_then(Option::as_ref)
            .serialize(serializer)
    }
}
