//! Connections to a host that accepts writes, and whose acknowledged commits are
//! on stable storage.
//!
//! The session sets what it depends on and does not rely on the server's
//! configuration. Each transaction that writes sets `synchronous_commit`, which
//! makes its commit durable ([`durability`](super::durability)); the session sets
//! it for schema migrations. A session cannot change `fsync=off`, so a server with
//! this setting is refused.

use std::future::poll_fn;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::JoinHandle;
use tokio::try_join;
use tokio_postgres::config::{Host, SslNegotiation, TargetSessionAttrs};
use tokio_postgres::error::Severity;
use tokio_postgres::{AsyncMessage, Client, Config, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::durability::{self, STANDBYS};
use super::failure::{Failure, with_code};
use super::password::{PasswordError, Passwords};
use super::pooler;
use super::tls::{self, TlsError};
use super::url::PostgresUrl;
use crate::Access;

/// The time limit of the database for one statement, in milliseconds. A longer
/// statement is not slow but blocked, by a lock for example. The limit doesn't
/// end the wait for a synchronous standby, which follows the statement.
const STATEMENT_TIMEOUT: &str = "5000";

/// Sets `synchronous_commit` for a session. `current_setting` returns NULL in a
/// database without this setting, and `set_config` is not called then.
const SETTINGS: &str = "
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit', true) NOT IN ('on', 'remote_apply')";

/// Selects the encoding, whether flushes are switched off, and the standbys. YugabyteDB,
/// recognized by its version, is durable whatever `fsync` says: its own storage
/// layer flushes.
const CAPABILITIES: &str = "
    SELECT current_setting('server_encoding', true),
           current_setting('fsync', true) = 'off' AND version() NOT LIKE '%-YB-%',";

/// The connections to a database cannot be configured.
#[derive(Debug, thiserror::Error)]
pub(super) enum ConfigurationError {
    /// The certificate authorities cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The password file cannot be used.
    #[error(transparent)]
    Password(#[from] PasswordError),
}

/// Connects to the first usable host of a URL.
pub(super) struct Connector {
    hosts: Vec<Candidate>,
    /// Whether each connection takes its own order of the hosts.
    is_balanced: bool,
    tls: MakeRustlsConnect,
    /// The number of standbys for which commits have to wait.
    standbys: u32,
}

/// A host of a URL.
struct Candidate {
    config: Config,
    /// Whether connections to the host were found to keep their sessions.
    keeps_sessions: AtomicBool,
}

impl Connector {
    /// Creates a connector for `access`.
    pub(super) fn new(url: &PostgresUrl, access: Access) -> Result<Self, ConfigurationError> {
        let reads = access == Access::Read;
        let mut hosts = url.hosts();
        let passwords = Passwords::of_process()?;
        for host in &mut hosts {
            passwords.apply(host);
            // A standby lags behind; it is read only if the URL requests it.
            let requested = host.get_target_session_attrs();
            if !(reads && requested == TargetSessionAttrs::ReadOnly) {
                host.target_session_attrs(TargetSessionAttrs::ReadWrite);
            }
        }
        let direct = |host: &Config| host.get_ssl_negotiation() == SslNegotiation::Direct;
        let candidate = |config| Candidate { config, keeps_sessions: AtomicBool::new(false) };
        Ok(Connector {
            tls: tls::connector(&url.trust, hosts.iter().any(direct))?,
            is_balanced: url.is_balanced(),
            hosts: hosts.into_iter().map(candidate).collect(),
            // Reading needs none.
            standbys: if reads { 0 } else { url.standbys },
        })
    }

    /// Returns a connection to the first usable host.
    pub(super) async fn connect(&self) -> Result<Connection, Failure> {
        let mut failures = Vec::new();
        let mut hosts: Vec<_> = self.hosts.iter().collect();
        if self.is_balanced {
            let random = RandomState::new();
            hosts.sort_by_cached_key(|host| random.hash_one(std::ptr::from_ref(*host)));
        }
        for host in hosts {
            let limit = host.config.get_connect_timeout().copied().unwrap_or(Duration::MAX);
            match tokio::time::timeout(limit, self.connect_to(host)).await {
                Ok(Ok(connection)) => return Ok(connection),
                Ok(Err(failure)) => failures.push((name(&host.config), failure)),
                Err(_) => failures.push((name(&host.config), Failure::NoAnswer(limit))),
            }
        }
        Err(Failure::Hosts(failures))
    }

    async fn connect_to(&self, host: &Candidate) -> Result<Connection, Failure> {
        let connection = if host.keeps_sessions.load(Ordering::Relaxed) {
            self.open(&host.config).await?
        } else {
            let two = try_join!(self.open(&host.config), self.open(&host.config));
            let (connection, other) = two?;
            pooler::require_sessions(&connection.client, &other.client).await?;
            host.keeps_sessions.store(true, Ordering::Relaxed);
            connection
        };
        let settings = format!("SET statement_timeout = {STATEMENT_TIMEOUT}; {SETTINGS}");
        connection.client.batch_execute(&settings).await?;
        check_capabilities(&connection.client, self.standbys).await?;
        Ok(connection)
    }

    /// Opens a connection, and sets nothing on its session.
    async fn open(&self, host: &Config) -> Result<Connection, Failure> {
        let (client, connection) = host.connect(self.tls.clone()).await?;
        let warning = Warning::default();
        let driver = tokio::spawn(drive(connection, Arc::clone(&warning)));
        Ok(Connection {
            client: Arc::new(client),
            warning,
            in_transaction: AtomicBool::new(false),
            standbys: self.standbys,
            driver,
        })
    }
}

/// Requires that the database flushes commits, waits for this number of standbys and
/// stores all characters.
async fn check_capabilities(client: &Client, standbys: u32) -> Result<(), Failure> {
    let select = format!("{CAPABILITIES} {STANDBYS}");
    let row = client.query_one(&select, &[]).await?;
    durability::require_standbys(row.try_get(2)?, standbys)?;
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

/// Drives the connection until it ends. A warning is stored in `warning` before
/// the response that it belongs to is delivered.
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

/// The last warning of a database, until it is taken.
type Warning = Arc<Mutex<Option<String>>>;

/// A connection whose session is configured and whose database is checked.
pub(super) struct Connection {
    pub(super) client: Arc<Client>,
    warning: Warning,
    /// Whether a transaction was begun and not committed.
    pub(super) in_transaction: AtomicBool,
    /// The number of standbys for which commits have to wait.
    pub(super) standbys: u32,
    driver: JoinHandle<()>,
}

impl Connection {
    /// Takes the warning that preceded the last response, if there was one.
    pub(super) fn take_warning(&self) -> Option<String> {
        self.warning.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // Otherwise the task would wait for the end of an abandoned statement.
        self.driver.abort();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::collections::BTreeSet;

    use super::{Access, Connector, Failure};

    #[tokio::test]
    async fn hosts_are_tried_in_the_order_of_the_url_unless_they_are_balanced() {
        for (parameter, first) in [("", 1), ("?load_balance_hosts=random", 2)] {
            let url = format!("postgres://u@127.0.0.1:1,127.0.0.1:2/d{parameter}");
            let connector = Connector::new(&url.parse().unwrap(), Access::Read).unwrap();
            let mut tried = BTreeSet::new();
            for _ in 0..64 {
                let Err(Failure::Hosts(failures)) = connector.connect().await else {
                    panic!("nothing listens");
                };
                tried.insert(failures[0].0.clone());
            }
            assert_eq!(tried.len(), first, "{tried:?}");
        }
    }
}
