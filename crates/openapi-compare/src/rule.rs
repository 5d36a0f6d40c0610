//! The rules of the comparison and their stable ids. The id of a released rule must
//! not change: scripts and allow files refer to it.

use openapi_source::findings::{Change, Level};
use serde::Serialize;
use strum::{Display, IntoStaticStr, VariantArray};

/// The rule that a finding violates. *Missing* means present in the contract and
/// absent from the emitted document, *undocumented* the reverse. *Narrower* and
/// *wider* describe the emitted document relative to the contract: it allows fewer
/// values, or more.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    IntoStaticStr,
    Serialize,
    VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
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
    /// Between two versions: a discriminator names other schemas, or by other values.
    DiscriminatorDifferent,
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
    /// Between two versions: the date until which something can be relied on (`x-sunset`) differs.
    SunsetDifferent,
    /// A title, a summary or a description differs.
    TextDifferent,
    /// The value of a keyword can't be read, and the keyword is ignored.
    KeywordUnreadable,
    /// Two schemas differ, and no witness was found.
    Undecided,
}

impl Rule {
    /// All rules.
    pub const ALL: &'static [Rule] = <Rule as VariantArray>::VARIANTS;

    /// Returns the stable id: kebab-case, unique.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// Returns the default level. Some findings have another level, depending on
    /// their subject (a required parameter, for example).
    pub fn level(self) -> Level {
        self.row().level
    }

    /// Returns the levels of the rule: between a contract and a server, between two
    /// versions, and where the service sends the requests.
    pub(crate) fn row(self) -> Row {
        use Level::{Breaking, Contract, Documentation};
        use Outgoing::{AsIncoming, BreaksRequests, BreaksResponses, IsLevel, IsOpposite};
        use Versions::{BreakNoCaller, BreakNoRequest, KeepLevel};
        let (level, versions, outgoing) = match self {
            Rule::OperationMissing
            | Rule::ServerDifferent
            | Rule::ParameterMissing
            | Rule::ParameterDifferent
            | Rule::RequestBodyMissing
            | Rule::RequestBodyDifferent
            | Rule::ResponseBodyDifferent
            | Rule::ResponseHeaderStyleDifferent
            | Rule::ResponseHeaderDifferent
            | Rule::DiscriminatorDifferent
            | Rule::EncodingDifferent
            | Rule::Undecided => (Breaking, KeepLevel, AsIncoming),
            Rule::ParameterStyleDifferent => (Breaking, BreakNoCaller, AsIncoming),
            Rule::ParameterNarrower
            | Rule::RequestBodyNarrower
            | Rule::StatusUndocumented
            | Rule::ResponseBodyWider
            | Rule::ResponseHeaderWider => (Breaking, KeepLevel, IsLevel(Documentation)),
            Rule::MediaTypeMissing => (Breaking, KeepLevel, BreaksResponses),
            Rule::OperationIdDifferent
            | Rule::PathParameterNameDifferent
            | Rule::SchemaAnnotationDifferent
            | Rule::SecurityNotShown
            | Rule::KeywordUnreadable => (Contract, KeepLevel, AsIncoming),
            Rule::OperationUndocumented
            | Rule::OperationDeprecationDifferent
            | Rule::ParameterDeprecationDifferent
            | Rule::ResponseHeaderUndocumented
            | Rule::SecurityDifferent => (Contract, BreakNoCaller, AsIncoming),
            Rule::ParameterUndocumented
            | Rule::RequestBodyUndocumented
            | Rule::ResponseHeaderMissing => (Contract, BreakNoCaller, IsLevel(Documentation)),
            Rule::ParameterWider
            | Rule::RequestBodyWider
            | Rule::StatusMissing
            | Rule::ResponseBodyNarrower
            | Rule::ResponseHeaderNarrower => (Contract, BreakNoCaller, IsLevel(Breaking)),
            Rule::ParameterRequiredDifferent
            | Rule::RequestBodyRequiredDifferent
            | Rule::ResponseHeaderRequiredDifferent => (Contract, BreakNoCaller, IsOpposite),
            Rule::MediaTypeUndocumented => (Contract, BreakNoRequest, BreaksRequests),
            Rule::RequestPropertyAdded
            | Rule::ResponseHeaderNotShown
            | Rule::SunsetDifferent
            | Rule::TagsDifferent
            | Rule::TextDifferent => (Documentation, KeepLevel, AsIncoming),
        };
        Row { level, versions, outgoing }
    }

    /// Returns the kind of change that a finding is about, if it breaks no caller.
    pub(crate) fn change(self) -> Change {
        match self {
            Rule::OperationDeprecationDifferent | Rule::ParameterDeprecationDifferent => {
                Change::Deprecation
            }
            Rule::OperationUndocumented
            | Rule::ParameterUndocumented
            | Rule::RequestBodyUndocumented
            | Rule::RequestPropertyAdded
            | Rule::StatusUndocumented
            | Rule::ResponseHeaderUndocumented
            | Rule::MediaTypeUndocumented => Change::Addition,
            Rule::SunsetDifferent => Change::Sunset,
            _ => Change::Other,
        }
    }

    /// Returns the path of the rule's documentation, relative to the root of the
    /// workspace.
    pub fn page(self) -> String {
        format!("docs/rules/{}.md", self.id())
    }
}

/// The levels of a rule.
pub(crate) struct Row {
    /// The level between a contract and a server.
    pub level: Level,
    /// The difference between two versions.
    pub versions: Versions,
    /// The difference where the service sends the requests and reads the responses.
    pub outgoing: Outgoing,
}

/// The level between two versions, compared with that between a contract and a server.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Versions {
    KeepLevel,
    /// Findings with [`Level::Contract`] break no caller: a parameter that is no longer
    /// required, for example.
    BreakNoCaller,
    /// The same for the bodies of requests only. A caller chooses the media type of the request, but
    /// not always that of the response.
    BreakNoRequest,
}

/// The level between two versions of webhooks and callbacks.
#[derive(Clone, Copy)]
pub(crate) enum Outgoing {
    AsIncoming,
    IsLevel(Level),
    /// A change that breaks in one direction doesn't in the other.
    IsOpposite,
    /// Breaking for the body of a request, documentation elsewhere.
    BreaksRequests,
    /// Documentation for the body of a request, breaking elsewhere.
    BreaksResponses,
}
