//! Throughput of a well-behaved caller while attackers hold thousands of connections
//! at the least cost to themselves. Each round measures the same process first without
//! and then with the attackers. Only the ratio of the two counts.
//!
//! The attackers use other addresses of the loopback interface than the caller, so
//! that the service could distinguish them, as on a real network. Their processor time
//! counts against the service.

mod attackers;

use std::fs;
use std::time::Duration;

use tokio::runtime::Runtime;

use self::attackers::{AttackKind, Attackers};
use super::report::{Bar, Report, Wanted};
use super::{Arguments, CONNECTIONS};
use crate::Error;
use crate::load::{Answers, Load, Order};
use crate::statistics::{grouped, mebibytes, median};
use crate::subject::{Subject, WorkDirectory};

/// The time for the attackers to open their connections.
const GATHERING: Duration = Duration::from_secs(4);

/// The memory that the service may use under attack, in bytes.
const MEMORY: f64 = (512 << 20) as f64;

/// The attacks, each with its name and the number of attackers of each kind.
const ATTACKS: [(&str, &[(usize, AttackKind)]); 2] = [
    (
        "5,000 are silent, 2,000 trickle a head, 500 trickle a body with a good token",
        &[
            (5000, AttackKind::Idle),
            (2000, AttackKind::TrickleHead),
            (500, AttackKind::TrickleBody),
        ],
    ),
    (
        "3,000 hold 90 KiB of a head",
        &[(3000, AttackKind::LargeHead)],
    ),
];

/// One round of one attack.
struct Round {
    before: Answers,
    under: Answers,
    /// The peak resident memory, in bytes.
    memory_before: u64,
    memory_under: u64,
    /// The number of the attackers' connections that were open at the end.
    held: usize,
    failed: u64,
}

/// Runs the measurement. Returns whether every target is reached.
pub(super) fn run(arguments: &Arguments) -> Result<bool, Error> {
    let title = "Throughput under attack";
    let command = "cargo xtask bench --attack";
    let mut report = Report::begin(&arguments.output, "attack", title, command)?;
    report.line(&format!(
        "Plant Store on SQLite with its default settings, {CONNECTIONS} well-behaved connections; \
         medians of {} rounds, in each of which the same process is measured without the attackers \
         and then with them.\n",
        arguments.rounds
    ));
    let work = WorkDirectory::new()?;
    let runtime = Runtime::new().map_err(Error::system("threads"))?;
    let (mut rows, mut bars) = (Vec::new(), Vec::new());
    for (name, attack) in ATTACKS {
        let rounds = (0..arguments.rounds).map(|_| round(attack, &work, &runtime, arguments));
        let rounds = rounds.collect::<Result<Vec<_>, _>>()?;
        rows.push(row(name, &rounds));
        bars.push(Bar {
            name: name.to_owned(),
            measured: median(rounds.iter().map(Round::ratio)),
            wanted: Wanted::AtLeast(0.8),
            unit: " ×",
        });
        bars.push(Bar {
            name: format!("{name}: memory"),
            measured: median(rounds.iter().map(|round| round.memory_under as f64)) / MEMORY,
            wanted: Wanted::AtMost(1.0),
            unit: " × 512 MiB",
        });
    }
    let head = [
        "Attack",
        "connections held",
        "requests/s before",
        "under attack",
        "p99 µs before",
        "under attack",
        "memory before",
        "under attack",
        "of which a connection",
        "failed",
    ];
    report.table(&head, &rows);
    report.line(
        "dropshot has no limit on connections, and hyper takes heads up to about 400 KiB, so the \
         memory has no bound but the number of descriptors; docs/deployment.md has proxies that \
         bound both. A body is read only after its credential was accepted.\n",
    );
    let reached = report.bars(&bars);
    report.write()?;
    Ok(reached)
}

fn round(
    attack: &[(usize, AttackKind)],
    work: &WorkDirectory,
    runtime: &Runtime,
    arguments: &Arguments,
) -> Result<Round, Error> {
    let server = Subject::Sqlite.start(work)?;
    let token = server.token.clone().unwrap_or_default();
    let load = Load {
        connections: CONNECTIONS,
        duration: arguments.duration(),
        order: Order::Ascending,
    };
    let before = load.run(&server, &token)?;
    let memory_before = server.most_memory()?;
    let attackers = Attackers::begin(runtime, &server.url, &token, attack)?;
    std::thread::sleep(GATHERING);
    let under = load.run(&server, &token)?;
    let memory_under = server.most_memory()?;
    let held = attackers.open();
    drop(attackers);
    let log = server.log.clone();
    server.kill();
    fs::remove_file(&log).map_err(Error::file(log))?;
    Ok(Round {
        before,
        under,
        memory_before,
        memory_under,
        held,
        failed: [before, under]
            .map(|it| it.refused + it.broken)
            .iter()
            .sum(),
    })
}

impl Round {
    fn ratio(&self) -> f64 {
        self.under.throughput() / self.before.throughput()
    }

    /// Returns the additional memory under attack, in bytes per held connection.
    fn memory_each(&self) -> u64 {
        let more = self.memory_under.saturating_sub(self.memory_before);
        more / self.held.max(1) as u64
    }
}

fn row(name: &str, rounds: &[Round]) -> Vec<String> {
    let median = |figure: fn(&Round) -> f64| median(rounds.iter().map(figure));
    vec![
        name.to_owned(),
        grouped(median(|round| round.held as f64)),
        grouped(median(|round| round.before.throughput())),
        grouped(median(|round| round.under.throughput())),
        grouped(median(|round| round.before.p99 as f64)),
        grouped(median(|round| round.under.p99 as f64)),
        mebibytes(median(|round| round.memory_before as f64) as u64),
        mebibytes(median(|round| round.memory_under as f64) as u64),
        format!(
            "{:.1} KiB",
            median(|round| round.memory_each() as f64) / 1024.0
        ),
        grouped(median(|round| round.failed as f64)),
    ]
}
