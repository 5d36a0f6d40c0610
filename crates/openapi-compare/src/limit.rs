//! The limits of emitted documents: what Rust types, dropshot and OpenAPI 3.0.3 can't
//! express. A difference that comes from a limit is no finding, because no server avoids
//! it; the report names it with its reason.

use crate::Document;
use crate::inclusion::{Difference, Subject, is_defined};
use serde::{Serialize, Serializer, ser::SerializeStruct};
use strum::{Display, VariantArray};

/// A limit of emitted documents: a construct that they can't express.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, VariantArray)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Limit {
    /// `webhooks`
    Webhooks,
    /// `callbacks` of an operation
    Callbacks,
    /// A keyword of a schema that neither JSON Schema nor OpenAPI 3.1 defines, such as
    /// `nullable`.
    UndefinedKeyword,
    /// `summary` of `info`
    InfoSummary,
    /// `identifier` of `license`
    LicenseIdentifier,
}

impl Limit {
    /// All limits.
    pub const ALL: &'static [Limit] = <Limit as VariantArray>::VARIANTS;

    /// Returns the limit that a difference comes from: the emitted document is one of OpenAPI 3.0
    /// and lacks a keyword of the contract that nothing defines.
    pub(crate) fn of(difference: &Difference, emitted: &Document) -> Option<Limit> {
        let Subject::Annotation { keyword, in_right: false } = &difference.subject else {
            return None;
        };
        // OpenAPI 3.1 has no `nullable`.
        let is_met = emitted.is_lifted("nullable") && !is_defined(keyword);
        is_met.then_some(Limit::UndefinedKeyword)
    }

    /// Returns the reason for the limit: one sentence without a full stop.
    pub fn explanation(self) -> &'static str {
        match self {
            Limit::Webhooks => "OpenAPI 3.0.3 has no webhooks",
            Limit::Callbacks => "dropshot describes the requests that the server receives",
            Limit::UndefinedKeyword => {
                "neither JSON Schema nor OpenAPI 3.1 defines the keyword, so that no type has it"
            }
            Limit::InfoSummary => "OpenAPI 3.0.3 has no summary of the document",
            Limit::LicenseIdentifier => "OpenAPI 3.0.3 has no SPDX identifier of a license",
        }
    }
}

/// A limit that a comparison meets, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetLimit {
    /// The limit.
    pub limit: Limit,
    /// The operations or webhooks, or the document. At least one.
    pub seen_in: Vec<String>,
}

impl Serialize for MetLimit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_struct("MetLimit", 3)?;
        members.serialize_field("limit", &self.limit.to_string())?;
        members.serialize_field("explanation", self.limit.explanation())?;
        members.serialize_field("seen_in", &self.seen_in)?;
        members.end()
    }
}

/// The limits that a comparison meets, in the order of [`Limit`].
#[derive(Default)]
pub(crate) struct Limits(Vec<MetLimit>);

impl Limits {
    pub(crate) fn add(&mut self, limit: Limit, place: String) {
        match self.0.iter_mut().find(|met| met.limit == limit) {
            Some(met) if met.seen_in.contains(&place) => {}
            Some(met) => met.seen_in.push(place),
            None => self.0.push(MetLimit { limit, seen_in: vec![place] }),
        }
    }

    pub(crate) fn into_sorted(mut self) -> Vec<MetLimit> {
        self.0.sort_by_key(|met| met.limit);
        self.0
    }
}
