//! Reads a request as the handler does that a build script generates: from the same model, with
//! the same library, while the program runs.

use super::{leak, list};
use dropshot::RequestContext;
use openapi_document::{ParameterLocation as Place, Pointer};
use openapi_dropshot::{
    ApiKeyLocation, Credentials, Document, FieldContent, FormField, Parameter, ParameterLocation,
    Rejection, RequestBody, RequestLimits, RequiredScheme, Schema, SchemeKind, SecurityScheme,
    ValueType, both,
};
use openapi_rust::operation::{
    self as model, Endpoint, Format, ParameterSource, Part, PartContent, Serialization, Service,
};
use serde_json::Value;

/// What a request to an operation must have.
pub(super) struct Inputs {
    realm: &'static str,
    endpoint: &'static Endpoint,
    security: &'static [&'static [RequiredScheme]],
    parameters: Vec<(ParameterLocation, Vec<Parameter>)>,
    bodies: Vec<Body>,
}

/// A media type of the body.
struct Body {
    format: &'static Format,
    schema: Option<&'static Schema>,
    parameters: &'static [Parameter],
    fields: &'static [FormField],
}

impl Inputs {
    pub(super) fn new(
        service: &'static Service,
        endpoint: &'static Endpoint,
        document: &'static Document,
    ) -> Self {
        let parameters = endpoint.parameters.iter().map(|one| {
            let location = match one.location {
                Place::Path => ParameterLocation::Path(&endpoint.path),
                Place::Query => ParameterLocation::Query,
                Place::Header => ParameterLocation::Header,
                Place::Cookie => ParameterLocation::Cookie,
            };
            let fields = one.fields.iter().zip(&one.sources);
            let fields = fields.map(|(field, source)| {
                parameter(document, &field.wire_name, field.required, source)
            });
            (location, fields.collect())
        });
        let bodies = endpoint.body.iter().flat_map(|body| &body.content.alternatives);
        let bodies = bodies.map(|one| Body {
            format: &one.format,
            schema: one.pointer.as_ref().map(|pointer| leak(schema(document, pointer))),
            parameters: match &one.format {
                Format::Form(fields) => list(
                    fields.iter().map(|one| parameter(document, &one.name, false, &one.source)),
                ),
                _ => &[],
            },
            fields: match &one.format {
                Format::Multipart(parts, _) => list(parts.iter().map(|one| field(document, one))),
                _ => &[],
            },
        });
        Self {
            realm: &service.title,
            endpoint,
            security: endpoint.security.map_or(&[], |index| alternatives(service, index)),
            parameters: parameters.collect(),
            bodies: bodies.collect(),
        }
    }

    /// Checks a request in the order of a generated handler. Without `tokens`, each credential is
    /// accepted.
    pub(super) async fn check(
        &self,
        rqctx: &RequestContext<()>,
        body: &mut RequestBody,
        tokens: &[String],
    ) -> Result<(), Rejection> {
        self.authorize(rqctx, tokens)?;
        let mut read = Ok(());
        for (location, parameters) in &self.parameters {
            read = both(read, location.read::<Value, _>(rqctx, parameters)).map(drop);
        }
        read?;
        self.receive(rqctx, body).await
    }

    fn authorize(&self, rqctx: &RequestContext<()>, tokens: &[String]) -> Result<(), Rejection> {
        let mut credentials = Credentials::new(rqctx, self.realm, self.security);
        let mut is_refused = |one: &&RequiredScheme| {
            let secret = secret(&mut credentials, one.scheme);
            secret.is_none_or(|secret| !tokens.is_empty() && !tokens.contains(&secret))
        };
        for alternative in self.security.iter().filter(|one| !one.is_empty()) {
            // Each scheme is looked for, since a challenge says which were sent.
            if alternative.iter().filter(&mut is_refused).count() == 0 {
                return Ok(());
            }
        }
        let is_optional = self.security.iter().any(|one| one.is_empty());
        if is_optional || self.security.is_empty() {
            credentials.anonymous()
        } else {
            Err(credentials.rejection())
        }
    }

    async fn receive(
        &self,
        rqctx: &RequestContext<()>,
        body: &mut RequestBody,
    ) -> Result<(), Rejection> {
        let Some(declared) = &self.endpoint.body else {
            return Ok(());
        };
        // That of a new workspace.
        let limits = RequestLimits { body: 1 << 20, ..RequestLimits::of(rqctx) };
        if !declared.required && body.is_absent(limits).await {
            return Ok(());
        }
        let names = declared.content.alternatives.iter().map(|one| one.media_type.as_str());
        let one = &self.bodies[body.select(&names.collect::<Vec<_>>())?];
        let read: Result<Value, _> = match (one.format, one.schema) {
            (Format::Json, Some(schema)) => body.json(schema, limits).await,
            (Format::Json, None) => body.any_json(limits).await,
            (Format::Items(_), Some(schema)) => {
                body.json_lines(schema, limits).await.map(Value::Array)
            }
            (Format::Text, Some(schema)) => body.text(schema, limits).await,
            (Format::Text, None) => body.any_text(limits).await.map(Value::from),
            (Format::Form(_), Some(schema)) => body.form(one.parameters, schema, limits).await,
            (Format::Multipart(..), Some(schema)) => {
                body.multipart(one.fields, schema, limits).await
            }
            (Format::Binary | Format::Items(_) | Format::Form(_) | Format::Multipart(..), _) => {
                body.stream(limits)?.bytes().await.map(|_| Value::Null)
            }
        };
        read.map(drop)
    }
}

/// Returns the secret that was sent for a scheme: a token, a key, or `user:password`.
fn secret(credentials: &mut Credentials<'_>, scheme: &SecurityScheme) -> Option<String> {
    Some(match scheme.kind {
        SchemeKind::Basic => {
            let sent = credentials.basic(scheme)?;
            format!("{}:{}", sent.user(), sent.reveal())
        }
        SchemeKind::Http(_) => credentials.http(scheme)?.reveal().to_owned(),
        SchemeKind::ApiKey(..) => credentials.api_key(scheme)?.reveal().to_owned(),
        SchemeKind::Bearer | SchemeKind::OAuth2(_) | SchemeKind::OpenIdConnect(_) => {
            credentials.bearer(scheme)?.reveal().to_owned()
        }
    })
}

fn alternatives(service: &'static Service, index: usize) -> &'static [&'static [RequiredScheme]] {
    let required = |(scheme, scopes): &'static (usize, Vec<String>)| {
        let scheme = &service.schemes[*scheme];
        let kind = match &scheme.kind {
            model::SchemeKind::Bearer => SchemeKind::Bearer,
            model::SchemeKind::Basic => SchemeKind::Basic,
            model::SchemeKind::Http(name) => SchemeKind::Http(name),
            model::SchemeKind::ApiKey(place, name) => {
                let location = match place {
                    Place::Query => ApiKeyLocation::Query,
                    Place::Cookie => ApiKeyLocation::Cookie,
                    Place::Header | Place::Path => ApiKeyLocation::Header,
                };
                SchemeKind::ApiKey(location, name)
            }
            model::SchemeKind::OAuth2(flows) => SchemeKind::OAuth2(flows),
            model::SchemeKind::OpenIdConnect(url) => SchemeKind::OpenIdConnect(url),
        };
        let scheme = leak(SecurityScheme { name: &scheme.name, kind });
        RequiredScheme { scheme, scopes: list(scopes.iter().map(String::as_str)) }
    };
    let alternatives = service.requirements[index].alternatives.iter();
    list(alternatives.map(|alternative| list(alternative.iter().map(required))))
}

pub(super) fn schema(document: &'static Document, pointer: &Pointer) -> Schema {
    Schema::at(document, leak(pointer.to_fragment()))
}

fn parameter(
    document: &'static Document,
    name: &'static str,
    required: bool,
    source: &'static ParameterSource,
) -> Parameter {
    let new = if required { Parameter::required } else { Parameter::optional };
    let parameter = new(name, schema(document, &source.pointer));
    let parameter = parameter.credentials(list(source.credentials.iter().map(String::as_str)));
    let parameter = if source.allows_empty { parameter.allow_empty() } else { parameter };
    match &source.serialization {
        Serialization::Usual => parameter,
        Serialization::Json => parameter.json(),
        Serialization::Field(encoding) => parameter.field(*encoding),
        Serialization::Style { style, explode, types } => {
            let types = types.iter().map(|one| match one {
                model::ValueType::Scalar => ValueType::Scalar,
                model::ValueType::Array(_) => ValueType::Array,
                model::ValueType::Object { members, open } => ValueType::Object {
                    members: list(members.iter().map(|member| member.name.as_str())),
                    open: *open,
                },
            });
            parameter.style(*style, *explode, list(types))
        }
    }
}

fn field(document: &'static Document, part: &'static Part) -> FormField {
    let content = match &part.content {
        PartContent::Text => FieldContent::Text,
        PartContent::Json => FieldContent::Json,
        PartContent::TextOrJson => FieldContent::TextOrJson,
        PartContent::File(names) => FieldContent::File(list(names.iter().map(String::as_str))),
    };
    let schema = part.pointer.as_ref().map(|pointer| schema(document, pointer));
    FormField { name: &part.name, content, repeated: part.repeated, schema }
}
