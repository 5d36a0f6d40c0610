//! The paths of the reverse proxies' programs, for the tests and for `cargo xtask ci`.

use std::path::{Path, PathBuf};

/// Returns a program on the path, or else in Debian's directory for administrators'
/// programs.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain([Path::new("/usr/sbin").to_owned()])
        .map(|directory| directory.join(name))
        .find(|program| program.is_file())
}
