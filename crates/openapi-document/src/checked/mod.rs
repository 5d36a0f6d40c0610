//! Documents for checks: without errors, and as they are written.

mod left_out;
mod structure;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use openapi_source::role::{Role, traverse};

use crate::directions::{Rewrite, has_annotation};
use crate::discriminator::{Discriminator, name_subtypes};
use crate::{
    Api, Bundle, Diagnostic, Diagnostics, Direction, Document, MemberAt, Node, Pointer, unreadable,
    with_large_stack,
};
use left_out::leave_out;

/// A document whose structure has no errors, so that each reference has a target.
///
/// The pointers of its nodes are those of the text. [`CheckedDocument::in_direction`] returns
/// what differs in requests and in responses. A document of OpenAPI 3.0 has the keywords of 3.1,
/// except `nullable`: adding the type null can need a union around the schema, which would change
/// the pointers.
///
/// ```
/// use openapi_document::{CheckedDocument, Direction, Pointer};
///
/// let document = CheckedDocument::parse("api.yaml", "
/// openapi: 3.1.0
/// components:
///   schemas:
///     Thing: {$ref: '#named'}
///     Named: {$anchor: named, required: [id], properties: {id: {readOnly: true}}}
/// ")?;
/// let thing = document.find(&Pointer::from_reference("#/components/schemas/Thing").unwrap());
/// let named = document.target(thing.unwrap()).unwrap();
/// assert_eq!(named.location.to_string(), "api.yaml:6:5 (#/components/schemas/Named)");
///
/// let requests = document.in_direction(Direction::Request).unwrap();
/// let named = requests.find(&named.location.pointer).unwrap();
/// assert!(named.get("required").is_none());
/// # Ok::<(), openapi_document::Diagnostics>(())
/// ```
#[derive(Clone, Debug)]
pub struct CheckedDocument {
    document: Document,
    diagnostics: Vec<Diagnostic>,
    has_dynamic_references: bool,
}

impl CheckedDocument {
    /// Reads a file, and the files below its directory that it refers to. Findings show
    /// `path` as given.
    ///
    /// # Errors
    /// A file can't be read, or [`CheckedDocument::parse`] fails.
    pub fn read(path: &Path) -> Result<Self, Diagnostics> {
        Self::read_below(path, None)
    }

    /// Reads a file, and the files below a directory that it refers to.
    ///
    /// # Errors
    /// As for [`CheckedDocument::read`].
    pub fn read_below(path: &Path, directory: Option<&Path>) -> Result<Self, Diagnostics> {
        Self::bundled(Bundle::read(path, directory, MemberAt::Name))
    }

    /// Returns a document that was read from its files.
    ///
    /// # Errors
    /// As for [`CheckedDocument::read`].
    pub fn bundled(mut bundle: Bundle) -> Result<Self, Diagnostics> {
        with_large_stack(|| {
            bundle.unread.extend(bundle.misplaced);
            Self::new(bundle.unread.or(bundle.document?)?, None)
        })
    }

    /// Reads a file, as [`CheckedDocument::read_below`] does, without these operations, which
    /// are named such as `GET /trees/{id}`, and without the components that have errors. The
    /// operations are there, and are empty.
    ///
    /// # Errors
    /// As for [`CheckedDocument::read`], except for what is left out.
    pub fn read_without(
        path: &Path,
        directory: Option<&Path>,
        operations: &[&str],
    ) -> Result<Self, Diagnostics> {
        with_large_stack(|| {
            // A reference to a file that can't be read stays, and the check of the structure
            // finds it.
            let bundle = Bundle::read(path, directory, MemberAt::Name);
            Self::new(bundle.document?, Some(operations))
        })
    }

    /// Parses a YAML or JSON text. Findings show `file` as the file.
    ///
    /// # Errors
    /// As for [`Document::parse`], and every other error: values of the wrong type, references
    /// without a target, security requirements without a scheme. A schema keyword whose value
    /// has the wrong type is an error if it holds schemas, such as `items`. Any other is left
    /// out, and is among the [`diagnostics`](CheckedDocument::diagnostics).
    pub fn parse(file: &str, text: &str) -> Result<Self, Diagnostics> {
        with_large_stack(|| {
            let (root, _) = openapi_source::parse(file, text, MemberAt::Name)?;
            Self::new(root, None)
        })
    }

    /// Parses a text, as [`CheckedDocument::parse`] does, without these operations, as
    /// [`CheckedDocument::read_without`] does.
    ///
    /// # Errors
    /// As for [`CheckedDocument::read_without`].
    pub fn parse_without(file: &str, text: &str, operations: &[&str]) -> Result<Self, Diagnostics> {
        with_large_stack(|| {
            let (root, _) = openapi_source::parse(file, text, MemberAt::Name)?;
            Self::new(root, Some(operations))
        })
    }

    fn new(root: Node, left_out: Option<&[&str]>) -> Result<Self, Diagnostics> {
        let mut document = Document::as_written(root)?;
        if let Some(operations) = left_out {
            leave_out(&mut document, operations);
        }
        let errors = structure::errors(&document);
        let diagnostics = unreadable::remove(&mut document);
        if errors.has_errors() {
            return Err(errors.into_iter().chain(diagnostics).collect());
        }
        document.lift();
        let mut has_dynamic_references = false;
        let root = document.root();
        root.for_each(&mut |node| has_dynamic_references |= node.get("$dynamicRef").is_some());
        Ok(Self {
            document,
            diagnostics: diagnostics.into_iter().collect(),
            has_dynamic_references,
        })
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
        self.root().for_each(&mut |node| {
            let file = &node.location.file;
            files.insert(&**file, file.text().len());
        });
        files.values().sum()
    }

    /// Returns the operations. A check doesn't need what generators report.
    pub fn api(&self) -> Api<'_> {
        Api::read(&self.document, &mut Diagnostics::default())
    }

    /// Returns the discriminators by the pointers of the schemas that have them, with all schemas
    /// that they name: the branches of a union, and the schemas that extend a base.
    pub fn discriminators(&self) -> BTreeMap<Pointer, Discriminator> {
        let mut root = self.root().clone();
        name_subtypes(&mut root);
        let mut found = BTreeMap::new();
        traverse(&root, Role::Document, &mut |node, role| {
            let read = Some(node).filter(|_| role == Role::Schema);
            if let Some(discriminator) = read.and_then(Discriminator::of) {
                found.insert(node.location.pointer.clone(), discriminator);
            }
        });
        found
    }

    /// Returns the root node.
    pub fn root(&self) -> &Node {
        self.document.root()
    }

    /// Returns the node at a pointer.
    pub fn find(&self, pointer: &Pointer) -> Option<&Node> {
        self.document.find(pointer)
    }

    /// Returns `node`, or the target of its chain of references.
    pub fn resolve<'d>(&'d self, node: &'d Node) -> &'d Node {
        self.document.resolve(node).unwrap_or(node)
    }

    /// Returns the target of the `$ref` of a schema, if it has one. Chains of pure references
    /// are followed to the first schema with keywords of its own, since a schema may have
    /// keywords beside its `$ref`.
    pub fn target<'d>(&'d self, schema: &'d Node) -> Option<&'d Node> {
        let first = self.document.target(schema.get("$ref")?).ok()?;
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
            (("$ref", to), None) => self.document.target(to).ok(),
            (("allOf", all), None) => match all.items() {
                [only] => Some(only),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns whether a schema allows null in addition to the values that its other keywords
    /// allow. 3.1 has no such keyword.
    pub fn allows_null(&self, schema: &Node) -> bool {
        self.document.is_3_0 && schema.flag("nullable")
    }

    /// Returns whether [`CheckedDocument::allows_null`] handles a keyword.
    pub fn is_lifted(&self, keyword: &str) -> bool {
        self.document.is_3_0 && keyword == "nullable"
    }

    /// Returns the root with the type null in place of `nullable`.
    pub fn with_null_types(&self) -> Node {
        let mut root = self.root().clone();
        if self.document.is_3_0 {
            crate::lift::nullable(&mut root, Role::Document);
        }
        root
    }

    /// Returns the document as it applies to one direction, with the same pointers: without
    /// the required members that this direction exempts. Returns `None` if the document applies
    /// as it is written.
    pub fn in_direction(&self, direction: Direction) -> Option<Self> {
        if !has_annotation(self.root()) {
            return None;
        }
        let rewrite = Rewrite { document: &self.document, direction, copies: &HashMap::new() };
        let mut changed = self.clone();
        rewrite.node(&mut changed.document.root, Role::Document).then_some(changed)
    }
}
