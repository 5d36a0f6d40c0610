//! `plant-store token`: issues, lists, rotates and revokes tokens. A token is printed
//! once, on standard output, when it is created. No flag takes a token, since anybody can
//! read the command lines of processes.

mod arguments;
mod deliver;
mod list;

use chrono::Utc;
use clap::{Args, Subcommand};
use plant_storage::{Access, Storage, TokenError, TokenRecord, UnixSeconds};
use serde::Serialize;

use super::{Failure, output};
use crate::config::StoreArgument;
use crate::tokens::{self, Issued};
pub(super) use arguments::no_token;
use arguments::{lifetime, name, overlap};
pub(super) use deliver::{TokenFile, deliver};
pub(super) use list::timestamp;

/// Create, list, rotate and revoke tokens.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Create a token and print it once
    #[command(after_help = super::EXIT_CODES)]
    Create(Create),
    /// Print the state, times and name of each token
    #[command(after_help = super::EXIT_CODES)]
    List {
        #[command(flatten)]
        json: Json,

        #[command(flatten)]
        store: StoreArgument,
    },
    /// Create the successor of a token and print it once; the old token expires
    #[command(after_help = super::EXIT_CODES)]
    Rotate(Rotate),
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

#[derive(Args, Debug)]
struct Create {
    /// The name of the token; names are never reused
    #[arg(long, env, value_name = "NAME", value_parser = name)]
    name: String,

    /// The lifetime of the token: a number and d, h, m or s, as in 90d [default: unlimited]
    #[arg(long, env, value_name = "TIME", visible_alias = "expires-in", value_parser = lifetime)]
    expires: Option<UnixSeconds>,

    /// Create the store if it is missing, so that there is a token before the first start
    #[arg(long)]
    new_store: bool,

    #[command(flatten)]
    json: Json,

    #[command(flatten)]
    store: StoreArgument,
}

#[derive(Args, Debug)]
struct Rotate {
    /// The name of the token
    #[arg(value_parser = no_token)]
    name: String,

    /// The name of its successor [default: the name with the next number, as in first-2]
    #[arg(long, env, value_name = "NAME", value_parser = name)]
    new_name: Option<String>,

    /// The time for which the old token stays valid: a number and d, h, m or s
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = overlap)]
    overlap: UnixSeconds,

    /// The lifetime of the successor [default: that of the old token]
    #[arg(long, env, value_name = "TIME", visible_alias = "expires-in", value_parser = lifetime)]
    expires: Option<UnixSeconds>,

    #[command(flatten)]
    json: Json,

    #[command(flatten)]
    store: StoreArgument,
}

#[derive(Args, Clone, Copy, Debug)]
struct Json {
    /// Print JSON, one object a line
    #[arg(long)]
    json: bool,
}

pub(super) async fn run(Arguments { command }: Arguments) -> Result<(), Failure> {
    match command {
        Command::Create(arguments) => create(arguments).await,
        Command::List { json, store } => list(json, store).await,
        Command::Rotate(arguments) => rotate(arguments).await,
        Command::Revoke { name, store } => revoke(&name, store).await,
    }
}

async fn create(arguments: Create) -> Result<(), Failure> {
    let access = if arguments.new_store { Access::Administer } else { Access::AdministerExisting };
    let storage = plant_storage::open(&arguments.store.store, access).await?;
    let issued = tokens::issue(&*storage, &arguments.name, arguments.expires).await?;
    print(&*storage, &issued, arguments.json).await
}

async fn list(json: Json, StoreArgument { store, .. }: StoreArgument) -> Result<(), Failure> {
    let storage = plant_storage::open(&store, Access::Read).await?;
    let records = storage.token_list().await?;
    let write = if json.json { list::write_json } else { list::write_table };
    output::write(|stdout| write(stdout, &records, Utc::now().timestamp()))
}

/// Creates and prints the successor first: when that fails, the old token is as it was.
async fn rotate(arguments: Rotate) -> Result<(), Failure> {
    let store = &arguments.store.store;
    let storage = plant_storage::open(store, Access::AdministerExisting).await?;
    let (records, now) = (storage.token_list().await?, Utc::now().timestamp());
    let name = arguments.name;
    let Some(old) = records.iter().find(|record| record.name == name) else {
        return Err(TokenError::Unknown { name }.into());
    };
    if !tokens::is_accepted(old, now) {
        return Err(Failure::Inactive { name });
    }
    let new_name = match arguments.new_name {
        Some(name) => name,
        None => successor(&name, &records),
    };
    let lifetime = arguments.expires.or_else(|| Some(old.expires_at? - old.created_at));
    let issued = tokens::issue(&*storage, &new_name, lifetime).await?;
    print(&*storage, &issued, arguments.json).await?;
    if arguments.overlap == 0 {
        storage.token_revoke(&name, now).await?;
    } else {
        storage.token_expire(&name, now + arguments.overlap).await?;
    }
    Ok(())
}

/// Returns the name with the next number that no token has.
fn successor(name: &str, records: &[TokenRecord]) -> String {
    let numbered =
        name.rsplit_once('-').and_then(|(base, number)| Some((base, number.parse::<u32>().ok()?)));
    let (base, number) = numbered.unwrap_or((name, 1));
    let is_free = |name: &String| records.iter().all(|record| record.name != *name);
    let mut names = (number.saturating_add(1)..).map(|number| format!("{base}-{number}"));
    names.find(is_free).unwrap_or_else(|| name.to_owned())
}

async fn revoke(name: &str, StoreArgument { store, .. }: StoreArgument) -> Result<(), Failure> {
    let storage = plant_storage::open(&store, Access::AdministerExisting).await?;
    Ok(storage.token_revoke(name, Utc::now().timestamp()).await?)
}

/// Prints a token that was just issued.
async fn print(storage: &dyn Storage, issued: &Issued, json: Json) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Line<'i> {
        name: &'i str,
        token: &'i str,
        expires_at: Option<String>,
    }
    let Issued { token, record } = issued;
    let mut line = Vec::new();
    let written = if json.json {
        output::write_json(
            &mut line,
            &Line {
                name: &record.name,
                token: token.reveal(),
                expires_at: record.expires_at.map(list::timestamp),
            },
        )
    } else {
        line.extend_from_slice(token.reveal().as_bytes());
        line.push(b'\n');
        Ok(())
    };
    deliver(storage, &record.name, None, || written.and_then(|()| output::deliver(&line))).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_successor_has_the_next_number_that_is_free() {
        let records: Vec<_> = ["first", "shift-7", "shift-8", "no-number-x"]
            .map(|name| TokenRecord {
                name: name.to_owned(),
                hash: [0; 32],
                created_at: 0,
                expires_at: None,
                revoked_at: None,
                last_used_at: None,
            })
            .into();
        for (name, expected) in
            [("first", "first-2"), ("shift-7", "shift-9"), ("no-number-x", "no-number-x-2")]
        {
            assert_eq!(successor(name, &records), expected);
        }
    }
}
