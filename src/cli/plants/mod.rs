//! `plant-store plants`: imports, exports, prints and deletes plants.

mod csv;
mod delete;
mod export;
mod format;
pub(super) mod import;

use clap::{Args, Subcommand};
use plant_storage::Access;

use super::{Failure, output};
use crate::config::StoreArgument;

/// Import, export, read and delete plants.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Create the plants of a file, in a store or through a running service
    Import(import::Arguments),
    /// Print all plants, ordered by id
    Export(export::Arguments),
    /// Delete the content of plants, also while the service runs; all or none
    Delete(delete::Arguments),
    /// Print one plant, as JSON
    #[command(after_help = super::EXIT_CODES)]
    Get {
        /// The id of the plant
        #[arg(allow_negative_numbers = true, value_parser = id)]
        id: i64,

        #[command(flatten)]
        store: StoreArgument,
    },
}

pub(super) async fn run(Arguments { command }: Arguments) -> Result<(), Failure> {
    match command {
        Command::Import(arguments) => import::run(arguments).await,
        Command::Export(arguments) => export::run(arguments).await,
        Command::Delete(arguments) => delete::run(arguments).await,
        Command::Get { id, store } => get(id, store).await,
    }
}

async fn get(id: i64, StoreArgument { store, .. }: StoreArgument) -> Result<(), Failure> {
    let storage = plant_storage::open(&store, Access::Read).await?;
    let plant = storage.plant_get(id).await?.ok_or(Failure::PlantUnknown(id))?;
    output::write(|stdout| export::write_json(stdout, &plant, None))
}

fn id(text: &str) -> Result<i64, String> {
    let range = || format!("write a whole number from {} to {}", i64::MIN, i64::MAX);
    text.parse().map_err(|_| range())
}
