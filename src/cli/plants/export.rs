//! `plant-store plants export`: prints all plants, as JSON Lines or CSV.

use std::io::{self, Write};

use clap::Args;
use plant_storage::{Access, Plant};
use serde::Serialize;

use super::csv;
use super::format::Format;
use crate::cli::{Failure, output};
use crate::config::StoreArgument;

/// Print all plants, ordered by id.
#[derive(Args, Debug)]
#[command(after_help = crate::cli::EXIT_CODES)]
pub(super) struct Arguments {
    /// The format: json-lines or csv. Texts are data: in csv, too, one that begins with =, +, -
    /// or @ is not changed, and a spreadsheet takes it for a formula
    #[arg(
        long,
        env = "PLANT_STORE_FORMAT",
        hide_env_values = true,
        value_name = "FORMAT",
        default_value = "json-lines",
        hide_possible_values = true
    )]
    format: Format,

    #[command(flatten)]
    store: StoreArgument,
}

pub(super) async fn run(Arguments { format, store }: Arguments) -> Result<(), Failure> {
    let storage = plant_storage::open(&store.store, Access::Read).await?;
    let write = match format {
        Format::JsonLines => write_json,
        Format::Csv => {
            output::write(csv::write_header)?;
            csv::write_record
        }
    };
    let mut after = None;
    loop {
        let page = storage.plant_page(after).await?;
        let Some(last) = page.last() else {
            return Ok(());
        };
        after = Some(last.id);
        output::write(|stdout| page.iter().try_for_each(|plant| write(stdout, plant)))?;
    }
}

/// Writes a plant as one line of JSON, a `NewPlant` of the document.
pub(super) fn write_json(writer: &mut dyn Write, plant: &Plant) -> io::Result<()> {
    #[derive(Serialize)]
    struct Line<'p> {
        id: i64,
        name: &'p str,
        #[serde(skip_serializing_if = "Option::is_none")]
        tag: Option<&'p str>,
    }
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
