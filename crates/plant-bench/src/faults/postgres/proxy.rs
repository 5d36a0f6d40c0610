//! A TCP proxy to a database that can stop forwarding without closing connections, as
//! a network with a broken cable does.

use std::net::{Ipv4Addr, SocketAddr};

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::sync::watch;

use crate::Error;

/// A proxy on a port of the loopback interface.
pub(super) struct Proxy {
    /// The address on which the proxy listens.
    pub(super) address: SocketAddr,
    passes: watch::Sender<bool>,
}

impl Proxy {
    /// Starts forwarding connections.
    pub(super) fn start(runtime: &Runtime, to: String) -> Result<Self, Error> {
        let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)));
        let listener = listener.map_err(Error::system("a port"))?;
        let address = listener.local_addr().map_err(Error::system("a port"))?;
        let passes = watch::Sender::new(true);
        let state = passes.subscribe();
        runtime.spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(forward(client, to.clone(), state.clone()));
            }
        });
        Ok(Proxy { address, passes })
    }

    /// Sets whether bytes are forwarded.
    pub(super) fn pass(&self, passes: bool) {
        self.passes.send_replace(passes);
    }
}

async fn forward(mut client: TcpStream, to: String, mut passes: watch::Receiver<bool>) {
    // Fails when the proxy is dropped, which ends all connections.
    if passes.wait_for(|passes| *passes).await.is_err() {
        return;
    }
    let Ok(mut server) = TcpStream::connect(to).await else {
        return;
    };
    tokio::select! {
        _ = copy_bidirectional(&mut client, &mut server) => return,
        _ = passes.wait_for(|passes| !*passes) => {}
    }
    // Both ends stay open, and nothing arrives. When forwarding resumes, this
    // connection is no longer in use at either end.
    let _ = passes.wait_for(|passes| *passes).await;
}
