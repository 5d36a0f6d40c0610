//! Reads path, query, header and cookie parameters.

use std::collections::BTreeSet;

use openapi_document::{
    CredentialKind, Diagnostic, Operation, Parameter, ParameterLocation, Schema,
};
use openapi_schema::http::{essence, is_json};
use serde_json::Value;

use super::read::Reader;
use super::serialization::{Serialization, Style, ValueType, documented, style};
use super::{ParameterSource, Parameters};
use crate::names::parameter_names;
use crate::router;
use crate::types::{Field, Kind, Shape, applied};

impl<'d> Reader<'d, '_> {
    pub(super) fn parameters(
        &mut self,
        operation: &Operation<'d>,
        type_name: &str,
    ) -> Vec<Parameters> {
        let mut groups = Vec::new();
        let names = parameter_names(operation);
        for location in [
            ParameterLocation::Path,
            ParameterLocation::Query,
            ParameterLocation::Header,
            ParameterLocation::Cookie,
        ] {
            let named = operation.parameters.iter().zip(&names);
            let here = named.filter(|(parameter, _)| parameter.place == location);
            let (fields, sources): (Vec<_>, Vec<_>) = here
                .filter_map(|(one, name)| self.parameter(operation, one, type_name, name))
                .unzip();
            if !fields.is_empty() {
                let type_name = self.types.claim(&format!("{type_name} {location}"));
                groups.push(Parameters { location, type_name, fields, sources });
            }
        }
        groups
    }

    fn parameter(
        &mut self,
        operation: &Operation<'d>,
        parameter: &Parameter<'d>,
        type_name: &str,
        field_name: &str,
    ) -> Option<(Field, ParameterSource)> {
        let Parameter { name, place: location, .. } = parameter;
        let Some(schema) = parameter.schema else {
            self.reject(
                parameter.location,
                &format!("the {location} parameter `{name}` has no schema"),
            );
            return None;
        };
        // Operations share the type of a component, and those of a path its parameters.
        let pointer = &parameter.location.pointer;
        let place = match pointer.component_name("parameters") {
            Some(name) => self.types.names.unless_taken(&name, "parameter"),
            None if pointer.is_within(&operation.location.pointer) => format!("{type_name} {name}"),
            None => format!("{} {name}", operation.path),
        };
        let shape = self.types.shape(schema, &place, self.diagnostics);
        let mut serialization = self.serialization(parameter, &shape)?;
        if let Serialization::Style { explode: true, open: Some(credentials), .. } =
            &mut serialization
        {
            *credentials = api_keys(operation, *location);
        }
        // No text is `null`, so that a parameter which is sent never has this value.
        let is_nullable = shape.nullable;
        let mut shape = Shape { nullable: false, ..shape };
        let is_partial = *location == ParameterLocation::Path
            && router::is_partial(operation.path, parameter.name);
        let is_elsewhere = operation
            .parameters
            .iter()
            .any(|other| other.name == *name && other.place != *location);
        let is_usual = serialization == Serialization::Usual
            && self.types.is_scalar(&shape)
            && *location != ParameterLocation::Cookie
            && parameter.content.is_none()
            && parameter.explode.is_none_or(|explode| explode == explodes(parameter, None))
            && !(is_partial || is_elsewhere || parameter.allows_empty || parameter.allows_reserved)
            && !is_nullable;
        let default = self.default(parameter, schema, &shape.kind);
        if !is_usual {
            shape.rules.extend(documented(parameter, is_partial));
        }
        if is_nullable {
            shape.rules.insert("nullable".to_owned(), true.into());
        }
        let field = Field {
            description: parameter
                .description
                .or_else(|| schema.text("description"))
                .map(str::to_owned),
            deprecation: parameter.deprecation.clone(),
            required: parameter.required,
            default,
            ..Field::new(field_name.to_owned(), name, shape)
        };
        let source = ParameterSource {
            name: (*name).to_owned(),
            required: parameter.required,
            pointer: schema.location().pointer.clone(),
            serialization,
            allows_empty: parameter.allows_empty,
        };
        Some((field, source))
    }

    /// Returns how the value of a parameter is written. A form that is not supported
    /// is reported.
    fn serialization(&mut self, parameter: &Parameter<'d>, shape: &Shape) -> Option<Serialization> {
        let Parameter { name, place: location, .. } = parameter;
        match parameter.content {
            Some(content) if is_json(content) => return Some(Serialization::Json),
            Some(content) if essence(content).starts_with("text/") => {
                return Some(Serialization::Usual);
            }
            Some(content) => {
                let message = format!(
                    "the {location} parameter `{name}` with content {content} is not supported"
                );
                self.reject(parameter.location, &message);
                return None;
            }
            None => {}
        }
        let Some(style) = style(parameter) else {
            let style = parameter.style.unwrap_or_default();
            let message = format!(
                "the {location} parameter `{name}` has the style {style}, which {location} parameters do not have"
            );
            let help = "remove `style`, or write one that the location has";
            self.findings.push(Diagnostic::error(parameter.location, message).help(help));
            return None;
        };
        let explode = explodes(parameter, Some(style));
        let types = self.types.value_types(shape);
        let is_json = *location == ParameterLocation::Query
            && style != Style::DeepObject
            && self.types.has_compound_items(&types);
        if is_json {
            let message = format!(
                "the {location} parameter `{name}` has items that are no scalars, for which the \
                 Specification defines no form: its text is JSON"
            );
            let warning = Diagnostic::warning(parameter.location, message);
            let help = "describe it with `content` and `application/json`";
            self.findings.push(warning.help(help));
            return Some(Serialization::Json);
        }
        match self.types.check_style(style, explode, &types) {
            Ok(warnings) => {
                for warning in warnings {
                    let message = format!("the {location} parameter `{name}` {warning}");
                    self.findings.push(Diagnostic::warning(parameter.location, message));
                }
            }
            Err(error) => {
                let message = format!("the {location} parameter `{name}` {error}");
                self.reject(parameter.location, &message);
                return None;
            }
        }
        let is_usual = matches!(style, Style::Simple | Style::Form) && types == [ValueType::Scalar];
        Some(if is_usual {
            Serialization::Usual
        } else {
            Serialization::of(style, explode, &types)
        })
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
        let owner = format!("{} parameter `{}`", parameter.place, parameter.name);
        applied(node, schema, kind, &owner, self.findings)
    }
}

/// Returns the names of the API keys that an operation accepts in a location.
fn api_keys(operation: &Operation<'_>, location: ParameterLocation) -> Vec<String> {
    let schemes = operation.security.iter().flat_map(|one| &one.schemes);
    let kinds = schemes.filter_map(|(scheme, _)| scheme.credential_kind().ok());
    let here = kinds.filter_map(|kind| match kind {
        CredentialKind::ApiKey(place, name) if place == location => Some(name),
        _ => None,
    });
    let keys: BTreeSet<_> = here.collect();
    keys.into_iter().collect()
}

/// Returns the `explode` of a parameter. Only the style `form` has the default
/// `true`, and `deepObject` has no other form than the exploded one.
fn explodes(parameter: &Parameter<'_>, style: Option<Style>) -> bool {
    let form = matches!(parameter.place, ParameterLocation::Query | ParameterLocation::Cookie)
        && parameter.style.is_none_or(|style| style == "form");
    let declared = parameter.explode.filter(|_| style.is_some());
    style == Some(Style::DeepObject) || declared.unwrap_or(form)
}
