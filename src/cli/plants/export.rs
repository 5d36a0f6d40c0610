//! `plant-store plants export`: prints all plants, or those of a token, as JSON Lines or
//! CSV.

use std::io::{self, Write};

use chrono::{DateTime, NaiveDate, NaiveTime};
use clap::Args;
use plant_storage::{
    Access, Plant, PlantRecord, Storage, TokenError, Trail, TrailFilter, UnixSeconds,
};
use serde::Serialize;

use super::csv;
use super::format::Format;
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::cli::token::{no_token, timestamp};
use crate::config::StoreArgument;

/// Print all plants, or those of a token, ordered by id.
#[derive(Args, Debug)]
#[command(after_help = crate::cli::EXIT_CODES)]
pub(super) struct Arguments {
    /// The format: json-lines or csv. Texts are data: in csv, too, one that begins with =, +, -
    /// or @ is not changed, and a spreadsheet takes it for a formula
    #[arg(
        long,
        env,
        value_name = "FORMAT",
        default_value = "json-lines",
        hide_possible_values = true
    )]
    format: Format,

    /// Only the plants that were created by the token with this name
    #[arg(long, value_name = "NAME", value_parser = no_token)]
    token: Option<String>,

    /// Only the plants that were created at this time or later: 2026-01-31, which begins at
    /// midnight in UTC, or 2026-01-31T12:00:00Z
    #[arg(long, value_name = "TIME", value_parser = time)]
    since: Option<UnixSeconds>,

    /// Print with each plant when and by which token it was created. The output cannot be
    /// imported
    #[arg(long)]
    trail: bool,

    #[command(flatten)]
    store: StoreArgument,
}

pub(super) async fn run(arguments: Arguments) -> Result<(), Failure> {
    let Arguments { format, token, since, trail: with_trail, store } = arguments;
    let storage = plant_storage::open(&store.store, Access::Read).await?;
    if let Some(name) = &token {
        require_token(&*storage, name).await?;
    }
    if format == Format::Csv {
        output::write(|stdout| csv::write_header(stdout, with_trail))?;
    }
    let filter = TrailFilter { token, since };
    let mut after = None;
    loop {
        let page = storage.plant_records(after, &filter).await?;
        let Some(last) = page.last() else {
            return Ok(());
        };
        after = Some(last.plant.id);
        output::write(|stdout| {
            page.iter().try_for_each(|PlantRecord { plant, trail }| {
                let trail = with_trail.then_some(trail);
                match format {
                    Format::JsonLines => write_json(stdout, plant, trail),
                    Format::Csv => csv::write_record(stdout, plant, trail),
                }
            })
        })?;
    }
}

/// Requires that there is or was a token of this name: a mistyped name has no plants, too.
async fn require_token(storage: &dyn Storage, name: &str) -> Result<(), Failure> {
    let tokens = storage.token_list().await?;
    if tokens.iter().any(|token| token.name == name) {
        Ok(())
    } else {
        let name = name.to_owned();
        Err(TokenError::Unknown { name }.into())
    }
}

/// Writes a plant as one line of JSON: a `NewPlant` of the document, and with a trail two
/// members more.
pub(super) fn write_json(
    writer: &mut dyn Write,
    plant: &Plant,
    trail: Option<&Trail>,
) -> io::Result<()> {
    #[derive(Serialize)]
    struct Line<'p> {
        id: i64,
        name: &'p str,
        #[serde(skip_serializing_if = "Option::is_none")]
        tag: Option<&'p str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        created_at: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        token: Option<&'p str>,
    }
    let Plant { id, name, tag } = plant;
    output::write_json(
        writer,
        &Line {
            id: *id,
            name,
            tag: tag.as_deref(),
            created_at: trail.and_then(|trail| trail.created_at).map(timestamp),
            token: trail.and_then(|trail| trail.token.as_deref()),
        },
    )
}

/// Parses a date or a time of RFC 3339.
fn time(text: &str) -> Result<UnixSeconds, &'static str> {
    let date = text.parse::<NaiveDate>();
    let midnight = date.map(|date| date.and_time(NaiveTime::MIN).and_utc().timestamp());
    let time = DateTime::parse_from_rfc3339(text).map(|time| time.timestamp());
    midnight
        .or(time)
        .map_err(|_| "write a date or a time with its zone, as in 2026-01-31T12:00:00Z")
}
