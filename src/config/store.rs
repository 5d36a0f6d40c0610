//! The store, for all commands that use one: `--store`, or `--store-file` with a URL
//! that nobody else may read.

use std::fs;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches};
use plant_storage::StoreUrl;

/// The store of plants and tokens.
#[derive(Clone, Debug)]
pub struct StoreArgument {
    /// The URL of the store.
    pub store: StoreUrl,
    /// Whether the URL is from a file that only names the store.
    pub(crate) is_from_file: bool,
    /// Whether a setting names the store.
    pub(crate) is_named: bool,
}

impl StoreArgument {
    /// Returns the name of the store in output: its URL, with the absolute path of a file.
    pub(crate) fn name(&self) -> String {
        self.store.absolute().as_ref().unwrap_or(&self.store).to_string()
    }
}

/// The two ways to name a store.
#[derive(Args, Debug)]
struct StoreFlags {
    /// The store of plants and tokens: sqlite:PATH or postgres://USER@HOST/DATABASE
    /// [default: sqlite:plants.db]
    #[arg(long, env, value_name = "URL")]
    store: Option<StoreUrl>,

    /// A file with the URL of the store
    #[arg(long, env, value_name = "FILE")]
    store_file: Option<PathBuf>,

    /// The number of standbys for which PostgreSQL has to wait at each commit; a server that
    /// waits for fewer is refused, except for reading
    #[arg(long, env, value_name = "NUMBER", default_value = "0", value_parser = standbys)]
    store_synchronous_standbys: u32,
}

/// The maximum of `--store-synchronous-standbys`.
const MAX_STANDBYS: u32 = 100;

fn standbys(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(number @ 0..=MAX_STANDBYS) => Ok(number),
        _ => Err(format!("write a whole number from 0 to {MAX_STANDBYS}")),
    }
}

impl Args for StoreArgument {
    fn augment_args(command: Command) -> Command {
        StoreFlags::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        StoreFlags::augment_args_for_update(command)
    }
}

impl FromArgMatches for StoreArgument {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let invalid = |message| Error::raw(ErrorKind::ValueValidation, message);
        let flags = StoreFlags::from_arg_matches(matches)?;
        // Ordered by precedence: the configuration file, variables, flags.
        let source = |id| matches.value_source(id);
        let (store, file) = match (flags.store, flags.store_file) {
            (Some(_), Some(_)) if source("store") == source("store_file") => {
                let message = "store and store-file are both set; set one of them\n";
                return Err(invalid(message.to_owned()));
            }
            (Some(_), Some(file)) if source("store") < source("store_file") => (None, Some(file)),
            (Some(store), _) => (Some(store), None),
            (None, file) => (None, file),
        };
        let is_from_file = file.is_some();
        let is_named = store.is_some() || is_from_file;
        let mut store = match (store, file) {
            (Some(store), _) => store,
            (None, None) => StoreUrl::Sqlite("plants.db".into()),
            (None, Some(file)) => {
                let named = format!("the file {} of store-file", file.display());
                let text = fs::read_to_string(&file)
                    .map_err(|error| invalid(format!("{named} cannot be read: {error}\n")))?;
                text.trim()
                    .parse()
                    .map_err(|error| invalid(format!("{named} contains no URL: {error}\n")))?
            }
        };
        let standbys = flags.store_synchronous_standbys;
        let of_standbys = source("store_synchronous_standbys");
        match &mut store {
            StoreUrl::Postgres(url) => url.require_synchronous_standbys(standbys),
            // The setting of a file is for the store of that file.
            _ if standbys > 0 && of_standbys >= source("store").max(source("store_file")) => {
                let message = "store-synchronous-standbys is set, and the store is not a \
                               PostgreSQL database\n";
                return Err(invalid(message.to_owned()));
            }
            _ => {}
        }
        Ok(StoreArgument { store, is_from_file, is_named })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
