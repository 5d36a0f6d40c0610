//! All servers under the same load, in rounds.
//!
//! The machine is somebody's, and does other things. So all servers take their
//! turn in each round, ratios are taken within a round, and of the rounds' ratios
//! the median counts. The order turns from round to round. It must never compare
//! figures of different runs.

mod findings;

use std::fs;
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

use super::quiet::{self, Busy};
use super::report::Report;
use super::{Arguments, CONNECTIONS};
use crate::Error;
use crate::load::{Answers, Load, Order};
use crate::statistics::median;
use crate::subject::{Place, Subject};
use findings::Findings;

/// How many connections are a few.
const FEW: usize = 8;

/// One turn of each server.
struct Round {
    turns: Vec<Turn>,
    /// What it took to flush a page, in microseconds.
    flush: f64,
}

/// One server's turn.
struct Turn {
    subject: Subject,
    /// The time from the start of the process until it listens.
    ready_after: Duration,
    /// The memory that was resident before the first request, in bytes.
    memory_at_rest: u64,
    /// With one connection.
    alone: Answers,
    /// With [`FEW`].
    few: Answers,
    /// With [`CONNECTIONS`].
    full: Answers,
    /// The processor time of the server for each request, under full load, in
    /// microseconds …
    processor: f64,
    /// … and that of the load generator.
    generator: f64,
    /// The most memory that was resident, in bytes.
    memory: u64,
    /// Records in its log for each request.
    records: f64,
}

/// Measures; whether every bar is reached.
pub(super) fn run(arguments: &Arguments) -> Result<bool, Error> {
    let command = "cargo xtask bench";
    let title = "What a durable create costs";
    let mut report = Report::begin(&arguments.output, "compare", title, command)?;
    let place = Place::with_postgres()?;
    let duration = arguments.duration();
    let (mut rounds, mut others) = (Vec::new(), Vec::new());
    for round in 0..arguments.rounds {
        let mut turns = Vec::new();
        let in_turn = Subject::ALL.iter().cycle().skip(round);
        for subject in in_turn.take(Subject::ALL.len()) {
            quiet::wait(Duration::from_secs(arguments.patience))?;
            let busy = Busy::begin()?;
            let turn = turn(*subject, &place, duration)?;
            others.push(busy.end()?);
            let (name, throughput) = (subject.name(), turn.full.throughput());
            eprintln!("round {}: {name}: {throughput:.0} requests/s", round + 1);
            turns.push(turn);
        }
        let flush = flush_time(&place)?;
        rounds.push(Round { turns, flush });
    }
    let findings = Findings {
        rounds,
        others: median(others),
    };
    let reached = findings.write(&mut report, &arguments.output)?;
    report.write()?;
    Ok(reached)
}

/// Starts a server, puts it under load, and asks what that cost.
fn turn(subject: Subject, place: &Place, duration: Duration) -> Result<Turn, Error> {
    let server = subject.start(place)?;
    let token = server.token.clone().unwrap_or_else(|| "none".to_owned());
    let load = |connections| Load {
        connections,
        duration,
        order: Order::Ascending,
    };
    let memory_at_rest = server.most_memory()?;
    let ready_after = server.ready_after;
    let alone = load(1).run(&server, &token)?;
    let few = load(FEW).run(&server, &token)?;
    let (before, own_before) = (server.processor_time()?, quiet::own()?);
    let full = load(CONNECTIONS).run(&server, &token)?;
    // A thread that has ended in between takes its time with it.
    let used = server.processor_time()?.saturating_sub(before);
    // The generator has ended, and nothing else of ours.
    let generator = quiet::own()? - own_before;
    let memory = server.most_memory()?;
    let log = server.log.clone();
    server.terminate()?;
    let written = fs::read(&log).map_err(Error::file(&log))?;
    let records = written.iter().filter(|byte| **byte == b'\n').count();
    // A log of a full load is as large as its store.
    fs::remove_file(&log).map_err(Error::file(&log))?;
    let requests = alone.requests + few.requests + full.requests;
    let each = |seconds: f64| seconds * 1e6 / full.requests.max(1) as f64;
    Ok(Turn {
        subject,
        ready_after,
        memory_at_rest,
        alone,
        few,
        full,
        processor: each(used.as_secs_f64()),
        generator: each(generator),
        memory,
        records: records as f64 / requests.max(1) as f64,
    })
}

/// What it takes to overwrite a page of a file and flush it, in microseconds, if
/// nothing else is in the way (the tenth percentile): the least that a durable
/// create can take on this disk. SQLite's log is overwritten, too, once it has
/// its size.
fn flush_time(place: &Place) -> Result<f64, Error> {
    const PAGES: u64 = 256;
    let path = place.path("flushed");
    let page = [0; 4096];
    let flush = || -> std::io::Result<f64> {
        let file = fs::File::create(&path)?;
        let write = |number: u64| file.write_all_at(&page, number * page.len() as u64);
        (0..PAGES).try_for_each(write)?;
        file.sync_all()?;
        let times: std::io::Result<Vec<f64>> = (0..PAGES)
            .map(|number| {
                let begun = Instant::now();
                write(number)?;
                file.sync_data()?;
                Ok(begun.elapsed().as_secs_f64() * 1e6)
            })
            .collect();
        let mut times = times?;
        times.sort_by(f64::total_cmp);
        Ok(times[times.len() / 10])
    };
    flush().map_err(Error::file(&path))
}
