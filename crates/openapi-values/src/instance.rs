//! The parts of a value by instance location (JSON Schema Core §4.3.1), each with the
//! schemas that apply to it: the merged schema, including all alternatives.

use crate::document::Document;
use crate::json::Json;
use crate::merged::Merged;
use crate::schema::Schema;

/// A part of a value by its location.
#[derive(Clone, Debug)]
pub struct InstanceLocation<'d> {
    /// The path, by index of the member or item.
    pub path: Vec<usize>,
    /// The schemas that apply to the part.
    pub schemas: Vec<Schema<'d>>,
    /// The same schemas, merged.
    pub merged: Merged<'d>,
    /// Whether a discriminator names a schema by the part.
    pub is_tag: bool,
}

impl InstanceLocation<'_> {
    /// Returns the pointers of the schemas, which identify locations with the same
    /// schemas; empty if no schema applies.
    pub fn name(&self) -> String {
        self.merged.parts.iter().map(|part| &*part.pointer).collect::<Vec<_>>().join(" ")
    }
}

/// Returns all locations of a value.
pub fn instance_locations<'d>(
    document: &'d Document,
    schemas: &[Schema<'d>],
    value: &Json,
) -> Vec<InstanceLocation<'d>> {
    let mut found = Vec::new();
    visit(document, schemas, value, false, &mut Vec::new(), &mut found);
    found
}

fn visit<'d>(
    document: &'d Document,
    schemas: &[Schema<'d>],
    value: &Json,
    is_tag: bool,
    path: &mut Vec<usize>,
    found: &mut Vec<InstanceLocation<'d>>,
) {
    let merged =
        Merged::new(document, schemas, |branches| branches.into_iter().flatten().collect());
    let inside: Vec<_> = match value {
        Json::Array(items) => {
            let items = items.iter().enumerate();
            items.map(|(index, item)| (merged.item(index), item, false)).collect()
        }
        Json::Object(members) => {
            let members = members.iter();
            members
                .map(|(name, member)| (merged.member(name), member, merged.is_tag(document, name)))
                .collect()
        }
        _ => Vec::new(),
    };
    found.push(InstanceLocation { path: path.clone(), schemas: schemas.to_vec(), merged, is_tag });
    for (index, (schemas, value, is_tag)) in inside.into_iter().enumerate() {
        path.push(index);
        visit(document, &schemas, value, is_tag, path, found);
        path.pop();
    }
}

/// Returns the part of a value at a path.
pub fn part_at<'j>(value: &'j mut Json, path: &[usize]) -> Option<&'j mut Json> {
    let Some((index, rest)) = path.split_first() else {
        return Some(value);
    };
    match value {
        Json::Array(items) => part_at(items.get_mut(*index)?, rest),
        Json::Object(members) => part_at(&mut members.get_mut(*index)?.1, rest),
        _ => None,
    }
}
