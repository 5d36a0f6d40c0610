//! The member by whose value a union's branch is known: that of the discriminator, or one
//! that each branch requires with other values.
//!
//! A discriminator doesn't change which values are accepted (OpenAPI 3.1.1 §4.8.25). So the
//! values that the schemas of the branches allow for the member count first, and the mapping
//! and the names of the components where the schemas say nothing.

use std::collections::{BTreeSet, HashSet};

use indexmap::{IndexMap, IndexSet};
use openapi_document::{
    Diagnostic, Diagnostics, Discriminator, Node, Pointer, RustType, Schema, TypeName,
};
use serde_json::Value;

use crate::merge::{Merged, Union};
use crate::types::alias::unaliased;

/// The greatest number of schemas that are read for the tags of one branch: those of unions within
/// each other.
const MAX_READ: usize = 100;

/// The tags of the branches of a union.
#[derive(Debug)]
pub struct Tags {
    /// The name of the member.
    pub member: String,
    /// Whether each value that a branch accepts has one of the branch's tags, and no other
    /// branch's. Otherwise the tags say which branch is meant, and the schemas decide.
    pub decide: bool,
    /// The tags of each branch: strings, booleans, or integers.
    pub values: Vec<Vec<Value>>,
}

/// Finds the tags of the branches of a union. `applying` has the schemas that apply to a value
/// of each branch.
pub fn tags<'d>(
    union: &Union<'d>,
    branches: &[Schema<'d>],
    applying: &[Vec<Schema<'d>>],
    diagnostics: &mut Diagnostics,
) -> Option<Tags> {
    let Some(node) = union.schema.keyword("discriminator") else {
        return required_by_all(applying);
    };
    match Discriminator::read(union.schema.node()) {
        Some(read) => discriminator(read, branches, applying, diagnostics),
        None => {
            let message = "a discriminator has a `propertyName`";
            diagnostics.push(Diagnostic::error(&node.location, message));
            None
        }
    }
}

fn discriminator(
    discriminator: Discriminator,
    branches: &[Schema<'_>],
    applying: &[Vec<Schema<'_>>],
    diagnostics: &mut Diagnostics,
) -> Option<Tags> {
    let member = &*discriminator.member;
    let mut decide = true;
    let mut values = Vec::new();
    for (branch, applying) in branches.iter().zip(applying) {
        let named = named(&discriminator, branch);
        let own = Own::read(applying, member);
        if let Some(own) = &own {
            let is_own = |one: &&Value| own.values.iter().any(|own| is_same(own, one));
            if let Some(other) = named.iter().find(|one| !is_own(one)) {
                diagnostics.push(contradiction(branch, member, other, &own.values));
            }
        }
        let allowed = own.as_ref().map(|own| own.values.len());
        let is_required = own.as_ref().is_some_and(|own| own.is_required);
        let tags = chosen(named, own);
        decide &= is_required && allowed == Some(tags.len());
        if tags.is_empty() {
            let message = format!(
                "the discriminator names no value of `{member}` for this branch; the schemas \
                 decide which branch a value belongs to"
            );
            let help = format!("give `{member}` a `const` in the branch");
            diagnostics.push(Diagnostic::warning(branch.location(), message).help(&help));
        }
        values.push(tags);
    }
    let mut known = HashSet::new();
    for (branch, tags) in branches.iter().zip(&mut values) {
        tags.retain(|tag| {
            let is_new = known.insert(tag.clone());
            if !is_new {
                decide = false;
                let message = format!(
                    "`{member}: {tag}` selects a branch before this one, too; the schemas decide \
                     which branch a value belongs to"
                );
                diagnostics.push(Diagnostic::warning(branch.location(), message));
            }
            is_new
        });
    }
    decide &= is_exact(&values);
    is_uniform(&values).then_some(Tags { member: discriminator.member, decide, values })
}

/// Returns the tags of a branch: of the values that its schema allows those that the discriminator
/// names, since a base may list the values of all that extend it.
fn chosen(named: Vec<Value>, own: Option<Own>) -> Vec<Value> {
    let Some(own) = own else {
        return named;
    };
    let is_named = |own: &&Value| named.iter().any(|named| is_same(own, named));
    let both: Vec<_> = own.values.iter().filter(is_named).cloned().collect();
    if both.is_empty() { own.values } else { both }
}

/// Returns the tags of branches that all require a member, each with other strings.
fn required_by_all(applying: &[Vec<Schema<'_>>]) -> Option<Tags> {
    let first = Merged::new(applying.first()?, &mut Diagnostics::default());
    first.required.iter().find_map(|member| {
        let mut known = HashSet::new();
        let mut values = Vec::new();
        for branch in applying {
            let own = Own::read(branch, member).filter(|own| own.is_required)?;
            if !own.values.iter().all(|tag| known.insert(tag.clone())) {
                return None;
            }
            values.push(own.values);
        }
        (is_uniform(&values) && is_exact(&values)).then(|| Tags {
            member: (*member).to_owned(),
            decide: true,
            values,
        })
    })
}

/// Returns whether a value of the member is one that a mapping names, as text.
fn is_same(own: &Value, named: &Value) -> bool {
    own == named || named.as_str() == Some(&own.to_string())
}

/// Returns whether all values have one of the types that tags have.
fn is_uniform(values: &[Vec<Value>]) -> bool {
    let all = |is_of_type: fn(&Value) -> bool| values.iter().flatten().all(is_of_type);
    all(Value::is_string) || all(Value::is_boolean) || all(Value::is_i64)
}

/// Returns whether equal values are written in one way: `1.0` is the integer 1, too.
fn is_exact(values: &[Vec<Value>]) -> bool {
    !values.iter().flatten().any(Value::is_number)
}

/// The values that a schema allows for a member.
struct Own {
    values: Vec<Value>,
    /// Whether each object has the member.
    is_required: bool,
}

impl Own {
    /// Returns nothing if the schemas allow more values than they name.
    fn read(schemas: &[Schema<'_>], member: &str) -> Option<Self> {
        Self::read_some(schemas, member, &mut { MAX_READ })
    }

    fn read_some(schemas: &[Schema<'_>], member: &str, left: &mut usize) -> Option<Self> {
        *left = left.checked_sub(1)?;
        let mut ignored = Diagnostics::default();
        let merged = Merged::new(schemas, &mut ignored);
        // Null has no members.
        let has_null = |types: &BTreeSet<_>| types.contains(&TypeName::Null);
        let is_nullable = merged.types.as_ref().is_some_and(has_null);
        let is_required = merged.required.contains(member) && !is_nullable;
        let declared = merged.properties.get(member);
        let declared = declared.and_then(|schemas| Merged::new(schemas, &mut ignored).values);
        if let Some(values) = declared.filter(|values| !values.is_empty()) {
            let values = values.into_iter().map(Node::to_json).collect();
            return Some(Self { values, is_required });
        }
        let [union] = merged.unions.as_slice() else {
            return None;
        };
        let branches = union.branches.iter();
        let branches =
            branches.map(|branch| Self::read_some(&[schemas, &[*branch]].concat(), member, left));
        let branches = branches.collect::<Option<Vec<_>>>()?;
        let is_required = is_required || branches.iter().all(|branch| branch.is_required);
        // A union of its own may tell its branches apart by another member.
        let values: IndexSet<_> = branches.into_iter().flat_map(|one| one.values).collect();
        Some(Self { values: values.into_iter().collect(), is_required })
    }
}

/// Returns the tags that a discriminator gives to a branch.
fn named(discriminator: &Discriminator, branch: &Schema<'_>) -> Vec<Value> {
    let reference = branch.text("$ref").and_then(Pointer::from_reference);
    let pointer = reference.as_ref().unwrap_or(&branch.location().pointer);
    discriminator.values(pointer).into_iter().map(Value::String).collect()
}

/// A schema that extends a base.
pub struct Subtype<'d> {
    pub schema: Schema<'d>,
    pub tags: Vec<Value>,
}

/// A schema that extends a base, and what it extends. If it is a base, too, the schemas that its own
/// discriminator names, and this discriminator.
type Found<'d> = (Subtype<'d>, Merged<'d>, Option<(HashSet<Pointer>, Discriminator)>);

/// Returns the member of a base's discriminator, and the schemas that the discriminator names and
/// that extend the base by `allOf`. What extends a subtype that is a base, too, and selects it by the
/// same values of the same member, is a value of that subtype, which has its tags.
pub fn subtypes(base: Schema<'_>) -> Option<(String, Vec<Subtype<'_>>)> {
    let discriminator = Discriminator::read(base.node())?;
    let mut found: Vec<Found<'_>> = Vec::new();
    for (_, target) in &discriminator.mapping {
        let Some(node) = base.document().find(target) else {
            continue;
        };
        let Ok(subtype) = Schema::new(base.document(), node) else {
            continue;
        };
        let merged = Merged::new(&[subtype], &mut Diagnostics::default());
        let is_new = !found.iter().any(|(one, ..)| std::ptr::eq(one.schema.node(), node));
        // A value of another name for the base is one of the base.
        let is_base = std::ptr::eq(unaliased(subtype).node(), base.node());
        if extends(&merged, base) && is_new && !is_base {
            let named = named(&discriminator, &subtype);
            let mut tags = chosen(named, Own::read(&[subtype], &discriminator.member));
            let known = |tag: &Value| found.iter().any(|(one, ..)| one.tags.contains(tag));
            tags.retain(|tag| !known(tag));
            let is_union = merged.unions.is_empty() && !RustType::is_named_by(subtype);
            let own = Discriminator::read(node).filter(|_| is_union);
            let targets =
                |own: &Discriminator| own.mapping.iter().map(|one| one.1.clone()).collect();
            let own = own.map(|own| (targets(&own), own));
            found.push((Subtype { schema: subtype, tags }, merged, own));
        }
    }
    let is_below = |(one, merged, _): &Found<'_>, (other, _, own): &Found<'_>| {
        let selects = |(below, read): &(HashSet<Pointer>, Discriminator)| {
            let member = &discriminator.member;
            let tags = || chosen(named(read, &one.schema), Own::read(&[one.schema], member));
            read.member == *member
                && below.contains(&one.schema.location().pointer)
                && extends(merged, other.schema)
                && one.tags.iter().all(|tag| tags().contains(tag))
        };
        own.as_ref().is_some_and(selects)
    };
    let is_direct = |one: &&Found<'_>| !found.iter().any(|other| is_below(one, other));
    let direct: Vec<_> = found.iter().filter(is_direct).collect();
    let mut subtypes = IndexMap::new();
    for one in &found {
        let above = direct.iter().find(|other| is_below(one, other));
        let schema = above.map_or(one, |above| *above).0.schema;
        let place = &schema.location().pointer;
        let known = subtypes.entry(place).or_insert(Subtype { schema, tags: Vec::new() });
        known.tags.extend(one.0.tags.clone());
    }
    let tags: Vec<_> = found.iter().map(|(one, ..)| one.tags.clone()).collect();
    let subtypes: Vec<_> = subtypes.into_values().collect();
    (!subtypes.is_empty() && is_uniform(&tags)).then_some((discriminator.member, subtypes))
}

/// Returns whether a schema extends another one.
fn extends(merged: &Merged<'_>, base: Schema<'_>) -> bool {
    let mut extended = merged.schemas.iter().skip(1);
    extended.any(|one| std::ptr::eq(one.node(), base.node()))
}

fn contradiction(branch: &Schema<'_>, member: &str, named: &Value, own: &[Value]) -> Diagnostic {
    let own: Vec<_> = own.iter().map(Value::to_string).collect();
    let message = format!(
        "the discriminator selects this branch by `{member}: {named}`, and the branch allows \
         {}; the schemas decide",
        own.join(", ")
    );
    let help = "give the discriminator a `mapping` with the values of the branches";
    Diagnostic::warning(branch.location(), message).help(help)
}
