//! The media types of bodies, in the form that dropshot converts.
//!
//! dropshot emits one media type for each body. The schemas of the media types that
//! an operation declares are therefore members of one type, from which each returns
//! to its body.

use std::marker::PhantomData;

use dropshot::{ApiEndpointResponse, HttpResponse, HttpResponseOk};
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::{ObjectValidation, Schema};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::body::{MediaTypeSpec, RequestContent};
use crate::{OperationResponse, ResponseSpec, shape};

/// The name of a request body, where a response has its status.
pub(crate) const REQUEST: &str = "request";

/// Returns the metadata of a response whose schema has the schemas of all media types.
pub(crate) fn metadata<R: OperationResponse + 'static, B: RequestContent>() -> ApiEndpointResponse {
    HttpResponseOk::<ContentsOf<R, B>>::response_metadata()
}

/// Returns the `content` of a body, whose schemas are members of `contents`.
pub(crate) fn content(body: &str, media_types: &[MediaTypeSpec], contents: &Value) -> Value {
    let media_type = |spec: &MediaTypeSpec| {
        let schema = spec.schema.map(|_| contents["properties"][member(body, spec.name)].clone());
        let value = schema.map_or_else(|| json!({}), |schema| json!({ "schema": schema }));
        (spec.name.to_owned(), value)
    };
    media_types.iter().map(media_type).collect::<Map<_, _>>().into()
}

/// Returns a name for a media type that no other body of the operation uses.
fn member(body: &str, media_type: &str) -> String {
    format!("{body} {media_type}")
}

/// The schemas of all media types, under the names of [`member`].
#[derive(Serialize)]
struct ContentsOf<R, B>(PhantomData<fn() -> (R, B)>);

impl<R: OperationResponse, B: RequestContent> JsonSchema for ContentsOf<R, B> {
    fn schema_name() -> String {
        "Contents".to_owned()
    }

    fn is_referenceable() -> bool {
        false
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        object(R::declared(), B::declared(), generator)
    }
}

/// Not generic, so that it is compiled once.
fn object(
    responses: Vec<ResponseSpec>,
    request: Vec<MediaTypeSpec>,
    generator: &mut SchemaGenerator,
) -> Schema {
    let responses = responses.into_iter().map(|one| (one.status, one.content));
    let mut object = ObjectValidation::default();
    for (body, media_types) in responses.chain([(REQUEST, request)]) {
        for MediaTypeSpec { name, schema } in media_types {
            let member = schema.map(|schema| (member(body, name), schema(generator)));
            object.properties.extend(member);
        }
    }
    shape::of_object(object)
}
