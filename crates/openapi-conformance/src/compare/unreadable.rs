//! Reports schema keywords that can't be read in one of the documents, since they
//! are left out of the comparison.

use super::Conventions;
use super::context::Context;
use openapi_findings::Level;
use openapi_source::Diagnostic;

pub(super) fn compare(context: &mut Context) {
    let (contract, emitted) = (context.contract, context.emitted);
    let mut emitted_only: Vec<&Diagnostic> = emitted.diagnostics().iter().collect();
    for diagnostic in contract.diagnostics() {
        let is_same = |other: &&Diagnostic| {
            other.pointer == diagnostic.pointer && other.kind == diagnostic.kind
        };
        match emitted_only.iter().position(is_same) {
            Some(index) => {
                let locations = (
                    contract.location_of(diagnostic),
                    emitted.location_of(emitted_only.remove(index)),
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
                    contract.location_of(diagnostic),
                    emitted.location(emitted.root()),
                );
                let name = context.terms.contract;
                context.report_unreadable(Level::Contract, name, diagnostic, locations);
            }
        }
    }
    for diagnostic in emitted_only {
        let locations = (
            contract.location(contract.root()),
            emitted.location_of(diagnostic),
        );
        let name = context.terms.emitted;
        context.report_unreadable(Level::Contract, name, diagnostic, locations);
    }
}
