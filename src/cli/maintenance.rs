//! `plant-store backup`, `restore` and `check`: maintenance of a SQLite store. Each
//! command ends by printing the numbers of plants and tokens, in one line.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use clap::builder::BoolishValueParser;
use plant_storage::maintenance::{self, Contents, Restored};

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
    #[arg(
        long, env = "PLANT_STORE_REPLACE", hide_env_values = true,
        value_parser = BoolishValueParser::new()
    )]
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
    let contents = maintenance::backup(&store.store, &file).await?;
    print("copied", contents)
}

pub(super) async fn restore(
    Restore {
        file,
        replace,
        store,
    }: Restore,
) -> Result<(), Failure> {
    let Restored { contents, kept } = maintenance::restore(&store.store, &file, replace).await?;
    output::write(|stdout| {
        let mut kept = kept.iter();
        kept.try_for_each(|file| writeln!(stdout, "kept {}", file.display()))
    })?;
    print("restored", contents)
}

pub(super) async fn check(Check { store }: Check) -> Result<(), Failure> {
    print("sound", maintenance::check(&store.store).await?)
}

fn print(done: &str, Contents { plants, tokens }: Contents) -> Result<(), Failure> {
    output::write(|stdout: &mut dyn Write| {
        writeln!(stdout, "{done}: {plants} plants, {tokens} tokens")
    })
}
