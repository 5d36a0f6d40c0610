//! A parsed document: its nodes, and resolution of `$ref`.
//!
//! References are followed only within the document. Those to other files are resolved
//! before, by [`Bundle`]; nothing is fetched, because a build must not depend on files outside
//! version control.

use std::collections::HashSet;
use std::path::Path;

use crate::{
    Diagnostic, Diagnostics, Location, Method, Node, Pointer, directions, discriminator,
    identifiers, lift, lint, path_item, unreadable,
};
use openapi_source::role::Role;
use openapi_source::{Bundle, MemberAt, work_at};

/// The maximum number of nodes of a schema without references.
const MAX_INLINED: usize = 100_000;

/// An OpenAPI document with a position for every node. One of version 3.0 is lifted
/// to 3.1, and one of 3.2 is read as 3.1.
///
/// A required member that is `readOnly` is optional in requests, and one that is
/// `writeOnly` in responses. Where a component differs by direction, its name is that of
/// responses, and the document has a second component for requests, `ThingRequest` for
/// `Thing`.
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) root: Node,
    /// Whether the text is OpenAPI 3.0.
    pub(crate) is_3_0: bool,
    /// The operations by path and method, if the document is restricted to some of
    /// them. A path can contain others, because a reference leads into them.
    operations: Option<HashSet<(String, Method)>>,
    /// The components of a part of a document that the part needs only in part.
    incomplete: HashSet<Pointer>,
    /// What a text of 3.2 refers to, also by references that are replaced by their targets.
    pub(crate) referred: HashSet<Pointer>,
    /// Warnings about the text, about what is lifted or left out, and about schemas that are the
    /// same for both directions and should differ.
    pub(crate) warnings: Diagnostics,
    /// The errors of the references to files that can't be read.
    pub(crate) unread: Diagnostics,
}

impl Document {
    /// Reads a document from a file, and from the files below its directory that it refers
    /// to. Diagnostics name the file as written in `path`.
    ///
    /// # Errors
    /// A file can't be read as UTF-8, or [`Document::parse`] fails.
    pub fn read(path: &Path) -> Result<Self, Diagnostics> {
        let overlays: [&Path; 0] = [];
        let bundle = Bundle::read(path, None, MemberAt::Value);
        Self::overlaid(bundle, &overlays).map(|(document, _)| document)
    }

    /// Parses the bytes of a file, with or without a byte order mark.
    ///
    /// # Errors
    /// The bytes are not UTF-8, or [`Document::parse`] fails.
    pub fn from_bytes(file: &str, bytes: &[u8]) -> Result<Self, Diagnostics> {
        Self::warned(openapi_source::from_bytes(file, bytes, MemberAt::Value)?)
    }

    /// Parses a YAML or JSON text. `file` is the file name for messages.
    ///
    /// # Errors
    /// The text is not YAML or JSON, has a duplicate member, is not an object, or
    /// is of another version than OpenAPI 3.0, 3.1 and 3.2.
    pub fn parse(file: &str, text: &str) -> Result<Self, Diagnostics> {
        Self::warned(openapi_source::parse(file, text, MemberAt::Value)?)
    }

    fn warned((root, warnings): (Node, Diagnostics)) -> Result<Self, Diagnostics> {
        let mut document = Self::new(root)?;
        document.warnings.extend(warnings);
        Ok(document)
    }

    /// Returns the document with this root.
    ///
    /// # Errors
    /// As for [`Document::as_written`].
    pub(crate) fn new(root: Node) -> Result<Self, Diagnostics> {
        let mut document = Self::as_written(root)?;
        unreadable::remove_narrowing(&mut document);
        document.lift();
        if document.is_3_0 {
            lift::nullable(&mut document.root, Role::Document);
        }
        discriminator::name_subtypes(&mut document.root);
        // Of what is wrapped, added or merged.
        document.root.relocate(&Pointer::root());
        if let Some((root, warnings)) = directions::separated(&document) {
            document.root = root;
            document.warnings.extend(warnings);
        }
        Ok(document)
    }

    /// Returns the document with this root, in which all references are pointers. One of 3.0
    /// has its own keywords, and one of 3.2 is read as 3.1.
    ///
    /// # Errors
    /// The root is not an object, or not of OpenAPI 3.0, 3.1 or 3.2, or an identifier of a
    /// schema is none, or is declared twice.
    pub(crate) fn as_written(mut root: Node) -> Result<Self, Diagnostics> {
        if root.mapping().is_none() {
            return Err(Diagnostic::unexpected(&root, "an OpenAPI document", "an object").into());
        }
        let minor = minor_version(&root)?;
        let (mut referred, mut warnings) = Default::default();
        if minor == "3.2" {
            referred = lint::referred(&root);
            warnings = openapi_source::read_3_2_as_3_1(&mut root);
        }
        let is_3_0 = minor == "3.0";
        if !is_3_0 {
            identifiers::resolve(&mut root)?;
        }
        let mut document = Self {
            root,
            is_3_0,
            operations: None,
            incomplete: HashSet::new(),
            referred,
            warnings,
            unread: Diagnostics::default(),
        };
        path_item::complete(&mut document);
        Ok(document)
    }

    /// Gives a document of 3.0 the keywords of 3.1 in place of its own, but for `nullable`. Bases
    /// lose the unions that lead back to them.
    pub(crate) fn lift(&mut self) {
        if self.is_3_0 {
            self.warnings.extend(lift::lift(&mut self.root));
        }
        self.warnings.extend(discriminator::remove_circles(&mut self.root));
    }

    /// Returns a part of this document, in which `operations` are served.
    pub(crate) fn part(
        &self,
        root: Node,
        operations: HashSet<(String, Method)>,
        incomplete: HashSet<Pointer>,
    ) -> Self {
        Self {
            root,
            is_3_0: self.is_3_0,
            operations: Some(operations),
            incomplete,
            referred: self.referred.clone(),
            warnings: self.warnings.clone(),
            unread: self.unread.clone(),
        }
    }

    /// Returns whether an operation belongs to the document, and doesn't stand there
    /// only because a reference leads into it.
    pub(crate) fn serves(&self, path: &str, method: &Method) -> bool {
        let operations = self.operations.as_ref();
        let is_served = |served: &HashSet<_>| served.contains(&(path.to_owned(), method.clone()));
        operations.is_none_or(is_served) || !method.has_field()
    }

    /// Returns whether a part of a document needs all of the component at a pointer. A
    /// component that only references into it lead to may refer to what the part lacks.
    pub fn is_complete(&self, component: &Pointer) -> bool {
        !self.incomplete.contains(component)
    }

    /// Returns the root node.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// Returns the node at a pointer.
    pub fn find(&self, pointer: &Pointer) -> Option<&Node> {
        self.root.at(pointer)
    }

    /// Returns the node that a `$ref` string points to, without following further
    /// references.
    ///
    /// # Errors
    /// The reference points into another document, to an anchor, or to nothing.
    pub fn target(&self, reference: &Node) -> Result<&Node, Diagnostic> {
        let location = &reference.location;
        let Some(text) = reference.string() else {
            return Err(Diagnostic::unexpected(reference, "`$ref`", "a string"));
        };
        let Some(pointer) = Pointer::from_reference(text) else {
            let mut unread = (&self.unread).into_iter();
            let is_here = |error: &&Diagnostic| error.location.cmp_in_text(location).is_eq();
            if let Some(error) = unread.find(is_here) {
                let mut error = error.clone();
                error.location.pointer = location.pointer.clone();
                return Err(error);
            }
            let message = format!("`$ref: {text}` does not point into this document");
            let help = if text.starts_with('#') {
                "no schema has this `$anchor`; a JSON Pointer begins with `#/`"
            } else {
                "refer to a file by its path, URLs are not read; no schema has this `$id`"
            };
            return Err(Diagnostic::error(location, message).help(help));
        };
        let target = self.find(&pointer);
        target.inspect(|node| work_at(&node.location)).ok_or_else(|| {
            let diagnostic =
                Diagnostic::error(location, format!("`$ref: {text}` points to nothing"));
            match self.sibling_like(&pointer) {
                Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                None => diagnostic,
            }
        })
    }

    /// Returns the pointer to a member whose name is like that of a missing one.
    fn sibling_like(&self, missing: &Pointer) -> Option<Pointer> {
        let tokens: Vec<_> = missing.tokens().collect();
        let (name, above) = tokens.split_last()?;
        let above = above.iter().fold(Pointer::root(), |pointer, token| pointer.join(token));
        let siblings = self.find(&above)?.mapping()?.keys();
        let near = crate::fields::nearest(name, siblings.map(String::as_str))?;
        Some(above.join(near))
    }

    /// Returns `node`, or the target of its chain of references if it is a
    /// Reference Object. For schemas use [`crate::Schema`], because keywords beside
    /// `$ref` count there.
    ///
    /// # Errors
    /// As for [`Document::target`], and for circular references.
    pub fn resolve<'d>(&'d self, node: &'d Node) -> Result<&'d Node, Diagnostic> {
        let mut seen = HashSet::new();
        let mut current = node;
        while let Some(reference) = current.get("$ref") {
            if !seen.insert(&current.location.pointer) {
                let message = "the references form a circle";
                return Err(Diagnostic::error(&reference.location, message)
                    .reason("no reference of the circle leads to an element")
                    .help("replace one `$ref` by the element"));
            }
            current = self.target(reference)?;
        }
        Ok(current)
    }

    /// Returns the JSON of a schema, or of an object that contains schemas, with
    /// every `$ref` replaced by its target, unless that contains the `$ref`.
    ///
    /// # Errors
    /// As for [`Document::target`], and for more than 100,000 nodes, which references of a
    /// small document can have.
    pub fn inlined(&self, node: &Node) -> Result<serde_json::Value, Diagnostic> {
        self.inlined_below(node, &mut Vec::new(), &mut 0)
    }

    fn inlined_below<'d>(
        &'d self,
        node: &'d Node,
        above: &mut Vec<&'d Location>,
        nodes: &mut usize,
    ) -> Result<serde_json::Value, Diagnostic> {
        *nodes += 1;
        if *nodes > MAX_INLINED {
            let message = format!("written out, the schema has more than {MAX_INLINED} nodes");
            return Err(Diagnostic::error(&node.location, message));
        }
        let Some(members) = node.mapping() else {
            return match node.sequence() {
                Some(items) => {
                    items.iter().map(|item| self.inlined_below(item, above, nodes)).collect()
                }
                None => Ok(node.to_json()),
            };
        };
        let mut json = serde_json::Map::new();
        for (name, member) in members.iter().filter(|(name, _)| *name != "$ref") {
            json.insert(name.clone(), self.inlined_below(member, above, nodes)?);
        }
        let Some(reference) = members.get("$ref") else {
            return Ok(json.into());
        };
        let target = self.target(reference)?;
        if above.contains(&&target.location) {
            json.insert("$ref".to_owned(), target.location.pointer.to_fragment().into());
            return Ok(json.into());
        }
        above.push(&target.location);
        let inlined = self.inlined_below(target, above, nodes)?;
        above.pop();
        if json.is_empty() {
            return Ok(inlined);
        }
        // In an `allOf` beside the siblings: both may have the same keyword.
        let siblings = std::mem::take(&mut json);
        Ok(serde_json::json!({ "allOf": [inlined, siblings] }))
    }
}

/// Returns the minor version of OpenAPI that a document is of.
fn minor_version(root: &Node) -> Result<&'static str, Diagnostic> {
    let Some(version) = root.get("openapi") else {
        let message = "no `openapi` version, which says that this is an OpenAPI document";
        let help = match root.get("swagger") {
            Some(_) => "this is a Swagger 2.0 document: convert it first",
            None => "begin with `openapi: 3.1.0`",
        };
        return Err(Diagnostic::error(&root.location, message).help(help));
    };
    let Some(text) = version.string() else {
        let error = Diagnostic::unexpected(version, "the version", "a string");
        return Err(error.help("begin with `openapi: 3.1.0`"));
    };
    let is_patch_of = |minor: &&str| {
        let patch = text.strip_prefix(minor);
        patch.is_some_and(|patch| patch.is_empty() || patch.starts_with('.'))
    };
    let minor = ["3.0", "3.1", "3.2"].into_iter().find(is_patch_of);
    minor.ok_or_else(|| {
        let message = format!("OpenAPI {text} is not supported, only 3.0 to 3.2");
        Diagnostic::error(&version.location, message)
    })
}
