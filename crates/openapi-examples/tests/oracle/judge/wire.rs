//! Sends requests to the server, one at a time.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use openapi_values::wire::Request;
use reqwest::redirect::Policy;
use reqwest::{Client, Method};
use tokio::runtime::{Builder, Runtime};

/// A timeout that is long enough for any response of a server that doesn't hang.
const PATIENCE: Duration = Duration::from_secs(20);

/// A client of a server.
pub(crate) struct Wire {
    address: SocketAddr,
    client: Client,
    runtime: Runtime,
}

impl Wire {
    pub fn new(address: SocketAddr) -> io::Result<Self> {
        let client = Client::builder().no_proxy().redirect(Policy::none());
        Ok(Self {
            address,
            client: client.timeout(PATIENCE).build().map_err(io::Error::other)?,
            // The worker gives connections back while the next request is made.
            runtime: Builder::new_multi_thread().worker_threads(1).enable_all().build()?,
        })
    }

    /// Sends a request and reads the response. Returns its status.
    pub fn send(&self, request: Request) -> Result<u16, String> {
        let url = format!("http://{}{}", self.address, request.target());
        let method = Method::from_bytes(request.method.as_bytes());
        let mut sent = self.client.request(method.map_err(|error| error.to_string())?, url);
        for (name, text) in request.fields() {
            sent = sent.header(name, text.into_bytes());
        }
        let answered = async {
            let answer = sent.body(request.body.unwrap_or_default()).send().await?;
            let status = answer.status().as_u16();
            // The connection is used again once the response is read.
            answer.bytes().await.map(|_| status)
        };
        let status = self.runtime.block_on(answered);
        status.map_err(|error: reqwest::Error| format!("{error:?}"))
    }
}
