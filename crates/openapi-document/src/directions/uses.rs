//! Finds the schemas of a document by the direction in which they are used, and which of
//! them have members that are exempted from `required`.

use std::collections::{BTreeSet, HashMap, HashSet};

use indexmap::IndexMap;
use openapi_source::role;

use super::Direction;
use super::members::{annotated, is_exempted, parts, united};
use crate::discriminator::is_base;
use crate::restrict::targets;
use crate::{Api, Diagnostic, Diagnostics, Document, Keyword, Node, Operation, Pointer, Schema};

/// A schema of a parameter, a body or a header, or the target of a reference from one of
/// these, with the schemas in it.
pub(super) struct Use<'d> {
    pub node: &'d Node,
    /// Whether an operation uses the schema without a reference.
    pub is_entry: bool,
    /// Whether a member is required, and exempted in this direction.
    pub has_exempted: bool,
    targets: HashSet<Pointer>,
}

pub(super) struct Uses<'d> {
    document: &'d Document,
    /// In the order of the operations.
    uses: IndexMap<(Pointer, Direction), Use<'d>>,
    pending: Vec<(&'d Node, Pointer, Direction)>,
    /// About members that stay required.
    pub warnings: Diagnostics,
}

/// The locations of all schemas that are used in one direction.
pub(super) struct Overlaps {
    used: HashSet<Pointer>,
    /// The pointers above the schemas.
    above: HashSet<Pointer>,
}

impl Overlaps {
    /// Returns whether a schema is used, a schema within it, or one around it.
    pub fn overlap(&self, pointer: &Pointer) -> bool {
        let mut around = std::iter::successors(Some(pointer.clone()), Pointer::parent);
        self.above.contains(pointer) || around.any(|pointer| self.used.contains(&pointer))
    }
}

impl<'d> Uses<'d> {
    /// Returns all uses in the operations of a document. Elements with errors are
    /// omitted; they are reported when the document is used.
    pub fn of(document: &'d Document) -> Self {
        let api = Api::read(document, &mut Diagnostics::default());
        let warnings = Diagnostics::default();
        let mut uses = Self { document, uses: IndexMap::new(), pending: Vec::new(), warnings };
        for operation in &api.operations {
            uses.operation(operation, Direction::Request, Direction::Response);
        }
        for outgoing in &api.outgoing {
            if let Ok((operation, _)) = &outgoing.operation {
                uses.operation(operation, Direction::Response, Direction::Request);
            }
        }
        uses
    }

    fn operation(&mut self, operation: &Operation<'d>, sent: Direction, answered: Direction) {
        for parameter in &operation.parameters {
            self.entry(parameter.schema, sent);
        }
        let bodies = operation.request_body.iter();
        for media_type in bodies.flat_map(|body| &body.content) {
            self.entry(media_type.schema, sent);
        }
        for response in &operation.responses {
            for media_type in &response.content {
                self.entry(media_type.schema, answered);
            }
            for header in &response.headers {
                self.entry(header.schema, answered);
                let content = header.content.as_ref();
                self.entry(content.and_then(|content| content.schema), answered);
            }
        }
    }

    /// Adds a schema that an operation uses, and all schemas that it refers to.
    fn entry(&mut self, schema: Option<Schema<'d>>, direction: Direction) {
        let Some(node) = schema.map(|schema| schema.node()) else {
            return;
        };
        let pointer = &node.location.pointer;
        self.add(node, pointer.clone(), direction);
        if let Some(one) = self.uses.get_mut(&(pointer.clone(), direction)) {
            one.is_entry = true;
        }
        while let Some((node, pointer, direction)) = self.pending.pop() {
            self.add(node, pointer, direction);
        }
    }

    fn add(&mut self, node: &'d Node, pointer: Pointer, direction: Direction) {
        let key = (pointer, direction);
        if self.uses.contains_key(&key) {
            return;
        }
        let mut one = Use { node, is_entry: false, has_exempted: false, targets: HashSet::new() };
        self.search(&mut one, node, direction, &BTreeSet::new());
        self.uses.insert(key, one);
    }

    /// Searches a schema and the schemas in it. `exempted` are the members that the
    /// schemas around it exempt.
    fn search(
        &mut self,
        one: &mut Use<'d>,
        schema: &'d Node,
        direction: Direction,
        exempted: &BTreeSet<String>,
    ) {
        let annotation = direction.exempting_annotation();
        let exempted = united(exempted, annotated(self.document, schema, annotation));
        let none = BTreeSet::new();
        for (name, value) in schema.mapping().into_iter().flatten() {
            let Some(keyword) = Keyword::from_name(name) else {
                continue;
            };
            match keyword {
                Keyword::Not | Keyword::If => continue,
                Keyword::Ref => {
                    self.warn(value, annotation, &exempted);
                    self.refer(one, targets("$ref", value), direction);
                }
                Keyword::Discriminator if is_base(schema) => {
                    let mapping = value.get("mapping");
                    let subtypes = mapping.map(|mapping| targets("mapping", mapping));
                    self.refer(one, subtypes.unwrap_or_default(), direction);
                }
                Keyword::Required => {
                    let mut names = value.sequence().into_iter().flatten();
                    one.has_exempted |= names.any(|name| is_exempted(name, &exempted));
                }
                _ => {}
            }
            let above = match keyword {
                Keyword::AllOf => &exempted,
                _ => &none,
            };
            for schema in role::schemas(name, value) {
                self.search(one, schema, direction, above);
            }
        }
    }

    /// Warns if the schema that is referred to requires an exempted member and does not exempt it
    /// itself. It stays as it is, since others may refer to it.
    fn warn(&mut self, reference: &'d Node, annotation: &str, exempted: &BTreeSet<String>) {
        let Ok(target) = self.document.target(reference) else {
            return;
        };
        let own = annotated(self.document, target, annotation);
        let parts = parts(self.document, target).into_iter();
        let required = parts.filter_map(|part| part.get("required")?.sequence()).flatten();
        let is_kept = |name: &&str| exempted.contains(*name) && !own.contains(*name);
        if let Some(name) = required.filter_map(Node::string).find(is_kept) {
            let message = format!("`{name}` is `{annotation}`, and stays required by this schema");
            let warning = Diagnostic::warning(&reference.location, message);
            self.warnings.push(warning.help("require the member where it is annotated"));
        }
    }

    fn refer(&mut self, one: &mut Use<'d>, targets: Vec<Pointer>, direction: Direction) {
        for pointer in targets {
            if let Some(target) = self.document.find(&pointer) {
                one.targets.insert(pointer.clone());
                self.pending.push((target, pointer, direction));
            }
        }
    }

    /// Returns the schemas that differ by direction: those with exempted members, and
    /// those that refer to one.
    pub fn affected(&self) -> HashSet<Pointer> {
        let mut referrers: HashMap<&Pointer, Vec<&Pointer>> = HashMap::new();
        let mut pending = Vec::new();
        for ((pointer, _), one) in &self.uses {
            for target in &one.targets {
                referrers.entry(target).or_default().push(pointer);
            }
            if one.has_exempted {
                pending.push(pointer);
            }
        }
        let mut affected = HashSet::new();
        while let Some(pointer) = pending.pop() {
            if affected.insert(pointer.clone()) {
                pending.extend(referrers.get(pointer).into_iter().flatten());
            }
        }
        affected
    }

    /// Returns the uses in one direction, in the order of the operations.
    pub fn in_direction(&self, direction: Direction) -> impl Iterator<Item = (&Pointer, &Use<'d>)> {
        let uses = self.uses.iter().filter(move |((_, one), _)| *one == direction);
        uses.map(|((pointer, _), one)| (pointer, one))
    }

    /// Returns the locations of the schemas that are used in one direction.
    pub fn overlaps(&self, direction: Direction) -> Overlaps {
        let used: HashSet<_> =
            self.in_direction(direction).map(|(pointer, _)| pointer.clone()).collect();
        let above = used
            .iter()
            .flat_map(|pointer| std::iter::successors(pointer.parent(), Pointer::parent))
            .collect();
        Overlaps { used, above }
    }
}
