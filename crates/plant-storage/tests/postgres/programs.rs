//! Where PostgreSQL's programs are, for what starts a server.

use std::path::PathBuf;

/// Where Debian, and who follows it, keeps what is not on the path.
pub const DEBIAN: &str = "/usr/lib/postgresql";

/// The directory with `initdb` and `postgres`: the one on the path, or the
/// newest of Debian's.
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
