//! Reads a request as the handler does that a build script generates: from the same model, with
//! the same library, while the program runs.

use super::{Data, Handler, leak};
use dropshot::RequestContext;
use openapi_document::Pointer;
use openapi_dropshot::{
    Credentials, Document, FormField, Parameter, Rejection, RequestBody, RequestLimits,
    RequiredScheme, Schema, SecurityScheme, both, read_parameters,
};
use openapi_rust::operation::{
    Alternative, Format, ParameterSource, Part, Scheme, Serialization, Service,
};
use serde_json::Value;

/// The schema of values that the document says nothing about.
static ANY: Document = Document::new("{}");

/// A media type of a body.
pub(super) struct Body {
    declared: &'static Alternative,
    schema: Schema,
    /// The fields of a form.
    fields: Vec<Parameter>,
    parts: Vec<FormField>,
}

impl Handler {
    /// Checks a request in the order of a generated handler.
    pub(super) async fn check(
        &'static self,
        rqctx: &RequestContext<()>,
        body: &mut RequestBody,
    ) -> Result<(), Rejection> {
        self.authorize(rqctx)?;
        let path = &self.endpoint.path;
        let read = self.parameters.iter().map(|(location, parameters)| {
            read_parameters::<Value, _>(*location, path, rqctx, parameters).map(drop)
        });
        read.reduce(|one, other| both(one, other).map(drop)).transpose()?;
        let Some(declared) = &self.endpoint.body else {
            return Ok(());
        };
        let limits = RequestLimits::of(rqctx);
        if !declared.required && body.is_absent(limits).await {
            return Ok(());
        }
        let names: Vec<_> = self.bodies.iter().map(|one| &*one.declared.media_type).collect();
        let Body { declared, schema, fields, parts } = &self.bodies[body.select(&names)?];
        let _: Value = match declared.format {
            Format::Json => body.json(schema, limits).await?,
            Format::Items(_) => Value::Array(body.json_lines(schema, limits).await?),
            Format::Text => body.text(schema, limits).await?,
            Format::Form(_) => body.form(fields, schema, limits).await?,
            Format::Multipart(..) => body.multipart(parts, schema, limits).await?,
            Format::Binary => {
                let limits = limits.at_most(declared.max_length.unwrap_or(usize::MAX));
                body.stream(limits)?.bytes().await?;
                Value::Null
            }
        };
        Ok(())
    }

    /// Checks the credentials. Without tokens, each is accepted.
    fn authorize(&self, rqctx: &RequestContext<()>) -> Result<(), Rejection> {
        let Data { model, tokens, .. } = self.data;
        let mut credentials = Credentials::new(rqctx, &model.service.title, self.security);
        let is_known = |secret: String| tokens.is_empty() || tokens.contains(&secret);
        for all in self.security.iter().filter(|all| !all.is_empty()) {
            // Each scheme is looked for, since a challenge says which were sent.
            let secrets: Vec<_> = all.iter().map(|one| credentials.secret(one.scheme)).collect();
            if secrets.into_iter().all(|one| one.is_some_and(is_known)) {
                return Ok(());
            }
        }
        let is_optional = self.security.iter().any(|all| all.is_empty());
        if is_optional { credentials.anonymous() } else { Err(credentials.rejection()) }
    }
}

fn list<T>(items: impl Iterator<Item = T>) -> &'static [T] {
    leak(items.collect::<Vec<_>>())
}

fn names(all: &'static [String]) -> &'static [&'static str] {
    list(all.iter().map(String::as_str))
}

impl Data {
    fn schema(&self, pointer: &Pointer) -> Schema {
        Schema::at(self.embedded, leak(pointer.to_fragment()))
    }

    /// Returns the alternatives of a requirement.
    pub(super) fn security(&'static self, index: usize) -> &'static [&'static [RequiredScheme]] {
        let Service { schemes, requirements, .. } = &self.model.service;
        let required = |(scheme, scopes): &'static (usize, Vec<String>)| {
            let Scheme { name, credential, object, .. } = &schemes[*scheme];
            let scheme = leak(SecurityScheme { name, credential: credential.as_deref(), object });
            RequiredScheme { scheme, scopes: names(scopes) }
        };
        list(requirements[index].alternatives.iter().map(|all| list(all.iter().map(required))))
    }

    pub(super) fn parameter(&self, source: &'static ParameterSource) -> Parameter {
        let new = if source.required { Parameter::required } else { Parameter::optional };
        let parameter = new(&source.name, self.schema(&source.pointer));
        let parameter = if source.allows_empty { parameter.allow_empty() } else { parameter };
        match &source.serialization {
            Serialization::Usual => parameter,
            Serialization::Json => parameter.json(),
            Serialization::Field(encoding) => parameter.field(*encoding),
            Serialization::Style { style, explode, kinds, members, open } => {
                let parameter = parameter.style(*style, *explode, kinds).members(names(members));
                open.iter().fold(parameter, |one, credentials| one.open(names(credentials)))
            }
        }
    }

    fn field(&self, part: &'static Part) -> FormField {
        FormField {
            name: &part.name,
            content: part.content.as_deref(),
            repeated: part.repeated,
            schema: part.schema.as_ref().map(|pointer| self.schema(pointer)),
        }
    }

    pub(super) fn body(&self, declared: &'static Alternative) -> Body {
        let pointer = declared.pointer.as_ref();
        let schema = pointer.map_or(Schema::at(&ANY, "#"), |pointer| self.schema(pointer));
        let mut body = Body { declared, schema, fields: Vec::new(), parts: Vec::new() };
        match &declared.format {
            Format::Form(all) => body.fields.extend(all.iter().map(|one| self.parameter(one))),
            Format::Multipart(all, _) => body.parts.extend(all.iter().map(|one| self.field(one))),
            _ => {}
        }
        body
    }
}
