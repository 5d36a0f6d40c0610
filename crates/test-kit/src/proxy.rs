//! A proxy for fault injection: forwards bytes between a service and a server, and
//! loses some on request.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// A fault of the proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// All bytes are forwarded.
    None,
    /// The next request is lost, and its connection is closed.
    LoseRequest,
    /// The next response is lost, and its connection is closed. The server has
    /// executed the request.
    LoseResponse,
    /// Nothing is forwarded, and no connection is closed.
    Silence,
}

/// The address of a server.
#[derive(Clone, Debug)]
pub enum Upstream {
    /// The path of a socket.
    Unix(PathBuf),
    /// A host and a port.
    Tcp(String),
}

/// A proxy on a port of the loopback interface.
pub struct Proxy {
    /// The port.
    pub port: u16,
    fault: Arc<watch::Sender<Fault>>,
    struck: Arc<AtomicBool>,
}

impl Proxy {
    /// Starts a proxy that forwards connections to a server.
    pub async fn start(server: Upstream) -> Self {
        Self::start_with(server, false).await
    }

    /// Like [`Proxy::start`], but sessions lose `synchronous_commit` after the
    /// transaction that sets it, as with a connection pooler in transaction mode.
    pub async fn start_pooling(server: Upstream) -> Self {
        Self::start_with(server, true).await
    }

    async fn start_with(server: Upstream, pools: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let fault = Arc::new(watch::Sender::new(Fault::None));
        let struck = Arc::new(AtomicBool::new(false));
        let forwarder = Forwarder { fault: Arc::clone(&fault), struck: Arc::clone(&struck), pools };
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(forwarder.clone().connect(client, server.clone()));
            }
        });
        Proxy { port, fault, struck }
    }

    /// Sets the fault. A request or a response is lost once.
    pub fn inject(&self, fault: Fault) {
        self.struck.store(false, Ordering::SeqCst);
        self.fault.send_replace(fault);
    }

    /// Returns whether the last injected loss has happened.
    pub fn has_struck(&self) -> bool {
        self.struck.load(Ordering::SeqCst)
    }

    /// Returns the URL of a database behind the proxy.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://plants@127.0.0.1:{}/{database}?sslmode=disable", self.port)
    }
}

#[derive(Clone)]
struct Forwarder {
    fault: Arc<watch::Sender<Fault>>,
    struck: Arc<AtomicBool>,
    pools: bool,
}

/// Replaces a setting of the session by a setting of the transaction, with the same
/// number of bytes.
fn limit_to_transaction(request: &mut [u8]) {
    const SESSION: &[u8] = b"set_config('synchronous_commit', 'on', false)";
    const TRANSACTION: &[u8] = b"set_config('synchronous_commit', 'on', true )";
    let mut windows = request.windows(SESSION.len());
    if let Some(start) = windows.position(|window| window == SESSION) {
        request[start..start + SESSION.len()].copy_from_slice(TRANSACTION);
    }
}

impl Forwarder {
    async fn connect(self, client: TcpStream, server: Upstream) {
        match server {
            Upstream::Unix(path) => {
                if let Ok(server) = UnixStream::connect(path).await {
                    self.forward(client, server).await;
                }
            }
            Upstream::Tcp(address) => {
                if let Ok(server) = TcpStream::connect(address).await {
                    self.forward(client, server).await;
                }
            }
        }
    }

    async fn forward(self, mut client: TcpStream, mut server: impl AsyncRead + AsyncWrite + Unpin) {
        let (mut request, mut response) = ([0; 65536], [0; 65536]);
        let mut faults = self.fault.subscribe();
        loop {
            if faults.wait_for(|fault| *fault != Fault::Silence).await.is_err() {
                return;
            }
            tokio::select! {
                read = client.read(&mut request) => {
                    let Ok(length @ 1..) = read else { return };
                    if self.pools {
                        limit_to_transaction(&mut request[..length]);
                    }
                    if self.strikes(Fault::LoseRequest).await
                        || server.write_all(&request[..length]).await.is_err() { return }
                }
                read = server.read(&mut response) => {
                    let Ok(length @ 1..) = read else { return };
                    if self.strikes(Fault::LoseResponse).await
                        || client.write_all(&response[..length]).await.is_err() { return }
                }
            }
        }
    }

    /// Returns whether the next bytes are lost by `fault`. Waits while nothing is
    /// forwarded.
    async fn strikes(&self, fault: Fault) -> bool {
        let mut faults = self.fault.subscribe();
        let _ = faults.wait_for(|fault| *fault != Fault::Silence).await;
        let strikes = self.fault.send_if_modified(|current| {
            let strikes = *current == fault;
            if strikes {
                *current = Fault::None;
            }
            strikes
        });
        if strikes {
            self.struck.store(true, Ordering::SeqCst);
        }
        strikes
    }
}
