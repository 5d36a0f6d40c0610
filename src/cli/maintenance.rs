//! `plant-store backup`, `restore` and `check`: maintenance of a SQLite store. Each
//! command ends by printing the numbers of plants and tokens, in one line. On a terminal
//! it shows its progress until then.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use plant_storage::maintenance::{self, Contents, Restored};

use super::progress::MaintenanceBar;
use super::{Failure, output};
use crate::config::StoreArgument;

/// Copy the store into a new file.
#[derive(Args, Debug)]
#[command(after_help = super::EXIT_CODES)]
pub(super) struct Backup {
    /// The file to write; it must not exist
    file: PathBuf,

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

pub(super) async fn backup(Backup { file, store }: Backup) -> Result<(), Failure> {
    let bar = MaintenanceBar::new();
    let contents = maintenance::backup(&store.store, &file, bar.observer()).await;
    drop(bar);
    print("copied", contents?)
}

pub(super) async fn restore(
    Restore {
        file,
        replace,
        store,
    }: Restore,
) -> Result<(), Failure> {
    let bar = MaintenanceBar::new();
    let restored = maintenance::restore(&store.store, &file, replace, bar.observer()).await;
    drop(bar);
    let Restored { contents, kept } = restored?;
    output::write(|stdout| {
        let mut kept = kept.iter();
        kept.try_for_each(|file| writeln!(stdout, "kept {}", file.display()))
    })?;
    print("restored", contents)
}

pub(super) async fn check(Check { store }: Check) -> Result<(), Failure> {
    let bar = MaintenanceBar::new();
    let contents = maintenance::check(&store.store, bar.observer()).await;
    drop(bar);
    print("sound", contents?)
}

fn print(done: &str, Contents { plants, tokens }: Contents) -> Result<(), Failure> {
    output::write(|stdout: &mut dyn Write| {
        writeln!(stdout, "{done}: {plants} plants, {tokens} tokens")
    })
}
