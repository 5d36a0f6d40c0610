//! One service of several versions of a document. The generated client of each version calls each
//! of its operations with sampled values, and the handlers of the newest answer with others, until
//! each function between the versions was called.

#![allow(missing_docs, nonstandard_style, unused, reason = "generated code")]
#![allow(clippy::all, clippy::unwrap_used, reason = "generated code")]

#[path = "../../../crates/openapi-examples/tests/calls/answer.rs"]
mod answer;
#[path = "../../../crates/openapi-examples/tests/calls/client.rs"]
mod client;
#[path = "../../../crates/openapi-examples/tests/calls/request.rs"]
mod request;
#[path = "../../../crates/openapi-examples/tests/calls/source.rs"]
mod source;
#[path = "../../../crates/openapi-examples/tests/calls/state.rs"]
mod state;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use dropshot::{ConfigDropshot, HttpServer, ServerBuilder};

use answer::Answer;
use client::{Answered, are_equal};
use request::{CREDENTIAL, Request};
use source::Source;
use stand_in::StandIn;
use state::{Call, Exchange, State};

/// The number of times that each operation is called with other values, at most.
const ROUNDS: u64 = 12;

// The server, the clients and the functions.
include!(concat!(env!("OUT_DIR"), "/items.rs"));

/// A version with its generated client.
struct Version {
    name: &'static str,
    path: &'static str,
    /// Bodies that need a function, by operation: those that the documentation shows whole.
    shown: &'static [(&'static str, &'static str)],
    /// Calls an operation at a URL.
    call: for<'c> fn(&str, &str, &'c Request<'c>) -> Option<Call<'c>>,
}

/// The number of calls by all clients.
#[derive(Default)]
struct Tally {
    all: usize,
    /// Those for which a function between versions was called.
    converted: usize,
    failed: usize,
}

/// How often each function between versions was called.
static CALLS: [AtomicUsize; FUNCTIONS.len()] = [const { AtomicUsize::new(0) }; FUNCTIONS.len()];

/// Counts a call of a function between versions.
fn called(function: usize) {
    CALLS[function].fetch_add(1, Ordering::SeqCst);
}

fn calls() -> [usize; FUNCTIONS.len()] {
    CALLS.each_ref().map(|one| one.load(Ordering::SeqCst))
}

#[tokio::main]
async fn main() -> Result<ExitCode, Box<dyn Error>> {
    let newest = Path::new(VERSIONS[VERSIONS.len() - 1].path);
    let (mut tally, mut seed) = (Tally::default(), 0);
    while seed == 0 || (seed < ROUNDS && calls().contains(&0)) {
        seed += 1;
        let server = server(State::new(&Source::read(newest, seed)?.into()))?;
        for version in VERSIONS {
            call_each(version, seed, &server, &mut tally).await?;
        }
    }
    let Tally { all, converted, failed } = tally;
    println!("{} clients: {all} calls, {converted} by functions, {failed} failed", VERSIONS.len());
    for (name, calls) in FUNCTIONS.iter().zip(calls()) {
        println!("{name}: {calls} calls");
    }
    Ok(ExitCode::from(u8::from(failed > 0 || calls().contains(&0))))
}

fn server(state: State) -> Result<HttpServer<State>, Box<dyn Error>> {
    let config =
        ConfigDropshot { default_request_body_max_bytes: 1 << 20, ..ConfigDropshot::default() };
    let log = slog::Logger::root(slog::Discard, slog::o!());
    let builder = ServerBuilder::new(api::api_mod::api_description::<StandIn>()?, state, log);
    Ok(builder.version_policy(api::VERSIONS.policy(None)).config(config).start()?)
}

/// Calls each operation of a version with values of its document. A call fails unless a handler
/// receives it, or a function between versions has answered, and the caller gets what the handler has
/// sent, as far as its version has it and no function has changed it.
async fn call_each(
    version: &Version,
    seed: u64,
    server: &HttpServer<State>,
    tally: &mut Tally,
) -> Result<(), Box<dyn Error>> {
    let source = Source::read(Path::new(version.path), seed)?;
    let url = format!("http://{}", server.local_addr());
    for operation in source.operations() {
        let (name, mut request) = (operation.name(), Request::new(operation, &source)?);
        let shown = version.shown.iter().find(|(operation, _)| seed == 2 && *operation == name);
        request.given = shown.and_then(|(_, body)| serde_json::from_str(body).ok());
        let Some(call) = (version.call)(&name, &url, &request) else {
            continue;
        };
        let before = calls();
        let answered = call.await;
        let is_converted = calls() != before;
        tally.all += 1;
        tally.converted += usize::from(is_converted);
        let problem = match (answered, server.app_private().exchange()) {
            (Err(reason), _) => reason,
            (Ok(Answered { status: 500.., .. }), _) => "the service has failed".to_owned(),
            (Ok(_), _) if is_converted => continue,
            (Ok(_), None) => "no handler was reached".to_owned(),
            (Ok(Answered { bytes: None, values, .. }), Some(Exchange { sent, .. }))
                if !are_equal(&sent, &values) =>
            {
                format!("the caller got {values:?} instead of {sent:?}")
            }
            _ => continue,
        };
        tally.failed += 1;
        println!("{} {name}: {problem}", version.name);
    }
    Ok(())
}
