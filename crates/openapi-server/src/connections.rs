//! The connections there are, and which one goes when there are too many.
//!
//! Only a connection that waits for its peer can be evicted ([`Activity`]). The
//! peer with the most waiting ones loses the one that has waited longest, so
//! that whoever opens thousands evicts himself. Going through them all takes
//! some tens of microseconds, and a fourth of the server's time when thousands
//! come back as soon as they are evicted; so what is found by it is kept for as
//! many newcomers as it holds for, and for a moment.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::task::AbortHandle;

use crate::activity::Activity;

/// How long what was found holds, while peers come and go.
const HOLDS: Duration = Duration::from_millis(100);

/// All connections of a server.
pub(crate) struct Connections {
    most: usize,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    next: u64,
    open: HashMap<u64, Open>,
    /// Those that were the first to go when that was last looked for, and since
    /// when they waited; the first is the last.
    first_to_go: Vec<(u64, Instant)>,
    /// When that was.
    found: Option<Instant>,
}

struct Open {
    peer: IpAddr,
    activity: Arc<Activity>,
    task: AbortHandle,
}

impl Connections {
    /// Room for that many connections.
    pub(crate) fn new(most: usize) -> Self {
        Self {
            most,
            table: Mutex::default(),
        }
    }

    /// Serves a connection as a task of its own, in the place of another one if
    /// need be. Returns false, and drops it, when every other one is busy.
    pub(crate) fn admit<F>(
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
    pub(crate) fn evict(&self) -> bool {
        let mut table = self.table();
        let evicted = table.take_first_to_go();
        drop(table);
        evicted.inspect(|open| open.task.abort()).is_some()
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // Nothing in the table is half done when somebody panics.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    /// Removes the connection that is the first to go.
    fn take_first_to_go(&mut self) -> Option<Open> {
        if self.found.is_some_and(|found| found.elapsed() < HOLDS)
            && let Some(kept) = self.take_kept()
        {
            return Some(kept);
        }
        let waiting = self.open.iter().filter_map(|(id, open)| {
            let since = open.activity.waiting_since()?;
            Some((*id, open.peer, since))
        });
        self.first_to_go = first_to_go(waiting);
        self.found = Some(Instant::now());
        self.take_kept()
    }

    /// The same, of those that were found before and have waited since.
    fn take_kept(&mut self) -> Option<Open> {
        while let Some((id, since)) = self.first_to_go.pop() {
            let open = self.open.get(&id);
            if open.and_then(|open| open.activity.waiting_since()) == Some(since) {
                return self.open.remove(&id);
            }
        }
        None
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

/// Of connections (id, peer, waiting since) those that are the first to go, and
/// since when they wait; the first is the last. They are all of the peer that has
/// the most, and as many as have to go until another one has as many.
fn first_to_go<T: Ord + Copy>(waiting: impl Iterator<Item = (u64, IpAddr, T)>) -> Vec<(u64, T)> {
    let mut peers: HashMap<IpAddr, Vec<(T, u64)>> = HashMap::new();
    for (id, peer, since) in waiting {
        peers.entry(peer).or_default().push((since, id));
    }
    let rank = |of_peer: &Vec<(T, u64)>| {
        let longest = of_peer.iter().min().copied();
        (of_peer.len(), std::cmp::Reverse(longest))
    };
    let mut peers: Vec<_> = peers.into_values().collect();
    peers.sort_by_cached_key(rank);
    let Some(mut most) = peers.pop() else {
        return Vec::new();
    };
    let next = peers.last().map_or(0, Vec::len);
    most.sort_unstable();
    most.truncate((most.len() - next).max(1));
    most.into_iter()
        .rev()
        .map(|(since, id)| (id, since))
        .collect()
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
        let waiting =
            waiting.map(|(id, peer, since)| (id, household(peer.parse().unwrap()), since));
        first_to_go(waiting).pop().map(|(id, _)| id)
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
    fn as_many_are_found_at_once_as_one_peer_has_more_than_another_the_longest_waiting_first() {
        let peer = |last: u8| IpAddr::from([192, 0, 2, last]);
        let of = |last, waiting: [u64; 4]| waiting.map(|since| (since, peer(last), since));
        let found = |most: &[_], others: &[_]| {
            let mut found = first_to_go(most.iter().chain(others).copied());
            found.reverse();
            found.into_iter().map(|(id, _)| id).collect::<Vec<_>>()
        };
        let many = of(1, [14, 11, 13, 12]);
        assert_eq!(found(&many, &[]), [11, 12, 13, 14]);
        assert_eq!(found(&many, &of(2, [1, 2, 3, 4])[..2]), [11, 12]);
        assert_eq!(found(&many, &of(2, [21, 22, 23, 24])), [11]);
    }

    #[tokio::test]
    async fn one_that_was_found_and_has_become_busy_or_has_waited_anew_is_spared() {
        let connections = Arc::new(Connections::new(4));
        let peer = IpAddr::from([192, 0, 2, 1]);
        let mut kept: Vec<Arc<Activity>> = Vec::new();
        let mut admit = || {
            let admitted = connections.admit(peer, |activity| {
                kept.push(activity);
                std::future::pending()
            });
            assert!(admitted);
        };
        (0..5).for_each(|_| admit());
        // The first is gone, and the next three are known to be the next.
        kept[1].asked();
        kept[2].asked();
        kept[2].answered();
        assert!(connections.evict());
        let open = |activity: &Arc<Activity>| {
            let table = connections.table();
            table
                .open
                .values()
                .any(|open| Arc::ptr_eq(&open.activity, activity))
        };
        let left: Vec<_> = kept.iter().map(open).collect();
        assert_eq!(left, [false, true, true, false, true]);
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
