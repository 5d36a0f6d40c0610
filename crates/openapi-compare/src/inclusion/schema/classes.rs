//! Equivalence classes of schemas across all documents of a comparison. Two schemas
//! of one class allow the same values and have the same annotations, so they need
//! no comparison.
//!
//! Equality is structural: the keywords and their values are equal, and the targets
//! of each `$ref` are of one class. A schema that only refers to another schema has
//! the class of its target. Recursive schemas are distinguished by partition
//! refinement. Different schemas never share a class; equivalent schemas with
//! different keywords may have different classes.

use super::{Schema, SchemaNode};
use crate::Document;
use openapi_source::role::{Role, traverse};
use openapi_source::{Node, Value, quoted};
use std::collections::HashMap;
use std::fmt::Write;

/// The longest chain of schemas that only refer to another schema.
const MAXIMUM_REFERENCES: usize = 64;

/// The rounds of the partition refinement. Recursive schemas that need more rounds
/// each get a class of their own.
const MAXIMUM_ROUNDS: usize = 256;

/// The class of each schema, by its node.
#[derive(Debug, Default)]
pub struct Classes {
    of: HashMap<*const Node, usize>,
}

/// The class of a schema, or the schema's address if it has no class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Class {
    Known(usize),
    SourceLocation(*const Node),
}

impl Classes {
    /// Returns the classes of all schemas of `documents`. `ignored` keywords don't
    /// affect equality.
    pub fn new(documents: &[&Document], ignored: fn(&str) -> bool) -> Classes {
        let mut graph = Graph { ignored, parts: Vec::new(), indexes: HashMap::new() };
        for document in documents {
            traverse(document.root(), Role::Document, &mut |node, role| {
                if role == Role::Schema {
                    graph.add(SchemaNode { document, node });
                }
            });
        }
        let classes = classes(&graph.vertices());
        let of = graph.indexes.into_iter();
        Classes { of: of.map(|(node, index)| (node, classes[index])).collect() }
    }

    /// Returns whether both schemas are of one class.
    pub fn are_equal(&self, left: &Node, right: &Node) -> bool {
        self.class(left) == self.class(right)
    }

    /// Returns the classes of the parts of `schema`, in ascending order.
    pub(super) fn key(&self, schema: &Schema) -> Vec<Class> {
        let mut key: Vec<Class> = schema.parts.iter().map(|part| self.class(part.node)).collect();
        key.sort_unstable();
        key.dedup();
        key
    }

    pub(crate) fn class(&self, node: &Node) -> Class {
        let known = self.of.get(&std::ptr::from_ref(node));
        known.map_or(Class::SourceLocation(node), |class| Class::Known(*class))
    }
}

/// The graph of schemas: an edge leads from a schema to each of its subschemas.
struct Graph<'d> {
    ignored: fn(&str) -> bool,
    parts: Vec<SchemaNode<'d>>,
    /// Indexes in `parts`, also for schemas that only refer to one of the parts.
    indexes: HashMap<*const Node, usize>,
}

/// A schema without its subschemas.
struct Vertex {
    /// The number of the text of all keywords, with a mark for each subschema.
    label: usize,
    /// The subschemas at the marks, in order.
    next: Vec<usize>,
}

impl<'d> Graph<'d> {
    /// Returns the index of `part`, or of the schema that `part` refers to.
    fn add(&mut self, part: SchemaNode<'d>) -> usize {
        if let Some(index) = self.indexes.get(&std::ptr::from_ref(part.node)) {
            return *index;
        }
        let node = self.resolve(part);
        let next = self.parts.len();
        let index = *self.indexes.entry(node).or_insert(next);
        if index == next {
            self.parts.push(SchemaNode { node, ..part });
        }
        self.indexes.insert(part.node, index);
        index
    }

    /// Follows references while a schema only refers to another one. Returns the
    /// last schema, which may be that of `part` itself.
    fn resolve(&self, part: SchemaNode<'d>) -> &'d Node {
        let mut node = part.node;
        for _ in 0..MAXIMUM_REFERENCES {
            let mut members = node.members().filter(|(name, _)| !(self.ignored)(name));
            let next = match (members.next(), members.next()) {
                (Some(("$ref", _)), None) => part.document.target(node),
                (Some(("allOf", all)), None) => match all.items() {
                    [only] => Some(only),
                    _ => None,
                },
                _ => None,
            };
            match next {
                Some(next) => node = next,
                None => break,
            }
        }
        node
    }

    /// Adds all parts that are reachable from `parts`. Returns a vertex for each
    /// part.
    fn vertices(&mut self) -> Vec<Vertex> {
        let mut labels = HashMap::new();
        let mut vertices = Vec::new();
        while let Some(part) = self.parts.get(vertices.len()).copied() {
            let (mut label, mut next) = (String::new(), Vec::new());
            self.write_schema(part, &mut label, &mut next);
            let number = labels.len();
            vertices.push(Vertex { label: *labels.entry(label).or_insert(number), next });
        }
        vertices
    }

    fn write_schema(&mut self, part: SchemaNode<'d>, label: &mut String, next: &mut Vec<usize>) {
        let Some(members) = part.node.mapping() else {
            // Writing to a string does not fail.
            let _ = write!(label, "{}", part.node.value);
            return;
        };
        let mut members: Vec<(&String, &Node)> = members.iter().collect();
        members.retain(|(keyword, _)| !(self.ignored)(keyword));
        members.sort_unstable_by_key(|(keyword, _)| *keyword);
        for (keyword, node) in members {
            // `nullable` is a keyword in 3.0 only.
            let mark = if part.document.is_lifted(keyword) { "3.0" } else { "" };
            let _ = write!(label, "{mark}{}:", quoted(keyword));
            let target = match keyword.as_str() {
                "$ref" => part.document.target(part.node),
                _ => None,
            };
            let (node, role) = match target {
                Some(target) => (target, Role::Schema),
                None => (node, Role::Schema.child(keyword)),
            };
            self.write_value(SchemaNode { node, ..part }, role, label, next);
        }
    }

    fn write_value(
        &mut self,
        part: SchemaNode<'d>,
        role: Role,
        label: &mut String,
        next: &mut Vec<usize>,
    ) {
        match &part.node.value {
            _ if role == Role::Schema => {
                label.push('#');
                next.push(self.add(part));
            }
            Value::Mapping(members) => {
                let mut members: Vec<(&String, &Node)> = members.iter().collect();
                members.sort_unstable_by_key(|(name, _)| *name);
                label.push('{');
                for (name, node) in members {
                    let _ = write!(label, "{}:", quoted(name));
                    self.write_value(SchemaNode { node, ..part }, role.child(name), label, next);
                }
                label.push('}');
            }
            Value::Sequence(items) => {
                label.push('[');
                for node in items {
                    self.write_value(SchemaNode { node, ..part }, role.item(), label, next);
                    label.push(',');
                }
                label.push(']');
            }
            scalar => {
                let _ = write!(label, "{scalar},");
            }
        }
    }
}

/// Returns the class of each vertex.
fn classes(vertices: &[Vertex]) -> Vec<usize> {
    let mut classes: Vec<Option<usize>> = vertices.iter().map(|_| None).collect();
    let mut before: Vec<Vec<usize>> = vertices.iter().map(|_| Vec::new()).collect();
    let mut open: Vec<usize> = vertices.iter().map(|vertex| vertex.next.len()).collect();
    for (index, vertex) in vertices.iter().enumerate() {
        for next in &vertex.next {
            before[*next].push(index);
        }
    }
    // First the vertices that don't reach a recursive schema, leaves first.
    let mut known: HashMap<(usize, Vec<Option<usize>>), usize> = HashMap::new();
    let mut ready: Vec<usize> = (0..open.len()).filter(|index| open[*index] == 0).collect();
    while let Some(index) = ready.pop() {
        let Vertex { label, next } = &vertices[index];
        let next = next.iter().map(|next| classes[*next]).collect();
        let number = known.len();
        classes[index] = Some(*known.entry((*label, next)).or_insert(number));
        for before in &before[index] {
            open[*before] -= 1;
            if open[*before] == 0 {
                ready.push(*before);
            }
        }
    }
    let rest = refined(vertices, &classes);
    classes.into_iter().zip(rest).map(|(class, rest)| class.unwrap_or(known.len() + rest)).collect()
}

/// Partitions the vertices without one of `classes`. Two of them get the same number
/// if no path from both shows a difference.
fn refined(vertices: &[Vertex], classes: &[Option<usize>]) -> Vec<usize> {
    let mut colors: Vec<usize> = vertices.iter().map(|vertex| vertex.label).collect();
    let mut count = 0;
    for _ in 0..MAXIMUM_ROUNDS {
        let mut known = HashMap::new();
        let finer = vertices.iter().enumerate().map(|(index, vertex)| {
            if classes[index].is_some() {
                return 0;
            }
            let next = vertex.next.iter();
            let next: Vec<(Option<usize>, usize)> =
                next.map(|next| (classes[*next], colors[*next])).collect();
            let number = known.len();
            *known.entry((colors[index], next)).or_insert(number)
        });
        let finer: Vec<usize> = finer.collect();
        colors = finer;
        if known.len() == count {
            return colors;
        }
        count = known.len();
    }
    (0..vertices.len()).collect()
}

#[cfg(test)]
mod tests {
    //! Schemas with the same keywords and the same references share a class;
    //! schemas that differ don't.

    use super::*;

    fn document(schemas: &str) -> Document {
        let text = format!("{{openapi: 3.1.0, components: {{schemas: {{{schemas}}}}}}}");
        Document::parse("classes.yaml", &text).expect("the document is valid")
    }

    fn first(document: &Document) -> &Node {
        let components = document.root().get("components");
        let schemas = components.and_then(|components| components.get("schemas"));
        schemas.and_then(|schemas| schemas.get("A")).expect("there is a schema of this name")
    }

    /// Returns whether the schemas `A` of two documents are of one class.
    fn are_equal(left: &str, right: &str) -> bool {
        let (left, right) = (document(left), document(right));
        let classes = Classes::new(&[&left, &right], |keyword| keyword == "title");
        classes.are_equal(first(&left), first(&right))
    }

    const TREE: &str =
        "A: {properties: {next: {$ref: '#/components/schemas/A'}, x: {type: string}}}";

    #[test]
    fn schemas_with_equal_reference_targets_are_equal() {
        for (left, right) in [
            ("A: {type: string, title: a}", "A: {type: string}"),
            (
                "A: {minimum: 1, items: {enum: [{a: 1, b: 2}]}}",
                "A: {items: {enum: [{b: 2.0, a: 1}]}, minimum: 1.0}",
            ),
            (
                "A: {items: {$ref: '#/components/schemas/B'}}, B: {type: string}",
                "A: {items: {title: b, $ref: '#/components/schemas/C'}}, C: {allOf: [{type: string}]}",
            ),
            (TREE, TREE),
            (
                TREE,
                "A: {properties: {next: {$ref: '#/components/schemas/B'}, x: {type: string}}}, \
                 B: {properties: {next: {$ref: '#/components/schemas/A'}, x: {type: string}}}",
            ),
        ] {
            assert!(are_equal(left, right), "{left}\n{right}");
        }
    }

    #[test]
    fn schemas_that_differ_anywhere_are_not_equal() {
        for (left, right) in [
            ("A: {type: string}", "A: {type: 'null'}"),
            ("A: {enum: [1]}", "A: {enum: ['1']}"),
            ("A: {type: string, deprecated: true}", "A: {type: string}"),
            ("A: {properties: {title: {}}}", "A: {properties: {}}"),
            ("A: {prefixItems: [{}, true]}", "A: {prefixItems: [true, {}]}"),
            ("A: {items: {$ref: '#/components/schemas/A'}}", "A: {}"),
            (
                TREE,
                "A: {properties: {next: {$ref: '#/components/schemas/B'}, x: {type: string}}}, \
                 B: {properties: {next: {$ref: '#/components/schemas/A'}, x: {type: number}}}",
            ),
        ] {
            assert!(!are_equal(left, right), "{left}\n{right}");
        }
    }
}
