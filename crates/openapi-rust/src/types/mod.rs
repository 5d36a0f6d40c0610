//! Converts schemas to Rust types.
//!
//! Every schema gets a [`Shape`]: a Rust type, and the keywords that the type can't
//! express, which go into the emitted schema. Objects, enumerations and unions
//! become separate definitions, named after their component, a `title` below one, or their
//! location.

pub(crate) mod alias;
mod body;
mod default;
pub(crate) mod definition;
mod enumeration;
mod external;
mod infer;
mod null;
mod object;
mod reached;
mod recursion;
mod references;
mod scalar;
mod several;
mod variants;
mod visit;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use openapi_document::{
    Diagnostic, Diagnostics, Document, Node, Pointer, RustType, Schema, TypeName, deprecation,
};

pub use alias::{alias, unaliased};
pub use default::applied;
pub use definition::{
    Body, Definition, EnumeratedValue, External, Field, Kind, NEVER, Relation, SelectedBy, Shape,
    UnionVariant,
};

use openapi_schema::http::Syntax;

use crate::merge::Merged;
use crate::names::{Names, type_name};
use crate::union::subtypes;
use alias::described;
use external::mention_unused;
use infer::infer_type;
pub use reached::{reached, shared};
use recursion::box_recursive;
pub use references::referred;
pub use scalar::{beyond, is_numeric_format};
use scalar::{has_format, number, retain_values, rules_for, string, with_values};
use variants::give_members;
use visit::Visit;

/// The location in the document that a type is for, and the sources of its name.
#[derive(Clone, Copy)]
pub struct Site<'s, 'd> {
    /// The type name of the component, if the schema is a component.
    pub component: Option<&'s str>,
    /// The name to use in the absence of a component and of a `title`.
    pub place: &'s str,
    /// The pointers of the schemas that apply, for lookup; empty if the type is not looked
    /// up again.
    pub schemas: &'s [&'d Pointer],
}

impl<'s> Site<'s, '_> {
    /// Returns the site of a type that is not looked up again.
    pub fn at(place: &'s str) -> Self {
        Self { component: None, place, schemas: &[] }
    }

    /// Returns the name for a part of this location.
    fn below(&self, part: &str) -> String {
        format!("{} {part}", self.component.unwrap_or(self.place))
    }
}

/// All types of a document.
pub struct Types<'d> {
    pub names: Names,
    pub components: HashMap<Pointer, String>,
    /// The types of components for requests, each with the type of which it is a copy.
    pub copied: HashMap<String, String>,
    /// The names of components to which only bodies of forms refer, until a form has them.
    form_names: HashSet<String>,
    /// The titles below components that name types, by the pointers of their schemas.
    titles: HashMap<&'d Pointer, &'d str>,
    /// The shapes by the pointers of the schemas that apply together.
    shapes: HashMap<Vec<&'d Pointer>, Visit>,
    pub definitions: BTreeMap<usize, Definition>,
    /// The numbers of the definitions by name.
    numbers: HashMap<String, usize>,
    /// The types of other crates, with their crates and versions.
    pub externals: BTreeSet<String>,
    /// The names of the types that are used more than once, and some others.
    repeated: HashSet<String>,
    /// The types whose absent members stay absent.
    kept_absent: Vec<Shape>,
    reserved: usize,
    /// The number of schemas around the one that is visited.
    depth: usize,
    /// The number of schemas that were merged where several apply.
    merged: usize,
}

impl<'d> Types<'d> {
    /// Creates an empty set of types with a name for every component.
    pub fn new(document: &'d Document, diagnostics: &mut Diagnostics) -> Self {
        let mut names = Names::default();
        // schemars_derive 0.8 and constructors write these names without a path.
        for name in ["Box", "Default", "Into", "None", "Result", "Some"] {
            names.claim_type(name);
        }
        let schemas =
            document.root().get("components").and_then(|components| components.get("schemas"));
        let schemas: Vec<_> = schemas.into_iter().flat_map(Node::members).collect();
        let wanted: Vec<_> = schemas.iter().map(|(name, _)| *name).collect();
        let claimed = names.claim_components(&wanted);
        let (mut components, mut copied) = (HashMap::new(), HashMap::new());
        let mut written = HashMap::new();
        for ((component, node), name) in schemas.into_iter().zip(claimed) {
            if name != type_name(component) {
                let message = format!("the type is named `{name}`, because its own name is taken");
                let warning = Diagnostic::warning(&node.location, message);
                diagnostics.push(warning.help("give the component another name"));
            }
            let mut position = node.location.clone();
            position.pointer = Pointer::root();
            let (original, own) = &*written.entry(position).or_insert((component, name.clone()));
            if component.len() > original.len() && component.starts_with(original) {
                copied.insert(name.clone(), own.clone());
            }
            // The type of a part that is alone in the component has its name.
            let part = Schema::new(document, node).map(|schema| unaliased(schema).location());
            let part = part.map(|part| part.pointer.clone()).into_iter();
            let own = part.filter(|part| part.is_within(&node.location.pointer));
            components.extend(own.map(|part| (part, name.clone())));
            components.insert(node.location.pointer.clone(), name);
        }
        let only_forms = only_forms(document);
        let form_names = only_forms.iter().filter_map(|one| components.get(one).cloned());
        Self {
            names,
            form_names: form_names.collect(),
            components,
            copied,
            titles: titles(document),
            shapes: HashMap::new(),
            definitions: BTreeMap::new(),
            numbers: HashMap::new(),
            externals: BTreeSet::new(),
            repeated: HashSet::new(),
            kept_absent: Vec::new(),
            reserved: 0,
            depth: 0,
            merged: 0,
        }
    }

    /// Returns the names of the component schemas by type.
    pub fn component_names(&self) -> HashMap<String, String> {
        let components = self.components.iter();
        let names =
            components.filter_map(|(pointer, name)| Some((name.clone(), pointer.tokens().nth(2)?)));
        names.collect()
    }

    /// Returns the definitions in the order of first use.
    pub fn finish(self) -> Vec<Definition> {
        let mut definitions: Vec<_> = self.definitions.into_values().collect();
        let patched = reached(&definitions, &self.kept_absent);
        default::remove(&mut definitions, &patched);
        null::make_absent(&mut definitions, &patched);
        box_recursive(&mut definitions);
        let shared = self.components.into_values().chain(self.repeated);
        give_members(definitions, &shared.collect())
    }

    /// Returns the shape of a schema. `place` is its name in the absence of other
    /// names.
    pub fn shape(
        &mut self,
        schema: Schema<'d>,
        place: &str,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        self.shape_of_all(&[schema], place, diagnostics)
    }

    /// Returns the shape of a value to which several schemas apply.
    pub fn shape_of_all(
        &mut self,
        schemas: &[Schema<'d>],
        place: &str,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        let [only] = schemas else {
            return self.several(schemas, place, diagnostics);
        };
        let own = self.place_in_component(&only.location().pointer);
        let place = own.as_deref().unwrap_or(place);
        let target = alias(only);
        let shape = match target.filter(|_| !RustType::is_named_by(*only)) {
            Some(target) => self.shape(target, place, diagnostics),
            None => {
                let key = vec![&only.location().pointer];
                self.visit(key, *only, place, diagnostics, |types, diagnostics| {
                    let external = types.external(*only, place, diagnostics);
                    let mut shape = match target {
                        Some(target) => types.shape(target, place, diagnostics),
                        None => types.shape_of_one(*only, place, external.as_ref(), diagnostics),
                    };
                    shape.external = external.or(shape.external.take());
                    shape
                })
            }
        };
        self.define_alias(*only, &shape);
        shape
    }

    /// Returns the name of a part of a component, as the component names it, whatever leads to the
    /// part first.
    fn place_in_component(&self, pointer: &Pointer) -> Option<String> {
        let mut tokens = pointer.tokens();
        let component = tokens.by_ref().take(3).fold(Pointer::root(), |all, one| all.join(&one));
        let mut name = self.components.get(&component)?.clone();
        while let Some(keyword) = tokens.next() {
            let part = match keyword.as_str() {
                "properties" | "$defs" => tokens.next()?,
                "items" => "item".to_owned(),
                "additionalProperties" => "value".to_owned(),
                "allOf" if tokens.next().is_some() => continue,
                _ => return None,
            };
            name = format!("{name} {part}");
        }
        Some(name)
    }

    /// Returns the shape of a schema that is no alias.
    fn shape_of_one(
        &mut self,
        schema: Schema<'d>,
        place: &str,
        external: Option<&External>,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        let pointer = &schema.location().pointer;
        let Some(mut merged) = merge(&[schema], diagnostics) else {
            return Shape::never();
        };
        if external.is_none() {
            mention_unused(&merged.schemas[1..], schema, diagnostics);
        }
        merged.external = external.cloned();
        let component = self.components.get(pointer).cloned();
        let extended = schema.schemas("allOf").unwrap_or_default().into_iter();
        let extended = extended.chain(schema.reference().ok().flatten()).map(unaliased);
        if component.is_none() && extended.map(subtypes).any(|one| one.is_some()) {
            let message = "the keywords beside the reference leave it without the schemas that \
                           extend its target, whose members have no types";
            let help = "write the reference alone, or extend its target by a component";
            diagnostics.push(Diagnostic::warning(schema.location(), message).help(help));
        }
        let site = Site { component: component.as_deref(), place, schemas: &[pointer] };
        if merged.unions.is_empty()
            && let Some(shape) = self.union_of_subtypes(schema, &merged, site, false, diagnostics)
        {
            return shape;
        }
        self.shape_of_merged(merged, site, diagnostics)
    }

    fn shape_of_merged(
        &mut self,
        mut merged: Merged<'d>,
        site: Site<'_, 'd>,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        let Some(location) = merged.schemas.first().map(Schema::location) else {
            return Kind::Any.into();
        };
        merged.take_null();
        if let Some(union) = merged.take_union(diagnostics) {
            return self.union(merged, &union, site, false, diagnostics);
        }
        self.open(&merged, site);
        let nullable = merged.nullable;
        infer_type(&mut merged, diagnostics);
        let types: Vec<_> = single_types(&merged);
        let mut shape = match types.as_slice() {
            [] => Shape {
                rules: self.referring(beyond(&merged), &merged, diagnostics),
                ..Kind::Any.into()
            },
            [only] => self.single(merged, *only, site, diagnostics),
            several => self.union_of_types(merged, several, site, diagnostics),
        };
        if shape.kind == Kind::Null && nullable {
            diagnostics.push(Diagnostic::error(location, "only `null` is left"));
        }
        shape.nullable |= nullable;
        shape
    }

    /// Returns the definition with a name, unless it is still to be added.
    pub fn definition(&self, name: &str) -> Option<&Definition> {
        self.definitions.get(self.numbers.get(name)?)
    }

    /// Adds the definition with a reserved number and name. Returns its shape.
    pub fn defined(
        &mut self,
        number: usize,
        name: String,
        merged: &Merged<'d>,
        body: Body,
    ) -> Shape {
        let definition = Definition {
            name: name.clone(),
            description: merged.text("description").map(str::to_owned),
            deprecation: merged.schemas.first().and_then(|one| deprecation(one.node())),
            body,
            copy_of: self.copied.get(&name).cloned(),
        };
        self.definitions.insert(number, definition);
        Kind::Named(name).into()
    }

    pub fn single(
        &mut self,
        mut merged: Merged<'d>,
        type_name: TypeName,
        site: Site<'_, 'd>,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        if !retain_values(&mut merged, type_name, diagnostics) {
            return Shape::never();
        }
        if let Some(format) = merged.format.filter(|_| !has_format(type_name)) {
            merged.beyond("format", format.into());
        }
        let rules = rules_for(&merged, type_name);
        let rules = self.referring(rules, &merged, diagnostics);
        let shape = |kind: Kind, rules| Shape { rules, ..Shape::from(kind) };
        match type_name {
            TypeName::Null => Kind::Null.into(),
            TypeName::Boolean => shape(Kind::Boolean, with_values(rules, &merged)),
            TypeName::Integer | TypeName::Number => {
                let (kind, format) = number(type_name, merged.format);
                let mut rules = with_values(rules, &merged);
                if let Some(format) = format {
                    rules.insert("format".to_owned(), format);
                }
                let shape = shape(kind, rules);
                if type_name == TypeName::Number && matches!(shape.kind, Kind::Integer(_)) {
                    let message = "a number with a format of integers: no other is accepted";
                    let location = merged.schemas[0].location();
                    diagnostics.push(Diagnostic::warning(location, message));
                }
                match shape.kind {
                    Kind::Integer(_) => self.known_values(&merged, shape, site, diagnostics),
                    _ => shape,
                }
            }
            TypeName::String if merged.values.is_some() => {
                self.enumeration(&merged, site, diagnostics)
            }
            TypeName::String => {
                let (kind, mut rules) = (string(merged.format), rules);
                if let (Kind::String, Some(format)) = (&kind, merged.format) {
                    rules.insert("format".to_owned(), format.into());
                }
                let shape = shape(kind, rules);
                match merged.format {
                    None => self.known_values(&merged, shape, site, diagnostics),
                    Some(_) => shape,
                }
            }
            TypeName::Array => {
                let items = std::mem::take(&mut merged.items);
                let items = match items.as_slice() {
                    [] => Kind::Any.into(),
                    items => self.shape_of_all(items, &site.below("item"), diagnostics),
                };
                shape(Kind::Array(Box::new(items)), rules)
            }
            TypeName::Object => {
                let named = !merged.properties.is_empty()
                    || !merged.required.is_empty()
                    || merged.is_closed();
                if named {
                    return self.object(merged, rules, site, diagnostics);
                }
                if merged.additional.is_empty() {
                    return shape(Kind::Object, rules);
                }
                let place = site.below("value");
                let values = self.shape_of_all(&merged.additional, &place, diagnostics);
                shape(Kind::Map(Box::new(values)), rules)
            }
        }
    }
}

/// Returns what only the bodies of forms refer to.
fn only_forms(document: &Document) -> HashSet<Pointer> {
    let (mut forms, mut others) = (HashSet::new(), HashSet::new());
    document.root().for_each(&mut |node| {
        let Some(target) = node.string().and_then(Pointer::from_reference) else {
            return;
        };
        let tokens: Vec<_> = node.location.pointer.tokens().collect();
        let is_form = matches!(&tokens[..], [.., body, _, media_type, _, _]
            if (body == "requestBody" || tokens[1] == "requestBodies")
                && Syntax::of(media_type) == Syntax::FormData);
        if is_form { &mut forms } else { &mut others }.insert(target);
    });
    &forms - &others
}

/// Returns the titles below components, each for the first schema that has it. The title of a
/// schema in an operation names no type, since another operation can have the same one.
fn titles(document: &Document) -> HashMap<&Pointer, &str> {
    let (mut titles, mut known) = (HashMap::new(), HashSet::new());
    let components = document.root().get("components");
    if let Some(schemas) = components.and_then(|components| components.get("schemas")) {
        schemas.for_each(&mut |node| {
            let title = node.member_text("title").unwrap_or_default();
            if title.contains(char::is_alphanumeric) && known.insert(type_name(title)) {
                titles.insert(&node.location.pointer, title);
            }
        });
    }
    titles
}

/// Merges schemas that all apply to a value. Returns nothing if they exclude each other, so
/// that there is no value.
fn merge<'d>(schemas: &[Schema<'d>], diagnostics: &mut Diagnostics) -> Option<Merged<'d>> {
    let mut found = Diagnostics::default();
    let merged = Merged::new(schemas, &mut found);
    if let Some(excluding) = merged.excluding() {
        diagnostics.extend(uninhabited(excluding, "no value has the type"));
        return None;
    }
    diagnostics.extend(found);
    Some(merged)
}

/// Returns the warning about schemas that exclude each other, unless the schema `false` does.
fn uninhabited(excluding: Schema<'_>, reason: &str) -> Option<Diagnostic> {
    let message = "no value is accepted: the schemas that apply together exclude each other";
    let warning = Diagnostic::warning(excluding.location(), message).reason(reason);
    excluding.boolean().is_none().then_some(warning)
}

fn single_types(merged: &Merged<'_>) -> Vec<TypeName> {
    let types = merged.types.iter().flatten().copied();
    let number = merged.types.as_ref().is_some_and(|types| types.contains(&TypeName::Number));
    types.filter(|name| !(number && *name == TypeName::Integer)).collect()
}
