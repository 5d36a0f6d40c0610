//! dropshot behind the front: from a bound address to the last answer.
//!
//! dropshot listens on a free port of the loopback interface, where whoever may
//! run programs on this machine can reach it past the front's limits, and past
//! nothing else.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use dropshot::{
    ApiDescription, Body, BuildError, ConfigDropshot, DynamicVersionPolicy, HandlerTaskMode,
    HttpError, HttpServer, ServerBuilder, ServerContext, VersionPolicy, semver,
};
use http::header::HOST;
use http::uri::Authority;
use http::{HeaderValue, Request, Version};
use slog::Logger;

use crate::front::{self, Front, Limits, Peers};

/// A running server.
pub struct Server<C: ServerContext> {
    local_addr: SocketAddr,
    front: front::Open,
    dropshot: HttpServer<C>,
}

impl<C: ServerContext> Server<C> {
    /// Begins to serve an API.
    ///
    /// # Errors
    /// dropshot can't be started.
    pub fn start(
        front: Front,
        api: ApiDescription<C>,
        context: C,
        limits: Limits,
        peers: Arc<Peers>,
        log: &Logger,
    ) -> Result<Self, BuildError> {
        let local_addr = front.local_addr();
        let dropshot = ServerBuilder::new(api, context, log.clone())
            .config(ConfigDropshot {
                bind_address: (Ipv4Addr::LOCALHOST, 0).into(),
                // A caller that goes away is not worked for any longer. Nothing
                // is left half done by that: a create that has reached the
                // store's queue is stored whole, one that hasn't is not, and
                // the caller may repeat it.
                default_handler_task_mode: HandlerTaskMode::CancelOnDisconnect,
                ..ConfigDropshot::default()
            })
            .version_policy(VersionPolicy::Dynamic(Box::new(OneHost)))
            .start()?;
        peers.insert(dropshot.local_addr(), local_addr);
        let front = front.open(dropshot.local_addr(), peers, limits, log.clone());
        Ok(Self {
            local_addr,
            front,
            dropshot,
        })
    }

    /// Where peers find it.
    pub fn local_addr(&self) -> SocketAddr {
        self.local_addr
    }

    /// Ends by itself only if dropshot does; returns why.
    pub async fn stopped(&self) -> String {
        let result = self.dropshot.wait_for_shutdown().await;
        result
            .err()
            .unwrap_or_else(|| "nobody asked it to".to_owned())
    }

    /// Accepts no more, and waits until every request that has begun is
    /// answered and every connection closed.
    ///
    /// # Errors
    /// dropshot did not end well; in its own words.
    pub async fn close(self) -> Result<(), String> {
        self.front.stop().await;
        let closed = self.dropshot.close().await;
        self.front.closed().await;
        closed
    }
}

/// Refuses a request that doesn't name exactly one valid host, which HTTP asks
/// of servers (RFC 9112 §3.2) and neither hyper nor dropshot does. This is the
/// only place where dropshot shows each head before it looks for an operation;
/// there are no versions.
#[derive(Debug)]
struct OneHost;

impl DynamicVersionPolicy for OneHost {
    fn request_extract_version(
        &self,
        request: &Request<Body>,
        _: &Logger,
    ) -> Result<semver::Version, HttpError> {
        let mut fields = request.headers().get_all(HOST).iter();
        let is_right = match (fields.next(), fields.next()) {
            (None, _) => request.version() < Version::HTTP_11,
            (Some(host), None) => is_host(host),
            (Some(_), Some(_)) => false,
        };
        if is_right {
            Ok(semver::Version::new(1, 0, 0))
        } else {
            let message = "a request must name exactly one valid Host";
            Err(HttpError::for_bad_request(None, message.to_owned()))
        }
    }
}

/// `uri-host [ ":" port ]`, where the name may be empty (RFC 9110 §7.2).
fn is_host(host: &HeaderValue) -> bool {
    let host = host.as_bytes();
    host.is_empty() || (!host.contains(&b'@') && Authority::try_from(host).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_name_or_an_address_with_or_without_a_port_or_empty() {
        for host in [
            "",
            "example",
            "example.com:8080",
            "192.0.2.1",
            "[2001:db8::1]:80",
        ] {
            assert!(is_host(&HeaderValue::from_static(host)), "{host}");
        }
        for host in [
            "user@example",
            "a b",
            "http://example",
            "example/",
            "[::1",
            "a,b c",
        ] {
            assert!(!is_host(&HeaderValue::from_static(host)), "{host}");
        }
    }
}
