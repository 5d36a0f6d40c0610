//! Reports schema keywords that can't be read in one of the documents, since they
//! are left out of the comparison.

use super::Conventions;
use super::context::Context;
use openapi_source::findings::Level;
use openapi_source::{Diagnostic, SourceLocation};

pub(super) fn compare(context: &mut Context) {
    let (base, candidate) = (context.base, context.candidate);
    let mut emitted_only: Vec<&Diagnostic> = candidate.diagnostics().iter().collect();
    for diagnostic in base.diagnostics() {
        let is_same = |other: &&Diagnostic| {
            other.location.pointer == diagnostic.location.pointer
                && other.message == diagnostic.message
        };
        match emitted_only.iter().position(is_same) {
            Some(index) => {
                let locations = (
                    SourceLocation::of(&diagnostic.location),
                    SourceLocation::of(&emitted_only.remove(index).location),
                );
                // Between two versions nothing has changed.
                let level = match context.conventions {
                    Conventions::Dropshot => Level::Contract,
                    Conventions::None => Level::Documentation,
                };
                context.report_unreadable(level, "both documents", diagnostic, locations);
            }
            None => {
                let locations = (
                    SourceLocation::of(&diagnostic.location),
                    SourceLocation::of(&candidate.root().location),
                );
                let name = context.terms.base;
                context.report_unreadable(Level::Contract, name, diagnostic, locations);
            }
        }
    }
    for diagnostic in emitted_only {
        let locations =
            (SourceLocation::of(&base.root().location), SourceLocation::of(&diagnostic.location));
        let name = context.terms.candidate;
        context.report_unreadable(Level::Contract, name, diagnostic, locations);
    }
}
