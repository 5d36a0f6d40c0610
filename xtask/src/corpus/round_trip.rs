//! The comparison of a document with the document that its server emits.

use crate::error::Error;
use openapi_compare::{Document, Level, Report, compare_at, missing_fields, read_contract};
use openapi_source::findings::Allowed;
use std::{collections::BTreeMap, path::Path};

/// The outcome of a comparison. The operations that are left out are no findings.
#[derive(Clone)]
pub struct RoundTrip {
    /// The number of findings by rule.
    pub findings: BTreeMap<String, usize>,
    /// The number of occurrences of each explained limit.
    pub limits: BTreeMap<String, usize>,
    /// The pointers of fields that are neither emitted nor named by a diagnostic.
    pub dropped: Vec<String>,
    /// The findings, limits and fields, as text.
    pub report: String,
}

impl RoundTrip {
    /// Compares two files. `accepted` is the allow file of the operations that are left
    /// out, and `named` are the pointers of diagnostics.
    pub fn of(
        document: &Path,
        emitted: &Path,
        accepted: &Path,
        named: &[&str],
    ) -> Result<Self, Error> {
        let accepted = Allowed::read::<Report>(accepted)?;
        let contract = read_contract(document, None, &accepted)?;
        let emitted = Document::read(emitted)?;
        let mut report = compare_at(Level::Documentation, &contract, &emitted);
        accepted.apply(&mut report);
        let mut findings = BTreeMap::new();
        for finding in &report.findings {
            *findings.entry(finding.rule.to_string()).or_default() += 1;
        }
        let limits = report.limits.iter();
        let limits = limits.map(|met| (met.limit.to_string(), met.seen_in.len()));
        let is_named = |pointer: &str| {
            named.iter().any(|named| {
                let rest = named.strip_prefix(pointer);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
        };
        let missing = missing_fields(&contract, &emitted).into_iter();
        let dropped = missing.map(|location| location.pointer);
        let dropped: Vec<_> = dropped.filter(|pointer| !is_named(pointer)).collect();
        Ok(Self {
            findings,
            limits: limits.collect(),
            report: format!("{report}neither emitted nor named: {dropped:#?}\n"),
            dropped,
        })
    }
}
