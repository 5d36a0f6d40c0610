//! The generators of the command, with their diagnostics and results.

use openapi_document::{Diagnostics, Document, Severity};
use serde::Serialize;

/// A generator, named after its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Generator {
    /// A dropshot server.
    Server,
    /// A progenitor client.
    Client,
    /// One whose methods are builders.
    #[serde(rename = "client")]
    Builders,
    /// An OpenAPI 3.0.3 document.
    Lower,
}

/// The output of a generator for a document, with the warnings where it expresses less
/// than the document; or all diagnostics, at least one of them an error. An operation
/// that would be left out is an error.
pub(crate) type Result<T> = std::result::Result<(T, Diagnostics), Diagnostics>;

impl Generator {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Client | Self::Builders => "client",
            Self::Lower => "OpenAPI 3.0.3",
        }
    }

    /// Checks a document without printing code.
    pub(crate) fn check(self, document: &Document) -> Result<()> {
        let lowered = match self {
            Self::Server => {
                let diagnostics = openapi_dropshot_build::check(document);
                return match diagnostics.has_errors() {
                    true => Err(diagnostics),
                    false => Ok(((), diagnostics)),
                };
            }
            Self::Client | Self::Builders => openapi_progenitor_build::check(document)?,
            Self::Lower => openapi_progenitor_build::lower(document)?,
        };
        with_all_operations((), lowered.warnings, &lowered.left_out)
    }

    /// Returns the text that is generated from a document, with the name of the file for the
    /// document that code embeds.
    pub(crate) fn generate(self, document: &Document, file: &str) -> Result<String> {
        match self {
            Self::Server => {
                let generated = openapi_dropshot_build::generate_with(document, file)?;
                Ok((generated.code, generated.warnings))
            }
            Self::Client | Self::Builders => {
                let generated = match self {
                    Self::Builders => openapi_progenitor_build::generate_builders(document, file)?,
                    _ => openapi_progenitor_build::generate_with(document, file)?,
                };
                with_all_operations(generated.code, generated.warnings, &generated.left_out)
            }
            Self::Lower => {
                let lowered = openapi_progenitor_build::lower(document)?;
                let text = serde_json::to_string_pretty(&lowered.document)
                    .expect("an OpenAPI document is JSON")
                    + "\n";
                let text = untrusted_text::json(&text).into_owned();
                with_all_operations(text, lowered.warnings, &lowered.left_out)
            }
        }
    }
}

/// Returns a result with its warnings, unless an operation is left out: then the
/// warnings, with each of `left_out` as an error.
fn with_all_operations<T>(result: T, warnings: Diagnostics, left_out: &Diagnostics) -> Result<T> {
    let left_out: Vec<_> = left_out.into_iter().collect();
    if left_out.is_empty() {
        return Ok((result, warnings));
    }
    let mut diagnostics = Diagnostics::default();
    diagnostics.extend(warnings.into_iter().map(|mut diagnostic| {
        if left_out.contains(&&diagnostic) {
            diagnostic.severity = Severity::Error;
        }
        diagnostic
    }));
    Err(diagnostics)
}
