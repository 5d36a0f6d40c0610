//! The extractor by which an operation documents its security.

use std::marker::PhantomData;

use async_trait::async_trait;
use dropshot::{
    ApiEndpointBodyContentType, ExtractorMetadata, Header, HttpError, RequestContext,
    ServerContext, SharedExtractor,
};
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::Schema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::SecurityRequirements;
use crate::shape;

/// The keyword with the security of an operation, at the header parameter
/// `Authorization` of what dropshot emits.
const SECURITY_KEYWORD: &str = "x-security";

/// Documents the security of an operation. It reads nothing: dropshot runs the
/// extractors of a function at the same time, and the credential has to be
/// checked before the body is read.
///
/// dropshot emits no `security`, so the metadata is the header parameter
/// `Authorization`, which OpenAPI ignores (OpenAPI 3.1.1 §4.8.12.2.1). The [`EmittedDocument`](crate::EmittedDocument) replaces it.
pub struct Secured<S>(PhantomData<fn() -> S>);

#[async_trait]
impl<S: SecurityRequirements> SharedExtractor for Secured<S> {
    async fn from_request<C: ServerContext>(_: &RequestContext<C>) -> Result<Self, HttpError> {
        Ok(Self(PhantomData))
    }

    fn metadata(content_type: ApiEndpointBodyContentType) -> ExtractorMetadata {
        Header::<Authorization<S>>::metadata(content_type)
    }
}

/// The header parameter in the form that dropshot's extractor documents.
#[derive(Deserialize)]
#[serde(bound = "")]
struct Authorization<S>(#[serde(skip)] PhantomData<fn() -> S>);

impl<S: SecurityRequirements> JsonSchema for Authorization<S> {
    // Each extractor has a generator of its own, so that no other schema has this name.
    fn schema_name() -> String {
        "Authorization".to_owned()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schemes = Map::new();
        let mut alternatives = Vec::new();
        for alternative in S::ALTERNATIVES {
            let mut requirement = Map::new();
            for required in *alternative {
                let name = required.scheme.name.to_owned();
                requirement.insert(name.clone(), json!(required.scopes));
                let object = serde_json::from_str(required.scheme.object);
                schemes.insert(name, object.expect("the generator writes JSON"));
            }
            alternatives.push(requirement);
        }
        let security = json!({ "security": alternatives, "schemes": schemes });
        let keywords = json!({ SECURITY_KEYWORD: security });
        let field =
            shape::with_keywords(generator.subschema_for::<String>(), &keywords.to_string());
        shape::object([("Authorization", false, field)], Schema::Bool(true))
    }
}

/// Removes the header parameter of [`Secured`] from an operation. Returns the
/// operation's `security` and the schemes by name.
pub(crate) fn take_security(operation: &mut Value) -> Option<(Value, Map<String, Value>)> {
    let parameters = operation.get_mut("parameters")?.as_array_mut()?;
    let security = |parameter: &Value| parameter["schema"].get(SECURITY_KEYWORD).cloned();
    let index = parameters.iter().position(|one| security(one).is_some())?;
    let mut security = security(&parameters.remove(index))?;
    if parameters.is_empty() {
        operation.as_object_mut()?.remove("parameters");
    }
    let schemes = serde_json::from_value(security["schemes"].take()).ok()?;
    Some((security["security"].take(), schemes))
}
