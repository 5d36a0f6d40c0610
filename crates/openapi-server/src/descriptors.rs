//! How many connections the system lets this process have.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Descriptors for all but connections: the files of the service, signals, output.
const OTHERS: usize = 64;

/// Asks the system for as many descriptors as that many connections need, and
/// returns how many connections are possible with what it gives, at least one.
///
/// The soft limit is low for the sake of programs that use `select`, and may be
/// raised up to the hard one by any process; this one has no use for `select`.
pub(crate) fn allow(connections: usize) -> usize {
    let needed = connections.saturating_add(OTHERS);
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let as_count = |limit: Option<u64>| {
        limit.map_or(usize::MAX, |limit| {
            usize::try_from(limit).unwrap_or(usize::MAX)
        })
    };
    let mut possible = as_count(current);
    if possible < needed {
        let raised = needed.min(as_count(maximum));
        let limit = Rlimit {
            current: Some(raised as u64),
            maximum,
        };
        if setrlimit(Resource::Nofile, limit).is_ok() {
            possible = raised;
        }
    }
    possible.saturating_sub(OTHERS).clamp(1, connections.max(1))
}
