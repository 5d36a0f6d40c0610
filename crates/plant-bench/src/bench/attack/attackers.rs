//! Those who open connections and keep them. Whoever loses his opens another
//! one a second later. They must never send a whole request.

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

/// From how many addresses they come, each as many: those who come back all the
/// time would soon have used up the ports of one.
const HOMES: usize = 8;

/// How long after one byte the next one is sent.
const TRICKLE: Duration = Duration::from_secs(1);

/// How much of a head a [`Way::LargeHead`] sends, in bytes: nearly as much as
/// the service takes.
const LARGE: usize = 90 << 10;

/// What an attacker does with his connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Nothing.
    Idle,
    /// Sends a head, a byte a second.
    TrickleHead,
    /// Sends a head with a good token, and a body, a byte a second.
    TrickleBody,
    /// Sends a large head at once, but not its end.
    LargeHead,
}

/// All attackers, until dropped.
pub(super) struct Attackers {
    open: Arc<AtomicUsize>,
    _tasks: JoinSet<()>,
}

impl Attackers {
    /// Begins an attack.
    pub(super) fn begin(
        runtime: &Runtime,
        url: &str,
        token: &str,
        attack: &[(usize, Way)],
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
        for &(count, way) in attack {
            let first = first_words(way, token);
            for index in 0..count {
                let (open, first) = (Arc::clone(&open), Arc::clone(&first));
                let home = Ipv4Addr::new(127, 0, 1, (index % HOMES) as u8);
                tasks.spawn(async move {
                    // Not all at the same time.
                    sleep(TRICKLE.mul_f64(index as f64 / count as f64)).await;
                    loop {
                        if let Ok(stream) = connect(home, address).await {
                            open.fetch_add(1, Ordering::Relaxed);
                            hold(stream, way, &first).await;
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

    /// How many connections are open.
    pub(super) fn open(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }
}

async fn connect(home: Ipv4Addr, address: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((home, 0).into())?;
    socket.connect(address).await
}

/// Keeps a connection for as long as the service lets him.
async fn hold(mut stream: TcpStream, way: Way, first: &[u8]) {
    if stream.write_all(first).await.is_err() {
        return;
    }
    let trickles = matches!(way, Way::TrickleHead | Way::TrickleBody);
    let mut answer = [0; 512];
    loop {
        tokio::select! {
            // An answer, or the end: nothing more is to be had here.
            _ = stream.read(&mut answer) => return,
            () = sleep(TRICKLE), if trickles => {
                if stream.write_all(b" ").await.is_err() {
                    return;
                }
            }
        }
    }
}

/// What is sent at once.
fn first_words(way: Way, token: &str) -> Arc<[u8]> {
    let head = "POST /plants HTTP/1.1\r\nHost: localhost\r\n";
    match way {
        Way::Idle => String::new(),
        Way::TrickleHead => format!("{head}X-Slow: "),
        Way::TrickleBody => format!(
            "{head}Authorization: Bearer {token}\r\nContent-Type: application/json\r\n\
             Content-Length: 1000000\r\n\r\n{{"
        ),
        Way::LargeHead => format!("{head}X-Large: {}", "x".repeat(LARGE - head.len())),
    }
    .into_bytes()
    .into()
}

/// Asks the system for as many descriptors as that many connections need. Where
/// it gives fewer, the report shows how many were held.
fn allow_connections(count: usize) {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let needed = count as u64 + 256;
    if current.is_some_and(|current| current < needed) {
        let limit = Rlimit {
            current: Some(maximum.map_or(needed, |most| most.min(needed))),
            maximum,
        };
        // Fails only where the system gives no more.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}
