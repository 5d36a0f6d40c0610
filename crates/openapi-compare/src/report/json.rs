//! Serializes a report as `docs/findings.schema.json` describes it. The members for
//! the two documents are called `contract` and `emitted`, or `old` and `new` for
//! two versions of a document.

use super::{Finding, Report, Side};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

impl Report {
    /// Returns the name of the JSON member for this side.
    fn key(&self, side: Side) -> &'static str {
        // `diff` changes the contract, `compat` the new version.
        match (self.changed, side) {
            (Side::Base, Side::Base) => "contract",
            (Side::Base, Side::Candidate) => "emitted",
            (Side::Candidate, Side::Base) => "old",
            (Side::Candidate, Side::Candidate) => "new",
        }
    }

    /// Returns the witnesses of `finding` as they are serialized, also in SARIF.
    pub(super) fn witnesses<'f>(&self, finding: &'f Finding) -> Vec<NamedWitness<'f>> {
        let witnesses = finding.witnesses.iter().map(|witness| NamedWitness {
            value: &witness.value,
            allowed_by: self.key(witness.allowed_by),
        });
        witnesses.collect()
    }
}

/// A witness with the name of the side that allows the value.
#[derive(serde::Serialize)]
pub(super) struct NamedWitness<'f> {
    value: &'f Value,
    allowed_by: &'static str,
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let findings =
            self.findings.iter().map(|finding| FindingOfReport { report: self, finding });
        let mut members = serializer.serialize_map(None)?;
        members.serialize_entry(self.key(Side::Base), self.base)?;
        members.serialize_entry(self.key(Side::Candidate), self.candidate)?;
        members.serialize_entry("findings", &findings.collect::<Vec<_>>())?;
        members.serialize_entry("limits", &self.limits)?;
        members.end()
    }
}

/// A finding with the report, which names the sides.
struct FindingOfReport<'r> {
    report: &'r Report,
    finding: &'r Finding,
}

impl Serialize for FindingOfReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let FindingOfReport { report, finding } = self;
        let mut members = serializer.serialize_map(None)?;
        members.serialize_entry("rule", &finding.rule)?;
        members.serialize_entry("level", &finding.level)?;
        members.serialize_entry("message", &finding.message)?;
        members.serialize_entry("seen_in", &finding.seen_in)?;
        members.serialize_entry("witnesses", &report.witnesses(finding))?;
        members.serialize_entry("shown_by", &finding.shown_by)?;
        members.serialize_entry(report.key(Side::Base), &finding.base)?;
        members.serialize_entry(report.key(Side::Candidate), &finding.candidate)?;
        members.end()
    }
}
