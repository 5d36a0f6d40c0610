//! Measures the comparison of a large document with a document that a server could
//! emit for it, step by step:
//!
//!     cargo bench -p openapi-compare --bench large
//!     cargo bench -p openapi-compare --bench large -- CONTRACT EMITTED
//!     cargo bench -p openapi-compare --bench large -- CONTRACT EMITTED --bytes 3000000
//!
//! The first generates a document of 3 MB (`--bytes` for another size) and writes
//! both files into `target/large`, for the command `openapi-dropshot diff`. The
//! others read two existing documents, as they are or copied as many times as it
//! takes for a contract of that size. Exits with 1 if the two differ, with 2 if one
//! can't be read. The times aren't checked: they depend on the machine.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a benchmark stops at an unexpected input"
)]

mod copies;
mod document;
mod emission;
#[allow(dead_code, reason = "the pairs draw in more ways")]
#[path = "../../tests/suite/oracle/random_pairs/random.rs"]
mod random;
mod resource;

use clap::Parser;
use openapi_compare::{Diagnostics, Document, compare};
use serde_json::Value;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The size of the generated document.
const BYTES: usize = 3_000_000;

/// The number of runs, each of which reads both files again.
const RUNS: usize = 5;

/// Time the comparison of a large document with one that a server could emit for it
#[derive(Parser)]
struct Arguments {
    /// An existing document instead of a generated one
    #[arg(requires = "emitted")]
    contract: Option<PathBuf>,
    /// The document that a server emits for it
    emitted: Option<PathBuf>,
    /// The minimum size of the document as YAML
    #[arg(long)]
    bytes: Option<usize>,
    /// An argument that cargo adds
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> ExitCode {
    run(Arguments::parse()).unwrap_or_else(|error| {
        eprintln!("{error}");
        ExitCode::from(2)
    })
}

fn run(arguments: Arguments) -> Result<ExitCode, Box<dyn Error>> {
    let (contract, emitted) = match (arguments.contract, arguments.emitted, arguments.bytes) {
        (Some(contract), Some(emitted), None) => (contract, emitted),
        (Some(contract), Some(emitted), Some(bytes)) => {
            let (contract, emitted) = (parse(&contract)?, parse(&emitted)?);
            let count = bytes.div_ceil(yaml(&contract).len());
            println!("{count} copies");
            write(&copies::copies(&contract, count), &copies::copies(&emitted, count))
        }
        (_, _, bytes) => {
            let contract = document::document(bytes.unwrap_or(BYTES));
            let emitted = emission::emitted(&contract);
            write(&contract, &emitted)
        }
    };
    describe(&contract)?;
    describe(&emitted)?;
    let runs = (0..RUNS).map(|_| Run::new(&contract, &emitted));
    let runs: Vec<Run> = runs.collect::<Result<_, _>>()?;
    for (step, time) in [
        ("read the contract", median(&runs, |run| run.times[0])),
        ("read what is emitted", median(&runs, |run| run.times[1])),
        ("compare", median(&runs, |run| run.times[2])),
        ("altogether", median(&runs, |run| run.times.iter().sum())),
    ] {
        println!("{:>10.1} ms  {step}", time.as_secs_f64() * 1e3);
    }
    println!("{:>10} findings", runs[0].findings);
    Ok(ExitCode::from(u8::from(runs[0].findings > 0)))
}

struct Run {
    times: [Duration; 3],
    findings: usize,
}

impl Run {
    fn new(contract: &Path, emitted: &Path) -> Result<Run, Diagnostics> {
        let start = Instant::now();
        let contract = Document::read(contract)?;
        let contract_read = Instant::now();
        let emitted = Document::read(emitted)?;
        let both_read = Instant::now();
        let report = compare(&contract, &emitted);
        let compared = Instant::now();
        Ok(Run {
            times: [contract_read - start, both_read - contract_read, compared - both_read],
            findings: report.findings.len(),
        })
    }
}

fn median(runs: &[Run], time: impl Fn(&Run) -> Duration) -> Duration {
    let mut times: Vec<Duration> = runs.iter().map(time).collect();
    times.sort();
    times[times.len() / 2]
}

/// Writes both documents: contracts as YAML and emitted documents as JSON, as
/// people and dropshot do.
fn write(contract: &Value, emitted: &Value) -> (PathBuf, PathBuf) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/large");
    std::fs::create_dir_all(&folder).unwrap();
    let folder = folder.canonicalize().unwrap();
    let paths = (folder.join("contract.yaml"), folder.join("emitted.json"));
    std::fs::write(&paths.0, yaml(contract)).unwrap();
    std::fs::write(&paths.1, serde_json::to_vec_pretty(emitted).unwrap()).unwrap();
    paths
}

fn yaml(document: &Value) -> String {
    serde_yaml_ng::to_string(document).unwrap()
}

fn parse(path: &Path) -> Result<Value, Box<dyn Error>> {
    Document::read(path)?;
    let text = std::fs::read_to_string(path)?;
    Ok(serde_yaml_ng::from_str(&text)?)
}

fn describe(path: &Path) -> Result<(), Box<dyn Error>> {
    let document = parse(path)?;
    let bytes = std::fs::metadata(path)?.len();
    let paths = document["paths"].as_object().into_iter().flatten();
    let operations = paths.filter_map(|(_, path)| path.as_object());
    let operations: usize = operations
        .map(|path| path.values().filter(|it| it.get("responses").is_some()).count())
        .sum();
    let schemas = document["components"]["schemas"].as_object();
    println!(
        "{}: {bytes} bytes, {operations} operations, {} schemas with names",
        path.display(),
        schemas.map_or(0, |schemas| schemas.len()),
    );
    Ok(())
}
