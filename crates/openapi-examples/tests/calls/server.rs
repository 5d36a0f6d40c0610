//! A running server of a document, with its log.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use dropshot::{ConfigDropshot, HttpServer, ServerBuilder};
use libtest_mimic::Failed;
use slog::{Drain, Logger, o};
use slog_term::{FullFormat, PlainSyncDecorator};

use crate::{Generated, Source, State};

/// A server that runs until it is dropped.
pub struct Server {
    pub http: HttpServer<State>,
    pub source: Arc<Source>,
    log: ServerLog,
}

impl Server {
    /// Starts a server in the current runtime.
    pub fn start(document: &Generated) -> Result<Self, Failed> {
        let source = Arc::new(Source::read(Path::new(document.path), 1)?);
        let log = ServerLog::default();
        let drain = FullFormat::new(PlainSyncDecorator::new(log.clone())).build();
        let logger = Logger::root(drain.fuse(), o!());
        let config =
            ConfigDropshot { default_request_body_max_bytes: 1 << 20, ..ConfigDropshot::default() };
        let server = ServerBuilder::new((document.api)()?, State::new(&source), logger);
        let http = server.config(config).start().map_err(|error| error.to_string())?;
        Ok(Self { http, source, log })
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.http.local_addr())
    }

    /// Returns the lines of the log about requests that were not accepted.
    pub fn refusals(&self) -> String {
        let log = self.log.0.lock().unwrap();
        let log = String::from_utf8_lossy(&log);
        let lines = log.lines().filter(|line| line.contains(" cause: "));
        lines.map(|line| format!("{line}\n")).collect()
    }
}

/// The log of a server, for the reader of a failed test.
#[derive(Clone, Default)]
struct ServerLog(Arc<Mutex<Vec<u8>>>);

impl io::Write for ServerLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
