//! The cost of a request to a generated server, as a ratio to the same server written by
//! hand: `cargo xtask bench --generated`.
//!
//! Both servers are this program, started again. Rounds are interleaved, so that both meet
//! the same state of the machine; the figures are medians of the ratios of pairs of rounds.

mod by_hand;
mod generated;
mod load;

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use dropshot::{ApiDescription, ConfigDropshot, ConfigLogging, ConfigLoggingLevel, ServerBuilder};
use load::{Round, round};

/// The number of pairs of rounds for each request.
const ROUNDS: usize = 15;

/// The size of a round, in bytes of requests and a minimum of work for each of them.
const WORK: usize = 40 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("serve-by-hand") => serve(by_hand::api_description()?),
        Some("serve-generated") => serve(generated::api_description::<generated::Orders>()?),
        _ => compare(),
    }
}

fn serve(api: ApiDescription<()>) -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let level = ConfigLoggingLevel::Warn;
        let log = ConfigLogging::StderrTerminal { level }.to_logger("orders")?;
        let config =
            ConfigDropshot { default_request_body_max_bytes: 1 << 20, ..ConfigDropshot::default() };
        let server = ServerBuilder::new(api, (), log).config(config).start()?;
        println!("{}", server.local_addr());
        Ok(server.await?)
    })
}

/// A server that is stopped with this value.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(command: &str) -> Result<Self, Box<dyn Error>> {
        let mut process =
            Command::new(std::env::current_exe()?).arg(command).stdout(Stdio::piped()).spawn()?;
        let output = process.stdout.take().ok_or("the output is not piped")?;
        let mut address = String::new();
        BufReader::new(output).read_line(&mut address)?;
        let address = address.trim().to_owned();
        Ok(Self { process, address })
    }

    fn round(&self, request: &str, status: u16) -> std::io::Result<Round> {
        let times = WORK / (2048 + request.len());
        round(&self.address, self.process.id(), request, status, times)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A server that has ended already is stopped.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn compare() -> Result<(), Box<dyn Error>> {
    let by_hand = Server::start("serve-by-hand")?;
    let generated = Server::start("serve-generated")?;
    println!("| request | processor time, by hand | generated : by hand | throughput |");
    println!("|---|--:|--:|--:|");
    for (name, request, status) in requests() {
        // The first rounds warm up both.
        by_hand.round(&request, status)?;
        generated.round(&request, status)?;
        let mut pairs = Vec::new();
        for _ in 0..ROUNDS {
            pairs.push((by_hand.round(&request, status)?, generated.round(&request, status)?));
        }
        let processor = median(pairs.iter().map(|(one, _)| one.processor.as_secs_f64() * 1e6));
        let ratio = |of: fn(&Round) -> std::time::Duration| {
            median(pairs.iter().map(|(one, other)| of(other).as_secs_f64() / of(one).as_secs_f64()))
        };
        println!(
            "| {name} | {processor:.1} µs | {:.2} | {:.2} |",
            ratio(|round| round.processor),
            1.0 / ratio(|round| round.clock),
        );
    }
    Ok(())
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Returns the requests with their names and expected statuses.
fn requests() -> [(&'static str, String, u16); 3] {
    let get =
        "GET /customers/brass-works/orders?limit=20&state=paid HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    let line = r#"{"article":"climber-7","quantity":3,"price":9.99,"comment":"in a pot"}"#;
    let order = |lines: usize| {
        let lines = vec![line; lines].join(",");
        format!(
            r#"{{"id":"0190163d-8694-739b-aea5-966c26f8ad91","customer":"brass-works","email":"orders@example.org","state":"open","created":"2026-11-23T08:00:00Z","note":"at the back door","lines":[{lines}]}}"#
        )
    };
    let post = |body: String| {
        let length = body.len();
        format!(
            "POST /orders HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
    };
    [
        ("GET, a path and two query parameters", get.to_owned(), 200),
        ("POST of 0.3 KB", post(order(2)), 201),
        ("POST of 18 KB, 250 objects", post(order(250)), 201),
    ]
}
