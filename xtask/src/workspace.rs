//! The location and environment of the workspace.

use anyhow::Result;
use cargo_metadata::MetadataCommand;
use fs_err as fs;
use std::{env, path::PathBuf};

/// Returns the workspace root.
///
/// cargo sets the directory of this package at run time; the directory at compile
/// time is the fallback for a binary that is started without cargo.
pub fn root() -> PathBuf {
    let package =
        env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let mut root = PathBuf::from(package);
    root.pop();
    root
}

/// Returns the target directory as cargo's configuration defines it: by
/// `CARGO_TARGET_DIR`, a configuration file, or by default `target` in the root.
pub fn target() -> Result<PathBuf> {
    let metadata = MetadataCommand::new().current_dir(root()).no_deps().exec()?;
    Ok(metadata.target_directory.into())
}

/// Creates an empty directory below the target directory, in place of an earlier one.
pub fn empty_folder(name: &str) -> Result<PathBuf> {
    let folder = target()?.join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Returns whether this runs in continuous integration, where nothing may be
/// skipped.
pub fn is_continuous_integration() -> bool {
    env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false")
}
