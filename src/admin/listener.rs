//! The connections of the admin listener, whose descriptors are those of the service: a
//! limited number, each for one request and a limited time. dropshot 0.18 has neither
//! limit, so this is hyper's server.
//!
//! Some descriptors are kept for these connections, so that a probe is answered when the
//! connections of callers use up all others: a service that answers its callers must not be
//! killed for it.

use std::convert::Infallible;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http::Request;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use rustix::io::Errno;
use slog::{Logger, warn};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::Admin;
use crate::logging::NOT_ACCEPTED;

/// The maximum number of connections. Others wait in the queue of the system, where they
/// have no descriptor.
const CONNECTIONS: usize = 64;

/// The time limit of a connection.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The pause after a connection that cannot be accepted, as when no descriptor is free.
const PAUSE: Duration = Duration::from_secs(1);

/// The number of descriptors that are kept.
const RESERVE: usize = 8;

/// A listener with descriptors that are given up for its connections.
pub(super) struct Listener {
    tcp: TcpListener,
    kept: Mutex<Vec<OwnedFd>>,
}

impl Listener {
    /// Keeps descriptors for the connections of a listener, before callers use them up.
    pub(super) fn new(tcp: TcpListener) -> Self {
        let kept = Mutex::default();
        let listener = Listener { tcp, kept };
        listener.refill();
        listener
    }

    /// Accepts a connection. dropshot waits for 100 ms when no descriptor is free, so that
    /// it rarely takes the one that is given up here.
    async fn accept(&self) -> io::Result<TcpStream> {
        loop {
            match self.tcp.accept().await {
                Ok((stream, _)) => return Ok(stream),
                Err(error) if is_without_descriptor(&error) && self.give_up() => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Gives up one of the kept descriptors. Returns whether there was one.
    fn give_up(&self) -> bool {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).pop().is_some()
    }

    /// Takes as many descriptors as there are free, up to [`RESERVE`].
    fn refill(&self) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        while kept.len() < RESERVE
            && let Ok(descriptor) = self.tcp.as_fd().try_clone_to_owned()
        {
            kept.push(descriptor);
        }
    }
}

fn is_without_descriptor(error: &io::Error) -> bool {
    Errno::from_io_error(error) == Some(Errno::MFILE)
}

/// Answers requests. Never returns.
pub(super) async fn listen(listener: Listener, admin: Arc<Admin>, log: Logger) -> Infallible {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let listener = Arc::new(listener);
    loop {
        let place =
            Arc::clone(&places).acquire_owned().await.expect("the semaphore is never closed");
        listener.refill();
        match listener.accept().await {
            Ok(stream) => {
                let (admin, listener) = (Arc::clone(&admin), Arc::clone(&listener));
                tokio::spawn(async move {
                    // A caller that is too slow or goes away is not a failure of the service.
                    let _ = timeout(TIMEOUT, serve(stream, &admin)).await;
                    listener.refill();
                    drop(place);
                });
            }
            Err(error) => {
                warn!(log, #NOT_ACCEPTED, "a connection cannot be accepted"; "error" => %error);
                sleep(PAUSE).await;
            }
        }
    }
}

async fn serve(stream: TcpStream, admin: &Admin) -> hyper::Result<()> {
    let answer = async |request: Request<_>| Ok::<_, Infallible>(admin.answer(&request).await);
    http1::Builder::new()
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service_fn(answer))
        .await
}
