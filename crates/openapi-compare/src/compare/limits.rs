//! Differences of schemas that come from a limit of emitted documents.

use crate::Document;
use crate::inclusion::{Difference, Subject};
use crate::limit::Limit;

/// Returns the limit if the contract has a keyword without a definition, and the emitted 3.0
/// document lacks it.
pub(super) fn limit(difference: &Difference, emitted: &Document) -> Option<Limit> {
    let is_undefined = match &difference.subject {
        Subject::Annotation { keyword, in_right } => {
            !in_right && !crate::inclusion::is_defined(keyword)
        }
        _ => false,
    };
    // Of 3.0, which alone has the keyword.
    (is_undefined && emitted.is_lifted("nullable")).then_some(Limit::UndefinedKeyword)
}
