//! The headers of declared responses, in the form that dropshot emits.
//!
//! dropshot takes the headers of a response from the members of one Rust type.
//! All headers that an operation declares are therefore members of one type,
//! from which each returns to its response.

use std::marker::PhantomData;

use dropshot::{ApiEndpointResponse, HttpResponse, HttpResponseHeaders, HttpResponseOk};
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::{ObjectValidation, Schema as EmittedSchema};
use serde::Serialize;

use crate::parameters::with_keyword_kept;
use crate::shape::of_object;
use crate::{OperationResponse, ResponseSpec};

/// Returns the declared responses with their headers in dropshot's form.
pub(crate) fn declared<R: OperationResponse + 'static>() -> Vec<ResponseSpec> {
    let shown = HttpResponseHeaders::<HttpResponseOk<()>, HeadersOf<R>>::response_metadata();
    with_headers(R::declared(), shown)
}

fn with_headers(
    mut declared: Vec<ResponseSpec>,
    ApiEndpointResponse { headers: mut shown, .. }: ApiEndpointResponse,
) -> Vec<ResponseSpec> {
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
        object(R::declared(), generator)
    }
}

fn object(declared: Vec<ResponseSpec>, generator: &mut SchemaGenerator) -> EmittedSchema {
    let mut object = ObjectValidation::default();
    for response in declared {
        for header in response.headers {
            let member = member(response.status, header.name);
            if header.required {
                object.required.insert(member.clone());
            }
            let schema = with_keyword_kept((header.schema)(generator));
            object.properties.insert(member, schema);
        }
    }
    of_object(object)
}
