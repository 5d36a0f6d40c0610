//! Reports schema keywords that can't be read in one of the documents, since they
//! are left out of the comparison.

use super::Conventions;
use super::context::Context;
use openapi_source::Diagnostic;
use openapi_source::findings::Level;

pub(super) fn compare(context: &mut Context) {
    let (base, candidate) = (context.base, context.candidate);
    let mut emitted_only: Vec<&Diagnostic> = candidate.diagnostics().iter().collect();
    let roots = [base, candidate].map(|document| &document.root().location);
    for diagnostic in base.diagnostics() {
        let is_same = |other: &&Diagnostic| {
            other.location.pointer == diagnostic.location.pointer
                && other.message == diagnostic.message
        };
        let other = emitted_only.iter().position(is_same).map(|index| emitted_only.remove(index));
        let (level, name) = match (other, context.conventions) {
            // Nothing has changed.
            (Some(_), Conventions::None) => (Level::Documentation, "both documents"),
            (Some(_), Conventions::Dropshot) => (Level::Contract, "both documents"),
            (None, _) => (Level::Contract, context.terms.base),
        };
        let locations = (&diagnostic.location, other.map_or(roots[1], |other| &other.location));
        context.report_unreadable(level, name, diagnostic, locations);
    }
    for diagnostic in emitted_only {
        let locations = (roots[0], &diagnostic.location);
        let name = context.terms.candidate;
        context.report_unreadable(Level::Contract, name, diagnostic, locations);
    }
}
