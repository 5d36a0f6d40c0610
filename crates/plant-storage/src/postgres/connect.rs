//! From a URL to a connection that can be trusted with plants: one to a host
//! that takes writes, whose commits are on stable storage when it says so.
//!
//! What the session sets is not left to the server's configuration. The setting
//! that each commit rests on, `synchronous_commit`, is made by each transaction
//! that writes ([`durability`](super::durability)); the session has it for
//! changes of the schema. `fsync=off` cannot be changed by a session, so such a
//! server is refused.

use std::future::poll_fn;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::JoinHandle;
use tokio_postgres::config::{Host, SslNegotiation, TargetSessionAttrs};
use tokio_postgres::error::Severity;
use tokio_postgres::{AsyncMessage, Client, Config, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::failure::{Failure, with_code};
use super::tls::{self, TlsError};
use super::url::PostgresUrl;
use crate::Access;

/// How long the database works on one statement before it gives up, in
/// milliseconds. What takes longer is not slow but stuck, behind a lock for
/// example. It doesn't end the wait for a synchronous standby, which comes
/// after the statement.
const STATEMENT_TIMEOUT: &str = "5000";

/// Sets up a session. `current_setting` gives NULL for what a database doesn't
/// know, and `set_config` is then not called.
const SETTINGS: &str = "
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit', true) NOT IN ('on', 'remote_apply')";

/// What decides whether a database can be trusted. YugabyteDB answers for the
/// durability of what is below it, and calls itself so.
const JUDGE: &str = "
    SELECT current_setting('server_encoding', true),
           current_setting('fsync', true) = 'off' AND version() NOT LIKE '%-YB-%'";

/// Makes connections to whichever host of a URL is the right one.
pub(super) struct Connector {
    hosts: Vec<Config>,
    tls: MakeRustlsConnect,
    read_only: bool,
}

impl Connector {
    /// A connector for what the store is opened for.
    pub(super) fn new(url: &PostgresUrl, access: Access) -> Result<Self, TlsError> {
        let read_only = access == Access::Read;
        let mut hosts = url.hosts();
        for host in &mut hosts {
            // A standby lags behind; it is read only if somebody asks for it.
            let asked = host.get_target_session_attrs();
            if !(read_only && asked == TargetSessionAttrs::ReadOnly) {
                host.target_session_attrs(TargetSessionAttrs::ReadWrite);
            }
        }
        let direct = |host: &Config| host.get_ssl_negotiation() == SslNegotiation::Direct;
        Ok(Connector {
            tls: tls::connector(url.trust(), hosts.iter().any(direct))?,
            hosts,
            read_only,
        })
    }

    /// A connection to the first host that can be used.
    pub(super) async fn connect(&self) -> Result<Connection, Failure> {
        let mut failures = Vec::new();
        for host in &self.hosts {
            let limit = host.get_connect_timeout().copied().unwrap_or(Duration::MAX);
            match tokio::time::timeout(limit, self.connect_to(host)).await {
                Ok(Ok(connection)) => return Ok(connection),
                Ok(Err(failure)) => failures.push((name(host), failure)),
                Err(_) => failures.push((name(host), Failure::NoAnswer(limit))),
            }
        }
        Err(Failure::Hosts(failures))
    }

    async fn connect_to(&self, host: &Config) -> Result<Connection, Failure> {
        let (client, connection) = host.connect(self.tls.clone()).await?;
        let warning = Warning::default();
        let driver = tokio::spawn(drive(connection, Arc::clone(&warning)));
        let connection = Connection {
            client: Arc::new(client),
            warning,
            driver,
        };
        let read_only = if self.read_only { "on" } else { "off" };
        let settings = format!(
            "SET statement_timeout = {STATEMENT_TIMEOUT};
             SET default_transaction_read_only = {read_only};
             {SETTINGS}"
        );
        connection.client.batch_execute(&settings).await?;
        judge(&connection.client).await?;
        Ok(connection)
    }
}

/// Refuses a database that can't keep what it acknowledges.
async fn judge(client: &Client) -> Result<(), Failure> {
    let row = client.query_one(JUDGE, &[]).await?;
    if row.try_get::<_, Option<bool>>(1)? == Some(true) {
        return Err(Failure::NotDurable("fsync=off"));
    }
    match row.try_get::<_, Option<String>>(0)? {
        Some(encoding) if encoding != "UTF8" => Err(Failure::Encoding(encoding)),
        _ => Ok(()),
    }
}

fn name(host: &Config) -> String {
    let port = host.get_ports().first().unwrap_or(&5432);
    match host.get_hosts().first() {
        Some(Host::Tcp(name)) if name.contains(':') => format!("[{name}]:{port}"),
        Some(Host::Tcp(name)) => format!("{name}:{port}"),
        Some(Host::Unix(path)) => format!("{}:{port}", path.display()),
        None => String::new(),
    }
}

/// Moves what the connection carries, until it ends. Warnings are put aside
/// before the answer that they belong to is passed on.
async fn drive(
    mut connection: tokio_postgres::Connection<Socket, impl AsyncRead + AsyncWrite + Unpin>,
    warning: Warning,
) {
    while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
        if let AsyncMessage::Notice(notice) = message
            && notice.parsed_severity() == Some(Severity::Warning)
        {
            *warning.lock().unwrap_or_else(PoisonError::into_inner) = Some(with_code(&notice));
        }
    }
}

/// What a database warned of last, until somebody asks.
type Warning = Arc<Mutex<Option<String>>>;

/// A connection that has been set up and found good.
pub(super) struct Connection {
    pub(super) client: Arc<Client>,
    warning: Warning,
    driver: JoinHandle<()>,
}

impl Connection {
    /// Takes the warning that came before the last answer, if there was one.
    pub(super) fn take_warning(&self) -> Option<String> {
        let mut warning = self.warning.lock().unwrap_or_else(PoisonError::into_inner);
        warning.take()
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // Or it would wait for the end of a statement that nobody waits for.
        self.driver.abort();
    }
}
