//! `plant-store plants delete`: deletes the content of plants.

use std::collections::BTreeSet;
use std::env;

use chrono::Utc;
use clap::Args;
use plant_storage::{Access, Deletion};

use super::id;
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::config::StoreArgument;

/// Delete the content of plants.
#[derive(Args, Debug)]
#[command(after_help = crate::cli::EXIT_CODES)]
pub(super) struct Arguments {
    /// The ids of the plants
    #[arg(required = true, value_name = "ID", allow_negative_numbers = true, value_parser = id)]
    ids: Vec<i64>,

    /// Why the plants are deleted; the store keeps it with the time and the user
    #[arg(long, value_name = "TEXT", value_parser = reason)]
    reason: String,

    /// Let the ids be used again. Then the store keeps no record of the plants, and a caller
    /// that repeats its create stores its plant again
    #[arg(long)]
    free_id: bool,

    #[command(flatten)]
    store: StoreArgument,
}

pub(super) async fn run(arguments: Arguments) -> Result<(), Failure> {
    let Arguments { ids, reason, free_id, store: StoreArgument { store, .. } } = arguments;
    let ids = BTreeSet::from_iter(ids);
    let deletion = Deletion { at: Utc::now().timestamp(), by: operator(), reason };
    let storage = plant_storage::open(&store, Access::AdministerExisting).await?;
    storage.plant_delete(&ids, &deletion, free_id).await?;
    if store.is_server() {
        eprintln!(
            "note: the files of the database have the names and tags until its owner runs \
             VACUUM FULL plants"
        );
    }
    let store = store.absolute().unwrap_or(store);
    let Deletion { by, reason, .. } = deletion;
    let plants = match (ids.len(), free_id) {
        (1, false) => "plant",
        (1, true) => "plant, whose id is free",
        (_, false) => "plants",
        (_, true) => "plants, whose ids are free",
    };
    output::write(|stdout| {
        for id in &ids {
            writeln!(stdout, "{id}")?;
        }
        let count = ids.len();
        writeln!(stdout, "deleted from {store} by {by}: {count} {plants}: {reason}")
    })
}

/// Returns the name of the user, or of the user who has called sudo.
fn operator() -> String {
    let sudo = env::var("SUDO_USER").ok().filter(|name| !name.is_empty());
    let name = sudo.or_else(|| whoami::username().ok());
    let uid = || format!("uid {}", rustix::process::getuid().as_raw());
    untrusted_text::one_line(&name.unwrap_or_else(uid)).into()
}

fn reason(text: &str) -> Result<String, &'static str> {
    if text.trim().is_empty() || text.chars().any(char::is_control) {
        Err("write a reason of one line")
    } else {
        Ok(text.to_owned())
    }
}
