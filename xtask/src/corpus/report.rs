//! The result of `cargo xtask corpus`, as text and as JSON.

use super::{diagnosis::Diagnosis, round_trip::RoundTrip, workspace::Built};
use serde_json::{Value, json};
use std::{collections::BTreeMap, fmt};

/// The results of all documents.
#[derive(Default)]
pub struct Report {
    /// The results, in the order of the names.
    pub rows: Vec<Row>,
}

/// The result of a document.
pub struct Row {
    /// The name of the file without its extension, or of the directory.
    pub name: String,
    /// The time of `check`.
    pub seconds: f64,
    /// The length of the generated server.
    pub server_lines: usize,
    /// The length of the generated client.
    pub client_lines: usize,
    /// The diagnostics of `check`.
    pub diagnosis: Diagnosis,
    /// The result of the build of the workspace; `None` if it was not built.
    pub built: Option<Built>,
}

impl Row {
    fn round_trip(&self) -> Option<&RoundTrip> {
        self.built.as_ref()?.round_trip.as_ref()
    }
}

impl Report {
    /// Returns whether each workspace that was built is successful.
    pub fn is_successful(&self) -> bool {
        let mut built = self.rows.iter().filter_map(|row| row.built.as_ref());
        built.all(Built::is_successful)
    }

    /// Returns whether there are documents, and a server and a client of each.
    pub fn has_code(&self) -> bool {
        let mut rows = self.rows.iter();
        !self.rows.is_empty() && rows.all(|row| row.server_lines > 0 && row.client_lines > 0)
    }

    /// Returns the refused operations, with their documents and generators.
    pub fn refused(&self) -> Vec<String> {
        let refused = self.rows.iter().flat_map(|row| {
            let refused = row.diagnosis.refused();
            refused.map(|(generator, operation)| format!("{}: {generator}: {operation}", row.name))
        });
        refused.collect()
    }

    /// Returns the sums of the counts of each round trip.
    fn counted(
        &self,
        counts: impl Fn(&RoundTrip) -> &BTreeMap<String, usize>,
    ) -> BTreeMap<&str, usize> {
        let mut sums = BTreeMap::new();
        let round_trips = self.rows.iter().filter_map(Row::round_trip);
        for (name, count) in round_trips.flat_map(counts) {
            *sums.entry(name.as_str()).or_default() += count;
        }
        sums
    }

    fn reasons(&self) -> BTreeMap<String, usize> {
        let mut reasons = BTreeMap::new();
        for (reason, count) in self.rows.iter().flat_map(|row| row.diagnosis.reasons()) {
            *reasons.entry(reason).or_default() += count;
        }
        reasons
    }

    fn total(&self, count: impl Fn(&Row) -> usize) -> usize {
        self.rows.iter().map(count).sum()
    }

    /// Returns the report as JSON.
    pub fn json(&self) -> Value {
        let rows = self.rows.iter().map(|row| {
            json!({
                "document": row.name,
                "operations": row.diagnosis.operations(),
                "server": row.diagnosis.generated("server"),
                "client": row.diagnosis.generated("client"),
                "refused": row.diagnosis.reasons(),
                "seconds": row.seconds,
                "serverLines": row.server_lines,
                "clientLines": row.client_lines,
                "built": row.built.as_ref().map(|built| json!({
                    "server": built.server,
                    "client": built.client,
                    "passes": built.passes,
                    "roundTrip": built.round_trip.as_ref().map(|one| json!({
                        "findings": one.findings,
                        "limits": one.limits,
                        "dropped": one.dropped,
                    })),
                })),
            })
        });
        rows.collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operations = self.total(|row| row.diagnosis.operations());
        let [server, client] = ["server", "client"]
            .map(|generator| self.total(|row| row.diagnosis.generated(generator)));
        let is = |built: fn(&Built) -> bool| {
            self.total(|row| usize::from(row.built.as_ref().is_some_and(built)))
        };
        let dropped = self.total(|row| row.round_trip().map_or(0, |one| one.dropped.len()));
        let reasons = self.reasons();
        let reasons = reasons
            .iter()
            .map(|(reason, count)| (reason.as_str(), *count));
        for (title, counts) in [
            ("refusals", reasons.collect()),
            (
                "findings of the round trip",
                self.counted(|one| &one.findings),
            ),
            ("explained limits", self.counted(|one| &one.limits)),
        ] {
            writeln!(formatter, "{title}:")?;
            for (name, count) in counts {
                writeln!(formatter, "  {count:4} {name}")?;
            }
        }
        writeln!(
            formatter,
            "{} documents, {operations} operations: {server} generated by the server, {client} by \
             the client; {} workspaces: {} servers and {} clients compile, {} pass their test; \
             {dropped} fields are neither emitted nor named",
            self.rows.len(),
            is(|_| true),
            is(|built| built.server),
            is(|built| built.client),
            is(|built| built.passes),
        )
    }
}

impl fmt::Display for Row {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, seconds, .. } = self;
        write!(
            formatter,
            "{name}: {} operations, server {} ({} lines), client {} ({} lines), checked in \
             {seconds:.1} s, ",
            self.diagnosis.operations(),
            self.diagnosis.generated("server"),
            self.server_lines,
            self.diagnosis.generated("client"),
            self.client_lines,
        )?;
        let Some(built) = &self.built else {
            return formatter.write_str("not built");
        };
        for (part, compiles) in [("server", built.server), ("client", built.client)] {
            let verb = if compiles {
                "compiles"
            } else {
                "DOES NOT COMPILE"
            };
            write!(formatter, "{part} {verb}, ")?;
        }
        match &built.round_trip {
            None => formatter.write_str("no document is emitted"),
            Some(one) => write!(
                formatter,
                "{} findings, {} explained limits, {} fields dropped",
                one.findings.values().sum::<usize>(),
                one.limits.len(),
                one.dropped.len()
            ),
        }
    }
}
