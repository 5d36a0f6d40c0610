//! The places of a value, with the schemas that speak of each: the merged
//! schema, all alternatives included.

use crate::document::Document;
use crate::json::Json;
use crate::schema::{Merged, Schema};

/// A place in a value.
#[derive(Clone, Debug)]
pub(crate) struct Place<'d> {
    /// The way to it, by the number of the member or item.
    pub path: Vec<usize>,
    /// The schemas that hold there.
    pub schemas: Vec<Schema<'d>>,
    /// The same, merged.
    pub merged: Merged<'d>,
}

impl Place<'_> {
    /// The same for all places for which the same schemas hold; empty for one that
    /// none speaks of.
    pub fn name(&self) -> String {
        let parts = self.merged.parts.iter().map(|part| &*part.pointer);
        parts.collect::<Vec<_>>().join(" ")
    }
}

/// Every place of a value.
pub(crate) fn places<'d>(
    document: &'d Document,
    schemas: &[Schema<'d>],
    value: &Json,
) -> Vec<Place<'d>> {
    let mut found = Vec::new();
    visit(document, schemas, value, &mut Vec::new(), &mut found);
    found
}

fn visit<'d>(
    document: &'d Document,
    schemas: &[Schema<'d>],
    value: &Json,
    path: &mut Vec<usize>,
    found: &mut Vec<Place<'d>>,
) {
    let merged = Merged::new(document, schemas, |branches| {
        branches.into_iter().flatten().collect()
    });
    let inside: Vec<_> = match value {
        Json::Array(items) => {
            let items = items.iter().enumerate();
            items
                .map(|(index, item)| (merged.item(index), item))
                .collect()
        }
        Json::Object(members) => {
            let members = members.iter();
            members
                .map(|(name, member)| (merged.member(name), member))
                .collect()
        }
        _ => Vec::new(),
    };
    found.push(Place {
        path: path.clone(),
        schemas: schemas.to_vec(),
        merged,
    });
    for (index, (schemas, value)) in inside.into_iter().enumerate() {
        path.push(index);
        visit(document, &schemas, value, path, found);
        path.pop();
    }
}

/// The part of a value at a place.
pub(crate) fn part<'j>(value: &'j mut Json, path: &[usize]) -> Option<&'j mut Json> {
    let Some((index, rest)) = path.split_first() else {
        return Some(value);
    };
    match value {
        Json::Array(items) => part(items.get_mut(*index)?, rest),
        Json::Object(members) => part(&mut members.get_mut(*index)?.1, rest),
        _ => None,
    }
}
