//! The document, and the targets of its references.

use crate::left_out::leave_out;
use crate::{check, identifier, lift, path_item, reference, unreadable};
use openapi_source::role::Role;
use openapi_source::{
    Bundle, Diagnostic, Diagnostics, MemberAt, Node, Pointer, SourceLocation, with_large_stack,
};
use std::collections::HashMap;
use std::path::Path;

/// An OpenAPI document: OpenAPI 3.0.x, 3.1.x or 3.2.x, YAML or JSON.
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) version: Version,
    pub(crate) root: Node,
    /// The keywords that were left out because they can't be read.
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) has_dynamic_references: bool,
}

/// The versions of OpenAPI, as far as their schemas differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// 3.0.x
    V3_0,
    /// 3.1.x, and 3.2.x, which is read as 3.1
    V3_1,
}

impl Document {
    /// Reads a file, and the files below its directory that it refers to. Findings show
    /// `path` as given.
    ///
    /// # Errors
    ///
    /// When a file can't be read, and for everything that
    /// [`parse`](Document::parse) refuses.
    pub fn read(path: &Path) -> Result<Document, Diagnostics> {
        Document::read_below(path, None)
    }

    /// Reads a file, and the files below a directory that it refers to, as
    /// [`read`](Document::read) does.
    ///
    /// # Errors
    ///
    /// As for [`read`](Document::read).
    pub fn read_below(path: &Path, directory: Option<&Path>) -> Result<Document, Diagnostics> {
        with_large_stack(|| {
            let mut bundle = Bundle::read(path, directory, MemberAt::Name);
            bundle.unread.extend(bundle.misplaced);
            Document::new(bundle.unread.or(bundle.document?)?, None)
        })
    }

    /// Reads a file, as [`read_below`](Document::read_below) does, without these operations,
    /// which are named such as `GET /trees/{id}`, and without the components that have errors.
    /// The operations are there, and are empty.
    ///
    /// # Errors
    ///
    /// As for [`read`](Document::read), except for what is left out.
    pub fn read_without(
        path: &Path,
        directory: Option<&Path>,
        operations: &[&str],
    ) -> Result<Document, Diagnostics> {
        with_large_stack(|| {
            // A reference to a file that can't be read stays, and the check of the structure
            // finds it.
            let bundle = Bundle::read(path, directory, MemberAt::Name);
            Document::new(bundle.document?, Some(operations))
        })
    }

    /// Reads a text. Findings show `name` as the file.
    ///
    /// Text that begins with `{` and is JSON is read as JSON, all other as
    /// YAML 1.2 (core schema, one document).
    ///
    /// # Errors
    ///
    /// Every error: syntax, duplicate names, a version
    /// other than 3.0.x, 3.1.x and 3.2.x, values of the wrong type, references without a
    /// target or out of the document, security requirements without a scheme. Only
    /// errors in the text as YAML or JSON hide other diagnostics. A schema keyword whose value has the
    /// wrong type is left out, and is among the [`diagnostics`](Document::diagnostics).
    /// So that a small text can't exhaust memory or time, more than 256 levels of
    /// nesting, aliases of 200,000 values, or numbers of a thousand digits are errors,
    /// too.
    pub fn parse(name: &str, text: &str) -> Result<Document, Diagnostics> {
        with_large_stack(|| {
            let (root, _) = openapi_source::parse(name, text, MemberAt::Name)?;
            Document::new(root, None)
        })
    }

    fn new(mut root: Node, left_out: Option<&[&str]>) -> Result<Document, Diagnostics> {
        let mut diagnostics = Vec::new();
        if root.mapping().is_none() {
            let what = Role::Document.noun();
            return Err(Diagnostic::unexpected(&root, what, "an object").into());
        }
        match check::version(&root) {
            Err(diagnostic) => diagnostics.push(diagnostic),
            Ok(version) => {
                if root
                    .member_text("openapi")
                    .is_some_and(|text| text.starts_with("3.2"))
                {
                    // The warnings are those of the generators.
                    openapi_source::read_3_2_as_3_1(&mut root);
                }
                path_item::complete(&mut root);
                if version == Version::V3_1 {
                    identifier::resolve(&mut root);
                }
                if let Some(operations) = left_out {
                    leave_out(&mut root, version, operations);
                }
                check::structure(&root, version, &mut diagnostics);
                let mut left_out = Vec::new();
                unreadable::remove(&mut root, Role::Document, version, &mut left_out);
                if diagnostics.is_empty() {
                    let document = Document::lifted(version, root);
                    let diagnostics = left_out;
                    return Ok(Document {
                        diagnostics,
                        ..document
                    });
                }
                diagnostics.append(&mut left_out);
            }
        }
        Err(Diagnostics::from_iter(diagnostics))
    }

    fn lifted(version: Version, mut root: Node) -> Document {
        if version == Version::V3_0 {
            lift::lift(&mut root, Role::Document);
        }
        let mut has_dynamic_references = false;
        root.for_each(&mut |node| has_dynamic_references |= node.get("$dynamicRef").is_some());
        Document {
            version,
            root,
            diagnostics: Vec::new(),
            has_dynamic_references,
        }
    }

    /// Returns the version in which the document is written.
    pub fn version(&self) -> Version {
        self.version
    }

    /// Returns the keywords that were left out because they can't be read.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns whether the document may have a `$dynamicRef` whose target depends on the
    /// schemas around it (Core §8.2.3.2). All others have become `$ref`.
    pub fn has_dynamic_references(&self) -> bool {
        self.has_dynamic_references
    }

    /// Returns the number of bytes of the document's files.
    pub fn size(&self) -> usize {
        let mut files = HashMap::new();
        self.root.for_each(&mut |node| {
            let file = &node.location.file;
            files.insert(&**file, file.text().len());
        });
        files.values().sum()
    }

    /// Returns the root of the document.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// Returns the node that `reference` points at; `None` if there is none.
    pub fn find(&self, reference: &str) -> Option<&Node> {
        reference::target(&self.root, reference).ok()
    }

    /// Returns the node at `pointer`.
    pub fn at(&self, pointer: &Pointer) -> Option<&Node> {
        self.root.at(pointer)
    }

    /// Returns the target of `node`'s `$ref`, or `node` if it has none.
    pub fn resolve<'d>(&'d self, node: &'d Node) -> &'d Node {
        reference::resolve(&self.root, node)
    }

    /// Returns the target of `node`'s `$ref`, if it has one. Chains of pure
    /// references are followed to the first schema with keywords of its own, since
    /// a 3.1 schema may have keywords beside its `$ref`.
    pub fn target<'d>(&'d self, node: &'d Node) -> Option<&'d Node> {
        let first = reference::target(&self.root, node.member_text("$ref")?).ok()?;
        let (mut target, mut mark) = (first, first);
        let mut steps = 0_usize;
        while let Some(next) = self.single_constituent(target) {
            if std::ptr::eq(next, mark) {
                // A cycle (found by Brent's algorithm), which has no meaning.
                return Some(first);
            }
            target = next;
            steps += 1;
            if steps.is_power_of_two() {
                mark = target;
            }
        }
        Some(target)
    }

    /// Returns the only schema that `schema` consists of: the target of a `$ref` or
    /// the single branch of an `allOf`, without siblings.
    fn single_constituent<'d>(&'d self, schema: &'d Node) -> Option<&'d Node> {
        let mut members = schema.members();
        match (members.next()?, members.next()) {
            (("$ref", to), None) => reference::target(&self.root, to.string()?).ok(),
            (("allOf", all), None) => match all.items() {
                [only] => Some(only),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns whether `schema` allows null in addition to the values that its
    /// other keywords allow. OpenAPI 3.0.3 gives `nullable` a meaning only beside
    /// `type`; schemars and dropshot also write it beside `allOf`, with the same
    /// intention. 3.1 has no such keyword.
    pub fn allows_null(&self, schema: &Node) -> bool {
        self.version == Version::V3_0 && schema.flag("nullable")
    }

    /// Returns whether `allows_null` already handles `keyword`.
    pub fn is_lifted(&self, keyword: &str) -> bool {
        self.version == Version::V3_0 && keyword == "nullable"
    }

    /// Returns the location of `node`, which is part of this document.
    pub fn location(&self, node: &Node) -> SourceLocation {
        SourceLocation::of(&node.location)
    }
}
