//! Converts `oneOf`, `anyOf` and lists of types to an enum.
//!
//! The variant of a value is determined as in the document: by the value of a member, by the
//! JSON type, or by the first branch whose schema accepts the value. Trying to decode one variant
//! after the other is not used: a type accepts more than its schema, so an earlier variant would
//! accept values of a later variant.

mod tags;

use openapi_document::{Diagnostic, Diagnostics, Schema, TypeName};
use serde_json::{Map, Value};

use crate::merge::{Merged, Union, has_type, holds, is_null, listed};
use crate::names::{Names, type_name, variant_names};
use crate::types::{
    Body, Kind, Relation, SelectedBy, Shape, Site, Types, UnionVariant, alias, beyond,
    is_numeric_format, unaliased,
};
pub use tags::subtypes;
use tags::{Subtype, Tags};

/// The greatest number of unions within each other that are read for the members of a branch.
const MAX_NESTED: usize = 4;

impl<'d> Types<'d> {
    /// Returns the shape of a union. `of_form` says whether the branches are those of a form, whose
    /// types are its own and whose schemas tell the variants apart.
    pub fn union(
        &mut self,
        mut merged: Merged<'d>,
        union: &Union<'d>,
        site: Site<'_, 'd>,
        of_form: bool,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        let (nulls, mut branches): (Vec<_>, Vec<_>) =
            union.branches.iter().copied().partition(is_null);
        if !union.exclusive {
            // Of the branches that accept a value, the one that lists it says the most.
            branches.sort_by_key(|branch| listed(&unaliased(*branch)).is_none());
        }
        // `null` needs a branch and, if there is a `type` beside the union, that too.
        merged.nullable = !nulls.is_empty() && (merged.types.is_none() || merged.nullable);
        self.open(&merged, site);
        let nullable = merged.nullable;
        // Each variant has the members beside the union, too.
        let untyped: Vec<_> = merged.untyped().collect();
        let is_whole = |branch: &Schema<'d>| holds(branch, untyped.clone(), MAX_NESTED);
        let has_shape = merged.has_shape()
            || !merged.unions.is_empty()
            || !untyped.is_empty() && !branches.iter().all(is_whole)
            || branches.iter().any(|branch| says_less(branch, &merged));
        if let Some(known) = union.known_texts().filter(|_| !has_shape) {
            merged.known = Some(known);
            let shape = self.single(merged, TypeName::String, site, diagnostics);
            return Shape { nullable, ..shape };
        }
        let beside = if has_shape { &merged.schemas[..] } else { &[] };
        let with_beside = |branch: &Schema<'d>| [beside, &[*branch]].concat();
        let applying: Vec<_> = branches.iter().map(with_beside).collect();
        let shape_of = if of_form { Self::form_shape } else { Self::shape_of_all };
        let mut shape = match branches.as_slice() {
            [_] => shape_of(self, &applying[0], site.place, diagnostics),
            branches => {
                if !has_shape {
                    merged.keep_beside_union(diagnostics);
                }
                let (number, name) = self.define(&merged, site);
                let tags = tags::tags(union, branches, &applying, diagnostics);
                let tag_names = tags.as_ref().map(tag_names).unwrap_or_default();
                let lists = branches.iter().filter(|one| one.keyword("items").is_some()).count();
                let (mut names, mut variants) = (Names::default(), Vec::new());
                for (index, branch) in branches.iter().enumerate() {
                    let tag_values = tags.as_ref().map(|tags| tags.values[index].clone());
                    let tag_values = tag_values.unwrap_or_default();
                    let tag_name = tag_values.first().map(|_| &tag_names[index]).cloned();
                    let title = branch.text("title").map(type_name);
                    let component = self.component(branch);
                    let member = only_name(branch);
                    let known = title.as_ref().or(component.as_ref()).or(tag_name.as_ref());
                    let known = known.or(member.as_ref());
                    // The only list, of a type without a name, has the name of the type.
                    let unknown = branch.keyword("items").filter(|_| lists == 1);
                    let unknown = unknown.map_or("variant", |_| "");
                    let place = format!("{name} {}", known.map_or(unknown, String::as_str));
                    if has_shape && subtypes(unaliased(*branch)).is_some() {
                        diagnostics.push(without_subtypes(branch));
                    }
                    let shape = shape_of(self, &applying[index], &place, diagnostics);
                    let pointer = || branch.location().pointer.clone();
                    let selected_by = match &tags {
                        Some(tags) if tags.decide && !of_form => SelectedBy::Tag(tag_values),
                        _ => SelectedBy::Schema(pointer(), tag_values),
                    };
                    let component = component.map(|own| self.in_union(&own, &name));
                    // The name of a tag tells apart objects, which have it.
                    let tag_name = tag_name.filter(|_| self.is_object(&shape));
                    let wanted = title.or(component).or(tag_name).or(member);
                    let is_unnamed = wanted.is_none();
                    let wanted = wanted.unwrap_or_else(|| self.variant_name(&shape, &name));
                    if names.is_taken(&wanted) || is_unnamed && wanted.starts_with("Variant") {
                        diagnostics.push(unnamed(branch));
                    }
                    variants.push(UnionVariant {
                        name: names.claim(wanted),
                        description: branch.text("description").map(str::to_owned),
                        shape,
                        selected_by,
                        members: None,
                    });
                }
                let objects = variants.iter().filter(|variant| self.is_object(&variant.shape));
                if !union.exclusive && tags.is_none() && objects.count() > 1 {
                    let message = "of a value that several branches of `anyOf` accept, \
                                   the type holds what the first of them names";
                    let location = union.schema.location();
                    diagnostics.push(Diagnostic::warning(location, message));
                }
                let tag = tags.map(|tags| tags.member);
                let body = Body::Union {
                    relation: if union.exclusive { Relation::One } else { Relation::Any },
                    tag,
                    variants,
                    rules: match has_shape {
                        true => Map::new(),
                        false => self.referring(beyond(&merged), &merged, diagnostics),
                    },
                };
                self.defined(number, name, &merged, body)
            }
        };
        shape.nullable |= nullable;
        shape
    }

    /// Returns the union of a component and of the components that extend it, if its
    /// discriminator names some. A value that none of them accepts, such as one of a subtype
    /// that a later document adds, belongs to the component itself. `of_form` is as in
    /// [`Types::union`].
    pub fn union_of_subtypes(
        &mut self,
        schema: Schema<'d>,
        merged: &Merged<'d>,
        site: Site<'_, 'd>,
        of_form: bool,
        diagnostics: &mut Diagnostics,
    ) -> Option<Shape> {
        let (member, subtypes) = subtypes(schema)?;
        let mut base = Merged::new(&[schema], diagnostics);
        base.keeps_others = true;
        base.take_null();
        let (number, name) = self.define(merged, site);
        let base_name = self.names.claim_type(&format!("{name} base"));
        let own = Site { component: Some(&base_name), ..Site::at("") };
        let mut names = Names::default();
        let mut variants = vec![UnionVariant {
            name: names.claim_type("Base"),
            description: None,
            shape: self.single(base, TypeName::Object, own, diagnostics),
            selected_by: SelectedBy::Schema(schema.location().pointer.clone(), Vec::new()),
            members: None,
        }];
        for Subtype { schema, tags } in subtypes {
            let place = format!("{name} {}", self.component(&schema).unwrap_or_default());
            let shape = match of_form {
                true => self.form_shape(&[schema], &place, diagnostics),
                false => self.shape(schema, &place, diagnostics),
            };
            variants.push(UnionVariant {
                name: names.claim(self.variant_name(&shape, &name)),
                description: None,
                shape,
                selected_by: SelectedBy::Schema(schema.location().pointer.clone(), tags),
                members: None,
            });
        }
        let body = Body::Union {
            relation: Relation::Extended,
            tag: Some(member.to_owned()),
            variants,
            rules: Map::new(),
        };
        Some(self.defined(number, name, merged, body))
    }

    fn is_object(&self, shape: &Shape) -> bool {
        let held = shape.held().and_then(|held| self.definition(held));
        held.is_some_and(|definition| matches!(definition.body, Body::Struct { .. }))
    }

    /// Returns the name of the component that a schema is or refers to.
    fn component(&self, schema: &Schema<'d>) -> Option<String> {
        let mut aliases = std::iter::successors(Some(*schema), alias).take(MAX_NESTED);
        aliases.find_map(|one| self.components.get(&one.location().pointer).cloned())
    }

    /// Returns the name of a variant with a type: that of the type, or of what it is a copy of,
    /// without the name of the union before it.
    fn in_union(&self, name: &str, union: &str) -> String {
        let copied = |name| self.copied.get(name).map_or(name, String::as_str);
        let own = copied(name);
        // `TV` is `Tv` before another word.
        let unions = [union, copied(union), &type_name(union)];
        let mut rest = unions.into_iter().filter_map(|one| own.strip_prefix(one));
        let is_word =
            |rest: &&str| rest.starts_with(|c: char| !c.is_lowercase() && !c.is_numeric());
        rest.find(is_word).unwrap_or(own).to_owned()
    }

    /// Returns the name of a variant with a type.
    fn variant_name(&self, shape: &Shape, union: &str) -> String {
        let of = |inner| self.variant_name(inner, union);
        let name = match (&shape.external, &shape.kind) {
            (Some(external), _) => external.name(),
            (None, Kind::Named(name)) => return self.in_union(name, union),
            (None, Kind::Array(items)) => &format!("{} list", of(items)),
            (None, Kind::Map(values)) => &format!("{} map", of(values)),
            (None, Kind::Any) => "Any value",
            (None, Kind::Integer(_)) => "Integer",
            (None, Kind::Number(_)) => "Number",
            (None, Kind::String) => {
                shape.rules.get("format").and_then(Value::as_str).unwrap_or("String")
            }
            (None, kind) => &format!("{kind:?}"),
        };
        type_name(name)
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
            let shape = self.single(single, *type_name, Site::at(&place), diagnostics);
            variants.push(UnionVariant {
                name: names.claim(self.variant_name(&shape, &name)),
                description: None,
                shape,
                selected_by: SelectedBy::Type(*type_name),
                members: None,
            });
        }
        let body = Body::Union { relation: Relation::Any, tag: None, variants, rules: Map::new() };
        self.defined(number, name, &merged, body)
    }
}

/// Returns the names of the variants by their tags. `1` and `true` say nothing without the member.
fn tag_names(tags: &Tags) -> Vec<String> {
    let text = |tag: &serde_json::Value| match tag.as_str() {
        Some(text) => text.to_owned(),
        None => format!("{} {tag}", tags.member),
    };
    let first = tags.values.iter().map(|own| own.first());
    let texts: Vec<_> = first.map(|tag| tag.map_or_else(String::new, text)).collect();
    variant_names(&texts)
}

/// Returns a name for the variant of a branch that has one value, or one member, as the variants of serde's
/// externally tagged enums do. A text that a member has says more than its name.
fn only_name(branch: &Schema<'_>) -> Option<String> {
    let merged = Merged::new(&[*branch], &mut Diagnostics::default());
    let required = merged.required.iter();
    let mut texts = required.filter_map(|name| only_text(merged.properties.get(name)?));
    let only = merged.required.first().filter(|_| merged.properties.len() == 1);
    let text = texts.next().or_else(|| only_text(&[*branch]));
    variant_names(&[text.or(only.copied())?]).pop()
}

fn only_text<'d>(schemas: &[Schema<'d>]) -> Option<&'d str> {
    match Merged::new(schemas, &mut Diagnostics::default()).values?[..] {
        [value] => value.string(),
        _ => None,
    }
}

/// Returns whether a branch declares members as if it were alone: without the type, or without
/// requiring them, as the schema beside the union says.
fn says_less(branch: &Schema<'_>, beside: &Merged<'_>) -> bool {
    let own = Merged::new(&[*branch], &mut Diagnostics::default());
    let mut optional = own.properties.keys().filter(|name| !own.required.contains(*name));
    let is_untyped = own.types.is_none() && branch.keyword("properties").is_some();
    optional.any(|name| beside.required.contains(name))
        || is_untyped && beside.types.as_ref().is_some_and(|types| types.len() == 1)
}

fn without_subtypes(branch: &Schema<'_>) -> Diagnostic {
    let message = "the members beside the union leave the branch without the schemas that extend it, \
                   whose members have no types";
    let help = "declare these members in the schema of the branch";
    Diagnostic::warning(branch.location(), message).help(help)
}

fn unnamed(branch: &Schema<'_>) -> Diagnostic {
    let message = "the branch has no name but its position, so that a new branch before it \
                   renames its type";
    let help = "give it a `title`, or make it a component";
    Diagnostic::warning(branch.location(), message).help(help)
}
