//! The connections of the admin listener, whose descriptors are those of the service: a
//! limited number, each for one request and a limited time. dropshot 0.18 has neither
//! limit, so this is hyper's server.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use http::Request;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use slog::{Logger, warn};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::Admin;

/// The maximum number of connections. Others wait in the queue of the system, where they
/// have no descriptor.
const CONNECTIONS: usize = 64;

/// The time limit of a connection.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The pause after a connection that cannot be accepted, as when no descriptor is free.
const PAUSE: Duration = Duration::from_secs(1);

/// The message for a connection that cannot be accepted; the log counts such records.
pub(crate) const NOT_ACCEPTED: &str = "a connection cannot be accepted";

/// Answers requests. Never returns.
pub(super) async fn listen(listener: TcpListener, admin: Arc<Admin>, log: Logger) -> Infallible {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let place = Arc::clone(&places).acquire_owned().await;
        let place = place.expect("the semaphore is never closed");
        match listener.accept().await {
            Ok((stream, _)) => {
                let admin = Arc::clone(&admin);
                tokio::spawn(async move {
                    // A caller that is too slow or goes away is no failure of the service.
                    let _ = timeout(TIMEOUT, serve(stream, &admin)).await;
                    drop(place);
                });
            }
            Err(error) => {
                warn!(log, "{NOT_ACCEPTED}"; "error" => %error);
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
