//! The types of schemas, and the component of the flat document that progenitor replaces by each
//! of them.
//!
//! The types are those of `openapi-rust`, which the server has, too. progenitor knows of them
//! by name alone: a component of the flat document says nothing about its values, and
//! progenitor replaces it by the type.

use std::collections::{BTreeMap, HashSet};

use openapi_document::{Diagnostics, Operation, Parameter, Schema, Status};
use openapi_rust::operation::{Endpoint, Format, ParameterSource, Part, ResponseHeader, Service};
use openapi_rust::print::Scope;
use openapi_rust::types::{self, Body, Definition, Field, Kind, Shape};
use serde_json::{Map, Value, json};

/// A schema of OpenAPI 3.0, to be converted to [`openapiv3::Schema`].
pub(crate) type Object = Map<String, Value>;

/// Who makes the values of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Maker {
    Caller,
    Service,
}

/// The types of a document, as operations use them.
pub(crate) struct Types<'d> {
    pub(crate) model: types::Types<'d>,
    pub(crate) service: Service,
    scope: Scope<'static>,
    /// The name of the component of each type.
    components: BTreeMap<String, String>,
    /// The components that have members.
    pages: BTreeMap<String, Object>,
    /// The types of operations.
    used: Vec<(Shape, Maker)>,
}

impl<'d> Types<'d> {
    pub(crate) fn new(model: types::Types<'d>, service: Service) -> Self {
        Self {
            model,
            service,
            scope: Scope::root().for_client([]),
            components: BTreeMap::new(),
            pages: BTreeMap::new(),
            used: Vec::new(),
        }
    }

    /// Returns a name that no type has: the name, or with a number.
    pub(crate) fn claim(&mut self, name: &str) -> String {
        self.model.names.claim_type(name)
    }

    fn endpoint(&self, operation: &Operation<'_>) -> Option<&Endpoint> {
        let mut endpoints = self.service.endpoints.iter();
        endpoints.find(|one| one.method == operation.method && one.path == operation.path)
    }

    /// Returns the name that the server's type of the responses of an operation has.
    pub(crate) fn response_name(&self, operation: &Operation<'_>) -> Option<&str> {
        Some(&self.endpoint(operation)?.response_name)
    }

    /// Returns the parts of the form that an operation receives.
    pub(crate) fn parts(&self, operation: &Operation<'_>) -> Option<&[Part]> {
        let content = &self.endpoint(operation)?.body.as_ref()?.content;
        content.alternatives.iter().find_map(|one| match &one.format {
            Format::Multipart(parts, _) => Some(&parts[..]),
            _ => None,
        })
    }

    /// Returns a parameter as the server has it.
    pub(crate) fn parameter(
        &self,
        operation: &Operation<'_>,
        parameter: &Parameter<'_>,
    ) -> Option<(&Field, &ParameterSource)> {
        let mut groups = self.endpoint(operation)?.parameters.iter();
        let group = groups.find(|group| group.location == parameter.place)?;
        let mut fields = group.fields.iter().zip(&group.sources);
        fields.find(|(field, _)| field.wire_name == parameter.name)
    }

    /// Returns the headers of a response.
    pub(crate) fn headers(&self, operation: &Operation<'_>, status: Status) -> Vec<ResponseHeader> {
        let responses = self.endpoint(operation).into_iter().flat_map(|one| &one.responses);
        let mut responses = responses.filter(|one| one.status == status);
        responses.next().map(|one| one.headers.clone()).unwrap_or_default()
    }

    /// Returns the type of a schema. `place` is its name in the absence of other names.
    pub(crate) fn shape(
        &mut self,
        schema: Schema<'d>,
        place: &str,
        maker: Maker,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        let mut shape = self.model.shape(schema, place, diagnostics);
        shape.rules.retain(|keyword, _| keyword == "format");
        self.used.push((shape.clone(), maker));
        shape
    }

    /// Adds a type that the service makes.
    pub(crate) fn receive(&mut self, shape: &Shape) {
        self.used.push((shape.clone(), Maker::Service));
    }

    /// Returns a type as the module of the client names it.
    pub(crate) fn path(&self, shape: &Shape) -> String {
        self.scope.shape(shape).to_string()
    }

    /// Returns the schema of a value of a type in the flat document: a reference to the
    /// component of the type, or the schema of a type that progenitor has.
    pub(crate) fn schema(&mut self, shape: &Shape) -> Object {
        let object = |value: Value| match value {
            Value::Object(object) => object,
            _ => Object::new(),
        };
        if shape.nullable || shape.external.is_some() {
            return self.component(shape);
        }
        match &shape.kind {
            Kind::String => object(json!({"type": "string"})),
            Kind::Boolean => object(json!({"type": "boolean"})),
            Kind::Integer(name) => {
                let (sign, bits) = name.split_at(1);
                let sign = if sign == "u" { "uint" } else { "int" };
                object(json!({"type": "integer", "format": format!("{sign}{bits}")}))
            }
            Kind::Number(_) => object(json!({"type": "number", "format": "double"})),
            Kind::Uuid => object(json!({"type": "string", "format": "uuid"})),
            Kind::Array(items) => {
                let items = self.schema(items);
                object(json!({"type": "array", "items": items}))
            }
            Kind::Any => Object::new(),
            _ => self.component(shape),
        }
    }

    fn component(&mut self, shape: &Shape) -> Object {
        let path = match shape.kind {
            Kind::Null => "openapi_progenitor::Null".to_owned(),
            _ => self.path(shape),
        };
        let name = match (&shape.kind, self.components.get(&path)) {
            (_, Some(name)) => name.clone(),
            (Kind::Named(name), None) if shape.held().is_some() && !shape.nullable => name.clone(),
            _ => self.model.names.claim_type(&described(shape)),
        };
        self.refer_to(&path, &name)
    }

    /// Returns a reference to the component of a type, which has this name if it is new.
    pub(crate) fn refer_to(&mut self, path: &str, name: &str) -> Object {
        let components = self.components.entry(path.to_owned());
        reference(components.or_insert_with(|| name.to_owned()))
    }

    /// Keeps the members of a page, for which progenitor generates a stream of all pages.
    pub(crate) fn keep_page(&mut self, shape: &Shape) {
        let Some(definition) = shape.held().and_then(|name| self.model.definition(name)) else {
            return;
        };
        let Body::Struct { fields, .. } = &definition.body else {
            return;
        };
        let member = |wanted: &str| fields.iter().find(|field| field.wire_name == wanted);
        if let (Some(items), Some(_)) = (member("items"), member("next_page")) {
            let (name, items) = (definition.name.clone(), items.shape.clone());
            let items = self.schema(&items);
            let page = json!({
                "type": "object",
                "required": ["items"],
                "properties": {
                    "items": items,
                    "next_page": { "type": "string", "nullable": true },
                },
            });
            self.pages.extend(page.as_object().map(|page| (name, page.clone())));
        }
    }

    pub(crate) fn finish(self) -> Finished {
        let definitions = self.model.finish();
        let reached = |maker: Maker| {
            let used = self.used.iter().filter(|(_, own)| *own == maker);
            types::reached(&definitions, used.map(|(shape, _)| shape))
        };
        let (sent, mut received) = (reached(Maker::Caller), reached(Maker::Service));
        let mut definitions = definitions;
        definitions.retain(|one| {
            let name = match &one.body {
                Body::Alias(shape) => shape.held().unwrap_or_default(),
                _ => &one.name,
            };
            sent.contains(name) || received.contains(name)
        });
        received.retain(|name| !sent.contains(name));
        Finished { definitions, received, components: self.components, pages: self.pages }
    }
}

/// The types that operations use.
pub(crate) struct Finished {
    pub(crate) definitions: Vec<Definition>,
    /// The names of the types that only the service makes.
    pub(crate) received: HashSet<String>,
    /// The name of the component of each type.
    pub(crate) components: BTreeMap<String, String>,
    /// The components that have members.
    pub(crate) pages: BTreeMap<String, Object>,
}

fn reference(name: &str) -> Object {
    let reference = format!("#/components/schemas/{name}");
    Object::from_iter([("$ref".to_owned(), Value::String(reference))])
}

/// Returns a name for a type that is no definition.
pub(crate) fn described(shape: &Shape) -> String {
    let name = match (&shape.external, &shape.kind) {
        (Some(external), _) => external.name().to_owned(),
        (None, Kind::Named(name)) => name.clone(),
        (None, Kind::Array(items)) => format!("list of {}", described(items)),
        (None, Kind::Map(values)) => format!("map of {}", described(values)),
        (None, Kind::Any) => "value".to_owned(),
        (None, Kind::Integer(name) | Kind::Number(name)) => (*name).to_owned(),
        (None, kind) => format!("{kind:?}"),
    };
    if shape.nullable { format!("nullable {name}") } else { name }
}
