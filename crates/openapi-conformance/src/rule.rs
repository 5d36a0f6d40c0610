//! The rules of the comparison and their stable ids. The id of a released rule must
//! not change: scripts and allow files refer to it.

use openapi_findings::Level;
use serde::{Serialize, Serializer};
use std::fmt;

/// The rule that a finding violates. *Missing* means present in the contract and
/// absent from the emitted document, *undocumented* the reverse. *Narrower* and
/// *wider* describe the emitted document relative to the contract: it allows fewer
/// values, or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// The server doesn't serve an operation of the contract.
    OperationMissing,
    /// The server serves an operation that the contract doesn't declare.
    OperationUndocumented,
    /// The `operationId` of an operation differs.
    OperationIdDifferent,
    /// An operation is deprecated on one side only.
    OperationDeprecationDifferent,
    /// The base path of the operations differs, or (between two versions of a
    /// document) a server was removed.
    ServerDifferent,
    /// Two paths are equal except for the names of their parameters.
    PathParameterNameDifferent,
    /// The server doesn't read a parameter of the contract.
    ParameterMissing,
    /// The server reads a parameter that the contract doesn't declare.
    ParameterUndocumented,
    /// A parameter is required on one side only.
    ParameterRequiredDifferent,
    /// The serialization of a parameter differs (`style`, `explode`, or a media
    /// type instead of a schema).
    ParameterStyleDifferent,
    /// A parameter is deprecated on one side only.
    ParameterDeprecationDifferent,
    /// A parameter's schema accepts fewer values than the contract's.
    ParameterNarrower,
    /// A parameter's schema accepts more values than the contract's.
    ParameterWider,
    /// A parameter's schema differs from the contract's and is neither narrower nor
    /// wider.
    ParameterDifferent,
    /// The contract declares a request body, and the server reads none.
    RequestBodyMissing,
    /// The server reads a request body that the contract doesn't declare.
    RequestBodyUndocumented,
    /// A request body is required on one side only.
    RequestBodyRequiredDifferent,
    /// A request body's schema accepts fewer values than the contract's.
    RequestBodyNarrower,
    /// A request body's schema accepts more values than the contract's.
    RequestBodyWider,
    /// A request body's schema differs from the contract's and is neither narrower
    /// nor wider.
    RequestBodyDifferent,
    /// Between two versions: the new version declares an optional request member
    /// that the old version allows, undeclared, with any value.
    RequestPropertyAdded,
    /// The server never responds with a status of the contract.
    StatusMissing,
    /// The server responds with a status that the contract doesn't declare.
    StatusUndocumented,
    /// A response body's schema allows fewer values than the contract's.
    ResponseBodyNarrower,
    /// A response body's schema allows more values than the contract's.
    ResponseBodyWider,
    /// A response body's schema differs from the contract's and is neither narrower
    /// nor wider.
    ResponseBodyDifferent,
    /// The server never sends a header of the contract.
    ResponseHeaderMissing,
    /// The server sends a header that the contract doesn't declare.
    ResponseHeaderUndocumented,
    /// A header is required on one side only.
    ResponseHeaderRequiredDifferent,
    /// The serialization of a header differs (`explode`, or a media type instead of
    /// a schema).
    ResponseHeaderStyleDifferent,
    /// A header's schema allows fewer values than the contract's.
    ResponseHeaderNarrower,
    /// A header's schema allows more values than the contract's.
    ResponseHeaderWider,
    /// A header's schema differs from the contract's and is neither narrower nor
    /// wider.
    ResponseHeaderDifferent,
    /// The contract declares a header, and the emitted document declares no header
    /// of any response, so the two can't be compared.
    ResponseHeaderNotShown,
    /// An annotation of values that both sides allow differs: `readOnly`,
    /// `deprecated`, a format that isn't validated, a member that is declared on
    /// one side only.
    SchemaAnnotationDifferent,
    /// A media type of the contract is absent.
    MediaTypeMissing,
    /// A media type is present that the contract doesn't declare.
    MediaTypeUndocumented,
    /// The serialization of a form member differs (`contentType`, `style`,
    /// `explode`).
    EncodingDifferent,
    /// An operation requires other credentials than the contract declares.
    SecurityDifferent,
    /// The contract requires a credential that a document emitted by dropshot can't
    /// express.
    SecurityNotShown,
    /// The tags of an operation differ.
    TagsDifferent,
    /// A title, a summary or a description differs.
    TextDifferent,
    /// The value of a keyword can't be read, and the keyword is ignored.
    KeywordUnreadable,
    /// Two schemas differ, and no witness was found.
    Undecided,
}

impl Rule {
    /// Every rule, ordered by the parts of an operation.
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

    /// Returns the stable id: kebab-case, unique.
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

    /// Returns the default level. Some findings have another level, depending on
    /// their subject (a required parameter, for example).
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

    /// Returns the path of the rule's documentation, relative to the root of the
    /// workspace.
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
