//! Warnings about fields that the Specification doesn't define for an object:
//! mostly misspelled fields, which would otherwise be treated as absent. A reference in
//! place of a map of names, where the Specification has none, is an error: `$ref` would be
//! a name.
//!
//! Extensions are not checked, nor are schema keywords, which are open (JSON Schema Core §6.5):
//! who reads a schema warns about those that are unknown.

mod objects;
mod violations;

use crate::{Diagnostic, Diagnostics, Keyword, Location, Method, Node};
pub(crate) use objects::COMPONENTS;
use objects::{ADDED_IN_3_2, DOCUMENT, OPERATION, PATH_ITEM, REFERENCE};
pub(crate) use violations::needed_by_checks;
pub use violations::violations;

/// An object type of the Specification: its name and its fields.
pub(crate) struct ObjectType {
    pub(crate) name: &'static str,
    pub(crate) fields: &'static [(&'static str, FieldContent)],
}

/// The content of a field.
#[derive(Clone, Copy)]
pub(crate) enum FieldContent {
    /// A number, or a value that the Specification doesn't describe.
    Anything,
    Boolean,
    Text,
    /// An array of texts.
    Texts,
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

use FieldContent::{Each, Named, NamedSchemas, NamedTwice, One};

impl ObjectType {
    /// Returns the fields that the object can have.
    fn known_fields(&self, is_3_2: bool) -> impl Iterator<Item = (&'static str, FieldContent)> {
        let added = ADDED_IN_3_2.iter().filter(move |(object, ..)| is_3_2 && *object == self.name);
        let added = added.map(|(_, field, content)| (*field, *content));
        let methods = Method::fields(is_3_2).filter(|_| self.name == PATH_ITEM.name);
        let methods = methods.map(|method| (method, One(&OPERATION)));
        self.fields.iter().copied().chain(added).chain(methods)
    }

    /// Returns the content of a field that the object can have.
    pub(crate) fn field(&self, name: &str, is_3_2: bool) -> Option<FieldContent> {
        let mut fields = self.known_fields(is_3_2);
        fields.find(|(field, _)| *field == name).map(|(_, content)| content)
    }
}

/// The objects of a document.
struct Objects<'v> {
    is_3_2: bool,
    /// Called for each object with its type, and for a value of another kind where the
    /// Specification requires an object.
    visit: &'v mut dyn FnMut(&Node, &'static ObjectType),
}

impl Objects<'_> {
    fn each(&mut self, node: &Node, object_type: &'static ObjectType) {
        let is_reference = node.get("$ref").is_some() && object_type.name != PATH_ITEM.name;
        let object_type = if is_reference { &REFERENCE } else { object_type };
        (self.visit)(node, object_type);
        for (name, value) in node.members() {
            match object_type.field(name, self.is_3_2) {
                Some(One(object_type)) => self.each(value, object_type),
                Some(Each(object_type)) => {
                    let items = value.items().iter();
                    items.for_each(|item| self.each(item, object_type));
                }
                Some(Named(object_type)) => self.each_named(value, object_type),
                Some(NamedTwice(object_type)) => {
                    let maps = value.members().map(|(_, map)| map);
                    let maps = maps.filter(|map| map.get("$ref").is_none());
                    maps.for_each(|map| self.each_named(map, object_type));
                }
                _ => {}
            }
        }
    }

    fn each_named(&mut self, map: &Node, object_type: &'static ObjectType) {
        // In these maps such a name is an extension, elsewhere that of a component or a header.
        let objects = [PATH_ITEM.name, "a Response Object", "a Media Type Object"];
        let has_extensions = objects.contains(&object_type.name);
        for (name, node) in map.members() {
            if !has_extensions || !name.starts_with("x-") {
                self.each(node, object_type);
            }
        }
    }
}

/// Calls `visit` for each object of a document with its type, and for each value of another kind
/// where the Specification requires an object.
fn each_object(root: &Node, visit: &mut dyn FnMut(&Node, &'static ObjectType)) {
    let is_3_2 = is_3_2(root);
    Objects { is_3_2, visit }.each(root, &DOCUMENT);
}

fn is_3_2(root: &Node) -> bool {
    let version = root.member_text("openapi");
    version.is_some_and(|version| version.starts_with("3.2"))
}

/// Adds a warning for every unknown field in the document.
pub(crate) fn check(root: &Node, diagnostics: &mut Diagnostics) {
    let is_3_2 = is_3_2(root);
    each_object(root, &mut |node, object_type| {
        check_one(node, object_type, is_3_2, diagnostics);
    });
}

/// Adds a warning for every unknown field in an object of this type, and in those below it.
pub(crate) fn check_object(
    node: &Node,
    object_type: &'static ObjectType,
    diagnostics: &mut Diagnostics,
) {
    let visit = &mut |node: &Node, object_type| check_one(node, object_type, false, diagnostics);
    Objects { is_3_2: false, visit }.each(node, object_type);
}

fn check_one(
    node: &Node,
    object_type: &'static ObjectType,
    is_3_2: bool,
    diagnostics: &mut Diagnostics,
) {
    for (name, value) in node.members().filter(|(name, _)| !name.starts_with("x-")) {
        match object_type.field(name, is_3_2) {
            Some(Named(_) | NamedTwice(_) | NamedSchemas) => {
                diagnostics.extend(value.get("$ref").map(misplaced));
            }
            Some(_) => {}
            None => diagnostics.push(unknown(name, value, object_type, is_3_2)),
        }
    }
}

fn misplaced(reference: &Node) -> Diagnostic {
    let message = "a map of names can't be a reference";
    Diagnostic::error(&reference.location, message)
        .reason("`$ref` stands in place of one value, here it is a name (OpenAPI 3.1.1 §4.8.23)")
        .help("write the names here, each with a `$ref` of its own")
}

fn unknown(name: &str, value: &Node, object_type: &ObjectType, is_3_2: bool) -> Diagnostic {
    let message = format!("`{name}` is not a field of {}", object_type.name);
    let help = did_you_mean(name, object_type.known_fields(is_3_2).map(|(field, _)| field));
    Diagnostic { help, ..Diagnostic::warning(&value.location.of_name(), message) }
}

/// Returns the remedy for a name that is probably a misspelling of a known one.
pub fn did_you_mean<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<String> {
    nearest(name, known).map(|near| format!("did you mean `{near}`?"))
}

/// Returns the warning for a member of a schema that is no keyword, and therefore has no
/// effect (JSON Schema Core §4.3.1). Returns `None` for an extension.
pub fn unknown_keyword(name: &str, location: &Location) -> Option<Diagnostic> {
    if name.starts_with("x-") {
        return None;
    }
    let location = &location.of_name();
    if name == "nullable" {
        let message = "`nullable` is a keyword of OpenAPI 3.0 and has no effect in 3.1";
        let help = "add null to the type, such as `type: [string, \"null\"]`";
        return Some(Diagnostic::warning(location, message).help(help));
    }
    let message = format!("`{name}` is not a keyword of JSON Schema 2020-12 and has no effect");
    let known = Keyword::ALL.iter().map(|keyword| keyword.name());
    let extension = || "begin the name of an extension with `x-`".to_owned();
    let help = did_you_mean(name, known).unwrap_or_else(extension);
    Some(Diagnostic::warning(location, message).help(help))
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
            && differences().map(|(one, other)| one.abs_diff(other)).sum::<usize>() <= 2 * most
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
    text.bytes().for_each(|byte| counts[usize::from(byte % 32)] += 1);
    counts
}
