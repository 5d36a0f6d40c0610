//! Finds branches of a `oneOf` whose values another branch accepts, too, so that the `oneOf`
//! refuses them (JSON Schema Core §10.2.1.3).

use std::collections::HashSet;
use std::fmt;

use openapi_document::{Direction, Node, Pointer};
use openapi_source::role::{Role, traverse};
use serde_json::Value;

use crate::Values;
use crate::merged::Merged;
use crate::schema::Schema;

/// The number of values to generate for each branch, and for all branches of a `oneOf`.
const SAMPLES: usize = 24;
const MAX_SAMPLES: usize = 480;

/// The values of a branch among these samples that show that another branch accepts all.
const ENOUGH: usize = 4;

/// The steps in which the samples of a `oneOf` are generated.
const EFFORT: usize = 4_000;

/// A branch of a `oneOf` of which no value was found that the `oneOf` accepts.
#[derive(Clone, Debug)]
pub struct Overlap {
    /// The JSON Pointer of the branch.
    pub branch: String,
    /// The JSON Pointer of a branch that accepts the value, too.
    pub other: String,
    /// A value that both branches accept, and that the `oneOf` refuses.
    pub value: Value,
}

impl fmt::Display for Overlap {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { branch, other, value } = self;
        write!(
            formatter,
            "`oneOf` refuses {value}, because the branches at {branch} and {other} accept it"
        )
    }
}

impl<'d> Values<'d> {
    /// Returns an overlap of each `oneOf` in some schemas, and in those that they refer to, that
    /// has one among the values without the members of the other direction.
    pub fn overlaps<'p>(
        &self,
        schemas: impl IntoIterator<Item = &'p str>,
        direction: Direction,
    ) -> Vec<Overlap> {
        let schemas = schemas.into_iter().filter_map(Pointer::parse);
        let mut pending: Vec<_> = schemas.collect();
        let mut known = HashSet::new();
        let mut found = Vec::new();
        while let Some(pointer) = pending.pop() {
            let Some(node) = self.document.located().find(&pointer) else {
                continue;
            };
            traverse(node, Role::Schema, &mut |node, role| {
                let pointer = &node.location.pointer;
                if role == Role::Schema && known.insert(pointer.clone()) {
                    let target = node.get("$ref").and_then(Node::string);
                    pending.extend(target.and_then(Pointer::from_reference));
                    let Some(schema) = self.document.schema(pointer.as_str()) else {
                        return;
                    };
                    let named = self.document.discriminator(&schema).into_iter();
                    let named = named.flat_map(|named| &named.mapping);
                    pending.extend(named.map(|(_, target)| target.clone()));
                    found.extend(self.overlap(schema, direction));
                }
            });
        }
        found
    }

    fn overlap(&self, schema: Schema<'d>, direction: Direction) -> Option<Overlap> {
        let branches = schema.list("oneOf");
        if branches.len() < 2 {
            return None;
        }
        let rejection = format!("{}/oneOf", Pointer::parse(&schema.pointer)?.to_fragment());
        let annotation = direction.exempting_annotation();
        let is_sent = |schemas: &[Schema<'d>]| {
            let merged = Merged::new(self.document, schemas, |branches| branches.concat());
            !merged.keyword(annotation).any(|value| *value == Value::Bool(true))
        };
        let mut sampler = self.sampler();
        sampler.effort = EFFORT;
        // For each branch the values that another one accepts, too; `None` once there is a value
        // that the `oneOf` accepts.
        let mut shared: Vec<Option<Vec<Value>>> = vec![Some(Vec::new()); branches.len()];
        for _ in 0..(SAMPLES * branches.len()).min(MAX_SAMPLES) {
            let value = sampler.attempt(std::slice::from_ref(&schema), 0).to_value()?;
            // A member that no branch declares tells no branch from another.
            let value = self.described(std::slice::from_ref(&schema), &value, &is_sent);
            let fitting: Vec<_> = (0..branches.len())
                .filter(|index| self.validator.accepts(&branches[*index..=*index], &value))
                .collect();
            if let [only] = fitting[..] {
                if self.validator.accepts(std::slice::from_ref(&schema), &value) {
                    shared[only] = None;
                }
                continue;
            }
            let faults = self.validator.faults(&schema, &value, 2);
            if faults.iter().all(|fault| fault.keyword == rejection) {
                for index in fitting {
                    if let Some(values) = &mut shared[index] {
                        values.push(value.clone());
                    }
                }
            }
        }
        let is_shared = |values: &Option<Vec<Value>>| {
            values.as_ref().is_some_and(|values| values.len() >= ENOUGH)
        };
        let branch = shared.iter().position(is_shared)?;
        let values = shared.swap_remove(branch)?.into_iter();
        let value = values.min_by_key(|value| value.to_string().len())?;
        let mut others = branches.iter().enumerate().filter(|(index, _)| *index != branch);
        let (_, other) = others
            .find(|(_, other)| self.validator.accepts(std::slice::from_ref(*other), &value))?;
        Some(Overlap {
            branch: branches[branch].pointer.clone(),
            other: other.pointer.clone(),
            value,
        })
    }
}
