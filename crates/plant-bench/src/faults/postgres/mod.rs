//! Failures of PostgreSQL: the primary is lost and a standby promoted, the network is
//! cut, no connections are left, a table is locked. The service responds throughout,
//! with 503 when necessary, and at the end every acknowledged plant is stored once.

mod nodes;

use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::runtime::Runtime;

use self::nodes::Nodes;
use super::Outcome;
use super::callers::Callers;
use super::ledger::Ledger;
use super::service::{Service, resumes};
use crate::bench::median;
use crate::subject::WorkDirectory;
use anyhow::Result;
use test_kit::postgres::Cluster;
use test_kit::proxy::{Fault, Proxy, Upstream};

/// The duration of each failure, longer than a caller is kept waiting.
const LASTS: Duration = Duration::from_secs(12);

/// The maximum time of a response, whatever the database does. A create waits for 10 s;
/// the rest is for the network and a busy machine.
const LONGEST_ANSWER: Duration = Duration::from_secs(15);

pub(super) fn run(runtime: &Runtime, times: usize) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    fail_overs(runtime, &mut outcome, times)?;
    let work = WorkDirectory::new()?;
    let mut cluster = work.new_cluster("postgres", &[])?;
    cluster.start()?;
    cluster.sql("postgres", "CREATE ROLE service LOGIN")?;
    cluster.sql("postgres", "CREATE DATABASE plants OWNER service")?;
    let proxy = runtime.block_on(Proxy::start(Upstream::Tcp(cluster.address())));
    let store = format!("postgres://service@127.0.0.1:{}/plants?sslmode=disable", proxy.port);
    let service = Service::new(&work, &store)?;
    let ledger = Arc::new(Ledger::default());
    let _server = service.start()?;
    let callers = Callers::begin(runtime, 16, &service.url(), &service.token, &ledger)?;
    let mut trouble = |name: &str, change: &dyn Fn(bool) -> Result<()>| {
        resumes(&ledger, ledger.acknowledged() + 100);
        ledger.entries().longest_silence = Duration::ZERO;
        change(true)?;
        std::thread::sleep(LASTS);
        change(false)?;
        let resumed = resumes(&ledger, ledger.acknowledged());
        // An acknowledgement ends the silence.
        let silence = ledger.entries().longest_silence;
        let resumed_after = resumed.unwrap_or_default();
        println!(
            "  {name} for {} s: nothing acknowledged for {silence:.1?}, goes on {resumed_after:.1?} \
             after its end",
            LASTS.as_secs()
        );
        outcome.require(resumed.is_some(), || format!("{name}: it doesn't go on"));
        anyhow::Ok(())
    };
    trouble("network cut", &|is_there| {
        proxy.inject(if is_there { Fault::Silence } else { Fault::None });
        Ok(())
    })?;
    trouble("no connections left", &|is_there| {
        limit_connections(&cluster, if is_there { 0 } else { -1 })
    })?;
    trouble("slow database", &|is_there| {
        if is_there {
            lock_table(&cluster)?;
        }
        Ok(())
    })?;
    callers.stop(runtime);
    outcome.require_faithful("in the end", &service.compare(&ledger)?);
    outcome.require_unavailable("in the end", &ledger);
    let longest = ledger.entries().longest_attempt;
    println!("  longest attempt {longest:.1?}");
    outcome.require(longest <= LONGEST_ANSWER, || format!("an answer took {longest:.1?}"));
    outcome.require_documented(&ledger);
    Ok(outcome)
}

/// Tests losses of the primary under load, each followed by a promotion.
fn fail_overs(runtime: &Runtime, outcome: &mut Outcome, times: usize) -> Result<()> {
    let work = WorkDirectory::new()?;
    let mut nodes = Nodes::start(&work)?;
    let service = Service::new(&work, &nodes.url())?;
    let ledger = Arc::new(Ledger::default());
    let _server = service.start()?;
    let callers = Callers::begin(runtime, 16, &service.url(), &service.token, &ledger)?;
    let mut outages = Vec::new();
    for time in 1..=times {
        resumes(&ledger, ledger.acknowledged() + 100);
        ledger.entries().longest_silence = Duration::ZERO;
        let begun = Instant::now();
        nodes.fail_over()?;
        let promoted = begun.elapsed();
        let resumed = resumes(&ledger, ledger.acknowledged());
        outcome.require(resumed.is_some(), || format!("loss {time}: no create succeeds"));
        let outage = ledger.entries().longest_silence;
        println!(
            "  loss {time}: promoted in {promoted:.1?}, nothing acknowledged for {outage:.1?}"
        );
        outages.push(outage.as_secs_f64());
        outcome.require_faithful(&format!("loss {time}"), &service.compare(&ledger)?);
        nodes.replace_lost()?;
    }
    callers.stop(runtime);
    outcome.require_faithful("in the end", &service.compare(&ledger)?);
    let longest = outages.iter().copied().fold(0.0, f64::max);
    let outage = median(outages);
    println!("  {times} × the primary lost: outage {outage:.1} s (median), {longest:.1} s at most");
    println!("  longest attempt {:.1?}", ledger.entries().longest_attempt);
    outcome.require_documented(&ledger);
    Ok(())
}

/// Limits the connections of the service: 0 also ends its current connections, -1
/// removes the limit. Beyond a role's limit, PostgreSQL refuses connections with the
/// same code (53300) as when all connections of the server are in use.
fn limit_connections(cluster: &Cluster, most: i32) -> Result<()> {
    let limit = format!("ALTER ROLE service CONNECTION LIMIT {most}");
    cluster.sql("postgres", &limit)?;
    if most == 0 {
        let end =
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'service'";
        cluster.sql("postgres", end)?;
    }
    Ok(())
}

/// Blocks writes to the table.
fn lock_table(cluster: &Cluster) -> Result<()> {
    let lock = format!(
        "BEGIN; LOCK TABLE plants IN EXCLUSIVE MODE; SELECT pg_sleep({}); COMMIT",
        LASTS.as_secs()
    );
    // The lock ends by itself.
    let mut psql = cluster.psql("plants", &lock)?;
    let psql = psql.stdout(Stdio::null());
    psql.spawn()?;
    Ok(())
}
