//! Finds the schemas that no generator can follow to their end: those that consist of
//! themselves, and those that are nested too deep.
//!
//! The search has no recursion, so that it ends in an error and not in an overflow of the
//! stack, whatever the document.

use std::collections::HashMap;

use openapi_source::role::{self, Role, children};

use crate::{Diagnostic, Diagnostics, Document, Keyword, Node, Pointer};

/// The maximum number of schemas in a chain of references and of schemas that apply
/// together; generators follow it by recursion.
const MAX_CHAIN: usize = 256;

/// The maximum number of arrays and maps within each other: the compiler, which examines
/// each of their types several levels deep, refuses about 50 (`recursion_limit`).
const MAX_CONTAINERS: usize = 32;

/// Returns an error for each circle of schemas that apply to the same value (`$ref`,
/// `allOf` and the like), and for each schema that is nested too deep after its
/// references.
///
/// A generator begins with this check: it follows all other schemas to their end.
pub fn check_nesting(document: &Document) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    let schemas = schemas(document.root());
    let mut chains = Heights::new(document, |keyword| applies_in_place(keyword).then_some(1));
    chains.measure(&schemas, MAX_CHAIN);
    for schema in chains.circles {
        let message = "schemas that refer to each other in a circle";
        diagnostics.push(
            Diagnostic::error(&schema.location, message)
                .reason("such a schema asserts nothing but itself")
                .help("remove a `$ref`, or put it into a property or an item"),
        );
    }
    for schema in chains.too_high {
        let message = format!("more than {MAX_CHAIN} schemas refer to one another in a chain");
        diagnostics.push(
            Diagnostic::error(&schema.location, message)
                .help("refer to the last schema of the chain"),
        );
    }
    let mut containers = Heights::new(document, |keyword| match keyword {
        Keyword::AdditionalProperties | Keyword::Items => Some(1),
        _ => applies_in_place(keyword).then_some(0),
    });
    containers.measure(&schemas, MAX_CONTAINERS);
    for schema in containers.too_high {
        let message = format!("more than {MAX_CONTAINERS} arrays and maps within each other");
        diagnostics.push(
            Diagnostic::error(&schema.location, message)
                .reason("the compiler refuses a type that is nested so deep"),
        );
    }
    diagnostics.sorted()
}

/// Returns whether the schemas of a keyword apply to the same value as the schema around
/// them.
fn applies_in_place(keyword: Keyword) -> bool {
    use Keyword as K;
    matches!(
        keyword,
        K::AllOf
            | K::AnyOf
            | K::DependentSchemas
            | K::Else
            | K::If
            | K::Not
            | K::OneOf
            | K::Ref
            | K::Then
    )
}

/// Returns the schemas of a document that no other schema contains, in text order.
fn schemas(root: &Node) -> Vec<&Node> {
    let mut schemas = Vec::new();
    let mut pending = vec![(root, Role::Document)];
    while let Some((node, role)) = pending.pop() {
        match role {
            Role::Schema => schemas.push(node),
            _ => pending.extend(children(node, role)),
        }
    }
    schemas.sort_by(|left, right| left.location.cmp_in_text(&right.location));
    schemas
}

/// Measures how high schemas stand above the deepest one that they lead to.
struct Heights<'d, W> {
    document: &'d Document,
    /// The height that the schemas of a keyword add; `None` for a keyword that is not
    /// followed.
    weight: W,
    /// The heights of the schemas visited so far; `None` during the visit.
    known: HashMap<&'d Pointer, Option<usize>>,
    /// The schemas that lead to themselves.
    circles: Vec<&'d Node>,
    /// The schemas that are higher than the limit, where the ones below them are not.
    too_high: Vec<&'d Node>,
}

/// A schema during its visit.
struct Visit<'d> {
    schema: &'d Node,
    /// The schemas still to be visited, with the heights that they add.
    below: Vec<(&'d Node, usize)>,
    /// The height that this schema adds to the one around it.
    weight: usize,
    height: usize,
    /// Whether a schema below is too high.
    is_above: bool,
}

impl Visit<'_> {
    /// Adds a schema below with its height.
    fn stand_on(&mut self, height: usize, weight: usize, limit: usize) {
        self.height = self.height.max(height + weight);
        self.is_above |= height > limit;
    }
}

impl<'d, W: Fn(Keyword) -> Option<usize>> Heights<'d, W> {
    fn new(document: &'d Document, weight: W) -> Self {
        Self { document, weight, known: HashMap::new(), circles: Vec::new(), too_high: Vec::new() }
    }

    /// Measures schemas and all schemas in them.
    fn measure(&mut self, schemas: &[&'d Node], limit: usize) {
        let mut roots: Vec<_> = schemas.iter().rev().copied().collect();
        while let Some(root) = roots.pop() {
            let mut visits = Vec::from_iter(self.begin(root, 0, &mut roots));
            while let Some(visit) = visits.last_mut() {
                if let Some((schema, weight)) = visit.below.pop() {
                    match self.known.get(&schema.location.pointer) {
                        Some(Some(height)) => visit.stand_on(*height, weight, limit),
                        Some(None) => self.circles.push(schema),
                        None => visits.extend(self.begin(schema, weight, &mut roots)),
                    }
                    continue;
                }
                let (schema, height, weight) = (visit.schema, visit.height, visit.weight);
                self.known.insert(&schema.location.pointer, Some(height));
                if height > limit && !visit.is_above {
                    self.too_high.push(schema);
                }
                visits.pop();
                if let Some(above) = visits.last_mut() {
                    above.stand_on(height, weight, limit);
                }
            }
        }
    }

    /// Begins the visit of a schema, unless it is known. The schemas of keywords that are
    /// not followed become roots.
    fn begin(
        &mut self,
        schema: &'d Node,
        weight: usize,
        roots: &mut Vec<&'d Node>,
    ) -> Option<Visit<'d>> {
        if self.known.contains_key(&schema.location.pointer) {
            return None;
        }
        self.known.insert(&schema.location.pointer, None);
        let mut below = Vec::new();
        for (name, value) in schema.mapping().into_iter().flatten() {
            let Some(keyword) = Keyword::from_name(name) else {
                continue;
            };
            let parts = self.parts(keyword, value);
            match (self.weight)(keyword) {
                Some(weight) => below.extend(parts.into_iter().map(|part| (part, weight))),
                None => roots.extend(parts),
            }
        }
        below.reverse();
        Some(Visit { schema, below, weight, height: 0, is_above: false })
    }

    /// Returns the schemas that a keyword consists of or refers to.
    fn parts(&self, keyword: Keyword, value: &'d Node) -> Vec<&'d Node> {
        match keyword {
            Keyword::Ref => self.document.target(value).into_iter().collect(),
            _ => role::schemas(keyword.name(), value).collect(),
        }
    }
}
