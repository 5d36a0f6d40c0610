//! Reports schema keywords that can't be read in one of the documents, since they
//! are left out of the comparison.

use super::Conventions;
use super::context::Context;
use crate::document::Problem;
use crate::level::Level;

pub(super) fn compare(context: &mut Context) {
    let (contract, emitted) = (context.contract, context.emitted);
    let mut emitted_only: Vec<&Problem> = emitted.problems().iter().collect();
    for problem in contract.problems() {
        let is_same =
            |other: &&Problem| other.pointer == problem.pointer && other.fault == problem.fault;
        match emitted_only.iter().position(is_same) {
            Some(index) => {
                let places = (
                    contract.place_of(problem),
                    emitted.place_of(emitted_only.remove(index)),
                );
                // Between two versions nothing has changed.
                let level = match context.conventions {
                    Conventions::Dropshot => Level::Contract,
                    Conventions::None => Level::Documentation,
                };
                context.report_unreadable(level, "both documents", problem, places);
            }
            None => {
                let places = (contract.place_of(problem), emitted.place(emitted.root()));
                let name = context.terms.contract;
                context.report_unreadable(Level::Contract, name, problem, places);
            }
        }
    }
    for problem in emitted_only {
        let places = (contract.place(contract.root()), emitted.place_of(problem));
        let name = context.terms.emitted;
        context.report_unreadable(Level::Contract, name, problem, places);
    }
}
