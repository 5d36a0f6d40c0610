//! Who is behind the connections that dropshot gets from the front.
//!
//! dropshot sees ports of the loopback interface and logs them. Which address a
//! port stands for is kept until the system uses the port again, since records
//! are written after the fact; so there are at most 65,536 entries.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{PoisonError, RwLock};

/// From addresses of the front to those of its peers.
#[derive(Debug, Default)]
pub struct Peers(RwLock<HashMap<SocketAddr, SocketAddr>>);

impl Peers {
    /// Keeps who stands behind an address from now on.
    pub fn insert(&self, front: SocketAddr, peer: SocketAddr) {
        let mut peers = self.0.write().unwrap_or_else(PoisonError::into_inner);
        peers.insert(front, peer);
    }

    /// The peer that an address stands for, or the address itself.
    pub fn behind(&self, address: SocketAddr) -> SocketAddr {
        let peers = self.0.read().unwrap_or_else(PoisonError::into_inner);
        *peers.get(&address).unwrap_or(&address)
    }
}
