//! The comparison of all servers under the same load, in rounds.
//!
//! The machine may do other work. So each round measures all servers, ratios are
//! computed within a round, and the median of the rounds' ratios counts. The order of
//! the servers rotates from round to round. Figures of different runs are never
//! compared.

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
use crate::subject::{Subject, WorkDirectory};
use findings::Findings;

/// The number of connections for a load that is neither minimal nor full.
const FEW: usize = 8;

/// One turn of each server, in the same period of time.
struct Round {
    turns: Vec<Turn>,
    /// The time to flush a page, in microseconds.
    flush: f64,
}

/// The measurement of one server in one round.
struct Turn {
    subject: Subject,
    /// The time from the start of the process until it listens.
    ready_after: Duration,
    /// The resident memory before the first request, in bytes.
    memory_at_rest: u64,
    /// The result with one connection.
    alone: Answers,
    /// The result with [`FEW`] connections.
    few: Answers,
    /// The result with [`CONNECTIONS`] connections.
    full: Answers,
    /// The processor time of the server per request under full load, in
    /// microseconds.
    processor: f64,
    /// The processor time of the load generator per request, in microseconds.
    generator: f64,
    /// The peak resident memory, in bytes.
    memory: u64,
    /// Log records per request.
    records: f64,
}

/// Runs the comparison. Returns whether every target is reached.
pub(super) fn run(arguments: &Arguments) -> Result<bool, Error> {
    let command = "cargo xtask bench";
    let title = "What a durable create costs";
    let mut report = Report::begin(&arguments.output, "compare", title, command)?;
    let work = WorkDirectory::with_postgres()?;
    let duration = arguments.duration();
    let (mut rounds, mut others) = (Vec::new(), Vec::new());
    for round in 0..arguments.rounds {
        let mut turns = Vec::new();
        let in_turn = Subject::ALL.iter().cycle().skip(round);
        for subject in in_turn.take(Subject::ALL.len()) {
            quiet::wait(Duration::from_secs(arguments.patience))?;
            let busy = Busy::begin()?;
            let turn = turn(*subject, &work, duration, arguments.ids)?;
            others.push(busy.end()?);
            let (name, throughput) = (subject.name(), turn.full.throughput());
            eprintln!("round {}: {name}: {throughput:.0} requests/s", round + 1);
            turns.push(turn);
        }
        let flush = flush_time(&work)?;
        rounds.push(Round { turns, flush });
    }
    let findings = Findings {
        rounds,
        others: median(others),
    };
    let reached = findings.write(&mut report);
    report.write()?;
    Ok(reached)
}

/// Starts a server and measures it under load.
fn turn(
    subject: Subject,
    work: &WorkDirectory,
    duration: Duration,
    order: Order,
) -> Result<Turn, Error> {
    let server = subject.start(work)?;
    let token = server.token.clone().unwrap_or_else(|| "none".to_owned());
    let load = |connections| Load {
        connections,
        duration,
        order,
    };
    let memory_at_rest = server.most_memory()?;
    let ready_after = server.ready_after;
    let alone = load(1).run(&server, &token)?;
    let few = load(FEW).run(&server, &token)?;
    let (before, own_before) = (server.processor_time()?, quiet::own()?);
    let full = load(CONNECTIONS).run(&server, &token)?;
    // The time of a thread that ended in between is lost.
    let used = server.processor_time()?.saturating_sub(before);
    // The generator is the only child process that has ended.
    let generator = quiet::own()? - own_before;
    let memory = server.most_memory()?;
    let log = server.log.clone();
    server.terminate()?;
    let written = fs::read(&log).map_err(Error::file(&log))?;
    let records = written.iter().filter(|byte| **byte == b'\n').count();
    // The log of a full load is as large as its store.
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

/// Returns the time to overwrite a page of a file and flush it, in microseconds,
/// without other work on the disk (the tenth percentile): the least time of a durable
/// create on this disk. SQLite's log is overwritten, too, once it has its full size.
fn flush_time(work: &WorkDirectory) -> Result<f64, Error> {
    const PAGES: u64 = 256;
    let path = work.path("flushed");
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
