//! `cargo xtask bench`: the cost of a durable create beside reference servers.
//!
//! The machine may do other work. So each round measures all servers, ratios are computed
//! within a round, and the median of the rounds' ratios counts. The order of the servers
//! rotates from round to round. Figures of different runs are never compared.

use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use procfs::process::Process;
use procfs::{CurrentSI, KernelStats};

use crate::load::{self, Answers};
use crate::subject::{Subject, WorkDirectory};
use anyhow::Result;

/// The numbers of connections.
const CONNECTIONS: [usize; 3] = [1, 8, 64];

/// The time for which the machine has to be quiet before a turn.
const SAMPLE: Duration = Duration::from_millis(500);

/// The largest share of busy processors of a quiet machine.
const QUIET: f64 = 0.1;

/// The number of rounds, and their duration.
#[derive(clap::Args)]
pub struct Arguments {
    /// The number of rounds
    #[arg(long, value_name = "N", default_value_t = 3)]
    rounds: usize,
    /// The duration of each load, in seconds
    #[arg(long, value_name = "S", default_value_t = 5)]
    seconds: u64,
    /// The maximum wait for a quiet machine before each turn, in seconds
    #[arg(long, value_name = "S", default_value_t = 0)]
    patience: u64,
}

/// The measurement of one server in one round.
struct Turn {
    subject: Subject,
    /// The results with each of [`CONNECTIONS`].
    answers: [Answers; 3],
    /// The processor time of server and load generator per request with the most
    /// connections, in microseconds.
    processor: f64,
}

/// Measures all servers and prints the figures. Returns whether every target is reached.
pub fn run(arguments: &Arguments) -> Result<bool> {
    use Subject::{Axum, Dropshot, Postgres, Sqlite};

    let work = WorkDirectory::with_postgres()?;
    let mut rounds = Vec::new();
    for round in 0..arguments.rounds {
        let mut turns = Vec::new();
        let in_turn = Subject::ALL.iter().cycle().skip(round);
        for subject in in_turn.take(Subject::ALL.len()) {
            wait_until_quiet(Duration::from_secs(arguments.patience))?;
            turns.push(turn(*subject, &work, arguments.seconds)?);
        }
        rounds.push(turns);
        eprintln!("round {} of {}", round + 1, arguments.rounds);
    }
    println!("| Connections | Server | requests/s | p50 µs | p99 µs | p99.9 µs | failed |");
    println!("|--:|---|--:|--:|--:|--:|--:|");
    for (index, connections) in CONNECTIONS.iter().enumerate() {
        for subject in Subject::ALL {
            let turns = rounds.iter().flatten();
            let turns: Vec<_> = turns.filter(|turn| turn.subject == subject).collect();
            let median = |figure: fn(&Answers) -> f64| {
                median(turns.iter().map(|turn| figure(&turn.answers[index])))
            };
            println!(
                "| {connections} | {} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} |",
                subject.name(),
                median(Answers::throughput),
                median(|answers| answers.p50),
                median(|answers| answers.p99),
                median(|answers| answers.p999),
                median(|answers| answers.refused + answers.broken),
            );
        }
    }
    let ratio = |of, to, figure: fn(&Turn) -> f64| {
        median(rounds.iter().filter_map(|turns| {
            let of_server = |subject| turns.iter().find(|turn| turn.subject == subject);
            Some(figure(of_server(of)?) / figure(of_server(to)?))
        }))
    };
    let throughput = |turn: &Turn| turn.answers[2].throughput();
    let ratios = [
        (
            "SQLite, 64 connections: throughput of dropshot's echo",
            ratio(Sqlite, Dropshot, throughput),
            0.7..=f64::INFINITY,
        ),
        (
            "SQLite, 64 connections: capacity of dropshot's echo",
            ratio(Sqlite, Dropshot, |turn| 1.0 / turn.processor),
            0.75..=f64::INFINITY,
        ),
        (
            "SQLite, one connection: p50 of axum with a commit each",
            ratio(Sqlite, Axum, |turn| turn.answers[0].p50),
            0.0..=1.0,
        ),
        (
            "SQLite, 8 connections: p50 of axum with a commit each",
            ratio(Sqlite, Axum, |turn| turn.answers[1].p50),
            0.0..=0.35,
        ),
        (
            "PostgreSQL, 64 connections: throughput of dropshot's echo",
            ratio(Postgres, Dropshot, throughput),
            0.5..=f64::INFINITY,
        ),
    ];
    println!("\n| Ratio | Measured | Bounds |\n|---|--:|--:|");
    for (name, measured, bounds) in &ratios {
        println!("| {name} | {measured:.2} | {bounds:?} |");
    }
    Ok(ratios.iter().all(|(_, measured, bounds)| bounds.contains(measured)))
}

/// Starts a server and measures it under load.
fn turn(subject: Subject, work: &WorkDirectory, seconds: u64) -> Result<Turn> {
    let server = subject.start(work)?;
    let load = |connections| load::run(&server, connections, seconds);
    let [one, few, most] = CONNECTIONS;
    let (one, few) = (load(one)?, load(few)?);
    // The load generator is the only child process that ends in between.
    let before = server.processor_time()? + own_time()?;
    let most = load(most)?;
    let used = server.processor_time()? + own_time()? - before;
    let processor = used.as_secs_f64() * 1e6 / most.requests;
    let log = server.log.clone();
    server.terminate()?;
    // The log of a full load is as large as its store.
    std::fs::remove_file(&log)?;
    Ok(Turn { subject, answers: [one, few, most], processor })
}

/// Waits until other processes are quiet, for `patience` at most. A server whose threads wait
/// for each other loses more to a busy process than a server whose threads don't.
fn wait_until_quiet(patience: Duration) -> Result<()> {
    let begun = Instant::now();
    let processors = available_parallelism().map_or(1, usize::from) as f64;
    while begun.elapsed() < patience {
        let before = busy_time()?;
        std::thread::sleep(SAMPLE);
        let busy = busy_time()? - before;
        if busy.as_secs_f64() < QUIET * processors * SAMPLE.as_secs_f64() {
            break;
        }
    }
    Ok(())
}

/// Returns the time for which the processors were busy.
fn busy_time() -> Result<Duration> {
    let total = KernelStats::current()?.total;
    Ok(ticks(total.user + total.nice + total.system))
}

/// Returns the processor time of this process and of its children that have ended.
fn own_time() -> Result<Duration> {
    let stat = Process::myself()?.stat()?;
    let children = u64::try_from(stat.cutime + stat.cstime).unwrap_or_default();
    Ok(ticks(stat.utime + stat.stime + children))
}

fn ticks(number: u64) -> Duration {
    Duration::from_secs_f64(number as f64 / procfs::ticks_per_second() as f64)
}

/// Returns the median, the higher of the two in the middle for an even number of values; zero
/// without values.
pub fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle_whatever_the_order() {
        assert_eq!(median([]), 0.0);
        assert_eq!(median([9.0, 1.0, 2.0]), 2.0);
        assert_eq!(median([4.0, 1.0, 3.0, 2.0]), 3.0);
    }
}
