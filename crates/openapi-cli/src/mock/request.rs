//! Reads a request as the handler does that a build script generates: from the same model, with
//! the same library, while the program runs.

use super::{Handler, leak};
use dropshot::RequestContext;
use futures::future::{BoxFuture, FutureExt, TryFutureExt};
use openapi_document::Pointer;
use openapi_dropshot::{
    Credentials, Document, FieldContent, FormField, Parameter, ParameterLocation, Rejection,
    RequestBody, RequestLimits, RequiredScheme, Schema, SecurityScheme, ValueType, both,
    read_parameters,
};
use openapi_rust::operation::{
    self as model, Alternative, Endpoint, Format, ParameterSource, Part, PartContent,
    Serialization, Service,
};
use serde_json::Value;

/// What a request to an operation must have.
pub(super) struct Inputs {
    security: &'static [&'static [RequiredScheme]],
    parameters: Vec<(ParameterLocation, Vec<Parameter>)>,
    /// One for each media type.
    bodies: Vec<ReadBody>,
}

/// Receives and validates a body.
type ReadBody = Box<dyn Fn(&mut RequestBody, RequestLimits) -> Reading<'_> + Send + Sync>;

type Reading<'b> = BoxFuture<'b, Result<Value, Rejection>>;

impl Inputs {
    pub(super) fn new(
        service: &'static Service,
        endpoint: &'static Endpoint,
        document: &'static Document,
    ) -> Self {
        let parameters = endpoint.parameters.iter().map(|one| {
            let fields = one.fields.iter().zip(&one.sources);
            let fields = fields.map(|(field, source)| {
                parameter(document, &field.wire_name, field.required, source)
            });
            (one.location, fields.collect())
        });
        let bodies = endpoint.body.iter().flat_map(|body| &body.content.alternatives);
        Self {
            security: endpoint.security.map_or(&[], |index| {
                let alternatives = service.requirements[index].alternatives.iter();
                list(alternatives.map(|one| list(one.iter().map(|one| required(service, one)))))
            }),
            parameters: parameters.collect(),
            bodies: bodies.map(|one| body(one, document)).collect(),
        }
    }
}

impl Handler {
    /// Checks a request in the order of a generated handler. Without tokens, each credential is
    /// accepted.
    pub(super) async fn check(
        &self,
        rqctx: &RequestContext<()>,
        body: &mut RequestBody,
    ) -> Result<(), Rejection> {
        self.authorize(rqctx)?;
        let mut read = Ok(());
        for (location, parameters) in &self.inputs.parameters {
            let path = &self.endpoint.path;
            let own = read_parameters::<Value, _>(*location, path, rqctx, parameters);
            read = both(read, own).map(drop);
        }
        read?;
        self.receive(rqctx, body).await
    }

    fn authorize(&self, rqctx: &RequestContext<()>) -> Result<(), Rejection> {
        let service = &self.data.model.service;
        let mut credentials = Credentials::new(rqctx, &service.title, self.inputs.security);
        let mut is_refused = |one: &&RequiredScheme| {
            let secret = credentials.secret(one.scheme);
            secret.is_none_or(|one| !self.tokens.is_empty() && !self.tokens.contains(&one))
        };
        for alternative in self.inputs.security.iter().filter(|one| !one.is_empty()) {
            // Each scheme is looked for, since a challenge says which were sent.
            if alternative.iter().filter(&mut is_refused).count() == 0 {
                return Ok(());
            }
        }
        let requirement = self.endpoint.security.map(|index| &service.requirements[index]);
        match requirement {
            Some(requirement) if !requirement.is_optional => Err(credentials.rejection()),
            _ => credentials.anonymous(),
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
        let limits = RequestLimits::of(rqctx);
        if !declared.required && body.is_absent(limits).await {
            return Ok(());
        }
        let names = declared.content.alternatives.iter().map(|one| one.media_type.as_str());
        let read = &self.inputs.bodies[body.select(&names.collect::<Vec<_>>())?];
        read(body, limits).await.map(drop)
    }
}

fn list<T>(items: impl Iterator<Item = T>) -> &'static [T] {
    leak(items.collect::<Vec<_>>())
}

fn required(
    service: &'static Service,
    (scheme, scopes): &'static (usize, Vec<String>),
) -> RequiredScheme {
    let scheme = &service.schemes[*scheme];
    let credential = scheme.credential.as_deref();
    let scheme = leak(SecurityScheme { name: &scheme.name, credential, object: &scheme.object });
    RequiredScheme { scheme, scopes: list(scopes.iter().map(String::as_str)) }
}

fn schema(document: &'static Document, pointer: &Pointer) -> Schema {
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

fn body(body: &'static Alternative, document: &'static Document) -> ReadBody {
    let schema = body.pointer.as_ref().map(|pointer| leak(schema(document, pointer)));
    match (&body.format, schema) {
        (Format::Json, Some(schema)) => {
            Box::new(move |body, limits| body.json(schema, limits).boxed())
        }
        (Format::Json, None) => Box::new(|body, limits| body.any_json(limits).boxed()),
        (Format::Items(_), Some(schema)) => Box::new(move |body, limits| {
            body.json_lines(schema, limits).map_ok(Value::Array).boxed()
        }),
        (Format::Text, Some(schema)) => {
            Box::new(move |body, limits| body.text(schema, limits).boxed())
        }
        (Format::Text, None) => {
            Box::new(|body, limits| body.any_text(limits).map_ok(Value::from).boxed())
        }
        (Format::Form(fields), Some(schema)) => {
            let fields = fields.iter();
            let fields = list(fields.map(|one| parameter(document, &one.name, false, &one.source)));
            Box::new(move |body, limits| body.form(fields, schema, limits).boxed())
        }
        (Format::Multipart(parts, _), Some(schema)) => {
            let fields = list(parts.iter().map(|one| field(document, one)));
            Box::new(move |body, limits| body.multipart(fields, schema, limits).boxed())
        }
        (Format::Binary | Format::Items(_) | Format::Form(_) | Format::Multipart(..), _) => {
            Box::new(|body, limits| {
                async move { body.stream(limits)?.bytes().await.map(|_| Value::Null) }.boxed()
            })
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
