//! `oneOf`, `anyOf` and several types to an enum.
//!
//! Which variant a value is decides what is decided in the document: the value
//! of the discriminator's member, the JSON type, or the first branch whose
//! schema accepts. Trying to decode one variant after the other is not used: a
//! type accepts more than its schema, so an earlier variant would take values
//! that are a later one's.

use openapi_model::{Diagnostic, Diagnostics, Node, Pointer, Schema, TypeName, Value};
use serde_json::Map;

use crate::merge::{Merged, Union};
use crate::names::Names;
use crate::types::{Body, Definition, Kind, Shape, Site, Types, beyond};

/// How a value is told to be of a variant.
#[derive(Clone, Debug)]
pub(crate) enum Told {
    /// By the values of the discriminator's member.
    Tag(Vec<String>),
    /// By its JSON type.
    Type(TypeName),
    /// By the schema at that pointer.
    Schema(Pointer),
}

/// A variant of a union.
#[derive(Clone, Debug)]
pub(crate) struct UnionVariant {
    pub name: String,
    pub description: Option<String>,
    pub shape: Shape,
    pub told: Told,
}

impl<'d> Types<'d> {
    /// A value of which one of several schemas is true.
    pub(crate) fn union(
        &mut self,
        mut merged: Merged<'d>,
        union: &Union<'d>,
        site: Site<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        let (nulls, branches): (Vec<_>, Vec<_>) =
            union.branches.iter().partition(|branch| is_null(branch));
        merged.nullable |= !nulls.is_empty();
        let nullable = merged.nullable;
        let mut shape = match branches.as_slice() {
            [only] => self.shape(*only, site.place, diagnostics),
            branches => {
                let (number, name) = self.define(&merged, site);
                let tag = tag(union, diagnostics);
                let mut names = Names::default();
                let mut variants = Vec::new();
                for branch in branches {
                    let shape = self.shape(*branch, &format!("{name} variant"), diagnostics);
                    let told = match &tag {
                        Some((_, mapping)) => Told::Tag(tag_values(mapping, branch)),
                        None => Told::Schema(branch.location().pointer.clone()),
                    };
                    let wanted = branch
                        .text("title")
                        .map_or_else(|| variant_name(&shape, &name), str::to_owned);
                    variants.push(UnionVariant {
                        name: names.claim_variant(&wanted),
                        description: branch.text("description").map(str::to_owned),
                        shape,
                        told,
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
                let description = merged.text("description").map(str::to_owned);
                let tag = tag.map(|(member, _)| member);
                let body = Body::Union {
                    exclusive: union.exclusive,
                    tag,
                    variants,
                    rules: beyond(&merged),
                };
                self.insert(
                    number,
                    Definition {
                        name: name.clone(),
                        description,
                        body,
                    },
                );
                Kind::Named(name).into()
            }
        };
        shape.nullable |= nullable;
        shape
    }

    /// Whether a type has members by name.
    fn is_object(&self, shape: &Shape) -> bool {
        shape.held().is_some_and(|held| {
            self.definitions.values().any(|definition| {
                definition.name == held && matches!(definition.body, Body::Struct { .. })
            })
        })
    }

    /// A value of one of several types.
    pub(crate) fn union_of_types(
        &mut self,
        merged: Merged<'d>,
        types: &[TypeName],
        site: Site<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        let (number, name) = self.define(&merged, site);
        let mut names = Names::default();
        let mut variants = Vec::new();
        for type_name in types {
            let schemas = merged.schemas.clone();
            let mut one = Merged::new(&schemas, diagnostics);
            one.types = Some([*type_name].into());
            if let Some(values) = &mut one.values {
                let of_type = |node: &&Node| {
                    matches!(
                        (&node.value, type_name),
                        (Value::String(_), TypeName::String)
                            | (Value::Bool(_), TypeName::Boolean)
                            | (Value::Number(_), TypeName::Number | TypeName::Integer)
                    )
                };
                values.retain(of_type);
            }
            let place = format!("{name} {type_name}");
            let inner = Site {
                component: None,
                place: &place,
                key: std::ptr::null(),
            };
            let shape = self.single(one, *type_name, inner, diagnostics);
            variants.push(UnionVariant {
                name: names.claim_variant(&variant_name(&shape, &name)),
                description: None,
                shape,
                told: Told::Type(*type_name),
            });
        }
        let description = merged.text("description").map(str::to_owned);
        let body = Body::Union {
            exclusive: false,
            tag: None,
            variants,
            rules: Map::new(),
        };
        self.insert(
            number,
            Definition {
                name: name.clone(),
                description,
                body,
            },
        );
        Kind::Named(name).into()
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

/// The discriminator's member, and which of its values stand for which schema.
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

/// The values that stand for a branch: those mapped to it, or else the name of
/// its component (OpenAPI §4.8.25). A mapping may give a name or a reference.
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

/// A variant is called as its type; what all of them begin with is left out.
fn variant_name(shape: &Shape, union: &str) -> String {
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
        Kind::Array(items) => format!("{} list", variant_name(items, union)),
        Kind::Map(values) => format!("{} map", variant_name(values, union)),
    }
}
