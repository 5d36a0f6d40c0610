//! Warnings about fields that the Specification doesn't define for an object:
//! mostly misspelled fields, which would otherwise be treated as absent. A reference in
//! place of a map of names, where the Specification has none, is an error: `$ref` would be
//! a name.
//!
//! Schema keywords are open (JSON Schema Core §6.5) and not checked here, nor are
//! extensions.

mod objects;
mod violations;

use crate::{Diagnostic, Diagnostics, Node};
use objects::{ADDED_IN_3_2, REFERENCE};
pub(crate) use objects::{DOCUMENT, PATH_ITEM};
pub use violations::violations;

/// An object type of the Specification: its name and its fields.
pub(crate) struct ObjectType {
    pub(crate) name: &'static str,
    pub(crate) fields: &'static [(&'static str, FieldContent)],
}

/// The content of a field.
#[derive(Clone, Copy)]
pub(crate) enum FieldContent {
    /// Text, a number, or a value that the Specification doesn't describe.
    Anything,
    /// An object.
    One(&'static ObjectType),
    /// An array of objects.
    Each(&'static ObjectType),
    /// A map from names to objects.
    Named(&'static ObjectType),
    /// A map from names to maps from names to objects.
    NamedTwice(&'static ObjectType),
    /// A schema.
    Schema,
    /// A map from names to schemas.
    NamedSchemas,
}

use FieldContent::{Anything, Each, Named, NamedSchemas, NamedTwice, One, Schema};

/// Adds a warning for every unknown field in the document.
pub(crate) fn check(root: &Node, diagnostics: &mut Diagnostics) {
    let mut found = Diagnostics::default();
    check_object(root, &DOCUMENT, &mut found);
    let version = root.member_text("openapi").unwrap_or_default();
    let is_known = |warning: &Diagnostic| {
        let mut added = ADDED_IN_3_2.iter();
        version.starts_with("3.2")
            && added.any(|(object, field)| warning.message == no_field(field, object))
    };
    diagnostics.extend(found.into_iter().filter(|warning| !is_known(warning)));
}

fn no_field(name: &str, object: &str) -> String {
    format!("`{name}` is no field of {object}")
}

/// Adds a warning for every unknown field in an object of this type.
pub(crate) fn check_object(
    node: &Node,
    object_type: &'static ObjectType,
    diagnostics: &mut Diagnostics,
) {
    let Some(members) = node.mapping() else {
        // A wrong type is reported by the reader of this node.
        return;
    };
    let object_type = if members.contains_key("$ref") && object_type.name != PATH_ITEM.name {
        &REFERENCE
    } else {
        object_type
    };
    for (name, value) in members {
        if name.starts_with("x-") {
            continue;
        }
        match object_type.fields.iter().find(|(field, _)| field == name) {
            Some((_, content)) => check_content(value, *content, diagnostics),
            None => diagnostics.push(unknown(name, value, object_type)),
        }
    }
}

fn check_content(node: &Node, content: FieldContent, diagnostics: &mut Diagnostics) {
    match content {
        Anything | Schema | NamedSchemas => {}
        One(object_type) => check_object(node, object_type, diagnostics),
        Each(object_type) => {
            let items = node.sequence().into_iter().flatten();
            items.for_each(|item| check_object(item, object_type, diagnostics));
        }
        Named(object_type) => {
            diagnostics.extend(node.get("$ref").map(misplaced));
            named(node).for_each(|node| check_object(node, object_type, diagnostics));
        }
        NamedTwice(object_type) => {
            let maps = named(node).flat_map(named);
            maps.for_each(|node| check_object(node, object_type, diagnostics));
        }
    }
}

fn named(node: &Node) -> impl Iterator<Item = &Node> {
    let members = node.mapping().into_iter().flatten();
    let members = members.filter(|(name, _)| !name.starts_with("x-"));
    members.map(|(_, node)| node)
}

fn misplaced(reference: &Node) -> Diagnostic {
    let message = "a map of names can't be a reference";
    Diagnostic::error(&reference.location, message)
        .reason("`$ref` stands in place of one value, here it is a name (OpenAPI 3.1.1 §4.8.23)")
        .help("write the names here, each with a `$ref` of its own")
}

fn unknown(name: &str, value: &Node, object_type: &ObjectType) -> Diagnostic {
    let message = no_field(name, object_type.name);
    let diagnostic = Diagnostic::warning(&value.location, message);
    match nearest(name, object_type.fields.iter().map(|(field, _)| *field)) {
        Some(field) => diagnostic.help(format!("did you mean `{field}`?")),
        None => diagnostic,
    }
}

/// The most bytes of a name that is compared with others, and the most names that one is
/// compared with: a document can have thousands of unknown names and of known ones.
const MAX_COMPARED: usize = 64;

/// Returns the known name that `name` is probably a misspelling of: of equally near ones the
/// first in the order of the alphabet.
pub fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    if name.len() > MAX_COMPARED {
        return None;
    }
    let name = name.to_lowercase();
    let letters = letters(&name);
    // Above one edit in three letters, it is probably a different word. An edit adds a letter
    // or removes one, or both.
    let is_possible = |known: &&str| {
        let most = known.len() / 3;
        let has_length = known.len().abs_diff(name.len()) <= most && known.len() <= MAX_COMPARED;
        let differences = || letters.iter().zip(self::letters(known));
        has_length
            && differences()
                .map(|(one, other)| one.abs_diff(other))
                .sum::<usize>()
                <= 2 * most
    };
    let distance = |known: &str| strsim::damerau_levenshtein(&known.to_lowercase(), &name);
    let compared = known.filter(is_possible).take(MAX_COMPARED);
    let near = compared.min_by_key(|known| (distance(known), *known))?;
    (distance(near) * 3 <= near.len()).then_some(near)
}

/// Returns how often a text has bytes, of each 32 of which one counts for all: letters in
/// either case are the same.
fn letters(text: &str) -> [usize; 32] {
    let mut counts = [0; 32];
    text.bytes()
        .for_each(|byte| counts[usize::from(byte % 32)] += 1);
    counts
}
