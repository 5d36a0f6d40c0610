//! The types of bodies, forms and parameters, which dropshot reads as a whole.

use openapi_document::{Diagnostics, Schema, TypeName};

use super::{
    Body, Definition, Kind, Shape, Site, Types, infer_type, mention_unused, single_types, unaliased,
};
use crate::merge::Merged;

impl<'d> Types<'d> {
    /// Returns the shape of a body. dropshot documents a body by its type alone, so
    /// a body with additional keywords gets its own type. A body of a type of another
    /// crate is documented by its generated type.
    pub fn body(
        &mut self,
        schema: Schema<'d>,
        place: &str,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        let shape = self.shape(schema, place, diagnostics);
        let is_external = shape.external.is_some() && shape != Shape::never();
        if shape.is_plain() || is_external {
            return shape;
        }
        let (_, name) = self.reserve(Site::at(place));
        self.define_as(&name, Body::Transparent(shape), schema);
        Kind::Named(name).into()
    }

    /// Returns the name of a form: that of its component, with a suffix if the type of other bodies
    /// has it.
    pub fn form_name(&self, form: Schema<'d>, otherwise: &str) -> String {
        match self.components.get(&form.location().pointer) {
            Some(component) if self.form_names.contains(component) => component.clone(),
            Some(component) => format!("{component} form"),
            None => otherwise.to_owned(),
        }
    }

    /// Returns types of their own for the parts of a form, a struct, or a union and those of its
    /// branches; or nothing if the schema is not that of objects with known members.
    pub fn form(
        &mut self,
        schema: Schema<'d>,
        name: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Vec<Definition>> {
        let shape = self.form_shape(&[schema], name, diagnostics);
        let mut form = Vec::new();
        self.take_form(&shape, &mut form).then_some(form)
    }

    /// Returns the shape of a form, or of a branch of one.
    pub fn form_shape(
        &mut self,
        schemas: &[Schema<'d>],
        name: &str,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        let mut merged = Merged::new(schemas, diagnostics);
        mention_unused(&merged.schemas[1..], schemas[0], diagnostics);
        let site = Site::at(name);
        if let [only] = schemas
            && merged.unions.is_empty()
            && let Some(shape) =
                self.union_of_subtypes(unaliased(*only), &merged, site, true, diagnostics)
        {
            return shape;
        }
        merged.take_null();
        if let Some(union) = merged.take_union(diagnostics) {
            return self.union(merged, &union, site, true, diagnostics);
        }
        infer_type(&mut merged, diagnostics);
        match single_types(&merged).as_slice() {
            [TypeName::Object] => self.single(merged, TypeName::Object, site, diagnostics),
            _ => Kind::Any.into(),
        }
    }

    /// Moves the types of a form out of the others. Returns whether all of them are known.
    fn take_form(&mut self, shape: &Shape, form: &mut Vec<Definition>) -> bool {
        let number = shape.held().and_then(|name| self.numbers.get(name));
        let Some(definition) = number.and_then(|number| self.definitions.remove(number)) else {
            return false;
        };
        form.push(definition.clone());
        match definition.body {
            Body::Union { variants, .. } => {
                variants.iter().all(|variant| self.take_form(&variant.shape, form))
            }
            body => matches!(body, Body::Struct { .. }),
        }
    }

    /// Returns whether a value can be written as a single text, as required for
    /// parameters.
    pub fn is_scalar(&self, shape: &Shape) -> bool {
        match &shape.kind {
            Kind::Any | Kind::Object | Kind::Null | Kind::Array(_) | Kind::Map(_) => false,
            Kind::Named(name) => self.definition(name).is_some_and(|one| one.body.is_enumeration()),
            _ => true,
        }
    }
}
