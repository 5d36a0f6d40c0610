//! Measures the throughput, the latency and the memory of creates in a store:
//! `cargo run --release -p plant-storage --example load -- URL PLANTS CALLERS
//! ORDER`, where ORDER is `ascending` or `random`. Each create has a new id. The
//! process does nothing else, so this measures only the store, without HTTP. The
//! plants are not deleted afterwards: use a separate store.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use plant_storage::{Access, Plant, Storage, open};
use tokio::task::JoinSet;

/// The number of plants for each line of the report.
const REPORT: usize = 500_000;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, plants, callers, order] = &arguments[..] else {
        return Err("give a URL, a number of plants, a number of callers and an order".into());
    };
    let scatter = match &**order {
        "ascending" => 1,
        // Odd, so that no id occurs twice.
        "random" => 0x9e37_79b9_7f4a_7c15_u64 as i64,
        _ => return Err("the order is ascending or random".into()),
    };
    let plants: usize = plants.parse()?;
    let storage = open(&url.parse()?, Access::Serve).await?;
    println!("   plants    per s   p50 µs   p99 µs  p999 µs   max ms  memory MB");
    let next = Arc::new(AtomicI64::new(0));
    for done in (REPORT..=plants).step_by(REPORT) {
        let began = Instant::now();
        let mut tasks = JoinSet::new();
        for _ in 0..callers.parse::<usize>()? {
            tasks.spawn(call(Arc::clone(&storage), Arc::clone(&next), done as i64, scatter));
        }
        let mut waits = tasks.join_all().await.concat();
        let seconds = began.elapsed().as_secs_f64();
        waits.sort_unstable();
        let quantile = |part: f64| waits[((waits.len() - 1) as f64 * part) as usize];
        println!(
            "{done:9} {:8.0} {:8} {:8} {:8} {:8.1} {:10}",
            waits.len() as f64 / seconds,
            quantile(0.5).as_micros(),
            quantile(0.99).as_micros(),
            quantile(0.999).as_micros(),
            quantile(1.0).as_secs_f64() * 1000.0,
            resident_megabytes().unwrap_or_default(),
        );
    }
    storage.close().await;
    Ok(())
}

/// Creates plants until there are `end`. Returns the latency of each create.
async fn call(
    storage: Arc<dyn Storage>,
    next: Arc<AtomicI64>,
    end: i64,
    scatter: i64,
) -> Vec<Duration> {
    let mut waits = Vec::new();
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= end {
            next.fetch_sub(1, Ordering::Relaxed);
            return waits;
        }
        let plant = Plant {
            id: number.wrapping_mul(scatter),
            name: format!("Monstera deliciosa {number}"),
            tag: Some("climber".to_owned()),
        };
        let began = Instant::now();
        if let Err(error) = storage.plant_create(plant).await {
            eprintln!("{error}");
        }
        waits.push(began.elapsed());
    }
}

/// Returns the resident memory of this process, on systems with `/proc`.
fn resident_megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}
