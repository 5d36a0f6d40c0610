//! The type of a value to which several schemas apply.
//!
//! Each set of schemas has one type, whatever the number of places where the set
//! applies: a property that refines itself (`young` of an `Owl` that extends `Bird`, where
//! each has `young` of its own kind) leads to the same set again, and so to its type.

use openapi_document::{Diagnostic, Diagnostics, Pointer, Schema};

use super::{Kind, Shape, Site, Types, mention_unused, merge};
use crate::keywords;
use crate::merge::Merged;

/// The maximum number of schemas that are merged for all places together. The number of
/// sets may be exponential: each subset of the schemas can be that of a property.
const MAX_MERGED: usize = 20_000;

impl<'d> Types<'d> {
    pub(super) fn several(
        &mut self,
        schemas: &[Schema<'d>],
        place: &str,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        let first = schemas.first();
        let Some(first) = first.filter(|_| self.merged <= MAX_MERGED) else {
            return Kind::Any.into();
        };
        let Some(merged) = merge(schemas, diagnostics) else {
            return Shape::never();
        };
        self.merged += merged.schemas.len();
        if self.merged > MAX_MERGED {
            let message = format!(
                "properties whose schemas are merged from more than {MAX_MERGED} schemas together"
            );
            let error = Diagnostic::error(first.location(), message);
            diagnostics.push(error.help("let fewer schemas declare the same property"));
            return Kind::Any.into();
        }
        let sources = merged.sources();
        // A schema that extends all others, such as a component, has the type already.
        let alone = schemas.iter().find(|schema| {
            Merged::new(&[**schema], &mut Diagnostics::default()).sources() == sources
        });
        if let Some(alone) = alone {
            return self.shape(*alone, place, diagnostics);
        }
        if !self.shapes.contains_key(&sources) {
            mention_unused(&merged.schemas, *first, diagnostics);
        }
        let key = sources.clone();
        self.visit(key, *first, place, diagnostics, |types, diagnostics| {
            let site = Site { component: None, place, schemas: &sources };
            types.shape_of_merged(merged, site, diagnostics)
        })
    }
}

impl<'d> Merged<'d> {
    /// Returns the pointers of the schemas that assert something themselves, in order. Two
    /// lists of schemas with the same sources accept the same values.
    fn sources(&self) -> Vec<&'d Pointer> {
        let asserts = |schema: &&Schema<'d>| {
            let refers = |keyword: &str| match keyword {
                "$ref" | "allOf" => true,
                "anyOf" | "oneOf" => {
                    let branches = schema.schemas(keyword);
                    branches.is_ok_and(|branches| branches.len() == 1)
                }
                // Extensions may determine the type, as `x-extensible-enum` does.
                _ => !keyword.starts_with("x-") && keywords::is_annotation(keyword),
            };
            schema.boolean() == Some(false) || !schema.keywords().all(refers)
        };
        let asserting = self.schemas.iter().filter(asserts);
        let mut sources: Vec<_> = asserting.map(|schema| &schema.location().pointer).collect();
        sources.sort_unstable();
        sources
    }
}
