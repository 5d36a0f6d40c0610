//! Runs a generated server's stand-in in this process and holds it to its
//! document: the part that tests and the workbench's program share.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use dropshot::{ApiDescription, ConfigDropshot, HttpServer, ServerBuilder, ServerContext};
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
pub fn hold<C: ServerContext>(
    document: &Document,
    api: ApiDescription<C>,
    stand_in: C,
    keeps: fn(&C) -> &Keeps,
    client: &[ClientType],
    settings: Settings,
) -> Result<Report, ServeError> {
    let start = |error: &dyn std::fmt::Display| ServeError::Start(error.to_string());
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|error: io::Error| start(&error))?;
    let server: HttpServer<C> = runtime
        .block_on(async {
            ServerBuilder::new(api, stand_in, Logger::root(Discard, o!()))
                .config(ConfigDropshot {
                    bind_address: SocketAddr::from(([127, 0, 0, 1], 0)),
                    ..ConfigDropshot::default()
                })
                .start()
        })
        .map_err(|error| start(&error))?;
    let decoded = || -> Option<Decoded> {
        let mut kept = keeps(server.app_private())
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
pub fn main<C: ServerContext>(
    api: ApiDescription<C>,
    stand_in: C,
    keeps: fn(&C) -> &Keeps,
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
            hold(&document, api, stand_in, keeps, client, settings)
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
