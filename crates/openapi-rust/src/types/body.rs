//! The types of bodies, forms and parameters, which dropshot reads as a whole.

use openapi_document::{Diagnostics, Schema, TypeName};

use super::{Body, Definition, Kind, Shape, Site, Types, infer_type, mention_unused, single_types};
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
        let (_, name) = self.reserve(None, Site::at(place));
        self.define_newtype(&name, shape, schema);
        Kind::Named(name).into()
    }

    /// Returns a struct of its own for the parts of a form, or nothing if the schema
    /// is not that of an object with known members.
    pub fn form(
        &mut self,
        schema: Schema<'d>,
        name: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Definition> {
        let mut merged = Merged::new(&[schema], diagnostics);
        mention_unused(&merged.schemas[1..], schema, diagnostics);
        infer_type(&mut merged, diagnostics);
        if single_types(&merged) != [TypeName::Object] || !merged.unions.is_empty() {
            return None;
        }
        let shape = self.single(merged, TypeName::Object, Site::at(name), diagnostics);
        self.definitions.remove(self.numbers.get(shape.held()?)?)
    }

    /// Returns whether a value can be written as a single text, as required for
    /// parameters.
    pub fn is_scalar(&self, shape: &Shape) -> bool {
        match &shape.kind {
            Kind::Any | Kind::Object | Kind::Null | Kind::Array(_) | Kind::Map(_) => false,
            Kind::Named(name) => self.definition(name).is_some_and(|definition| {
                matches!(definition.body, Body::Enumeration(_) | Body::OpenEnumeration { .. })
            }),
            _ => true,
        }
    }
}
