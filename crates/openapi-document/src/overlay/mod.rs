//! OpenAPI Overlay 1.0 and 1.1: actions that change a document before it is read.
//!
//! A node that an overlay adds has its position in the overlay and its JSON Pointer in
//! the document, so that a diagnostic shows the text to edit.

mod apply;
mod read;

use std::path::Path;

use openapi_source::{Bundle, MemberAt};
use serde_json_path::JsonPath;

use crate::{Diagnostics, Document, Location, Node};

/// An OpenAPI Overlay document, version 1.0 or 1.1.
///
/// Both versions are applied by the rules of 1.1, which are those of 1.0 with `copy`
/// and with strings, numbers and booleans as targets. `extends` is not read: the caller
/// selects the document.
///
/// ```
/// use openapi_document::{Document, Overlay};
///
/// let overlay = "
/// overlay: 1.0.0
/// info: { title: Corrections, version: '1' }
/// actions:
///   - target: $.paths.*.get
///     update: { responses: { '200': { description: Success } } }
/// ";
/// let overlay = Overlay::parse("overlay.yaml", overlay)?;
/// let document = "
/// openapi: 3.1.0
/// info: { title: Trees, version: '1' }
/// paths: { /trees: { get: {} } }
/// ";
/// let (document, warnings) = Document::parse_overlaid("openapi.yaml", document, &[overlay])?;
/// assert_eq!(document.operations().len(), 1);
/// assert!(!warnings.has_errors());
/// # Ok::<(), openapi_document::Diagnostics>(())
/// ```
#[derive(Clone, Debug)]
pub struct Overlay {
    actions: Vec<Action>,
    warnings: Diagnostics,
}

/// A change of the selected nodes.
#[derive(Clone, Debug)]
struct Action {
    target: Query,
    change: Change,
}

#[derive(Clone, Debug)]
enum Change {
    Update(Node),
    Copy(Query),
    Remove,
}

/// A JSONPath of an overlay.
#[derive(Clone, Debug)]
struct Query {
    path: JsonPath,
    location: Location,
}

impl Overlay {
    /// Reads an overlay from a file. Diagnostics name the file as written in `path`.
    ///
    /// # Errors
    /// The file can't be read as UTF-8, or [`Overlay::parse`] fails.
    pub fn read(path: &Path) -> Result<Self, Diagnostics> {
        read::overlay(openapi_source::read(path, MemberAt::Value)?)
    }

    /// Parses a YAML or JSON text. `file` is the file name for messages.
    ///
    /// # Errors
    /// The text is not YAML or JSON, not an overlay of version 1.0 or 1.1, or has a
    /// field of the wrong type or a target that is not a JSONPath.
    pub fn parse(file: &str, text: &str) -> Result<Self, Diagnostics> {
        read::overlay(openapi_source::parse(file, text, MemberAt::Value)?)
    }

    /// Applies this overlay to the root of a document. Returns warnings, such as about a
    /// target that matches nothing.
    ///
    /// # Errors
    /// An action can't be applied.
    pub fn apply(&self, root: &mut Node) -> Result<Diagnostics, Diagnostics> {
        let mut warnings = self.warnings.clone();
        apply::overlays(std::slice::from_ref(self), root, &mut warnings)?;
        Ok(warnings)
    }
}

impl Document {
    /// Returns a document that was read from its files, with the overlays from other files,
    /// in this order. Also returns the warnings about references where OpenAPI allows none,
    /// and about the overlays, such as a target that matches nothing.
    ///
    /// # Errors
    /// A file has errors, [`Overlay::read`] fails, an action can't be applied, or the result
    /// is not an OpenAPI document.
    pub fn overlaid(
        bundle: Bundle,
        overlays: &[impl AsRef<Path>],
    ) -> Result<(Self, Diagnostics), Diagnostics> {
        let read = (bundle.document?, bundle.warnings);
        let overlays = overlays.iter().map(|path| Overlay::read(path.as_ref()));
        let (mut document, warnings) = overlaid(read, &overlays.collect::<Result<Vec<_>, _>>()?)?;
        // Those that no overlay has removed. A part of a document keeps the value, and not
        // the member `$ref`, which looks like a name.
        for mut error in bundle.misplaced {
            let at = error.location.pointer;
            if document.root().at(&at).is_some() {
                error.location.pointer = at.parent().unwrap_or_default();
                document.warnings.push(error);
            }
        }
        document.unread = bundle.unread;
        Ok((document, warnings))
    }

    /// Parses a YAML or JSON text and applies the overlays, in this order, as
    /// [`Document::overlaid`] does.
    ///
    /// # Errors
    /// The text is not YAML or JSON, an action can't be applied, or the result is not an
    /// OpenAPI document.
    pub fn parse_overlaid(
        file: &str,
        text: &str,
        overlays: &[Overlay],
    ) -> Result<(Self, Diagnostics), Diagnostics> {
        overlaid(openapi_source::parse(file, text, MemberAt::Value)?, overlays)
    }
}

fn overlaid(
    (mut root, mut warnings): (Node, Diagnostics),
    overlays: &[Overlay],
) -> Result<(Document, Diagnostics), Diagnostics> {
    for overlay in overlays {
        warnings.extend(overlay.warnings.clone());
    }
    apply::overlays(overlays, &mut root, &mut warnings)?;
    Ok((Document::new(root)?, warnings))
}
