//! Computes each shape once, and names the definitions of schemas that contain themselves.

use openapi_document::{Diagnostic, Diagnostics, Pointer, Schema, deprecation};

use super::{Body, Definition, External, Kind, Shape, Site, Types};
use crate::merge::Merged;
use crate::names::type_name;

/// The maximum number of types within each other, also through references. The stack of
/// [`openapi_document::with_large_stack`] is large enough for it in a build without
/// optimization.
const MAX_DEPTH: usize = 4_000;

/// The state of a list of schemas whose shape is computed once.
pub(super) enum Visit {
    /// The shape is being computed.
    Open(Open),
    /// The shape is known: that of a definition already before the definition is complete.
    Known(Shape),
}

/// The properties of a shape that are known before the shapes that it contains.
#[derive(Default)]
pub(super) struct Open {
    place: String,
    nullable: bool,
    external: Option<External>,
}

impl<'d> Types<'d> {
    /// Returns the shape of schemas that apply together, which is computed once. `first` is
    /// one of them. Schemas that contain themselves, and have no definition, get one: a
    /// newtype.
    pub(super) fn visit(
        &mut self,
        schemas: Vec<&'d Pointer>,
        first: Schema<'d>,
        place: &str,
        diagnostics: &mut Diagnostics,
        shape: impl FnOnce(&mut Self, &mut Diagnostics) -> Shape,
    ) -> Shape {
        match self.shapes.get_mut(&schemas) {
            Some(Visit::Known(shape)) => {
                self.repeated.extend(shape.held().map(str::to_owned));
                return shape.clone();
            }
            Some(Visit::Open(open)) => {
                let open = std::mem::take(open);
                let component = self.components.get(&first.location().pointer).cloned();
                let site =
                    Site { component: component.as_deref(), place: &open.place, schemas: &schemas };
                let (_, name) = self.reserve(site);
                let shape = Shape {
                    external: open.external,
                    nullable: open.nullable,
                    ..Kind::Named(name).into()
                };
                self.shapes.insert(schemas, Visit::Known(shape.clone()));
                return shape;
            }
            None => {}
        }
        if self.depth == MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} types within each other");
            let reason = "reached through properties, items and references";
            diagnostics.push(Diagnostic::error(first.location(), message).reason(reason));
            return Kind::Any.into();
        }
        self.depth += 1;
        let open = Open { place: place.to_owned(), ..Open::default() };
        self.shapes.insert(schemas.clone(), Visit::Open(open));
        let mut shape = shape(self, diagnostics);
        self.depth -= 1;
        if let Some(Visit::Known(known)) = self.shapes.get(&schemas)
            && known.kind != shape.kind
        {
            let known = known.clone();
            let mut inner = std::mem::replace(&mut shape, known);
            inner.nullable &= !shape.nullable;
            inner.external = None;
            if let Kind::Named(name) = &shape.kind {
                self.define_as(name, Body::Transparent(inner), first);
            }
        }
        self.shapes.insert(schemas, Visit::Known(shape.clone()));
        shape
    }

    /// Notes what is known of a shape before the shapes that it contains.
    pub fn open(&mut self, merged: &Merged<'d>, site: Site<'_, 'd>) {
        if let Some(Visit::Open(open)) = self.shapes.get_mut(site.schemas) {
            open.nullable = merged.nullable;
            open.external.clone_from(&merged.external);
        }
    }

    /// Reserves a number and a name for a definition, so that other definitions can
    /// refer to it.
    pub fn define(&mut self, merged: &Merged<'d>, site: Site<'_, 'd>) -> (usize, String) {
        let (number, name) = self.reserve(site);
        if !site.schemas.is_empty() {
            let shape = Shape {
                external: merged.external.clone(),
                nullable: merged.nullable,
                ..Kind::Named(name.clone()).into()
            };
            let shapes = site.schemas.to_vec();
            self.shapes.insert(shapes, Visit::Known(shape));
        }
        (number, name)
    }

    /// Returns an unused name for the type of a place. Where a component has the name, the type of
    /// an operation says that it is the operation's, so that it keeps its name whatever else the
    /// document gets.
    pub fn claim(&mut self, place: &str) -> String {
        self.claim_of("operation", place)
    }

    /// Returns a name as [`Types::claim`] does, for an owner of this kind.
    fn claim_of(&mut self, kind: &str, place: &str) -> String {
        let wanted = type_name(place);
        let is_taken = self.names.is_taken(&wanted) && self.is_component(&wanted);
        let own = place.split_once(' ').filter(|_| is_taken);
        let own = own.map(|(owner, part)| format!("{owner} {kind} {part}"));
        self.names.claim_type(own.as_deref().unwrap_or(place))
    }

    fn is_component(&self, name: &str) -> bool {
        self.components.values().any(|one| one == name)
    }

    pub(super) fn reserve(&mut self, site: Site<'_, 'd>) -> (usize, String) {
        let title = site.schemas.first().and_then(|pointer| self.titles.get(pointer));
        // pydantic gives each member its own name as its title.
        let title = title.filter(|title| {
            let name = type_name(title);
            !type_name(site.place).ends_with(&name) && !self.names.is_taken(&name)
        });
        let name = site.component.map(str::to_owned).or_else(|| self.form_names.take(site.place));
        let wanted = title.copied().unwrap_or(site.place);
        let is_of_component =
            wanted.split_once(' ').is_some_and(|(owner, _)| self.is_component(owner));
        let kind = if is_of_component { "schema" } else { "operation" };
        let name = name.unwrap_or_else(|| self.claim_of(kind, wanted));
        self.reserved += 1;
        self.numbers.insert(name.clone(), self.reserved);
        (self.reserved, name)
    }

    /// Adds the name of a component that is only another name for a type.
    pub(super) fn define_alias(&mut self, component: Schema<'d>, shape: &Shape) {
        let name = self.components.get(&component.location().pointer).cloned();
        let is_other = |name: &String| shape.held().is_some_and(|held| held != name);
        let Some(name) = name.filter(|name| is_other(name) && !self.numbers.contains_key(name))
        else {
            return;
        };
        self.reserved += 1;
        self.numbers.insert(name.clone(), self.reserved);
        self.define_as(&name, Body::Alias(shape.clone()), component);
    }

    /// Adds the type of a schema, with a reserved name.
    pub(super) fn define_as(&mut self, name: &str, body: Body, schema: Schema<'d>) {
        let definition = Definition {
            name: name.to_owned(),
            description: schema.text("description").map(str::to_owned),
            deprecation: deprecation(schema.node()),
            body,
            copy_of: None,
        };
        self.definitions.insert(self.numbers[name], definition);
    }
}
