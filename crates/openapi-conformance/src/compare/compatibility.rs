//! The level of a finding between two versions of a document. A change is
//! compatible if requests accept more and responses contain less. Findings that can
//! make a caller or a generated client fail keep their level.

use super::operation_part::OperationPart;
use crate::rule::Rule;
use openapi_findings::Level;
use openapi_inclusion::{About, Difference, NOT_DECLARED, Subject};

/// Returns the level of a finding about `part` between two versions, where `level`
/// is its level between a contract and a server. There, an undocumented change is
/// drift; between versions it was made on purpose, and people can read it.
pub(super) fn level(rule: Rule, part: &OperationPart, level: Level) -> Level {
    if level == Level::Contract && breaks_no_caller(rule, part) {
        Level::Documentation
    } else {
        level
    }
}

/// Returns whether findings by this rule that have [`Level::Contract`] break no
/// caller: a parameter that is no longer required, for example. Findings by the
/// same rule that do break callers have [`Level::Breaking`].
fn breaks_no_caller(rule: Rule, part: &OperationPart) -> bool {
    match rule {
        Rule::OperationUndocumented
        | Rule::OperationDeprecationDifferent
        | Rule::ParameterUndocumented
        | Rule::ParameterRequiredDifferent
        | Rule::ParameterStyleDifferent
        | Rule::ParameterDeprecationDifferent
        | Rule::ParameterWider
        | Rule::RequestBodyUndocumented
        | Rule::RequestBodyRequiredDifferent
        | Rule::RequestBodyWider
        | Rule::StatusMissing
        | Rule::ResponseBodyNarrower
        | Rule::ResponseHeaderMissing
        | Rule::ResponseHeaderUndocumented
        | Rule::ResponseHeaderRequiredDifferent
        | Rule::ResponseHeaderNarrower
        | Rule::SecurityDifferent => true,
        // A caller chooses the media type of the request, but not always that of
        // the response.
        Rule::MediaTypeUndocumented => matches!(part, OperationPart::RequestBody { .. }),
        Rule::OperationMissing
        | Rule::OperationIdDifferent
        | Rule::ServerDifferent
        | Rule::PathParameterNameDifferent
        | Rule::ParameterMissing
        | Rule::ParameterNarrower
        | Rule::ParameterDifferent
        | Rule::RequestBodyMissing
        | Rule::RequestBodyNarrower
        | Rule::RequestBodyDifferent
        | Rule::RequestPropertyAdded
        | Rule::StatusUndocumented
        | Rule::ResponseBodyWider
        | Rule::ResponseBodyDifferent
        | Rule::ResponseHeaderStyleDifferent
        | Rule::ResponseHeaderWider
        | Rule::ResponseHeaderDifferent
        | Rule::ResponseHeaderNotShown
        | Rule::SchemaAnnotationDifferent
        | Rule::MediaTypeMissing
        | Rule::EncodingDifferent
        | Rule::SecurityNotShown
        | Rule::TagsDifferent
        | Rule::TextDifferent
        | Rule::KeywordUnreadable
        | Rule::Undecided => false,
    }
}

/// Returns whether a different annotation breaks no caller: `deprecated`, or the
/// declaration of a member that was allowed before.
pub(super) fn is_documentation_only(difference: &Difference) -> bool {
    let is_named_now =
        matches!(difference.subject, Subject::Member(_)) && difference.left == NOT_DECLARED;
    difference.about == About::Annotation && (difference.what == "`deprecated`" || is_named_now)
}

/// Like [`level`], for webhooks and callbacks, where the service sends the requests
/// and reads the responses.
pub(super) fn level_of_outgoing(rule: Rule, part: &OperationPart, level: Level) -> Level {
    let is_request = matches!(part, OperationPart::RequestBody { .. });
    match rule {
        Rule::ParameterWider
        | Rule::RequestBodyWider
        | Rule::StatusMissing
        | Rule::ResponseBodyNarrower
        | Rule::ResponseHeaderNarrower => Level::Breaking,
        Rule::MediaTypeUndocumented if is_request => Level::Breaking,
        Rule::MediaTypeMissing if !is_request => Level::Breaking,
        Rule::ParameterNarrower
        | Rule::ParameterUndocumented
        | Rule::RequestBodyNarrower
        | Rule::RequestBodyUndocumented
        | Rule::StatusUndocumented
        | Rule::ResponseBodyWider
        | Rule::ResponseHeaderMissing
        | Rule::ResponseHeaderWider
        | Rule::MediaTypeMissing
        | Rule::MediaTypeUndocumented => Level::Documentation,
        // A change that breaks in one direction doesn't in the other.
        Rule::ParameterRequiredDifferent
        | Rule::RequestBodyRequiredDifferent
        | Rule::ResponseHeaderRequiredDifferent => match level {
            Level::Breaking => Level::Documentation,
            _ => Level::Breaking,
        },
        Rule::OperationMissing
        | Rule::OperationUndocumented
        | Rule::OperationIdDifferent
        | Rule::OperationDeprecationDifferent
        | Rule::ServerDifferent
        | Rule::PathParameterNameDifferent
        | Rule::ParameterMissing
        | Rule::ParameterStyleDifferent
        | Rule::ParameterDeprecationDifferent
        | Rule::ParameterDifferent
        | Rule::RequestBodyMissing
        | Rule::RequestBodyDifferent
        | Rule::RequestPropertyAdded
        | Rule::ResponseBodyDifferent
        | Rule::ResponseHeaderUndocumented
        | Rule::ResponseHeaderStyleDifferent
        | Rule::ResponseHeaderDifferent
        | Rule::ResponseHeaderNotShown
        | Rule::SchemaAnnotationDifferent
        | Rule::EncodingDifferent
        | Rule::SecurityDifferent
        | Rule::SecurityNotShown
        | Rule::TagsDifferent
        | Rule::TextDifferent
        | Rule::KeywordUnreadable
        | Rule::Undecided => self::level(rule, part, level),
    }
}
