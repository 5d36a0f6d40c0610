//! Makes a [`Document`] of a text of any version: what is of 3.0 or 3.2 becomes 3.1, and schemas
//! that differ by direction become two.

use std::collections::HashSet;
use std::path::Path;

use openapi_source::role::Role;
use openapi_source::{Bundle, MemberAt};

use crate::{
    Diagnostic, Diagnostics, Document, Node, Pointer, directions, discriminator, identifiers, lift,
    lint, path_item, unreadable,
};

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
        let referred = lint::referred(&root);
        let warnings = openapi_source::read_as_3_1(&mut root, minor == "3.2");
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
