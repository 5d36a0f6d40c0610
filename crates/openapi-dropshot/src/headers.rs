//! The headers of declared responses, in the form that dropshot emits.
//!
//! dropshot takes the headers of a response from the members of one Rust type.
//! All headers that an operation declares are therefore members of one type,
//! from which each returns to its response.

use std::marker::PhantomData;
use std::slice;

use dropshot::{HttpResponse, HttpResponseHeaders, HttpResponseOk};
use http::header::{HeaderMap, HeaderName, HeaderValue};
use openapi_schema::http::HeaderForm;
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::{InstanceType, ObjectValidation, Schema as EmittedSchema, SchemaObject};
use serde::Serialize;
use serde_json::Value;

use crate::parameters::with_keyword_kept;
use crate::{Cause, OperationResponse, ResponseSpec, Schema, items};

/// How a header of a response is written.
pub struct ResponseHeader {
    pub(crate) name: &'static str,
    pub(crate) form: HeaderForm,
    pub(crate) schema: Option<Schema>,
}

impl ResponseHeader {
    /// Returns a header whose values the schema accepts.
    pub const fn new(name: &'static str, form: HeaderForm, schema: Schema) -> Self {
        Self { name, form, schema: Some(schema) }
    }

    /// Returns a header with any text.
    pub const fn any(name: &'static str, form: HeaderForm) -> Self {
        Self { name, form, schema: None }
    }

    /// Adds the fields of a value, validated by its schema if `validates` is set.
    pub(crate) fn add(
        &self,
        value: &Value,
        validates: bool,
        headers: &mut HeaderMap,
    ) -> Result<(), Cause> {
        let texts = self.form.write(value)?;
        let values = match (self.form, value) {
            (HeaderForm::EachLine, Value::Array(items)) => items,
            _ if texts.is_empty() => return Ok(()),
            _ => slice::from_ref(value),
        };
        if let Some(schema) = self.schema.as_ref().filter(|_| validates) {
            values.iter().try_for_each(|value| items::validate(value, schema))?;
        }
        for text in texts {
            headers.append(self.name.parse::<HeaderName>()?, text.parse::<HeaderValue>()?);
        }
        Ok(())
    }
}

/// A header that a response declares.
pub(crate) struct DeclaredHeader {
    pub name: &'static str,
    pub required: bool,
    pub schema: fn(&mut SchemaGenerator) -> EmittedSchema,
}

/// Returns the declared responses with their headers in dropshot's form.
pub(crate) fn declared<R: OperationResponse + 'static>() -> Vec<ResponseSpec> {
    let mut declared = R::declared();
    let mut shown =
        HttpResponseHeaders::<HttpResponseOk<()>, HeadersOf<R>>::response_metadata().headers;
    for response in &mut declared {
        for header in &response.headers {
            let member = member(response.status, header.name);
            if let Some(index) = shown.iter().position(|one| one.name == member) {
                let mut one = shown.swap_remove(index);
                one.name = header.name.to_owned();
                one.description = None;
                response.metadata.headers.push(one);
            }
        }
    }
    declared
}

/// Returns a name for a header that no other response of the operation uses.
fn member(status: &str, header: &str) -> String {
    format!("{status} {header}")
}

/// The headers of all responses, under the names of [`member`].
#[derive(Serialize)]
struct HeadersOf<R>(PhantomData<fn() -> R>);

impl<R: OperationResponse> JsonSchema for HeadersOf<R> {
    fn schema_name() -> String {
        "Headers".to_owned()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> EmittedSchema {
        let mut object = ObjectValidation::default();
        for response in R::declared() {
            for header in response.headers {
                let member = member(response.status, header.name);
                if header.required {
                    object.required.insert(member.clone());
                }
                let schema = with_keyword_kept((header.schema)(generator));
                object.properties.insert(member, schema);
            }
        }
        SchemaObject {
            instance_type: Some(InstanceType::Object.into()),
            object: Some(Box::new(object)),
            ..Default::default()
        }
        .into()
    }
}
