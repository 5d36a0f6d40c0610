//! A request as an operation sees it: everything but its body.
//!
//! It is made by whoever serves: `openapi-server`, or the endpoints that
//! dropshot's own server is given ([`crate::Service::into_api`]). It must never
//! hold anything of how it came here beyond [`Arrival`].

use std::net::SocketAddr;
use std::time::Instant;

use http::request::Parts;
use http::{HeaderMap, Method, Uri};
use slog::Logger;

/// How a request came here.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// Who sent it.
    pub peer: SocketAddr,
    /// When its first byte came, as far as is known.
    pub begun: Instant,
    /// What it is called in the log, and what its answer says it is called.
    pub id: String,
    /// Where it is logged; records name it by themselves.
    pub log: Logger,
}

/// A request whose operation has been found.
#[derive(Debug)]
pub struct Request {
    head: Parts,
    arrival: Arrival,
    variables: Variables,
}

/// The values of a path's variables, percent-decoded; `None` for one that is
/// not UTF-8.
pub(crate) type Variables = Vec<(String, Option<String>)>;

impl Request {
    pub(crate) fn new(head: Parts, arrival: Arrival, variables: Variables) -> Self {
        Self {
            head,
            arrival,
            variables,
        }
    }

    /// Its method.
    pub fn method(&self) -> &Method {
        &self.head.method
    }

    /// Its target.
    pub fn uri(&self) -> &Uri {
        &self.head.uri
    }

    /// Its header fields.
    pub fn headers(&self) -> &HeaderMap {
        &self.head.headers
    }

    /// Who sent it: the other end of the connection, which may be a proxy.
    pub fn peer(&self) -> SocketAddr {
        self.arrival.peer
    }

    /// What it is called in the log, and what its answer says it is called.
    pub fn id(&self) -> &str {
        &self.arrival.id
    }

    /// Where to log what belongs to it. Never a credential.
    pub fn log(&self) -> &Logger {
        &self.arrival.log
    }

    /// When its first byte came, as far as is known.
    pub(crate) fn begun(&self) -> Instant {
        self.arrival.begun
    }

    pub(crate) fn variables(&self) -> &Variables {
        &self.variables
    }
}
