//! The generators of the command, with their diagnostics and results.

use openapi_model::{Diagnostics, Document, Severity};
use serde::Serialize;

/// A generator, named after its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Generator {
    /// A dropshot server.
    Server,
    /// A progenitor client.
    Client,
    /// An OpenAPI 3.0.3 document.
    Lower,
}

/// The result of a generator.
pub(crate) struct Generated {
    /// Rust or JSON.
    pub(crate) text: String,
    /// The first implementation of the server's trait.
    pub(crate) skeleton: Option<String>,
    /// Warnings where the result expresses less than the document.
    pub(crate) warnings: Diagnostics,
}

impl Generator {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Client => "client",
            Self::Lower => "OpenAPI 3.0.3",
        }
    }

    /// Returns the diagnostics for a document without generating code. An operation
    /// that would be left out is an error.
    pub(crate) fn check(self, document: &Document) -> Diagnostics {
        match self {
            Self::Server => openapi_dropshot::check(document),
            Self::Client | Self::Lower => {
                lower(document).map_or_else(|diagnostics| diagnostics, |lowered| lowered.warnings)
            }
        }
    }

    /// Generates from a document.
    ///
    /// # Errors
    /// All diagnostics, at least one of them an error.
    pub(crate) fn generate(self, document: &Document) -> Result<Generated, Diagnostics> {
        match self {
            Self::Server => {
                let generated = openapi_dropshot::generate(document)?;
                Ok(Generated {
                    text: generated.code,
                    skeleton: Some(generated.skeleton),
                    warnings: generated.warnings,
                })
            }
            Self::Client => client(document),
            Self::Lower => {
                let lowered = lower(document)?;
                let text = serde_json::to_string_pretty(&lowered.document);
                let mut text = text.expect("an OpenAPI document is JSON");
                text.push('\n');
                Ok(Generated {
                    text,
                    skeleton: None,
                    warnings: lowered.warnings,
                })
            }
        }
    }
}

/// Lowers a document without leaving out an operation.
fn lower(document: &Document) -> Result<openapi_lower::Lowered, Diagnostics> {
    let lowered = openapi_lower::lower(document)?;
    refuse_left_out(&lowered.warnings, &lowered.left_out)?;
    Ok(lowered)
}

/// Generates the client without leaving out an operation.
fn client(document: &Document) -> Result<Generated, Diagnostics> {
    let generated = openapi_progenitor_build::generate(document)?;
    refuse_left_out(&generated.warnings, &generated.left_out)?;
    Ok(Generated {
        text: generated.code,
        skeleton: None,
        warnings: generated.warnings,
    })
}

/// Returns an error if an operation is left out: the warnings, with each of `left_out`
/// as an error.
fn refuse_left_out(warnings: &Diagnostics, left_out: &Diagnostics) -> Result<(), Diagnostics> {
    let left_out: Vec<_> = left_out.into_iter().collect();
    if left_out.is_empty() {
        return Ok(());
    }
    let mut diagnostics = Diagnostics::default();
    diagnostics.extend(warnings.into_iter().cloned().map(|mut diagnostic| {
        if left_out.contains(&&diagnostic) {
            diagnostic.severity = Severity::Error;
        }
        diagnostic
    }));
    Err(diagnostics)
}
