//! What a new version of a document may change without breaking a caller of the
//! old one: more may be asked, less is answered. It must never lower what makes
//! a caller, or what was generated for him, fail.

use super::part::Part;
use crate::level::Level;
use crate::rule::Rule;
use crate::schema::{About, Difference, NOT_DECLARED, Subject};

/// How much a finding about `part` matters between two versions, if it matters
/// as much as `level` between a contract and a server. There, what nobody
/// agreed to is drift; here it was written on purpose, and is for people to
/// read.
pub(super) fn level(rule: Rule, part: &Part, level: Level) -> Level {
    match level == Level::Contract && breaks_no_caller(rule, part) {
        true => Level::Documentation,
        false => level,
    }
}

/// Of rules whose findings can break callers, those that don't come with
/// [`Level::Contract`]: a parameter that is not required any more, say.
fn breaks_no_caller(rule: Rule, part: &Part) -> bool {
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
        // A caller chooses what he sends, and not always what he is sent.
        Rule::MediaTypeUndocumented => matches!(part, Part::RequestBody { .. }),
        _ => false,
    }
}

/// Whether what is said of the same values breaks no caller: that something is
/// deprecated, or a member that was allowed before without its name.
pub(super) fn is_for_people(difference: &Difference) -> bool {
    let is_named_now =
        matches!(difference.subject, Subject::Member(_)) && difference.left == NOT_DECLARED;
    difference.about == About::Annotation && (difference.what == "`deprecated`" || is_named_now)
}

/// The same where the service calls and its caller answers: it sends the requests
/// and takes the responses.
pub(super) fn level_turned_round(rule: Rule, part: &Part, level: Level) -> Level {
    let is_sent = matches!(part, Part::RequestBody { .. });
    match rule {
        Rule::ParameterWider
        | Rule::RequestBodyWider
        | Rule::StatusMissing
        | Rule::ResponseBodyNarrower
        | Rule::ResponseHeaderNarrower => Level::Breaking,
        Rule::MediaTypeUndocumented if is_sent => Level::Breaking,
        Rule::MediaTypeMissing if !is_sent => Level::Breaking,
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
        // What breaks one way doesn't the other.
        Rule::ParameterRequiredDifferent
        | Rule::RequestBodyRequiredDifferent
        | Rule::ResponseHeaderRequiredDifferent => match level {
            Level::Breaking => Level::Documentation,
            _ => Level::Breaking,
        },
        _ => self::level(rule, part, level),
    }
}
