//! The rules of the live check and their stable ids. The id of a released rule must
//! not change: scripts refer to it.

use serde::Serialize;
use strum::{Display, IntoStaticStr, VariantArray};

/// The rule that a finding is about. Each rule has a section in docs/live.md.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Display,
    IntoStaticStr,
    VariantArray,
)]
#[serde(into = "&'static str")]
#[strum(serialize_all = "kebab-case", prefix = "live-")]
#[non_exhaustive]
pub enum Rule {
    /// There was no response, or an incomplete one.
    NoAnswer,
    /// The service responded with 5XX, or with a status of no class.
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
    /// The response's schema rejects the body, or the body is not in its media type.
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
    pub const ALL: &[Rule] = Rule::VARIANTS;

    /// Returns the stable id: kebab-case, unique.
    pub fn id(self) -> &'static str {
        self.into()
    }
}
