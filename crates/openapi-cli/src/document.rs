//! Reads a document, applies overlays and selects operations.

use crate::arguments::Input;
use crate::bundle;
use crate::diagnosis::Diagnosis;
use crate::failure::Failure;
use openapi_document::{Bundle, CheckedDocument, Diagnostics, Document, MemberAt};
use openapi_source::findings::Format;
use std::io::Write;
use std::path::PathBuf;

/// A document that was read.
pub(crate) struct Source {
    /// The document with its overlays.
    pub(crate) whole: Document,
    /// The document, restricted to the selected operations.
    pub(crate) document: Document,
    /// The files of the document and of the overlays.
    pub(crate) files: Vec<PathBuf>,
    /// The text of the document, without overlays.
    pub(crate) text: String,
    /// The warnings about references and about the overlays.
    pub(crate) warnings: Diagnostics,
}

impl Source {
    /// Reads a document. If it can't be read, the diagnostics go to `output`.
    pub(crate) fn read(input: &Input, format: Format, output: impl Write) -> Result<Self, Failure> {
        let bundle = Bundle::read(&input.file, input.root.as_deref(), MemberAt::Value);
        Self::of(bundle, &input.overlays, input, format, output)
    }

    /// Reads a document whose files are read, with overlays.
    pub(crate) fn of(
        bundle: Bundle,
        overlays: &[PathBuf],
        input: &Input,
        format: Format,
        output: impl Write,
    ) -> Result<Self, Failure> {
        let text = match &bundle.document {
            Ok(document) if bundle.files.len() > 1 => bundle::text(document),
            Ok(document) => document.location.file.text().to_owned(),
            Err(_) => String::new(),
        };
        let files = bundle.files.iter().chain(overlays).cloned().collect();
        let (whole, warnings) = match Document::overlaid(bundle, overlays) {
            Ok(read) => read,
            Err(diagnostics) => {
                Diagnosis::of(diagnostics).print(format, output)?;
                return Err(Failure::Document);
            }
        };
        let document = input.operations.selection().apply(whole.clone())?;
        Ok(Self { whole, document, files, text, warnings })
    }
}

/// Returns a document as values are made of it.
pub(crate) fn described(document: &Document) -> Result<openapi_values::Document, Diagnostics> {
    let text = bundle::json_text(document.root());
    CheckedDocument::parse("openapi.yaml", &text).map(openapi_values::Document::of)
}
