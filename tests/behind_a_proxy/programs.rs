//! Where the programs of the reverse proxies are, for what starts one and for
//! what installs them.

use std::path::{Path, PathBuf};

/// A program: the one on the path, or the one where Debian keeps what only an
/// administrator needs.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain([Path::new("/usr/sbin").to_owned()])
        .map(|directory| directory.join(name))
        .find(|program| program.is_file())
}
