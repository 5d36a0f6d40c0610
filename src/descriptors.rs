//! The limit on open files and sockets of the process.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use slog::{Logger, info, warn};

/// Raises the soft limit to the hard limit and logs it.
///
/// dropshot has no limit on connections: once the descriptors are used up, no other
/// caller is served. The soft limit is low for the sake of programs that use
/// `select(2)`; the service uses `epoll(7)`.
pub(crate) fn raise_limit(log: &Logger) {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: maximum, maximum };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => info!(log, "descriptor limit"; "soft" => maximum, "before" => current),
        Err(error) => {
            warn!(log, "the descriptor limit cannot be raised"; "soft" => current, "error" => %error);
        }
    }
}
