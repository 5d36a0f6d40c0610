//! Copies of the workspace below the target directory, one per command, in which a case may
//! change any file. A copy has a target directory of its own, unless its packages
//! have another version: cargo treats the packages of two workspaces with the same
//! layout and version as identical, and would mix their build artifacts.

use crate::{error::Error, process, workspace};
use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

/// The names of the copied files, each terminated by a NUL.
const FILES: &str = "target/copied";

/// A copy of all files that are, or soon will be, under version control.
pub struct Copy {
    root: PathBuf,
}

impl Copy {
    /// Updates the copy with the given name. A file that has not changed keeps its
    /// modification time, so that cargo does not rebuild it.
    pub fn of_the_workspace(name: &str) -> Result<Self, Error> {
        let copy = Self {
            root: workspace::target()?.join(name),
        };
        let listed = process::output(&mut process::command(
            "git",
            "ls-files -z --cached --others --exclude-standard",
        ))?;
        let wanted: BTreeSet<&str> = listed.split_terminator('\0').collect();
        copy.remove_all_but(&wanted)?;
        for name in wanted {
            let source = workspace::root().join(name);
            // A file that was just removed is still listed.
            if let Ok(target) = fs::read_link(&source) {
                copy.link(name, &target)?;
            } else if let Ok(contents) = fs::read(source) {
                copy.write_bytes(name, &contents)?;
            }
        }
        copy.write_bytes(FILES, listed.as_bytes())?;
        Ok(copy)
    }

    /// Gives the packages a version that differs from the workspace's, so that the
    /// copy can share the target directory of the workspace. The version satisfies the
    /// requirements of the packages on each other.
    pub fn with_packages_of_its_own(self) -> Result<Self, Error> {
        const MANIFEST: &str = "Cargo.toml";
        let versioned = |version| format!("[workspace.package]\nversion = \"{version}\"\n");
        let (ours, other) = (versioned(env!("CARGO_PKG_VERSION")), versioned("1.99.0"));
        let manifest = self.read(MANIFEST)?;
        if !manifest.contains(&ours) {
            return Err(Error::Case(format!(
                "{MANIFEST} does not have these lines, which xtask/src/copy.rs changes:\n{ours}"
            )));
        }
        self.write(MANIFEST, &manifest.replacen(&ours, &other, 1))?;
        Ok(self)
    }

    /// Removes the files of earlier copies that are no longer wanted.
    fn remove_all_but(&self, wanted: &BTreeSet<&str>) -> Result<(), Error> {
        let present = fs::read_to_string(self.root.join(FILES)).unwrap_or_default();
        for name in present.split_terminator('\0') {
            let path = self.root.join(name);
            if !wanted.contains(name) && path.exists() {
                fs::remove_file(&path).map_err(Error::file(&path))?;
                // An empty directory below `crates` would be a package without a manifest.
                let folders = path.ancestors().skip(1);
                let mut folders = folders.take_while(|folder| **folder != self.root);
                let _ = folders.try_for_each(fs::remove_dir);
            }
        }
        Ok(())
    }

    /// Returns the directory that contains the copied workspace's Cargo.toml.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the text of a file, named relative to the root.
    pub fn read(&self, name: &str) -> Result<String, Error> {
        let path = self.root.join(name);
        fs::read_to_string(&path).map_err(Error::file(path))
    }

    /// Replaces the text of a file, named relative to the root.
    pub fn write(&self, name: &str, text: &str) -> Result<(), Error> {
        self.write_bytes(name, text.as_bytes())
    }

    /// Creates a symbolic link, so that a changed file is read under both names.
    fn link(&self, name: &str, target: &Path) -> Result<(), Error> {
        let path = self.root.join(name);
        if fs::read_link(&path).is_ok_and(|present| present == target) {
            return Ok(());
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(Error::file(folder))?;
        }
        // A file of an earlier copy.
        let _ = fs::remove_file(&path);
        symlink(target, &path).map_err(Error::file(path))
    }

    fn write_bytes(&self, name: &str, contents: &[u8]) -> Result<(), Error> {
        let path = self.root.join(name);
        if fs::read(&path).is_ok_and(|present| present == contents) {
            return Ok(());
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(Error::file(folder))?;
        }
        fs::write(&path, contents).map_err(Error::file(path))
    }
}
