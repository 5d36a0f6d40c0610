//! The level of a finding between two versions of a document. A change is
//! compatible if requests accept more and responses contain less. Findings that can
//! make a caller or a generated client fail keep their level.

use super::operation_part::OperationPart;
use crate::inclusion::{About, Difference, Presence, Subject};
use crate::rule::{Outgoing, Rule, Versions};
use openapi_source::findings::Level;

/// Returns the level of a finding about `part` between two versions, where `level`
/// is its level between a contract and a server. A server can differ by mistake; a new version
/// was written on purpose, and people can read it.
pub(super) fn level(rule: Rule, part: &OperationPart, level: Level) -> Level {
    let breaks_no_caller = match rule.row().versions {
        Versions::KeepLevel => false,
        Versions::BreakNoCaller => true,
        Versions::BreakNoRequest => is_request_body(part),
    };
    if level == Level::Contract && breaks_no_caller { Level::Documentation } else { level }
}

/// Like [`level`], for webhooks and callbacks, where the service sends the requests
/// and reads the responses.
pub(super) fn level_of_outgoing(rule: Rule, part: &OperationPart, level: Level) -> Level {
    match (rule.row().outgoing, is_request_body(part)) {
        (Outgoing::AsIncoming, _) => self::level(rule, part, level),
        (Outgoing::IsLevel(level), _) => level,
        (Outgoing::IsOpposite, _) if level == Level::Breaking => Level::Documentation,
        (Outgoing::BreaksRequests, false) | (Outgoing::BreaksResponses, true) => {
            Level::Documentation
        }
        (Outgoing::IsOpposite | Outgoing::BreaksRequests | Outgoing::BreaksResponses, _) => {
            Level::Breaking
        }
    }
}

/// Returns whether a difference changes no request and no response: in `deprecated`, or in the
/// declaration of a member that the old version allowed without declaring it.
pub(super) fn is_documentation_only(difference: &Difference) -> bool {
    let is_compatible = match &difference.subject {
        Subject::Annotation { keyword, .. } => keyword == "deprecated",
        Subject::Member { left, .. } => *left == Presence::NotDeclared,
        _ => false,
    };
    difference.about == About::Annotation && is_compatible
}

fn is_request_body(part: &OperationPart) -> bool {
    matches!(part, OperationPart::RequestBody { .. })
}
