//! Finds the programs that tests start. Build scripts and `cargo xtask ci` use the same
//! functions, so that a test is ignored if, and only if, its program is missing.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The directory of PostgreSQL's versions on Debian and its derivatives, whose
/// programs are not in `PATH`.
pub const POSTGRES_ON_DEBIAN: &str = "/usr/lib/postgresql";

/// Debian's directory for administrators' programs.
pub const ADMINISTRATORS: &str = "/usr/sbin";

/// The programs of PostgreSQL that tests start.
const POSTGRES: [&str; 4] = ["initdb", "postgres", "psql", "pg_basebackup"];

/// Returns the directory of PostgreSQL's programs: the first in `PATH`, or the newest
/// version in [`POSTGRES_ON_DEBIAN`]. Returns `None` if PostgreSQL is not installed.
pub fn postgres() -> Option<PathBuf> {
    let versions = std::fs::read_dir(POSTGRES_ON_DEBIAN).into_iter().flatten();
    let mut debian: Vec<PathBuf> =
        versions.filter_map(|version| Some(version.ok()?.path().join("bin"))).collect();
    debian.sort();
    let has_all =
        |directory: &PathBuf| POSTGRES.iter().all(|program| directory.join(program).is_file());
    search_path().chain(debian.into_iter().rev()).find(has_all)
}

/// Chromium and the program that controls it.
pub struct Chromium {
    /// The browser.
    pub browser: PathBuf,
    /// ChromeDriver.
    pub driver: PathBuf,
}

/// Returns the programs of Chromium, or `None` if one of them is not installed.
pub fn chromium() -> Option<Chromium> {
    Some(Chromium { browser: find("chromium")?, driver: find("chromedriver")? })
}

/// Returns the path of a program: in `PATH`, or in Debian's directory for
/// administrators' programs. Returns `None` if the program is not installed.
pub fn find(name: &str) -> Option<PathBuf> {
    let directories = search_path().chain([Path::new(ADMINISTRATORS).to_owned()]);
    directories.map(|directory| directory.join(name)).find(|program| program.is_file())
}

/// Returns whether the user is root, who can give files to others.
pub fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

fn search_path() -> impl Iterator<Item = PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).collect::<Vec<_>>().into_iter()
}
