//! Schemas of the emitted document that the derives of schemars can't express.

use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::{
    ArrayValidation, InstanceType, ObjectValidation, Schema, SchemaObject, SubschemaValidation,
};
use serde_json::{Map, Value};

/// Returns the schema of a type with additional keywords, as [`with_keywords`] does.
///
/// # Panics
/// The keywords are not a JSON object.
pub fn of<T: JsonSchema>(generator: &mut SchemaGenerator, keywords: &str) -> Schema {
    with_keywords(generator.subschema_for::<T>(), keywords)
}

/// Returns a schema with additional keywords, for a type with fewer values than its
/// Rust type, such as a string with a maximum length. The keywords are a JSON object. A
/// keyword whose value is `null` is removed.
///
/// # Panics
/// The keywords are not a JSON object.
pub fn with_keywords(schema: Schema, keywords: &str) -> Schema {
    let keywords: Map<String, Value> =
        serde_json::from_str(keywords).expect("the keywords are a JSON object");
    let mut json = match &schema {
        Schema::Bool(true) => serde_json::json!({}),
        schema => serde_json::to_value(schema).unwrap_or_default(),
    };
    if let Some(members) = json.as_object_mut() {
        for (keyword, value) in keywords {
            match value {
                Value::Null => members.remove(&keyword),
                value => members.insert(keyword, value),
            };
        }
    }
    serde_json::from_value(json).unwrap_or(schema)
}

/// Returns the schema of an array with these items.
pub fn array_of(items: Schema) -> Schema {
    let array = ArrayValidation { items: Some(items.into()), ..Default::default() };
    SchemaObject {
        instance_type: Some(InstanceType::Array.into()),
        array: Some(Box::new(array)),
        ..Default::default()
    }
    .into()
}

/// Returns the schema of a map with these values.
pub fn map_of(values: Schema) -> Schema {
    of_object(ObjectValidation {
        additional_properties: Some(Box::new(values)),
        ..Default::default()
    })
}

/// Returns the schema of an object: members by name, whether each is required, and
/// the schema of all other members.
pub fn object<const COUNT: usize>(
    members: [(&str, bool, Schema); COUNT],
    others: Schema,
) -> Schema {
    let mut object = ObjectValidation::default();
    for (name, required, schema) in members {
        if required {
            object.required.insert(name.to_owned());
        }
        object.properties.insert(name.to_owned(), schema);
    }
    object.additional_properties =
        Some(Box::new(others)).filter(|others| **others != Schema::Bool(true));
    of_object(object)
}

pub(crate) fn of_object(object: ObjectValidation) -> Schema {
    SchemaObject {
        instance_type: Some(InstanceType::Object.into()),
        object: Some(Box::new(object)),
        ..Default::default()
    }
    .into()
}

/// Returns the schema that accepts `null` too, in the form of OpenAPI 3.0.
pub fn nullable(schema: Schema) -> Schema {
    let mut object = schema.into_object();
    object.extensions.insert("nullable".to_owned(), true.into());
    object.into()
}

/// Returns the schema of a component. The schemas that extend it, which its values may have, are
/// components, too.
pub fn extended<const N: usize>(component: Schema, _extending: [Schema; N]) -> Schema {
    component
}

/// Returns the schema of values that exactly one alternative accepts.
pub fn one_of(alternatives: Vec<Schema>) -> Schema {
    subschemas(SubschemaValidation { one_of: Some(alternatives), ..Default::default() })
}

/// Returns the schema of values that at least one alternative accepts.
pub fn any_of(alternatives: Vec<Schema>) -> Schema {
    subschemas(SubschemaValidation { any_of: Some(alternatives), ..Default::default() })
}

fn subschemas(subschemas: SubschemaValidation) -> Schema {
    SchemaObject { subschemas: Some(Box::new(subschemas)), ..Default::default() }.into()
}
