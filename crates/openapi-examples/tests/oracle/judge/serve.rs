//! Serves the stand-in of a generated API in this process, on dropshot, and
//! compares it with its document: shared by tests, the workbench's program and the
//! fuzz targets.

use std::error::Error;
use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use dropshot::{ApiDescription, ConfigDropshot, HttpServer, ServerBuilder, ServerContext};
use serde_json::Value;
use slog::{Discard, Logger, o};

use openapi_values::{Document, DocumentError};

use super::client::ClientType;
use super::given;
use super::oracle::OracleError;
use super::report::Report;
use super::run::{Server, Settings, run};
use super::verdict::Decoded;

/// The storage of a stand-in for the last accepted body.
pub type Keeps = Mutex<Option<serde_json::Result<Value>>>;

/// The reason why there is no verdict.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The document can't be used.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// The document can't be tested.
    #[error(transparent)]
    Oracle(#[from] OracleError),
    /// The server can't be started.
    #[error("the stand-in can't be served: {0}")]
    Start(String),
    /// The given cases can't be read or sent.
    #[error("the given cases can't be read or sent: {0}")]
    Given(#[from] std::io::Error),
}

/// The maximum size of a body that a stand-in accepts, in bytes.
const BODY_LIMIT: usize = 1 << 20;

/// An API and the state that its operations share.
pub struct Served<C: ServerContext> {
    /// The API as returned by its generated function.
    pub api: ApiDescription<C>,
    /// The stand-in.
    pub context: C,
    /// Returns the stand-in's storage for the last accepted body.
    pub keeps: fn(&C) -> &Keeps,
}

/// A running stand-in.
pub(crate) struct Running<C: ServerContext> {
    server: HttpServer<C>,
    keeps: fn(&C) -> &Keeps,
    // The last field to be dropped: the server runs in it.
    _runtime: tokio::runtime::Runtime,
}

impl<C: ServerContext> Running<C> {
    /// Serves a stand-in on a free port of the loopback interface.
    pub(crate) fn start(served: Served<C>) -> Result<Self, ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| ServeError::Start(error.to_string()))?;
        let log = Logger::root(Discard, o!());
        let config = ConfigDropshot {
            default_request_body_max_bytes: BODY_LIMIT,
            ..ConfigDropshot::default()
        };
        let server = ServerBuilder::new(served.api, served.context, log).config(config);
        let server = runtime.block_on(async { server.start() });
        let server = server.map_err(|error| ServeError::Start(error.to_string()))?;
        Ok(Self { server, keeps: served.keeps, _runtime: runtime })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.server.local_addr()
    }

    /// Returns the last accepted body, and clears it.
    pub(crate) fn decoded(&self) -> Option<Decoded> {
        let keeps = (self.keeps)(self.server.app_private());
        let mut kept = keeps.lock().unwrap_or_else(PoisonError::into_inner);
        let decoded = kept.take();
        decoded.map(|decoded| decoded.map_err(|error| error.to_string()))
    }
}

/// Serves a stand-in and sends it cases.
///
/// # Errors
/// The document has nothing to send, or the server cannot be started.
pub fn compare<C: ServerContext>(
    document: &Document,
    served: Served<C>,
    client: &[ClientType],
    settings: Settings,
) -> Result<Report, ServeError> {
    let running = Running::start(served)?;
    let target = Server { address: running.address(), decoded: &|| running.decoded(), client };
    Ok(run(document, &target, settings)?)
}

/// Serves a stand-in and requires that it agrees with the document in a file on two
/// thousand bodies, valid and with a single fault.
///
/// # Panics
/// There is no verdict, the verdicts disagree, or nearly all bodies are of one kind, which
/// would prove little.
pub fn assert_agreement<C: ServerContext>(document: &Path, served: Served<C>) {
    let settings = Settings { cases: 1000, seed: 3 };
    let report = Document::read(document)
        .map_err(ServeError::from)
        .and_then(|document| compare(&document, served, &[], settings));
    let report = report.unwrap_or_else(|error| panic!("{error}"));
    assert!(report.agrees(), "{report}");
    let quarter = report.cases() / 4;
    let expected = quarter..3 * quarter;
    assert!(expected.contains(&report.accepted()), "{report}");
}

/// Returns the verdicts on the cases of a file, as one JSON array.
fn verdicts<C: ServerContext>(
    given: &Path,
    served: Served<C>,
    client: &[ClientType],
) -> Result<Value, ServeError> {
    let cases = std::fs::read_to_string(given)?;
    let cases: Vec<Value> = serde_json::from_str(&cases).map_err(std::io::Error::from)?;
    let running = Running::start(served)?;
    Ok(given::verdicts(running.address(), client, &cases)?.into())
}

/// The complete program of a workbench. Its arguments are the document, the number
/// of cases and the seed; or a JSON file with given cases, whose verdicts it prints.
pub fn main<C: ServerContext>(served: Served<C>, client: &[ClientType]) -> ExitCode {
    run_program(served, client).unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::from(2)
    })
}

fn run_program<C: ServerContext>(
    served: Served<C>,
    client: &[ClientType],
) -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().collect();
    match arguments.as_slice() {
        [_, given] => {
            println!("{}", verdicts(Path::new(given), served, client)?);
            Ok(ExitCode::SUCCESS)
        }
        [_, document, cases, seed] => {
            let settings = Settings { cases: cases.parse()?, seed: seed.parse()? };
            let document = Document::read(Path::new(document))?;
            let report = compare(&document, served, client, settings)?;
            println!("{report}");
            Ok(ExitCode::from(u8::from(!report.agrees())))
        }
        _ => Err("the arguments are DOCUMENT CASES SEED, or GIVEN".into()),
    }
}
