//! The arguments of an import that name its target: a store, or a service. Plants in a wrong
//! target have to be deleted by hand, so a target that is not certain is refused.

use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches};

use crate::config::StoreArgument;

/// The target that the arguments name.
#[derive(Clone, Debug)]
pub(super) enum TargetArgument {
    /// A store.
    Store {
        store: StoreArgument,
        /// Whether a missing store is created.
        is_new: bool,
    },
    /// A service.
    Service { url: String, token_file: PathBuf },
}

#[derive(Args, Debug)]
struct TargetFlags {
    /// Send the plants to the service with this URL, instead of opening its store
    #[arg(long, env, value_name = "URL")]
    url: Option<String>,

    /// The file with a token for --url
    #[arg(long, env, value_name = "FILE")]
    token_file: Option<PathBuf>,

    /// Create the store if it is missing
    #[arg(long)]
    new_store: bool,

    #[command(flatten)]
    store: StoreArgument,
}

impl Args for TargetArgument {
    fn augment_args(command: Command) -> Command {
        TargetFlags::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        TargetFlags::augment_args_for_update(command)
    }
}

impl FromArgMatches for TargetArgument {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let flags = TargetFlags::from_arg_matches(matches)?;
        // Ordered by precedence: the configuration file, variables, flags.
        let source = |id| matches.value_source(id);
        let store = source("store").max(source("store_file"));
        let invalid = |message| Err(Error::raw(ErrorKind::ArgumentConflict, message));
        match flags.url {
            Some(_) if source("url") == store => {
                invalid("url and store are both set; set one of them, as a flag\n")
            }
            Some(url) if source("url") > store => match flags.token_file {
                _ if flags.new_store => {
                    invalid("--new-store is for a store, and url is set; give --store\n")
                }
                None => invalid("url is set and token-file is not; give --token-file\n"),
                Some(token_file) => Ok(TargetArgument::Service { url, token_file }),
            },
            None if flags.token_file.is_some() && source("token_file") >= store => {
                invalid("token-file is set and url is not; give --url, or --store\n")
            }
            _ => Ok(TargetArgument::Store { store: flags.store, is_new: flags.new_store }),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
