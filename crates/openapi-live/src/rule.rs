//! The rules of the live check and their stable ids. The id of a released rule must
//! not change: scripts refer to it.

use serde::{Serialize, Serializer};
use std::fmt;

/// The rule that a response violates. Each rule has a section in docs/live.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// There was no response, or an incomplete one.
    NoAnswer,
    /// The service responded with 5XX.
    ServerError,
    /// The service rejected a request as invalid that the document accepts.
    ValidRequestRefused,
    /// The service accepted a request that the document rejects.
    InvalidRequestAccepted,
    /// The service rejected the given credential.
    CredentialRefused,
    /// The service didn't reject a request without a valid credential.
    CredentialNotAsked,
    /// The service serves a path that the document doesn't declare.
    UnknownPathServed,
    /// The service serves a method that the document doesn't declare.
    UnknownMethodServed,
    /// The response has a status that the operation doesn't declare.
    StatusUndeclared,
    /// The response has an undeclared media type, an undeclared body, or no body
    /// where one is declared.
    MediaTypeUndeclared,
    /// The response's schema rejects the body.
    BodyInvalid,
    /// A required header is absent.
    HeaderMissing,
    /// The header's schema rejects the value.
    HeaderInvalid,
    /// A 401 without `WWW-Authenticate` (RFC 9110 §15.5.2).
    ChallengeMissing,
    /// A 405 without `Allow` (RFC 9110 §15.5.6).
    AllowMissing,
    /// The time for all requests was over before the last one.
    Unfinished,
    /// No request to the operation was found that the document accepts.
    NothingSent,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Rule; 17] = [
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
        Rule::Unfinished,
        Rule::NothingSent,
    ];

    /// Returns the stable id: kebab-case, unique.
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
            Rule::Unfinished => "live-unfinished",
            Rule::NothingSent => "live-nothing-sent",
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
