//! The rules of the comparison by their stable ids. It must never change the
//! id of a rule once released: scripts and allow lists hold on to it.

use crate::level::Level;
use serde::{Serialize, Serializer};
use std::fmt;

/// What a finding is about. *Missing* is what the contract has and the emitted
/// document hasn't, *undocumented* the reverse. *Narrower* and *wider* say how
/// the emitted document relates to the contract: it allows less, or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// An operation of the contract isn't served.
    OperationMissing,
    /// An operation is served that the contract doesn't have.
    OperationUndocumented,
    /// An operation has another `operationId`.
    OperationIdDifferent,
    /// An operation is deprecated on one side only.
    OperationDeprecationDifferent,
    /// The path under which the operations are served is another, or (between two
    /// versions of a document) a server is gone.
    ServerDifferent,
    /// A path has the same form and other parameter names.
    PathParameterNameDifferent,
    /// A parameter of the contract isn't read.
    ParameterMissing,
    /// A parameter is read that the contract doesn't have.
    ParameterUndocumented,
    /// A parameter is required on one side only.
    ParameterRequiredDifferent,
    /// A parameter is written in another way (`style`, `explode`, or a media
    /// type in place of a schema).
    ParameterStyleDifferent,
    /// A parameter is deprecated on one side only.
    ParameterDeprecationDifferent,
    /// A parameter's schema accepts less than the contract's.
    ParameterNarrower,
    /// A parameter's schema accepts more than the contract's.
    ParameterWider,
    /// A parameter's schema is neither narrower nor wider, but another.
    ParameterDifferent,
    /// The contract has a request body, and none is read.
    RequestBodyMissing,
    /// A request body is read that the contract doesn't have.
    RequestBodyUndocumented,
    /// A request body is required on one side only.
    RequestBodyRequiredDifferent,
    /// A request body's schema accepts less than the contract's.
    RequestBodyNarrower,
    /// A request body's schema accepts more than the contract's.
    RequestBodyWider,
    /// A request body's schema is neither narrower nor wider, but another.
    RequestBodyDifferent,
    /// Between two versions: an optional member of a request is declared that the
    /// old version doesn't declare and allows with any value.
    RequestPropertyAdded,
    /// A status of the contract is never answered.
    StatusMissing,
    /// A status is answered that the contract doesn't have.
    StatusUndocumented,
    /// A response body's schema lets less be sent than the contract's.
    ResponseBodyNarrower,
    /// A response body's schema lets more be sent than the contract's.
    ResponseBodyWider,
    /// A response body's schema is neither narrower nor wider, but another.
    ResponseBodyDifferent,
    /// A header of the contract is never sent.
    ResponseHeaderMissing,
    /// A header is sent that the contract doesn't have.
    ResponseHeaderUndocumented,
    /// A header is always sent on one side only.
    ResponseHeaderRequiredDifferent,
    /// A header is written in another way (`explode`, or a media type in place
    /// of a schema).
    ResponseHeaderStyleDifferent,
    /// A header's schema lets less be sent than the contract's.
    ResponseHeaderNarrower,
    /// A header's schema lets more be sent than the contract's.
    ResponseHeaderWider,
    /// A header's schema is neither narrower nor wider, but another.
    ResponseHeaderDifferent,
    /// The contract has a header, and the emitted document shows none of any
    /// response, so that it can't be told.
    ResponseHeaderNotShown,
    /// What is said about values that both sides allow differs: `readOnly`,
    /// `deprecated`, a format that isn't judged, a member that is declared on
    /// one side only.
    SchemaAnnotationDifferent,
    /// A media type of the contract isn't there.
    MediaTypeMissing,
    /// A media type is there that the contract doesn't have.
    MediaTypeUndocumented,
    /// A member of a form is written in another way (`contentType`, `style`,
    /// `explode`).
    EncodingDifferent,
    /// An operation asks for other credentials than the contract says.
    SecurityDifferent,
    /// The contract asks for a credential that a document emitted by dropshot
    /// can't show.
    SecurityNotShown,
    /// An operation has other tags.
    TagsDifferent,
    /// A title, a summary or a description is another.
    TextDifferent,
    /// The value of a keyword can't be read, and the keyword is left out.
    KeywordUnreadable,
    /// Two schemas differ, and no value was found that shows it.
    Undecided,
}

impl Rule {
    /// Every rule, in the order of the parts of an operation.
    pub const ALL: [Rule; 44] = [
        Rule::OperationMissing,
        Rule::OperationUndocumented,
        Rule::OperationIdDifferent,
        Rule::OperationDeprecationDifferent,
        Rule::ServerDifferent,
        Rule::PathParameterNameDifferent,
        Rule::ParameterMissing,
        Rule::ParameterUndocumented,
        Rule::ParameterRequiredDifferent,
        Rule::ParameterStyleDifferent,
        Rule::ParameterDeprecationDifferent,
        Rule::ParameterNarrower,
        Rule::ParameterWider,
        Rule::ParameterDifferent,
        Rule::RequestBodyMissing,
        Rule::RequestBodyUndocumented,
        Rule::RequestBodyRequiredDifferent,
        Rule::RequestBodyNarrower,
        Rule::RequestBodyWider,
        Rule::RequestBodyDifferent,
        Rule::RequestPropertyAdded,
        Rule::StatusMissing,
        Rule::StatusUndocumented,
        Rule::ResponseBodyNarrower,
        Rule::ResponseBodyWider,
        Rule::ResponseBodyDifferent,
        Rule::ResponseHeaderMissing,
        Rule::ResponseHeaderUndocumented,
        Rule::ResponseHeaderRequiredDifferent,
        Rule::ResponseHeaderStyleDifferent,
        Rule::ResponseHeaderNarrower,
        Rule::ResponseHeaderWider,
        Rule::ResponseHeaderDifferent,
        Rule::ResponseHeaderNotShown,
        Rule::SchemaAnnotationDifferent,
        Rule::MediaTypeMissing,
        Rule::MediaTypeUndocumented,
        Rule::EncodingDifferent,
        Rule::SecurityDifferent,
        Rule::SecurityNotShown,
        Rule::TagsDifferent,
        Rule::TextDifferent,
        Rule::KeywordUnreadable,
        Rule::Undecided,
    ];

    /// The stable id: kebab-case, unique.
    pub fn id(self) -> &'static str {
        match self {
            Rule::OperationMissing => "operation-missing",
            Rule::OperationUndocumented => "operation-undocumented",
            Rule::OperationIdDifferent => "operation-id-different",
            Rule::OperationDeprecationDifferent => "operation-deprecation-different",
            Rule::ServerDifferent => "server-different",
            Rule::PathParameterNameDifferent => "path-parameter-name-different",
            Rule::ParameterMissing => "parameter-missing",
            Rule::ParameterUndocumented => "parameter-undocumented",
            Rule::ParameterRequiredDifferent => "parameter-required-different",
            Rule::ParameterStyleDifferent => "parameter-style-different",
            Rule::ParameterDeprecationDifferent => "parameter-deprecation-different",
            Rule::ParameterNarrower => "parameter-narrower",
            Rule::ParameterWider => "parameter-wider",
            Rule::ParameterDifferent => "parameter-different",
            Rule::RequestBodyMissing => "request-body-missing",
            Rule::RequestBodyUndocumented => "request-body-undocumented",
            Rule::RequestBodyRequiredDifferent => "request-body-required-different",
            Rule::RequestBodyNarrower => "request-body-narrower",
            Rule::RequestBodyWider => "request-body-wider",
            Rule::RequestBodyDifferent => "request-body-different",
            Rule::RequestPropertyAdded => "request-property-added",
            Rule::StatusMissing => "status-missing",
            Rule::StatusUndocumented => "status-undocumented",
            Rule::ResponseBodyNarrower => "response-body-narrower",
            Rule::ResponseBodyWider => "response-body-wider",
            Rule::ResponseBodyDifferent => "response-body-different",
            Rule::ResponseHeaderMissing => "response-header-missing",
            Rule::ResponseHeaderUndocumented => "response-header-undocumented",
            Rule::ResponseHeaderRequiredDifferent => "response-header-required-different",
            Rule::ResponseHeaderStyleDifferent => "response-header-style-different",
            Rule::ResponseHeaderNarrower => "response-header-narrower",
            Rule::ResponseHeaderWider => "response-header-wider",
            Rule::ResponseHeaderDifferent => "response-header-different",
            Rule::ResponseHeaderNotShown => "response-header-not-shown",
            Rule::SchemaAnnotationDifferent => "schema-annotation-different",
            Rule::MediaTypeMissing => "media-type-missing",
            Rule::MediaTypeUndocumented => "media-type-undocumented",
            Rule::EncodingDifferent => "encoding-different",
            Rule::SecurityDifferent => "security-different",
            Rule::SecurityNotShown => "security-not-shown",
            Rule::TagsDifferent => "tags-different",
            Rule::TextDifferent => "text-different",
            Rule::KeywordUnreadable => "keyword-unreadable",
            Rule::Undecided => "undecided",
        }
    }

    /// How much it matters where nothing else is said: some findings matter
    /// more by what they are about (a parameter that is required, say).
    pub fn level(self) -> Level {
        match self {
            Rule::OperationMissing
            | Rule::ServerDifferent
            | Rule::ParameterMissing
            | Rule::ParameterStyleDifferent
            | Rule::ParameterNarrower
            | Rule::ParameterDifferent
            | Rule::RequestBodyMissing
            | Rule::RequestBodyNarrower
            | Rule::RequestBodyDifferent
            | Rule::StatusUndocumented
            | Rule::ResponseBodyWider
            | Rule::ResponseBodyDifferent
            | Rule::ResponseHeaderStyleDifferent
            | Rule::ResponseHeaderWider
            | Rule::ResponseHeaderDifferent
            | Rule::MediaTypeMissing
            | Rule::EncodingDifferent
            | Rule::Undecided => Level::Breaking,
            Rule::RequestPropertyAdded
            | Rule::ResponseHeaderNotShown
            | Rule::TagsDifferent
            | Rule::TextDifferent => Level::Documentation,
            _ => Level::Contract,
        }
    }

    /// Where the rule is explained, below the root of the workspace.
    pub fn page(self) -> String {
        format!("docs/rules/{}.md", self.id())
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.id())
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}
