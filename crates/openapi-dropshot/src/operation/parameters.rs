//! Reads path, query and header parameters, which must be scalars.

use openapi_model::{Diagnostic, Node, Operation, Parameter, ParameterLocation, Pointer, Schema};
use serde_json::Value;

use super::Parameters;
use super::read::Reader;
use crate::names::Names;
use crate::types::{Field, Kind, Shape, unaliased};

impl<'d> Reader<'d, '_> {
    pub(super) fn parameters(
        &mut self,
        operation: &Operation<'d>,
        type_name: &str,
    ) -> Vec<Parameters> {
        let mut groups = Vec::new();
        for location in [
            ParameterLocation::Path,
            ParameterLocation::Query,
            ParameterLocation::Header,
        ] {
            let here = operation
                .parameters
                .iter()
                .filter(|parameter| parameter.place == location);
            let mut names = Names::default();
            let mut parameters = Parameters {
                location,
                type_name: String::new(),
                fields: Vec::new(),
                pointers: Vec::new(),
            };
            for parameter in here {
                if let Some((field, pointer)) = self.parameter(parameter, type_name, &mut names) {
                    parameters.fields.push(field);
                    parameters.pointers.push(pointer);
                }
            }
            if !parameters.fields.is_empty() {
                parameters.type_name = self
                    .types
                    .names
                    .claim_type(&format!("{type_name} {location}"));
                groups.push(parameters);
            }
        }
        for cookie in operation
            .parameters
            .iter()
            .filter(|parameter| parameter.place == ParameterLocation::Cookie)
        {
            self.reject(
                cookie.location,
                &format!("the cookie parameter `{}` is not supported", cookie.name),
            );
        }
        groups
    }

    fn parameter(
        &mut self,
        parameter: &Parameter<'d>,
        type_name: &str,
        names: &mut Names,
    ) -> Option<(Field, Pointer)> {
        let Parameter {
            name,
            place: location,
            ..
        } = parameter;
        if let Some(content) = parameter.content {
            self.reject(
                parameter.location,
                &format!(
                    "the {location} parameter `{name}` with content {content} is not supported"
                ),
            );
            return None;
        }
        let usual = if *location == ParameterLocation::Query {
            "form"
        } else {
            "simple"
        };
        if let Some(style) = parameter.style.filter(|style| *style != usual) {
            self.reject(
                parameter.location,
                &format!("the style {style} of the {location} parameter `{name}` is not supported"),
            );
        }
        let Some(schema) = parameter.schema else {
            self.reject(
                parameter.location,
                &format!("the {location} parameter `{name}` has no schema"),
            );
            return None;
        };
        let shape = self
            .types
            .shape(schema, &format!("{type_name} {name}"), self.diagnostics);
        if !self.types.is_scalar(&shape) {
            let message = format!(
                "the {location} parameter `{name}` is not a scalar, which is not supported"
            );
            self.reject(schema.location(), &message);
            return None;
        }
        let field = Field {
            name: names.claim_value(name),
            wire_name: (*name).to_owned(),
            description: parameter
                .description
                .or_else(|| schema.text("description"))
                .map(str::to_owned),
            required: parameter.required,
            shape: Shape {
                nullable: false,
                ..shape
            },
            holds_null: false,
            default: None,
        };
        let default = self.default(parameter, schema, &field.shape.kind);
        let field = Field { default, ..field };
        Some((field, schema.location().pointer.clone()))
    }

    /// Returns the default of an optional parameter (OpenAPI 3.1.1 §4.8.24.3). A
    /// default that the type cannot represent is reported and not applied.
    fn default(
        &mut self,
        parameter: &Parameter<'d>,
        schema: Schema<'d>,
        kind: &Kind,
    ) -> Option<Value> {
        let node = schema.keyword("default").filter(|_| !parameter.required)?;
        let value = node.to_json();
        let is_enumerated = || {
            let enumerated = unaliased(schema).keyword("enum").map(Node::to_json);
            enumerated
                .as_ref()
                .and_then(Value::as_array)
                .is_some_and(|enumerated| enumerated.contains(&value))
        };
        let fits = match kind {
            Kind::Integer(_) => value.as_i64().is_some(),
            Kind::Number(_) => value.is_number(),
            Kind::Boolean => value.is_boolean(),
            Kind::String => value.is_string(),
            Kind::Named(_) => is_enumerated(),
            _ => false,
        };
        if !fits {
            let message = format!(
                "the default of the {} parameter `{}` is not applied: its type does not allow the value",
                parameter.place, parameter.name
            );
            self.diagnostics
                .push(Diagnostic::warning(&node.location, message));
        }
        fits.then_some(value)
    }
}
