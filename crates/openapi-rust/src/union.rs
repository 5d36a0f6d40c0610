//! Converts `oneOf`, `anyOf` and lists of types to an enum.
//!
//! The variant of a value is determined as in the document: by the value of the
//! discriminator's member, by the JSON type, or by the first branch whose schema
//! accepts the value. Trying to decode one variant after the other is not used: a
//! type accepts more than its schema, so an earlier variant would accept values of
//! a later variant.

use openapi_document::{Diagnostic, Diagnostics, Node, Pointer, Schema, TypeName, Value};
use serde_json::Map;

use crate::merge::{Merged, Union};
use crate::names::Names;
use crate::types::{Body, Kind, Shape, Site, Types, beyond, has_type, is_numeric_format};

/// The criterion by which a value belongs to a variant.
#[derive(Clone, Debug)]
pub enum SelectedBy {
    /// The value of the discriminator's member.
    Tag(Vec<String>),
    /// The JSON type of the value.
    Type(TypeName),
    /// Acceptance by the schema at this pointer.
    Schema(Pointer),
}

/// A variant of a union.
#[derive(Clone, Debug)]
pub struct UnionVariant {
    pub name: String,
    pub description: Option<String>,
    pub shape: Shape,
    pub selected_by: SelectedBy,
}

impl<'d> Types<'d> {
    pub fn union(
        &mut self,
        mut merged: Merged<'d>,
        union: &Union<'d>,
        site: Site<'_, 'd>,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        let (nulls, branches): (Vec<_>, Vec<_>) =
            union.branches.iter().partition(|branch| is_null(branch));
        // `null` needs a branch and, if there is a `type` beside the union, that too.
        merged.nullable = !nulls.is_empty() && (merged.types.is_none() || merged.nullable);
        self.open(&merged, site);
        let nullable = merged.nullable;
        let mut shape = match branches.as_slice() {
            [only] => self.shape(*only, site.place, diagnostics),
            branches => {
                merged.keep_beside_union(diagnostics);
                let (number, name) = self.define(&merged, site);
                let tag = tag(union, diagnostics);
                let mut names = Names::default();
                let mut variants = Vec::new();
                for branch in branches {
                    let shape = self.shape(*branch, &format!("{name} variant"), diagnostics);
                    let selected_by = match &tag {
                        Some((_, mapping)) => SelectedBy::Tag(tag_values(mapping, branch)),
                        None => SelectedBy::Schema(branch.location().pointer.clone()),
                    };
                    let wanted = branch
                        .text("title")
                        .map_or_else(|| variant_name(&shape, &name), str::to_owned);
                    variants.push(UnionVariant {
                        name: names.claim_type(&wanted),
                        description: branch.text("description").map(str::to_owned),
                        shape,
                        selected_by,
                    });
                }
                let objects = variants
                    .iter()
                    .filter(|variant| self.is_object(&variant.shape));
                if !union.exclusive && tag.is_none() && objects.count() > 1 {
                    let message = "of a value that several branches of `anyOf` accept, \
                                   the type holds what the first of them names";
                    let location = union.schema.location();
                    diagnostics.push(Diagnostic::warning(location, message));
                }
                let tag = tag.map(|(member, _)| member);
                let body = Body::Union {
                    exclusive: union.exclusive,
                    tag,
                    variants,
                    rules: self.referring(beyond(&merged), &merged, diagnostics),
                };
                self.defined(number, name, &merged, body)
            }
        };
        shape.nullable |= nullable;
        shape
    }

    fn is_object(&self, shape: &Shape) -> bool {
        let held = shape.held().and_then(|held| self.definition(held));
        held.is_some_and(|definition| matches!(definition.body, Body::Struct { .. }))
    }

    pub fn union_of_types(
        &mut self,
        merged: Merged<'d>,
        types: &[TypeName],
        site: Site<'_, 'd>,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        let (number, name) = self.define(&merged, site);
        let mut names = Names::default();
        let mut variants = Vec::new();
        // Beside numbers, a numeric format says nothing about strings, and another
        // format nothing about numbers.
        let is_numeric = merged.format.is_some_and(is_numeric_format);
        let has_numbers = types.contains(&TypeName::Number) || types.contains(&TypeName::Integer);
        for type_name in types {
            let schemas = merged.schemas.clone();
            let mut single = Merged::new(&schemas, diagnostics);
            single.types = Some([*type_name].into());
            if has_numbers && (*type_name == TypeName::String) == is_numeric {
                single.format = None;
            }
            if let Some(values) = &mut single.values {
                values.retain(|node| has_type(&node.to_json(), *type_name));
                // The types of arrays and objects do not depend on their values.
                if matches!(type_name, TypeName::Array | TypeName::Object) {
                    single.values = None;
                }
            }
            let place = format!("{name} {type_name}");
            let inner = Site {
                component: None,
                place: &place,
                schemas: &[],
            };
            let shape = self.single(single, *type_name, inner, diagnostics);
            variants.push(UnionVariant {
                name: names.claim_type(&variant_name(&shape, &name)),
                description: None,
                shape,
                selected_by: SelectedBy::Type(*type_name),
            });
        }
        let body = Body::Union {
            exclusive: false,
            tag: None,
            variants,
            rules: Map::new(),
        };
        self.defined(number, name, &merged, body)
    }
}

fn is_null(schema: &Schema<'_>) -> bool {
    let only_null = schema
        .types()
        .is_ok_and(|types| types.is_some_and(|types| types.iter().eq([&TypeName::Null])));
    only_null
        || schema
            .keyword("const")
            .is_some_and(|node| node.value == Value::Null)
}

/// The discriminator's member, and its values with the schemas that they select.
type Tag<'d> = (String, Vec<(String, &'d str)>);

fn tag<'d>(union: &Union<'d>, diagnostics: &mut Diagnostics) -> Option<Tag<'d>> {
    let node = union.schema.keyword("discriminator")?;
    let Some(member) = node.get("propertyName").and_then(Node::string) else {
        diagnostics.push(Diagnostic::error(
            &node.location,
            "a discriminator has a `propertyName`",
        ));
        return None;
    };
    let mapping = node
        .get("mapping")
        .and_then(Node::mapping)
        .into_iter()
        .flatten();
    let mapping = mapping.filter_map(|(value, target)| Some((value.clone(), target.string()?)));
    Some((member.to_owned(), mapping.collect()))
}

/// Returns the discriminator values of a branch: the values mapped to it, or else
/// the name of its component (OpenAPI §4.8.25). A mapping may contain a name or a
/// reference.
fn tag_values(mapping: &[(String, &str)], branch: &Schema<'_>) -> Vec<String> {
    let reference = branch.text("$ref").unwrap_or_default();
    let component = Pointer::from_reference(reference)
        .and_then(|pointer| pointer.last())
        .unwrap_or_default();
    let mapped = mapping
        .iter()
        .filter(|(_, target)| *target == reference || *target == component);
    let values: Vec<_> = mapped.map(|(value, _)| value.clone()).collect();
    if values.is_empty() {
        vec![component]
    } else {
        values
    }
}

/// Returns the name of a variant: the name of its type without the prefix that
/// equals the union's name.
fn variant_name(shape: &Shape, union: &str) -> String {
    if let Some(external) = &shape.external {
        return external.name().to_owned();
    }
    match &shape.kind {
        Kind::Named(name) => name
            .strip_prefix(union)
            .filter(|rest| !rest.is_empty())
            .unwrap_or(name)
            .to_owned(),
        Kind::Any => "Any value".to_owned(),
        Kind::Object => "Object".to_owned(),
        Kind::Null => "Null".to_owned(),
        Kind::Boolean => "Boolean".to_owned(),
        Kind::Integer(_) => "Integer".to_owned(),
        Kind::Number(_) => "Number".to_owned(),
        Kind::String => "String".to_owned(),
        Kind::DateTime => "Date time".to_owned(),
        Kind::Date => "Date".to_owned(),
        Kind::Uuid => "Uuid".to_owned(),
        Kind::File => "File".to_owned(),
        Kind::Array(items) => format!("{} list", variant_name(items, union)),
        Kind::Map(values) => format!("{} map", variant_name(values, union)),
    }
}
