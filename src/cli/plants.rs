//! `plant-store plants`: prints stored plants, one JSON object a line.

use std::io::{self, Write};

use clap::{Args, Subcommand};
use plant_storage::{Access, Plant};
use serde::Serialize;

use super::{Failure, output};
use crate::config::StoreArgument;

/// Read plants.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print all plants as JSON Lines, ordered by id
    #[command(after_help = super::EXIT_CODES)]
    Export {
        #[command(flatten)]
        store: StoreArgument,
    },
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
        Command::Export { store } => export(store).await,
        Command::Get { id, store } => get(id, store).await,
    }
}

async fn export(StoreArgument { store, .. }: StoreArgument) -> Result<(), Failure> {
    let storage = plant_storage::open(&store, Access::Read).await?;
    let mut after = None;
    loop {
        let page = storage.plant_page(after).await?;
        let Some(last) = page.last() else {
            return Ok(());
        };
        after = Some(last.id);
        output::write(|stdout| page.iter().try_for_each(|plant| write_plant(stdout, plant)))?;
    }
}

async fn get(id: i64, StoreArgument { store, .. }: StoreArgument) -> Result<(), Failure> {
    let storage = plant_storage::open(&store, Access::Read).await?;
    let plant = storage
        .plant_get(id)
        .await?
        .ok_or(Failure::PlantUnknown(id))?;
    output::write(|stdout| write_plant(stdout, &plant))
}

fn id(text: &str) -> Result<i64, String> {
    let range = || format!("write a whole number from {} to {}", i64::MIN, i64::MAX);
    text.parse().map_err(|_| range())
}

/// The JSON representation of a plant in the output.
#[derive(Serialize)]
struct Line<'p> {
    id: i64,
    name: &'p str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<&'p str>,
}

fn write_plant(writer: &mut dyn Write, plant: &Plant) -> io::Result<()> {
    let Plant { id, name, tag } = plant;
    output::write_json(
        writer,
        &Line {
            id: *id,
            name,
            tag: tag.as_deref(),
        },
    )
}
