//! A way to a database that can be cut: bytes pass through it, or are kept from
//! passing without a word, as by a network that has lost its cable.

use std::net::{Ipv4Addr, SocketAddr};

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::sync::watch;

use crate::Error;

/// A proxy on a port of the loopback interface.
pub(super) struct Proxy {
    /// Where it listens.
    pub(super) address: SocketAddr,
    passes: watch::Sender<bool>,
}

impl Proxy {
    /// Begins to pass connections on.
    pub(super) fn start(runtime: &Runtime, to: String) -> Result<Self, Error> {
        let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)));
        let listener = listener.map_err(Error::system("a port"))?;
        let address = listener.local_addr().map_err(Error::system("a port"))?;
        let passes = watch::Sender::new(true);
        let state = passes.subscribe();
        runtime.spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(carry(client, to.clone(), state.clone()));
            }
        });
        Ok(Proxy { address, passes })
    }

    /// Whether bytes pass from now on.
    pub(super) fn pass(&self, passes: bool) {
        self.passes.send_replace(passes);
    }
}

async fn carry(mut client: TcpStream, to: String, mut passes: watch::Receiver<bool>) {
    // Fails when the proxy is gone, and then everything ends.
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
    // Both ends stay open, and nothing arrives. When the network is back the
    // connection is one that neither end knows any more.
    let _ = passes.wait_for(|passes| *passes).await;
}
