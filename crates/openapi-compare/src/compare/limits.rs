//! Differences of schemas that come from a limit of emitted documents.

use crate::Document;
use crate::inclusion::{Difference, Subject};
use crate::limit::Limit;

pub(super) fn limit(difference: &Difference, emitted: &Document) -> Option<Limit> {
    is_undefined_keyword(difference, emitted).then_some(Limit::UndefinedKeyword)
}

/// Returns whether the contract has a keyword without a definition, and the emitted 3.0
/// document lacks it.
fn is_undefined_keyword(difference: &Difference, emitted: &Document) -> bool {
    let is_undefined = match &difference.subject {
        Subject::Annotation { keyword, in_right } => {
            !in_right && !crate::inclusion::is_defined(keyword)
        }
        _ => false,
    };
    is_undefined
        && difference.within.is_none()
        // Of 3.0, which alone has the keyword.
        && emitted.is_lifted("nullable")
}
