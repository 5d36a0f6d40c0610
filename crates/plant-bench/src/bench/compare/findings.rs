//! The results of all rounds: medians, ratios within rounds, and targets.

use std::ffi::OsStr;
use std::fs;

use super::super::report::{Bar, Report, Wanted};
use super::{CONNECTIONS, FEW, Round, Turn};
use crate::Error;
use crate::load::Answers;
use crate::statistics::{grouped, mebibytes, median};
use crate::subject::{Subject, plant_store};

/// All rounds.
pub(super) struct Findings {
    pub(super) rounds: Vec<Round>,
    /// The median of the share of the processors that other processes used.
    pub(super) others: f64,
}

impl Findings {
    /// Writes tables and targets. Returns whether every target is reached.
    pub(super) fn write(&self, report: &mut Report) -> bool {
        let rounds = self.rounds.len();
        report.line(&format!(
            "Medians of {rounds} rounds in which each server took its turn; ratios are medians of \
             the ratios within the rounds. Ours judges a real token and the body by the document, \
             and writes its request log to a file; the references do neither. Overwriting a page \
             of a file and flushing it takes {:.0} µs on this disk. Other processes took \
             {:.0} % of the processors meanwhile (median of the turns). Capacity is what \
             these processors could do if a server and wrk had them for themselves: the inverse \
             of the processor time that the two take for a request.\n",
            median(self.rounds.iter().map(|round| round.flush)),
            self.others * 100.0
        ));
        report.line(&format!("## {CONNECTIONS} connections\n"));
        self.full(report);
        report.line(&format!("## {FEW} connections\n"));
        self.latencies(report, |turn| &turn.few);
        report.line("## One connection\n");
        self.latencies(report, |turn| &turn.alone);
        report.line("## Before and after\n");
        self.process(report);
        report.line("## Bars\n");
        report.bars(&self.bars())
    }

    fn full(&self, report: &mut Report) {
        let rows = Subject::ALL.map(|subject| {
            let median = |figure: fn(&Turn) -> f64| self.median(subject, figure);
            vec![
                subject.name().to_owned(),
                grouped(median(|turn| turn.full.throughput())),
                format!("{:.2}", self.throughput_ratio(subject, Subject::Dropshot)),
                grouped(median(|turn| turn.full.p50 as f64)),
                grouped(median(|turn| turn.full.p99 as f64)),
                grouped(median(|turn| turn.full.p999 as f64)),
                format!("{:.1}", median(|turn| turn.processor)),
                format!("{:.1}", median(|turn| turn.generator)),
                format!(
                    "{:.2}",
                    self.ratio(subject, Subject::Dropshot, Turn::capacity)
                ),
                mebibytes(median(|turn| turn.memory as f64) as u64),
                format!("{:.2}", median(|turn| turn.records)),
                grouped(median(|turn| (turn.full.refused + turn.full.broken) as f64)),
            ]
        });
        let head = [
            "Server",
            "requests/s",
            "of dropshot",
            "p50 µs",
            "p99 µs",
            "p99.9 µs",
            "processor µs/request",
            "wrk's",
            "capacity of dropshot's",
            "most memory",
            "log records/request",
            "failed",
        ];
        report.table(&head, &rows);
    }

    fn latencies(&self, report: &mut Report, of: fn(&Turn) -> &Answers) {
        let rows = Subject::ALL.map(|subject| {
            let median = |figure: fn(&Answers) -> f64| {
                grouped(self.median(subject, |turn| figure(of(turn))))
            };
            vec![
                subject.name().to_owned(),
                median(Answers::throughput),
                median(|answers| answers.p50 as f64),
                median(|answers| answers.p99 as f64),
                median(|answers| answers.p999 as f64),
            ]
        });
        report.table(
            &["Server", "requests/s", "p50 µs", "p99 µs", "p99.9 µs"],
            &rows,
        );
    }

    fn process(&self, report: &mut Report) {
        let rows = Subject::ALL.map(|subject| {
            let median = |figure: fn(&Turn) -> f64| self.median(subject, figure);
            vec![
                subject.name().to_owned(),
                format!("{:.1}", median(|turn| turn.ready_after.as_secs_f64() * 1e3)),
                mebibytes(median(|turn| turn.memory_at_rest as f64) as u64),
                mebibytes(median(|turn| turn.memory as f64) as u64),
            ]
        });
        let head = ["Server", "ready after ms", "memory at rest", "most memory"];
        report.table(&head, &rows);
        if let Ok(binary) = plant_store().and_then(|command| size(command.get_program())) {
            let binary = mebibytes(binary);
            report.line(&format!(
                "The binary `plant-store` has {binary}, with its symbols.\n"
            ));
        }
    }

    fn bars(&self) -> Vec<Bar> {
        use Subject::{Axum, Dropshot, Postgres, Sqlite};
        let ratio = |name: &str, measured, wanted| Bar {
            name: name.to_owned(),
            measured,
            wanted,
            unit: " ×",
        };
        vec![
            ratio(
                "SQLite: throughput of dropshot's echo",
                self.throughput_ratio(Sqlite, Dropshot),
                Wanted::AtLeast(0.7),
            ),
            ratio(
                "SQLite: throughput of axum with a commit each",
                self.throughput_ratio(Sqlite, Axum),
                Wanted::AtLeast(10.0),
            ),
            ratio(
                "SQLite, one connection: p50 of axum with a commit each",
                self.ratio(Sqlite, Axum, |turn| turn.alone.p50 as f64),
                Wanted::AtMost(1.0),
            ),
            ratio(
                &format!("SQLite, {FEW} connections: p50 of axum with a commit each"),
                self.ratio(Sqlite, Axum, |turn| turn.few.p50 as f64),
                Wanted::AtMost(0.6),
            ),
            ratio(
                "SQLite: p99 of dropshot's echo",
                self.ratio(Sqlite, Dropshot, |turn| turn.full.p99 as f64),
                Wanted::AtMost(1.5),
            ),
            ratio(
                "PostgreSQL: throughput of dropshot's echo",
                self.throughput_ratio(Postgres, Dropshot),
                Wanted::AtLeast(0.5),
            ),
        ]
    }

    fn throughput_ratio(&self, of: Subject, to: Subject) -> f64 {
        self.ratio(of, to, |turn| turn.full.throughput())
    }

    fn ratio(&self, of: Subject, to: Subject, figure: fn(&Turn) -> f64) -> f64 {
        median(self.rounds.iter().filter_map(|round| {
            let [of, to] = [of, to].map(|subject| round.turn(subject));
            Some(figure(of?) / figure(to?))
        }))
    }

    fn median(&self, subject: Subject, figure: impl Fn(&Turn) -> f64) -> f64 {
        let rounds = self.rounds.iter();
        median(rounds.filter_map(|round| round.turn(subject).map(&figure)))
    }
}

/// Returns the size of a program in bytes.
fn size(program: &OsStr) -> Result<u64, Error> {
    let metadata = fs::metadata(program).map_err(Error::file(program))?;
    Ok(metadata.len())
}

impl Turn {
    /// Returns the requests per microsecond of processor time.
    fn capacity(&self) -> f64 {
        1.0 / (self.processor + self.generator)
    }
}

impl Round {
    fn turn(&self, subject: Subject) -> Option<&Turn> {
        self.turns.iter().find(|turn| turn.subject == subject)
    }
}
