//! `plant-store backup`, `restore` and `check`: maintenance of a SQLite store. Each
//! command ends by printing the numbers of plants and tokens and the name of the store, in
//! one line. On a terminal it shows its progress until then.

use std::fs::{self, DirEntry};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use chrono::{NaiveDateTime, Utc};
use clap::{Args, value_parser};
use plant_storage::maintenance::{self, Contents, MaintenanceError, Restored};

use super::progress::shown;
use super::{Failure, output};
use crate::config::StoreArgument;

/// The time in the name of a backup, in UTC.
const TIME: &str = "%Y-%m-%dT%H%M%SZ";

/// Copy the store into a new file.
#[derive(Args, Debug)]
#[command(after_help = super::EXIT_CODES)]
pub(super) struct Backup {
    /// The file to write, which must not exist; with --keep, a directory
    file: PathBuf,

    /// Write a file plants-TIME.db into the directory, and when it is complete, delete all of
    /// these files but the last N
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    keep: Option<u32>,

    #[command(flatten)]
    store: StoreArgument,
}

/// Restore a store from a backup.
#[derive(Args, Debug)]
#[command(after_help = super::EXIT_CODES)]
pub(super) struct Restore {
    /// The backup to read
    file: PathBuf,

    /// Replace an existing store; its files are kept under other names
    #[arg(long)]
    replace: bool,

    #[command(flatten)]
    store: StoreArgument,
}

/// Check the integrity of the store.
#[derive(Args, Debug)]
#[command(after_help = super::EXIT_CODES)]
pub(super) struct Check {
    #[command(flatten)]
    store: StoreArgument,
}

pub(super) async fn backup(Backup { file, keep, store }: Backup) -> Result<(), Failure> {
    let name = format!("plants-{}.db", Utc::now().format(TIME));
    let (target, keep) = match keep {
        Some(keep) => (file.join(name), Some((file, keep))),
        None => (file, None),
    };
    let backup = async |progress| maintenance::backup(&store.store, &target, progress).await;
    let contents = shown(backup).await?;
    if let Some((directory, keep)) = keep {
        let deleted = delete_older(&directory, &target, keep)?;
        output::write(|stdout| {
            let mut deleted = deleted.iter();
            deleted.try_for_each(|file| writeln!(stdout, "deleted {}", file.display()))
        })?;
    }
    let place = format!("from {} to {}", store.name(), target.display());
    print("copied", contents, &place)
}

pub(super) async fn restore(Restore { file, replace, store }: Restore) -> Result<(), Failure> {
    // The store of the working directory may not be the one that is meant.
    if replace && !store.is_named && !maintenance::is_there(&store.store) {
        return Err(Failure::NothingToReplace(store.name()));
    }
    let restore =
        async |progress| maintenance::restore(&store.store, &file, replace, progress).await;
    let Restored { contents, kept } = shown(restore).await?;
    output::write(|stdout| {
        let mut kept = kept.iter();
        kept.try_for_each(|file| writeln!(stdout, "kept {}", file.display()))
    })?;
    print("restored", contents, &format!("into {}", store.name()))
}

pub(super) async fn check(Check { store }: Check) -> Result<(), Failure> {
    let contents = shown(async |progress| maintenance::check(&store.store, progress).await).await?;
    print("sound", contents, &format!("in {}", store.name()))
}

/// Deletes backups of a directory, so that `keep` are left: `new` and the last ones before
/// it. Returns the deleted files.
fn delete_older(directory: &Path, new: &Path, keep: u32) -> Result<Vec<PathBuf>, MaintenanceError> {
    let failed = |action, path: &Path| {
        let path = path.to_owned();
        move |source| MaintenanceError::File { action, path, source }
    };
    let entries = fs::read_dir(directory)
        .and_then(Iterator::collect::<io::Result<Vec<_>>>)
        .map_err(failed("read", directory))?;
    let backups = entries.iter().filter(|entry| is_backup(entry));
    let mut older: Vec<_> = backups.map(DirEntry::path).collect();
    // A clock that was ahead must not cost the backup that was just made.
    older.retain(|path| path != new);
    older.sort();
    older.truncate((older.len() + 1).saturating_sub(keep as usize));
    for path in &older {
        fs::remove_file(path).map_err(failed("delete", path))?;
    }
    Ok(older)
}

/// Returns whether a file has the name of a backup that `--keep` has made.
fn is_backup(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    let time = name.to_str().and_then(|name| {
        let time = name.strip_prefix("plants-")?.strip_suffix(".db")?;
        NaiveDateTime::parse_from_str(time, TIME).ok()
    });
    time.is_some() && entry.file_type().is_ok_and(|kind| kind.is_file())
}

fn print(done: &str, contents: Contents, place: &str) -> Result<(), Failure> {
    let Contents { plants, tokens } = contents;
    output::write(|stdout: &mut dyn Write| {
        writeln!(stdout, "{done}: {plants} plants, {tokens} tokens, {place}")
    })
}
