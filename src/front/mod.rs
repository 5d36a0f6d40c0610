//! The front: who may have a connection, and for how long before a request.
//!
//! dropshot owns its accept loop and can't be told any of this. It has no limit
//! on connections and no timer for one that sends nothing or a part of the
//! HTTP/2 preface, so idle ones add up until descriptors run out and accepting
//! stops. The front accepts in its place: it holds a new connection until its
//! first request line and fields are there ([`connection`]), then passes bytes
//! on to dropshot, which listens on the loopback interface. When there are too
//! many, those who have the most give way ([`connections`]).
//!
//! 3,000 idle and trickling connections cost a well-behaved client nothing that
//! could be measured (64 connections, 1.0 of the throughput without them) and
//! the process 9 MB. Until its first head a peer can hold 16 KiB of memory. Later
//! heads are hyper's, which takes up to 400 KiB of one: 1.7 GB for 4,096 peers
//! that send as much, within 30 s each.
//!
//! # What it costs, and roads not taken
//!
//! For a create, with log and SQLite (wrk, 64 connections, release, three rounds
//! in turn on two shared cores, medians): 41 µs of processor time without the
//! front, 55 µs with it; 0.68 of the requests a second (0.61 to 0.78). And three
//! descriptors a connection instead of one.
//!
//! - *Limits of the process alone* (more descriptors, fewer) cost nothing and
//!   only move the point at which accepting stops.
//! - *Own accept loop, hyper, and dropshot's router and handlers* would cost
//!   less than dropshot does (27 µs in a sketch of the same work), but
//!   nobody outside of dropshot can make its `RequestContext`, which is
//!   `#[non_exhaustive]` and refers to a state that can't be made either.
//! - *Closing dropshot's sockets under it*, found by their numbers, needs unsafe
//!   code and can hit another socket that has the number by then.

mod activity;
mod connection;
mod connections;
mod descriptors;
mod peers;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use slog::{Logger, debug, warn};
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::watch;

use connection::Connection;
use connections::Connections;
pub use peers::Peers;

/// How many connections the system may hold for us until we accept them.
const BACKLOG: u32 = 1024;

/// How long to wait when the system has no descriptor for a connection.
const PAUSE: Duration = Duration::from_millis(20);

/// What peers may do.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most connections at a time. Fewer, if the process may not have as
    /// many descriptors.
    pub connections: usize,
    /// The time for the head of a connection's first request, and before it.
    pub time: Duration,
}

/// An address that is bound, where nothing is accepted yet.
pub struct Front {
    listener: TcpListener,
    local_addr: SocketAddr,
}

impl Front {
    /// Binds an address.
    ///
    /// # Errors
    /// The address can't be used.
    pub fn bind(address: SocketAddr) -> io::Result<Self> {
        let socket = match address {
            SocketAddr::V4(_) => TcpSocket::new_v4(),
            SocketAddr::V6(_) => TcpSocket::new_v6(),
        }?;
        // The address of a service that has just ended can be used at once.
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        let listener = socket.listen(BACKLOG)?;
        let local_addr = listener.local_addr()?;
        Ok(Self {
            listener,
            local_addr,
        })
    }

    /// The address, with the port that it got.
    pub fn local_addr(&self) -> SocketAddr {
        self.local_addr
    }

    /// Begins to accept connections, for the server at that address.
    pub fn open(self, server: SocketAddr, peers: Arc<Peers>, limits: Limits, log: Logger) -> Open {
        let most = descriptors::allow(limits.connections);
        if most < limits.connections {
            warn!(log, "the process may not have descriptors for as many connections as are allowed";
                "allowed" => limits.connections, "possible" => most);
        }
        let (stop, stopped) = watch::channel(());
        let (hurry, hurried) = watch::channel(());
        let acceptor = Acceptor {
            listener: self.listener,
            connections: Arc::new(Connections::new(most)),
            connection: Connection {
                server,
                peers,
                time: limits.time,
                stopped,
                hurried,
            },
            log,
        };
        tokio::spawn(acceptor.run());
        Open { stop, hurry }
    }
}

/// A front that accepts connections.
pub struct Open {
    stop: watch::Sender<()>,
    hurry: watch::Sender<()>,
}

impl Open {
    /// Accepts no more connections, closes those on which nothing was sent yet,
    /// and waits until the server has all others, which is when it may stop.
    pub async fn stop(&self) {
        self.stop.send_replace(());
        // Each connection holds a receiver until the server has it.
        self.stop.closed().await;
    }

    /// Waits until all connections are closed, after the server has closed them.
    pub async fn closed(&self) {
        self.hurry.send_replace(());
        // Each connection holds a receiver as long as it lasts.
        self.hurry.closed().await;
    }
}

/// The accept loop.
struct Acceptor {
    listener: TcpListener,
    connections: Arc<Connections>,
    connection: Connection,
    log: Logger,
}

impl Acceptor {
    async fn run(mut self) {
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                _ = self.connection.stopped.changed() => return,
            };
            match accepted {
                Ok((stream, peer)) => {
                    debug!(self.log, "accepted connection"; "remote_addr" => peer);
                    let connection = self.connection.clone();
                    let served = self.connections.admit(peer.ip(), |activity| {
                        connection.serve(stream, peer, activity)
                    });
                    if !served {
                        debug!(self.log, "every connection is busy"; "remote_addr" => peer);
                    }
                }
                // It was closed before we had it.
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    warn!(self.log, "cannot accept a connection"; "error" => %error);
                    self.connections.evict();
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }
}

/// Whether accepting failed because of the connection, and not of us.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    [ConnectionAborted, ConnectionRefused, ConnectionReset].contains(&error.kind())
}
