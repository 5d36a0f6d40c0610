//! Reads a request as the handler does that a build script generates: from the same model, with
//! the same library, while the program runs.

use super::{Data, Handler, leak};
use dropshot::RequestContext;
use openapi_document::Pointer;
use openapi_dropshot::{
    Credentials, Document, FieldContent, FormField, Parameter, Rejection, RequestBody,
    RequestLimits, RequiredScheme, Schema, SecurityScheme, ValueType, both, read_parameters,
};
use openapi_rust::operation::{self as model, Format, PartContent, Serialization};
use serde_json::Value;

/// A media type of a body.
pub(super) struct Body {
    format: &'static Format,
    schema: Option<Schema>,
    /// The fields of a form.
    fields: Vec<Parameter>,
    parts: Vec<FormField>,
    max_length: usize,
}

impl Handler {
    /// Checks a request in the order of a generated handler. Without tokens, each credential is
    /// accepted.
    pub(super) async fn check(
        &'static self,
        rqctx: &RequestContext<()>,
        body: &mut RequestBody,
    ) -> Result<(), Rejection> {
        self.authorize(rqctx)?;
        let mut read = Ok(());
        for (location, parameters) in &self.parameters {
            let path = self.operation.path();
            let own = read_parameters::<Value, _>(*location, path, rqctx, parameters);
            read = both(read, own).map(drop);
        }
        read?;
        let Some(declared) = &self.endpoint.body else {
            return Ok(());
        };
        let limits = RequestLimits::of(rqctx);
        if !declared.required && body.is_absent(limits).await {
            return Ok(());
        }
        let names = declared.content.alternatives.iter().map(|one| one.media_type.as_str());
        let selected = body.select(&names.collect::<Vec<_>>())?;
        self.bodies[selected].receive(body, limits).await
    }

    fn authorize(&self, rqctx: &RequestContext<()>) -> Result<(), Rejection> {
        let Data { model, tokens, .. } = self.data;
        let mut credentials = Credentials::new(rqctx, &model.service.title, self.security);
        let mut is_refused = |one: &&RequiredScheme| {
            let secret = credentials.secret(one.scheme);
            secret.is_none_or(|one| !tokens.is_empty() && !tokens.contains(&one))
        };
        let (optional, required): (Vec<&&[_]>, Vec<_>) =
            self.security.iter().partition(|one| one.is_empty());
        // Each scheme is looked for, since a challenge says which were sent.
        if required.iter().any(|all| all.iter().filter(&mut is_refused).count() == 0) {
            Ok(())
        } else if required.is_empty() || !optional.is_empty() {
            credentials.anonymous()
        } else {
            Err(credentials.rejection())
        }
    }
}

pub(super) fn list<T>(items: impl Iterator<Item = T>) -> &'static [T] {
    leak(items.collect::<Vec<_>>())
}

pub(super) fn required(
    service: &'static model::Service,
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

pub(super) fn parameter(
    document: &'static Document,
    name: &'static str,
    required: bool,
    source: &'static model::ParameterSource,
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

impl Body {
    pub(super) fn new(body: &'static model::Alternative, document: &'static Document) -> Self {
        let (mut fields, mut parts) = (Vec::new(), Vec::new());
        match &body.format {
            Format::Form(declared) => fields.extend(
                declared.iter().map(|one| parameter(document, &one.name, false, &one.source)),
            ),
            Format::Multipart(declared, _) => {
                parts.extend(declared.iter().map(|one| field(document, one)))
            }
            _ => {}
        }
        let schema = body.pointer.as_ref().map(|pointer| schema(document, pointer));
        let max_length = body.max_length.unwrap_or(usize::MAX);
        Self { format: &body.format, schema, fields, parts, max_length }
    }

    /// Receives and validates a body.
    async fn receive(
        &'static self,
        body: &mut RequestBody,
        limits: RequestLimits,
    ) -> Result<(), Rejection> {
        let _: Value = match (self.format, &self.schema) {
            (Format::Json, Some(schema)) => body.json(schema, limits).await?,
            (Format::Json, None) => body.any_json(limits).await?,
            (Format::Items(_), Some(schema)) => {
                Value::Array(body.json_lines(schema, limits).await?)
            }
            (Format::Text, Some(schema)) => body.text(schema, limits).await?,
            (Format::Text, None) => body.any_text(limits).await?.into(),
            (Format::Form(_), Some(schema)) => body.form(&self.fields, schema, limits).await?,
            (Format::Multipart(..), Some(schema)) => {
                body.multipart(&self.parts, schema, limits).await?
            }
            _ => {
                body.stream(limits.at_most(self.max_length))?.bytes().await?;
                Value::Null
            }
        };
        Ok(())
    }
}

fn field(document: &'static Document, part: &'static model::Part) -> FormField {
    let content = match &part.content {
        PartContent::Text => FieldContent::Text,
        PartContent::Json => FieldContent::Json,
        PartContent::TextOrJson => FieldContent::TextOrJson,
        PartContent::File(names) => FieldContent::File(list(names.iter().map(String::as_str))),
    };
    let schema = part.pointer.as_ref().map(|pointer| schema(document, pointer));
    FormField { name: &part.name, content, repeated: part.repeated, schema }
}
