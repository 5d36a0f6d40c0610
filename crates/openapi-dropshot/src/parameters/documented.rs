//! Parameters in the form in which dropshot documents them.
//!
//! dropshot documents scalars in the usual style of their location, and refuses
//! other types in a path or query (dropshot 0.18.0, api_description.rs:603-645). Of
//! header parameters it checks nothing. A parameter that dropshot cannot document is
//! therefore a header parameter with [`KEYWORD`] in its schema, which the
//! [`EmittedDocument`](crate::EmittedDocument) replaces.

use std::marker::PhantomData;

use async_trait::async_trait;
use dropshot::{
    ApiEndpointBodyContentType, ExtractorMetadata, Header, HttpError, RequestContext,
    ServerContext, SharedExtractor,
};
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::{InstanceType, ObjectValidation, Schema, SchemaObject};
use serde::Deserialize;
use serde_json::Value;

use crate::shape::of_object;

/// The keyword with the fields of a Parameter Object that dropshot cannot emit. The
/// generator writes it into the schema of the parameter.
pub(crate) const KEYWORD: &str = "x-parameter";

/// The field of [`KEYWORD`] for a variable that is not a whole segment of the path.
pub(crate) const PARTIAL: &str = "partial";

/// Documents the parameters `P`, and reads nothing. dropshot's extractor `E` documents those
/// that dropshot can document.
pub struct Documented<E, P>(PhantomData<fn() -> (E, P)>);

#[async_trait]
impl<E: SharedExtractor + 'static, P: JsonSchema + 'static> SharedExtractor for Documented<E, P> {
    async fn from_request<C: ServerContext>(_: &RequestContext<C>) -> Result<Self, HttpError> {
        Ok(Self(PhantomData))
    }

    fn metadata(content_type: ApiEndpointBodyContentType) -> ExtractorMetadata {
        let mut usual = E::metadata(content_type.clone());
        let others = Header::<Others<P>>::metadata(content_type);
        usual.parameters.extend(others.parameters);
        usual
    }
}

/// The parameters that dropshot can document.
#[derive(Deserialize)]
#[serde(bound = "")]
pub struct Usual<T>(#[serde(skip)] PhantomData<fn() -> T>);

/// The parameters that dropshot cannot document.
#[derive(Deserialize)]
#[serde(bound = "")]
struct Others<T>(#[serde(skip)] PhantomData<fn() -> T>);

/// The variables that are whole segments of a path. dropshot requires all of them.
#[derive(Deserialize)]
#[serde(bound = "")]
pub struct Variables<T>(#[serde(skip)] PhantomData<fn() -> T>);

impl<T: JsonSchema> JsonSchema for Usual<T> {
    fn schema_name() -> String {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        members(T::json_schema(generator), |schema| keyword(&schema).is_none().then_some(schema))
    }
}

impl<T: JsonSchema> JsonSchema for Variables<T> {
    fn schema_name() -> String {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        members(T::json_schema(generator), |schema| match keyword(&schema) {
            None => Some(schema),
            Some(keyword) if keyword.get(PARTIAL).is_some() => None,
            Some(_) => Some(InstanceType::String).map(|string| {
                let instance_type = Some(string.into());
                SchemaObject { instance_type, ..Default::default() }.into()
            }),
        })
    }
}

impl<T: JsonSchema> JsonSchema for Others<T> {
    fn schema_name() -> String {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        members(T::json_schema(generator), |schema| {
            keyword(&schema)?;
            Some(without_reference(schema.into_object()).into())
        })
    }
}

/// Replaces `$ref`, or an `allOf` with one schema, by a `oneOf` with one schema, which accepts the
/// same values. dropshot ignores the keywords beside the former (dropshot 0.18.0,
/// schema_util.rs:260-300).
fn without_reference(mut object: SchemaObject) -> SchemaObject {
    if let Some(reference) = object.reference.take() {
        object.subschemas().one_of = Some(vec![Schema::new_ref(reference)]);
    } else if let Some(subschemas) = &mut object.subschemas
        && subschemas.all_of.as_ref().is_some_and(|all| all.len() == 1)
        && subschemas.one_of.is_none()
    {
        subschemas.one_of = subschemas.all_of.take();
    }
    object
}

/// Returns the schema of a header in a form in which dropshot keeps [`KEYWORD`].
pub(crate) fn with_keyword_kept(schema: Schema) -> Schema {
    match keyword(&schema) {
        Some(_) => without_reference(schema.into_object()).into(),
        None => schema,
    }
}

/// Reverts [`without_reference`] in an emitted schema.
fn with_reference(mut schema: Value) -> Value {
    let Some(members) = schema.as_object_mut() else {
        return schema;
    };
    let mut all = match members.get("oneOf").and_then(Value::as_array) {
        Some(all) if all.len() == 1 => all.clone(),
        _ => return schema,
    };
    members.remove("oneOf");
    if members.is_empty() {
        return all.remove(0);
    }
    members.insert("allOf".to_owned(), all.into());
    schema
}

fn keyword(schema: &Schema) -> Option<&Value> {
    match schema {
        Schema::Object(object) => object.extensions.get(KEYWORD),
        Schema::Bool(_) => None,
    }
}

/// Returns the schema of an object with the members that are kept.
fn members(all: Schema, keep: fn(Schema) -> Option<Schema>) -> Schema {
    let all = all.into_object().object;
    let mut kept = ObjectValidation::default();
    let ObjectValidation { properties, mut required, .. } = all.map(|all| *all).unwrap_or_default();
    for (name, schema) in properties {
        if let Some(schema) = keep(schema) {
            if required.remove(&name) {
                kept.required.insert(name.clone());
            }
            kept.properties.insert(name, schema);
        }
    }
    of_object(kept)
}

/// Replaces the headers of responses that have [`KEYWORD`] in their schemas.
pub(crate) fn restore_headers(responses: &mut Value) {
    let responses = responses.as_object_mut().into_iter().flatten();
    let headers =
        responses.filter_map(|(_, response)| response.get_mut("headers")?.as_object_mut());
    for (_, header) in headers.flatten() {
        if header["schema"].get(KEYWORD).is_some() {
            *header = restored(header.take());
        }
    }
}

/// Replaces the header parameters that have [`KEYWORD`] in their schemas. Removes the
/// variables that dropshot needs for them, and variables that the path of the
/// document does not have.
pub(crate) fn restore(operation: &mut Value, path: &str) {
    let Some(parameters) = operation.get_mut("parameters").and_then(Value::as_array_mut) else {
        return;
    };
    let all = std::mem::take(parameters);
    let (others, usual): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|parameter| parameter["schema"].get(KEYWORD).is_some());
    let others: Vec<_> = others.into_iter().map(restored).collect();
    let is_restored = |name: &Value| {
        let same = |one: &Value| one["in"] == "path" && one["name"] == *name;
        others.iter().any(same)
    };
    let is_variable = |name: &Value| {
        let name = name.as_str().unwrap_or_default();
        path.contains(&format!("{{{name}}}"))
    };
    parameters.extend(usual.into_iter().filter(|one| {
        one["in"] != "path" || (is_variable(&one["name"]) && !is_restored(&one["name"]))
    }));
    parameters.extend(others);
}

/// Returns the Parameter Object of a header parameter with [`KEYWORD`], or the Header
/// Object of a header.
fn restored(mut parameter: Value) -> Value {
    let mut schema = parameter["schema"].take();
    let fields =
        schema.as_object_mut().and_then(|schema| schema.remove(KEYWORD)).unwrap_or_default();
    if let Some(members) = parameter.as_object_mut() {
        members.remove("style");
        members.remove("schema");
        let fields = fields.as_object().cloned().unwrap_or_default();
        let schema = with_reference(schema);
        match fields.get("content").and_then(Value::as_str) {
            Some(name) => {
                let content = serde_json::json!({ name: { "schema": schema } });
                members.insert("content".to_owned(), content);
            }
            None => {
                members.insert("schema".to_owned(), schema);
            }
        }
        let fields = fields.into_iter();
        members.extend(fields.filter(|(name, _)| name != "content" && name != PARTIAL));
    }
    parameter
}
