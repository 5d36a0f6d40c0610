//! Finds PostgreSQL's programs, for tests and tools that start a server.

use std::path::PathBuf;

/// The directory of PostgreSQL's versions on Debian and its derivatives, whose
/// programs are not in `PATH`.
pub const DEBIAN: &str = "/usr/lib/postgresql";

/// Returns the directory of `initdb` and `postgres`: the first in `PATH`, or the
/// newest version in [`DEBIAN`].
pub fn directory() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut debian: Vec<PathBuf> = std::fs::read_dir(DEBIAN)
        .into_iter()
        .flatten()
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .collect();
    debian.sort();
    let has_both = |directory: &PathBuf| {
        ["initdb", "postgres"]
            .iter()
            .all(|program| directory.join(program).is_file())
    };
    std::env::split_paths(&path)
        .chain(debian.into_iter().rev())
        .find(has_both)
}
