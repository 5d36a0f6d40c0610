//! Serves a generated API over HTTP/1.1, to whoever is out there.
//!
//! dropshot's own accept loop can't be told what a service on an open network
//! needs: it has no limit on connections, no timer for one that sends nothing
//! or half of a preface, stops accepting when descriptors run out, and speaks
//! HTTP/2 to whoever knows that. It can't be wrapped either, and nobody outside
//! of dropshot can call its router, since its `RequestContext` can't be made. So
//! the loop is ours, hyper serves each connection ([`connection`]), and what
//! hyper leaves to its users is done here ([`answer`]).
//!
//! At the limit a newcomer takes the place of the connection that has waited
//! longest for its peer, of those that the peer with the most of them has
//! ([`connections`]). So idle and trickling connections cost those who open
//! them, and nobody whose request is being answered is cut off.
//!
//! HTTP/2 is not spoken: without TLS nobody arrives at it but by knowing
//! beforehand (RFC 9113 §3.3), and every limit here is one of a single request
//! at a time. TLS is for a proxy in front.
//!
//! # Roads not taken
//!
//! - *dropshot on the loopback interface, and a listener in front that passes
//!   bytes on*: worked, and kept 0.68 of the throughput of dropshot alone, with
//!   three descriptors a connection.
//! - *Limits of the process alone* (more descriptors, fewer) cost nothing and
//!   only move the point at which accepting stops.
//! - *Closing dropshot's sockets under it*, found by their numbers, needs unsafe
//!   code and can hit another socket that has the number by then.

mod activity;
mod answer;
mod body;
mod connection;
mod connections;
mod descriptors;
mod eager;
mod stream;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use openapi_runtime::Service;
use slog::{Logger, debug, warn};
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::watch;

use connection::Connection;
use connections::Connections;
use eager::Eager;

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
    /// The time for the head of a request, and before it.
    pub time: Duration,
}

/// An address that is bound, where nothing is accepted yet.
pub struct Listener {
    listener: TcpListener,
    local_addr: SocketAddr,
}

impl Listener {
    /// Binds an address. Must be called within a tokio runtime.
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

    /// Begins to serve.
    pub fn serve<A: Send + Sync + 'static>(
        self,
        service: Arc<Service<A>>,
        limits: Limits,
        log: Logger,
    ) -> Server {
        let most = descriptors::allow(limits.connections);
        if most < limits.connections {
            warn!(log, "the process may not have descriptors for as many connections as are allowed";
                "allowed" => limits.connections, "possible" => most);
        }
        let (stop, stopped) = watch::channel(());
        let acceptor = Acceptor {
            listener: self.listener,
            connections: Arc::new(Connections::new(most)),
            connection: Connection {
                service,
                time: limits.time,
                stopped,
                log,
            },
        };
        tokio::spawn(acceptor.run());
        Server {
            local_addr: self.local_addr,
            stop,
        }
    }
}

/// A server that accepts connections until it is closed or dropped.
pub struct Server {
    local_addr: SocketAddr,
    stop: watch::Sender<()>,
}

impl Server {
    /// Where it listens, with the port that it got.
    pub fn local_addr(&self) -> SocketAddr {
        self.local_addr
    }

    /// Accepts no more, and waits until every request that has begun is
    /// answered and every connection closed.
    pub async fn close(self) {
        self.stop.send_replace(());
        // Each connection holds a receiver as long as it lasts.
        self.stop.closed().await;
    }
}

/// The accept loop.
struct Acceptor<A> {
    listener: TcpListener,
    connections: Arc<Connections>,
    connection: Connection<A>,
}

impl<A: Send + Sync + 'static> Acceptor<A> {
    async fn run(mut self) {
        let log = self.connection.log.clone();
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                _ = self.connection.stopped.changed() => return,
            };
            match accepted {
                Ok((stream, peer)) => {
                    debug!(log, "accepted connection"; "remote_addr" => peer);
                    let connection = self.connection.clone();
                    let served = self.connections.admit(peer.ip(), |activity| {
                        Eager::new(connection.serve(stream, peer, activity))
                    });
                    if !served {
                        debug!(log, "every connection is busy"; "remote_addr" => peer);
                    }
                }
                // It was closed before we had it.
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    warn!(log, "cannot accept a connection"; "error" => %error);
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
