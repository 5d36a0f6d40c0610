//! Runs a generated server's stand-in in this process and holds it to its
//! document: the part that tests and the workbench's program share.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use openapi_runtime::Service;
use openapi_server::{Limits, Listener};
use serde_json::Value;
use slog::{Discard, Logger, o};

use crate::{ClientType, Decoded, Document, DocumentError, Report, Server, Settings, run};

/// What a stand-in keeps of the last body that it accepted.
pub type Keeps = Mutex<Option<serde_json::Result<Value>>>;

/// Why no verdict was reached.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The document can't be used.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// The server can't be started.
    #[error("the stand-in can't be served: {0}")]
    Start(String),
}

/// Serves a stand-in on a port of its own, and sends it cases.
///
/// # Errors
/// The document has nothing to send, or the server can't be started.
pub fn hold<A: Send + Sync + 'static>(
    document: &Document,
    service: Service<A>,
    keeps: fn(&A) -> &Keeps,
    client: &[ClientType],
    settings: Settings,
) -> Result<Report, ServeError> {
    let start = |error: &dyn std::fmt::Display| ServeError::Start(error.to_string());
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|error: io::Error| start(&error))?;
    let service = Arc::new(service);
    let limits = Limits {
        connections: 64,
        time: Duration::from_secs(30),
    };
    let server = runtime
        .block_on(async {
            let listener = Listener::bind(SocketAddr::from(([127, 0, 0, 1], 0)))?;
            let log = Logger::root(Discard, o!());
            Ok(listener.serve(Arc::clone(&service), limits, log))
        })
        .map_err(|error: io::Error| start(&error))?;
    let decoded = || -> Option<Decoded> {
        let mut kept = keeps(service.api())
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        kept.take()
            .map(|decoded| decoded.map_err(|error| error.to_string()))
    };
    let target = Server {
        address: server.local_addr(),
        decoded: &decoded,
        client,
    };
    Ok(run(document, &target, settings)?)
}

/// The whole program of a workbench: its arguments are the document, the number
/// of cases and the seed.
pub fn main<A: Send + Sync + 'static>(
    service: Service<A>,
    keeps: fn(&A) -> &Keeps,
    client: &[ClientType],
) -> ExitCode {
    let arguments: Vec<_> = std::env::args().collect();
    let [_, document, cases, seed] = arguments.as_slice() else {
        eprintln!("usage: DOCUMENT CASES SEED");
        return ExitCode::from(2);
    };
    let (Ok(cases), Ok(seed)) = (cases.parse(), seed.parse()) else {
        eprintln!("CASES and SEED are whole numbers");
        return ExitCode::from(2);
    };
    let outcome = Document::read(Path::new(document))
        .map_err(ServeError::from)
        .and_then(|document| {
            let settings = Settings { cases, seed };
            hold(&document, service, keeps, client, settings)
        });
    match outcome {
        Ok(report) => {
            println!("{report}");
            ExitCode::from(u8::from(!report.agrees()))
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
