//! The connections there are, and which one goes when there are too many.
//!
//! Only a connection that waits for its peer can be evicted ([`Activity`]). The
//! peer with the most waiting ones loses the one that has waited longest, so
//! that whoever opens thousands evicts himself. Going through them all costs a
//! newcomer at the limit some tens of microseconds, and requests nothing.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::task::AbortHandle;

use super::activity::Activity;

/// All connections of a server.
pub(super) struct Connections {
    most: usize,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    next: u64,
    open: HashMap<u64, Open>,
}

struct Open {
    peer: IpAddr,
    activity: Arc<Activity>,
    task: AbortHandle,
}

impl Connections {
    /// Room for that many connections.
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            table: Mutex::default(),
        }
    }

    /// Serves a connection as a task of its own, in the place of another one if
    /// need be. Returns false, and drops it, when every other one is busy.
    pub(super) fn admit<F>(
        self: &Arc<Self>,
        peer: IpAddr,
        serve: impl FnOnce(Arc<Activity>) -> F,
    ) -> bool
    where
        F: Future<Output = ()> + Send + 'static,
    {
        if self.table().open.len() >= self.most && !self.evict() {
            return false;
        }
        let activity = Arc::new(Activity::new());
        let serving = serve(Arc::clone(&activity));
        // Held until the task is in the table, so that it can't leave before.
        let mut table = self.table();
        let id = table.next;
        table.next += 1;
        let place = Place {
            connections: Arc::clone(self),
            id,
        };
        let task = tokio::spawn(async move {
            let _place = place;
            serving.await;
        });
        let open = Open {
            peer: household(peer),
            activity,
            task: task.abort_handle(),
        };
        table.open.insert(id, open);
        true
    }

    /// Closes the connection that is the first to go. Returns false when every
    /// one is busy.
    pub(super) fn evict(&self) -> bool {
        let mut table = self.table();
        let waiting = table.open.iter().filter_map(|(id, open)| {
            let since = open.activity.waiting_since()?;
            Some((*id, open.peer, since))
        });
        let evicted = first_to_go(waiting).and_then(|id| table.open.remove(&id));
        drop(table);
        evicted.inspect(|open| open.task.abort()).is_some()
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // Nothing in the table is half done when somebody panics.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection's place in the table, for as long as its task lasts.
struct Place {
    connections: Arc<Connections>,
    id: u64,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.table().open.remove(&self.id);
    }
}

/// Of connections (id, peer, waiting since) the one that is the first to go.
fn first_to_go<T: Ord + Copy>(waiting: impl Iterator<Item = (u64, IpAddr, T)>) -> Option<u64> {
    struct OfPeer<T> {
        count: usize,
        longest: (T, u64),
    }
    let mut peers: HashMap<IpAddr, OfPeer<T>> = HashMap::new();
    for (id, peer, since) in waiting {
        let of_peer = peers.entry(peer).or_insert(OfPeer {
            count: 0,
            longest: (since, id),
        });
        of_peer.count += 1;
        of_peer.longest = of_peer.longest.min((since, id));
    }
    peers
        .into_values()
        .max_by_key(|of_peer| (of_peer.count, std::cmp::Reverse(of_peer.longest)))
        .map(|of_peer| of_peer.longest.1)
}

/// Those who can be told apart: one IPv4 address, or one /64 of IPv6, which is
/// the least that a household gets (RFC 6177 §2).
fn household(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V6(address) => {
            let network = address.to_bits() & (u128::MAX << 64);
            IpAddr::V6(Ipv6Addr::from_bits(network))
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_of(waiting: &[(u64, &str, u64)]) -> Option<u64> {
        let waiting = waiting.iter().copied();
        first_to_go(waiting.map(|(id, peer, since)| (id, household(peer.parse().unwrap()), since)))
    }

    #[test]
    fn of_one_peer_the_one_that_waits_longest_goes() {
        assert_eq!(first_of(&[]), None);
        assert_eq!(first_of(&[(1, "192.0.2.1", 5)]), Some(1));
        assert_eq!(
            first_of(&[
                (1, "192.0.2.1", 7),
                (2, "192.0.2.1", 5),
                (3, "192.0.2.1", 6)
            ]),
            Some(2)
        );
    }

    #[test]
    fn who_has_the_most_loses_one_even_if_others_wait_longer() {
        assert_eq!(
            first_of(&[
                (1, "192.0.2.1", 0),
                (2, "192.0.2.2", 8),
                (3, "192.0.2.2", 9)
            ]),
            Some(2)
        );
        assert_eq!(
            first_of(&[(1, "192.0.2.1", 4), (2, "192.0.2.2", 3)]),
            Some(2),
            "between equals the time decides"
        );
    }

    #[test]
    fn a_network_of_64_bits_and_a_mapped_address_are_one_peer() {
        assert_eq!(
            first_of(&[
                (1, "192.0.2.1", 0),
                (2, "2001:db8::1", 5),
                (3, "2001:db8::2:1", 6)
            ]),
            Some(2)
        );
        assert_eq!(
            first_of(&[
                (1, "2001:db8::1", 0),
                (2, "192.0.2.1", 5),
                (3, "::ffff:192.0.2.1", 6)
            ]),
            Some(2)
        );
        assert_eq!(
            first_of(&[
                (1, "2001:db8::1", 1),
                (2, "2001:db8:0:1::1", 0),
                (3, "2001:db8::2", 2)
            ]),
            Some(1)
        );
    }

    #[tokio::test]
    async fn a_newcomer_takes_the_place_of_one_that_waits_and_never_of_a_busy_one() {
        let connections = Arc::new(Connections::new(2));
        let peer = IpAddr::from([192, 0, 2, 1]);
        let admit = |kept: &mut Vec<Arc<Activity>>| {
            connections.admit(peer, |activity| {
                kept.push(activity);
                std::future::pending()
            })
        };
        let mut kept = Vec::new();
        assert!(admit(&mut kept) && admit(&mut kept));
        kept[0].asked();
        assert!(admit(&mut kept), "the second one goes");
        assert_eq!(connections.table().open.len(), 2);
        kept[2].asked();
        assert!(!admit(&mut kept), "both are busy");
        kept[0].answered();
        assert!(admit(&mut kept), "now the first one waits");
        assert_eq!(connections.table().open.len(), 2);
    }

    #[tokio::test]
    async fn a_connection_that_ends_leaves_its_place() {
        let connections = Arc::new(Connections::new(1));
        let peer = IpAddr::from([192, 0, 2, 1]);
        assert!(connections.admit(peer, |_| async {}));
        while !connections.table().open.is_empty() {
            tokio::task::yield_now().await;
        }
    }
}
