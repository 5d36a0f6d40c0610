//! The cost of a create by the size of the store: empty, with a million and with ten
//! million plants, with ascending ids, random ids, and ids as far from each other as
//! possible. Every plant is created through the service.
//!
//! The store grows for many minutes, in which the machine may do other work. So each
//! round measures an empty store beside the large one, and only the ratio within the
//! round is compared with a target.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::report::{Bar, Report, Wanted};
use super::{Arguments, CONNECTIONS, plot};
use crate::Error;
use crate::load::{Answers, Load, Order};
use crate::server::Server;
use crate::statistics::{grouped, mebibytes, median};
use crate::subject::{WorkDirectory, plant_store, serve, sqlite};

/// The number of connections that fill a store: more make larger transactions.
const FILLING: usize = 512;

/// The least number of creates of a process for which its memory is checked.
const MEMORY_AFTER: u64 = 5_000_000;

/// The measurement of a store with a certain number of plants.
struct Step {
    order: Order,
    plants: u64,
    throughput: f64,
    /// The throughput, divided by that of an empty store in the same round.
    of_empty: f64,
    p99: f64,
    file: u64,
    /// The peak resident memory of the process that filled the store.
    memory: u64,
    /// The number of plants that this process created.
    created: u64,
    /// The time until the service is ready after `kill -9` under load.
    ready_after_kill: Duration,
    /// The time until the service is ready after a regular stop.
    ready: Duration,
    export: Duration,
}

/// A store and its service.
struct Store<'a> {
    work: WorkDirectory,
    arguments: &'a Arguments,
    order: Order,
    server: Option<Server>,
    token: String,
    plants: u64,
}

/// Runs the measurement. Returns whether every target is reached.
pub(super) fn run(arguments: &Arguments) -> Result<bool, Error> {
    let title = "How a create fares with ten million others";
    let command = "cargo xtask bench --scale";
    let mut report = Report::begin(&arguments.output, "scale", title, command)?;
    report.line(&format!(
        "Plant Store on SQLite, {CONNECTIONS} connections; throughput and p99 are medians of {} \
         loads of {} s each, and the ratios are of an empty store in the same round. Memory is the \
         most that was resident of the process that filled the store. Ids are ascending, random over 64 bits, or reversed: 40 bits of a \
         counter read backwards, so that each falls into the widest gap between those before it.\n",
        arguments.rounds, arguments.seconds
    ));
    let mut steps = Vec::new();
    for order in [Order::Ascending, Order::Random, Order::Reversed] {
        grow(arguments, order, &mut steps)?;
    }
    report.line("![Creates a second by plants in the store](scale.svg)\n");
    let rows: Vec<_> = steps.iter().map(Step::row).collect();
    let head = [
        "Ids",
        "plants",
        "requests/s",
        "of an empty store",
        "p99 µs",
        "file",
        "most memory",
        "ready after",
        "ready after kill -9",
        "export",
    ];
    report.table(&head, &rows);
    let lines: Vec<_> = steps
        .chunk_by(|one, next| one.order == next.order)
        .map(|steps| {
            let points = steps.iter().map(|step| (step.plants as f64, step.of_empty));
            (steps[0].order.name(), points.collect::<Vec<_>>())
        })
        .collect();
    let title = "Throughput of an empty store's, by plants in the store (millions)";
    plot::lines(&arguments.output.join("scale.svg"), title, &lines)?;
    let reached = report.bars(&bars(&steps));
    report.write()?;
    Ok(reached)
}

/// Fills a store and measures it at each step.
fn grow(arguments: &Arguments, order: Order, steps: &mut Vec<Step>) -> Result<(), Error> {
    let mut store = Store::new(arguments, order)?;
    for target in [0, arguments.plants / 10, arguments.plants] {
        let before = store.plants;
        while store.plants < target {
            store.load(FILLING)?;
        }
        let step = store.measure(store.plants - before)?;
        eprintln!("{}", step.row().join(" | "));
        steps.push(step);
    }
    Ok(())
}

impl<'a> Store<'a> {
    /// Creates an empty store and starts a service on it.
    fn new(arguments: &'a Arguments, order: Order) -> Result<Self, Error> {
        let mut store = Store {
            work: WorkDirectory::new()?,
            arguments,
            order,
            server: None,
            token: String::new(),
            plants: 0,
        };
        store.start()?;
        Ok(store)
    }

    fn url(&self) -> String {
        sqlite(&self.work.path("plants.db"))
    }

    /// Starts the service. Returns the time until it is ready.
    fn start(&mut self) -> Result<Duration, Error> {
        let server = Server::start(serve(&self.url())?, &self.work.path("log"))?;
        let ready_after = server.ready_after;
        if let Some(token) = &server.token {
            self.token.clone_from(token);
        }
        self.server = Some(server);
        Ok(ready_after)
    }

    fn load(&mut self, connections: usize) -> Result<Answers, Error> {
        let load = Load {
            connections,
            duration: self.arguments.duration(),
            order: self.order,
        };
        let server = self.server()?;
        let answers = load.run(server, &self.token)?;
        // Truncated: the log would grow larger than the store.
        fs::File::create(&server.log).map_err(Error::file(&server.log))?;
        self.plants += answers.requests - answers.refused;
        Ok(answers)
    }

    /// Measures a step; the running process has created this number of plants.
    fn measure(&mut self, created: u64) -> Result<Step, Error> {
        let plants = self.plants;
        let memory = self.server()?.most_memory()?;
        let (mut loads, mut ratios) = (Vec::new(), Vec::new());
        for _ in 0..self.arguments.rounds {
            let load = self.load(CONNECTIONS)?;
            let empty = Store::new(self.arguments, self.order)?.load(CONNECTIONS)?;
            ratios.push(load.throughput() / empty.throughput());
            loads.push(load);
        }
        if let Some(server) = self.server.take() {
            server.kill();
        }
        let ready_after_kill = self.start()?;
        self.server.take().map(Server::terminate).transpose()?;
        let ready = self.start()?;
        let begun = Instant::now();
        let mut export = plant_store()?;
        export.args(["plants", "export", "--store", &self.url()]);
        let exported = export.stdout(Stdio::null()).status();
        exported.map_err(Error::system("a process"))?;
        let export = begun.elapsed();
        let file = self.work.path("plants.db");
        Ok(Step {
            order: self.order,
            plants,
            throughput: median(loads.iter().map(Answers::throughput)),
            of_empty: median(ratios),
            p99: median(loads.iter().map(|load| load.p99 as f64)),
            file: fs::metadata(&file).map_err(Error::file(file))?.len(),
            memory,
            created,
            ready_after_kill,
            ready,
            export,
        })
    }

    fn server(&self) -> Result<&Server, Error> {
        self.server.as_ref().ok_or_else(|| Error::NotStarted {
            program: "plant-store".to_owned(),
            said: "it was ended".to_owned(),
        })
    }
}

impl Step {
    fn row(&self) -> Vec<String> {
        vec![
            self.order.name().to_owned(),
            grouped(self.plants as f64),
            grouped(self.throughput),
            format!("{:.2}", self.of_empty),
            grouped(self.p99),
            mebibytes(self.file),
            mebibytes(self.memory),
            format!("{:.0} ms", self.ready.as_secs_f64() * 1e3),
            format!("{:.0} ms", self.ready_after_kill.as_secs_f64() * 1e3),
            format!("{:.1} s", self.export.as_secs_f64()),
        ]
    }
}

fn bars(steps: &[Step]) -> Vec<Bar> {
    let mut bars = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let name = format!(
            "{} plants, ids {}",
            grouped(step.plants as f64),
            step.order.name()
        );
        let is_largest = steps
            .get(index + 1)
            .is_none_or(|next| next.order != step.order);
        if is_largest {
            bars.push(Bar {
                name: format!("{name}: throughput of an empty store"),
                measured: step.of_empty,
                wanted: Wanted::AtLeast(0.8),
                unit: " ×",
            });
            bars.push(Bar {
                name: format!("{name}: ready after"),
                measured: step.ready.as_secs_f64() * 1e3,
                wanted: Wanted::AtMost(100.0),
                unit: " ms",
            });
        }
        if step.created >= MEMORY_AFTER {
            bars.push(Bar {
                name: format!(
                    "{name}: most memory of a process that created {} of them",
                    grouped(step.created as f64)
                ),
                measured: step.memory as f64 / f64::from(1 << 20),
                wanted: Wanted::AtMost(64.0),
                unit: " MiB",
            });
        }
    }
    bars
}
