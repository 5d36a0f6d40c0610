//! Makes optional parameters of object types possible for builders, for which progenitor
//! panics: it takes their types for types without builders.

use openapiv3::{
    OpenAPI, Parameter, ParameterSchemaOrContent, ReferenceOr, Schema, SchemaKind, Type,
};
use progenitor::{GenerationSettings, TypeImpl};

use crate::answers::operations;
use crate::lower::names;

const COMPONENTS: &str = "#/components/schemas/";

/// Gives such parameters types of other names, which are replaced by those of the document.
pub(crate) fn rename(document: &mut OpenAPI, settings: &mut GenerationSettings) {
    let Some(components) = &mut document.components else {
        return;
    };
    let schemas = &mut components.schemas;
    for path in document.paths.paths.values_mut() {
        let ReferenceOr::Item(path) = path else {
            continue;
        };
        for operation in operations(path) {
            for parameter in &mut operation.parameters {
                let ReferenceOr::Item(Parameter::Query {
                    parameter_data: data,
                    ..
                }) = parameter
                else {
                    continue;
                };
                let ParameterSchemaOrContent::Schema(schema) = &data.format else {
                    continue;
                };
                let name = referred(schema)
                    .filter(|_| !data.required)
                    .map(str::to_owned);
                let Some(name) = name.filter(|name| schemas.get(name).is_some_and(is_object))
                else {
                    continue;
                };
                let argument = format!("{name}.argument");
                let any = Schema {
                    schema_data: Default::default(),
                    schema_kind: SchemaKind::Any(Default::default()),
                };
                schemas.insert(argument.clone(), ReferenceOr::Item(any));
                let traits = std::iter::empty::<TypeImpl>();
                let path = format!("types::{}", names::type_name(&name));
                settings.with_replacement(names::type_name(&argument), path, traits);
                let reference = ReferenceOr::ref_(&format!("{COMPONENTS}{argument}"));
                data.format = ParameterSchemaOrContent::Schema(reference);
            }
        }
    }
}

/// Returns the component of a parameter.
fn referred(schema: &ReferenceOr<Schema>) -> Option<&str> {
    match schema {
        ReferenceOr::Reference { reference } => reference.strip_prefix(COMPONENTS),
        ReferenceOr::Item(schema) => match &schema.schema_kind {
            SchemaKind::AllOf { all_of } if all_of.len() == 1 => referred(&all_of[0]),
            _ => None,
        },
    }
}

fn is_object(schema: &ReferenceOr<Schema>) -> bool {
    let ReferenceOr::Item(schema) = schema else {
        return false;
    };
    match &schema.schema_kind {
        SchemaKind::Type(Type::Object(object)) => !object.properties.is_empty(),
        SchemaKind::AllOf { .. } | SchemaKind::Any(_) => true,
        _ => false,
    }
}
