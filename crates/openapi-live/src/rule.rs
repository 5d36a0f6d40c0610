//! The rules by their stable ids. It must never change the id of a rule once
//! released: scripts hold on to it.

use serde::{Serialize, Serializer};
use std::fmt;

/// What a finding is about. Each has a section in docs/live.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// There was no answer, or a broken one.
    NoAnswer,
    /// The service failed.
    ServerError,
    /// A request that the document accepts was refused as invalid.
    ValidRequestRefused,
    /// A request that the document refuses was not refused.
    InvalidRequestAccepted,
    /// The credential that was given is not accepted.
    CredentialRefused,
    /// A request without a good credential was not refused for that.
    CredentialNotAsked,
    /// A path that the document doesn't have is served.
    UnknownPathServed,
    /// A method that the document doesn't have is served.
    UnknownMethodServed,
    /// An answer has a status that the operation doesn't declare.
    StatusUndeclared,
    /// An answer has a media type that the response doesn't declare, or a body
    /// where it declares none, or none where it declares one.
    MediaTypeUndeclared,
    /// An answer's body isn't what the response's schema accepts.
    BodyInvalid,
    /// A required header is not there.
    HeaderMissing,
    /// A header isn't what its schema accepts.
    HeaderInvalid,
    /// A 401 without `WWW-Authenticate` (RFC 9110 §15.5.2).
    ChallengeMissing,
    /// A 405 without `Allow` (RFC 9110 §15.5.6).
    AllowMissing,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Rule; 15] = [
        Rule::NoAnswer,
        Rule::ServerError,
        Rule::ValidRequestRefused,
        Rule::InvalidRequestAccepted,
        Rule::CredentialRefused,
        Rule::CredentialNotAsked,
        Rule::UnknownPathServed,
        Rule::UnknownMethodServed,
        Rule::StatusUndeclared,
        Rule::MediaTypeUndeclared,
        Rule::BodyInvalid,
        Rule::HeaderMissing,
        Rule::HeaderInvalid,
        Rule::ChallengeMissing,
        Rule::AllowMissing,
    ];

    /// The stable id: kebab-case, unique.
    pub fn id(self) -> &'static str {
        match self {
            Rule::NoAnswer => "live-no-answer",
            Rule::ServerError => "live-server-error",
            Rule::ValidRequestRefused => "live-valid-request-refused",
            Rule::InvalidRequestAccepted => "live-invalid-request-accepted",
            Rule::CredentialRefused => "live-credential-refused",
            Rule::CredentialNotAsked => "live-credential-not-asked",
            Rule::UnknownPathServed => "live-unknown-path-served",
            Rule::UnknownMethodServed => "live-unknown-method-served",
            Rule::StatusUndeclared => "live-status-undeclared",
            Rule::MediaTypeUndeclared => "live-media-type-undeclared",
            Rule::BodyInvalid => "live-body-invalid",
            Rule::HeaderMissing => "live-header-missing",
            Rule::HeaderInvalid => "live-header-invalid",
            Rule::ChallengeMissing => "live-challenge-missing",
            Rule::AllowMissing => "live-allow-missing",
        }
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
