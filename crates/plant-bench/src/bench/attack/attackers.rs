//! Attackers, which open connections and keep them. An attacker that loses its
//! connection opens another one a second later. No attacker sends a whole request.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::Error;

/// The number of source addresses, each with the same number of attackers: reconnecting
/// attackers would soon use up the ports of one address.
const SOURCE_ADDRESSES: usize = 8;

/// The time between two bytes of a trickling request.
const TRICKLE: Duration = Duration::from_secs(1);

/// The length of the incomplete head of [`AttackKind::LargeHead`], in bytes: nearly as much
/// as the service accepts.
const LARGE: usize = 90 << 10;

/// The use that an attacker makes of its connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AttackKind {
    /// Sends nothing.
    Idle,
    /// Sends a head, one byte a second.
    TrickleHead,
    /// Sends a head with a valid token, and then a body, one byte a second.
    TrickleBody,
    /// Sends a large head at once, without its end.
    LargeHead,
}

/// All attackers. Dropping the value stops them.
pub(super) struct Attackers {
    open: Arc<AtomicUsize>,
    _tasks: JoinSet<()>,
}

impl Attackers {
    /// Starts the attackers.
    pub(super) fn begin(
        runtime: &Runtime,
        url: &str,
        token: &str,
        attack: &[(usize, AttackKind)],
    ) -> Result<Self, Error> {
        allow_connections(attack.iter().map(|(count, _)| count).sum());
        let address = url.trim_start_matches("http://").parse();
        let address: SocketAddr = address.map_err(|_| Error::Unexpected {
            program: "the service",
            said: url.to_owned(),
        })?;
        let open = Arc::new(AtomicUsize::new(0));
        let mut tasks = JoinSet::new();
        let _entered = runtime.enter();
        for &(count, kind) in attack {
            let first = initial_bytes(kind, token);
            for index in 0..count {
                let (open, first) = (Arc::clone(&open), Arc::clone(&first));
                let source = Ipv4Addr::new(127, 0, 1, (index % SOURCE_ADDRESSES) as u8);
                tasks.spawn(async move {
                    // Spreads the attackers over the period.
                    sleep(TRICKLE.mul_f64(index as f64 / count as f64)).await;
                    loop {
                        if let Ok(stream) = connect(source, address).await {
                            open.fetch_add(1, Ordering::Relaxed);
                            hold(stream, kind, &first).await;
                            open.fetch_sub(1, Ordering::Relaxed);
                        }
                        sleep(TRICKLE).await;
                    }
                });
            }
        }
        Ok(Attackers {
            open,
            _tasks: tasks,
        })
    }

    /// Returns the number of open connections.
    pub(super) fn open(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }
}

async fn connect(source: Ipv4Addr, address: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((source, 0).into())?;
    socket.connect(address).await
}

/// Keeps a connection open until the service responds or closes it.
async fn hold(mut stream: TcpStream, kind: AttackKind, first: &[u8]) {
    if stream.write_all(first).await.is_err() {
        return;
    }
    let trickles = matches!(kind, AttackKind::TrickleHead | AttackKind::TrickleBody);
    let mut answer = [0; 512];
    loop {
        tokio::select! {
            // A response or the end of the connection: the attack is over.
            _ = stream.read(&mut answer) => return,
            () = sleep(TRICKLE), if trickles => {
                if stream.write_all(b" ").await.is_err() {
                    return;
                }
            }
        }
    }
}

/// Returns the bytes that an attacker sends immediately.
fn initial_bytes(kind: AttackKind, token: &str) -> Arc<[u8]> {
    let head = "POST /plants HTTP/1.1\r\nHost: localhost\r\n";
    match kind {
        AttackKind::Idle => String::new(),
        AttackKind::TrickleHead => format!("{head}X-Slow: "),
        AttackKind::TrickleBody => format!(
            "{head}Authorization: Bearer {token}\r\nContent-Type: application/json\r\n\
             Content-Length: 1000000\r\n\r\n{{"
        ),
        AttackKind::LargeHead => format!("{head}X-Large: {}", "x".repeat(LARGE - head.len())),
    }
    .into_bytes()
    .into()
}

/// Raises the limit on descriptors for this number of connections. If the system
/// permits fewer, the report shows how many connections were held.
fn allow_connections(count: usize) {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let needed = count as u64 + 256;
    if current.is_some_and(|current| current < needed) {
        let limit = Rlimit {
            current: Some(maximum.map_or(needed, |most| most.min(needed))),
            maximum,
        };
        // Fails only if the system permits no more.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}
