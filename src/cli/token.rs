//! `plant-store token`: issues, lists and revokes tokens. A token is printed once,
//! on standard output, when it is created. No flag takes a token, since anybody can
//! read the command lines of processes.

use std::io::{self, Write};

use chrono::{DateTime, SecondsFormat, Utc};
use clap::{Args, Subcommand};
use plant_storage::{Access, Storage, TokenRecord, UnixSeconds};

use super::{Failure, output};
use crate::config::StoreArgument;
use crate::tokens;

/// The longest lifetime of a token, in seconds: a hundred years.
const MAX_LIFETIME: UnixSeconds = 36_500 * 24 * 60 * 60;
const MAX_NAME_CHARACTERS: usize = 100;

/// Create, list and revoke tokens.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Create a token and print it once
    #[command(after_help = super::EXIT_CODES)]
    Create {
        /// The name of the token; names are never reused
        #[arg(
            long, env = "PLANT_STORE_NAME", hide_env_values = true, value_name = "NAME",
            value_parser = name
        )]
        name: String,

        /// The lifetime of the token: a number and d, h, m or s, as in 90d [default: unlimited]
        #[arg(
            long, env = "PLANT_STORE_EXPIRES", hide_env_values = true, value_name = "TIME",
            value_parser = lifetime
        )]
        expires: Option<UnixSeconds>,

        /// Create the store if it is missing, so that there is a token before the first start
        #[arg(long, env = "PLANT_STORE_NEW_STORE", hide_env_values = true)]
        new_store: bool,

        #[command(flatten)]
        store: StoreArgument,
    },
    /// Print the state, creation time, expiry time and name of each token
    #[command(after_help = super::EXIT_CODES)]
    List {
        #[command(flatten)]
        store: StoreArgument,
    },
    /// Revoke a token; a running service refuses it within a second
    #[command(after_help = super::EXIT_CODES)]
    Revoke {
        /// The name of the token
        #[arg(value_parser = no_token)]
        name: String,

        #[command(flatten)]
        store: StoreArgument,
    },
}

pub(super) async fn run(Arguments { command }: Arguments) -> Result<(), Failure> {
    match command {
        Command::Create {
            name,
            expires,
            new_store,
            store,
        } => create(&name, expires, new_store, store).await,
        Command::List { store } => list(store).await,
        Command::Revoke { name, store } => revoke(&name, store).await,
    }
}

async fn create(
    name: &str,
    lifetime: Option<UnixSeconds>,
    new_store: bool,
    StoreArgument { store }: StoreArgument,
) -> Result<(), Failure> {
    let access = if new_store {
        Access::Administer
    } else {
        Access::AdministerExisting
    };
    let storage = plant_storage::open(&store, access).await?;
    let token = tokens::issue(&*storage, name, lifetime).await?;
    deliver(&*storage, name, token.reveal()).await
}

/// Prints a line with a token that was just issued. If the line can't be printed, the
/// token is revoked: it would stay active for ever, known to no caller. Its name is
/// used up, since no name is used twice.
pub(super) async fn deliver(storage: &dyn Storage, name: &str, line: &str) -> Result<(), Failure> {
    let Err(output) = output::deliver(line) else {
        return Ok(());
    };
    let name = name.to_owned();
    let source = match storage.token_revoke(&name, Utc::now().timestamp()).await {
        Ok(()) => return Err(Failure::Unprinted { name, output }),
        Err(source) => source,
    };
    Err(Failure::Unrevoked { name, source })
}

async fn list(StoreArgument { store }: StoreArgument) -> Result<(), Failure> {
    let storage = plant_storage::open(&store, Access::Read).await?;
    let records = storage.token_list().await?;
    let now = Utc::now().timestamp();
    output::write(|stdout| write_table(stdout, &records, now))
}

async fn revoke(name: &str, StoreArgument { store }: StoreArgument) -> Result<(), Failure> {
    let storage = plant_storage::open(&store, Access::AdministerExisting).await?;
    Ok(storage.token_revoke(name, Utc::now().timestamp()).await?)
}

/// Writes the tokens as a table. The name comes last, because it may contain spaces.
fn write_table(
    writer: &mut dyn Write,
    records: &[TokenRecord],
    now: UnixSeconds,
) -> io::Result<()> {
    writeln!(
        writer,
        "{:8} {:20} {:20} NAME",
        "STATE", "CREATED", "EXPIRES"
    )?;
    for record in records {
        let state = match record {
            record if record.revoked_at.is_some() => "revoked",
            record if tokens::is_expired(record, now) => "expired",
            _ => "active",
        };
        let created = timestamp(record.created_at);
        let expires = record.expires_at.map_or("never".to_owned(), timestamp);
        writeln!(
            writer,
            "{state:8} {created:20} {expires:20} {}",
            record.name
        )?;
    }
    Ok(())
}

/// Returns a time in the format of RFC 3339, in UTC.
fn timestamp(seconds: UnixSeconds) -> String {
    match DateTime::from_timestamp(seconds, 0) {
        Some(time) => time.to_rfc3339_opts(SecondsFormat::Secs, true),
        None => seconds.to_string(),
    }
}

/// Parses an argument that must not be a token: a token given as a name would be
/// stored and listed.
fn no_token(text: &str) -> Result<String, &'static str> {
    if tokens::masked(text) == text {
        Ok(text.to_owned())
    } else {
        Err("that is a token, not a name; `plant-store token list` shows the names")
    }
}

fn name(text: &str) -> Result<String, String> {
    if text.is_empty() || text.chars().count() > MAX_NAME_CHARACTERS {
        Err(format!("a name has 1 to {MAX_NAME_CHARACTERS} characters"))
    } else if text.chars().any(char::is_control) {
        Err("a name has no control characters".to_owned())
    } else {
        Ok(no_token(text)?)
    }
}

fn lifetime(text: &str) -> Result<UnixSeconds, &'static str> {
    const FORM: &str = "write a whole number and d, h, m or s, as in 90d; at most 36500d";
    let units = [('d', 24 * 60 * 60), ('h', 60 * 60), ('m', 60), ('s', 1)];
    units
        .iter()
        .find_map(|(unit, seconds)| Some((text.strip_suffix(*unit)?, seconds)))
        .filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()))
        .and_then(|(number, seconds)| number.parse::<UnixSeconds>().ok()?.checked_mul(*seconds))
        .filter(|seconds| (1..=MAX_LIFETIME).contains(seconds))
        .ok_or(FORM)
}
