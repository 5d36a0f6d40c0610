//! The command line together with the environment and the configuration file.
//!
//! clap knows flags, variables and defaults, in this order of precedence. The values of
//! the file become the defaults of the arguments, so that all values pass the same
//! parsers and have the same messages.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::builder::ArgPredicate;
use clap::parser::ValueSource;
use clap::{ArgMatches, FromArgMatches};

use super::usage::{Source, UsageError};
use super::{Arguments, Command};
use crate::config::{self, ConfigFile};

/// The configuration file of an installed system, which all commands read by default.
const INSTALLED: &str = "/etc/plant-store.toml";

/// A parsed command line, with the sources of its settings.
pub(super) struct Parsed {
    pub(super) command: Command,
    pub(super) settings: Vec<EffectiveSetting>,
    /// For each setting of the file that a variable hides, one line. A flag is seen where the
    /// command is given; a variable may have been forgotten.
    pub(super) warnings: Vec<String>,
}

/// A setting of the command and its source.
#[derive(Clone, Debug)]
pub(super) struct EffectiveSetting {
    pub(super) name: String,
    /// The value as a flag has it; several values have commas between them. `None` if
    /// the setting is not set.
    pub(super) value: Option<String>,
    pub(super) source: Source,
}

/// Parses the command line, the environment and the configuration file of this process: at its
/// start, and again after SIGHUP.
pub(super) fn parse() -> Result<Parsed, UsageError> {
    let line: Vec<OsString> = std::env::args_os().collect();
    let command = super::command();
    let explained = |error, file: &ConfigFile| {
        let origin = origin(&error, &command, &line, file);
        UsageError::CommandLine { error, origin }
    };
    // Without the values of the file, which it finds. Help and version end here.
    let no_file = ConfigFile::default();
    let matches =
        command.clone().try_get_matches_from(&line).map_err(|error| explained(error, &no_file))?;
    let flags: Vec<_> = all_arguments(&command).iter().filter_map(|one| one.get_long()).collect();
    config::require_known(&variables(&command), &flags)?;
    let file = match matches.get_one::<PathBuf>("config") {
        Some(path) => ConfigFile::read(path, &config::names())?,
        // A service for a test has nothing to do with the one of the system.
        None if is_ephemeral(&matches) || !Path::new(INSTALLED).exists() => no_file,
        None => ConfigFile::read(Path::new(INSTALLED), &config::names())?,
    };
    let matches = with_defaults(command.clone(), &file)
        .try_get_matches_from(&line)
        .map_err(|error| explained(error, &file))?;
    let arguments =
        Arguments::from_arg_matches(&matches).map_err(|error| explained(error, &file))?;
    match &arguments.command {
        Command::Serve(arguments) => arguments.config.require_complete()?,
        Command::Config(arguments) => arguments.config.require_complete()?,
        _ => {}
    }
    let settings = effective(&matches, &command, &file);
    Ok(Parsed { warnings: hidden(&settings, &file), settings, command: arguments.command })
}

fn is_ephemeral(matches: &ArgMatches) -> bool {
    let serve = matches.subcommand_matches("serve");
    serve.is_some_and(|serve| serve.get_flag("ephemeral"))
}

/// Returns the arguments of a command and of its subcommands.
fn all_arguments(command: &clap::Command) -> Vec<&clap::Arg> {
    let others = command.get_subcommands().flat_map(all_arguments);
    command.get_arguments().chain(others).collect()
}

fn variables(command: &clap::Command) -> Vec<&str> {
    all_arguments(command).iter().filter_map(|one| one.get_env()?.to_str()).collect()
}

/// Returns the command with the values of the file as defaults.
fn with_defaults(command: clap::Command, file: &ConfigFile) -> clap::Command {
    let command = command.mut_args(|argument| {
        let name = argument.get_long().unwrap_or_default();
        match file.value(name) {
            // A list without items is no item, and its text would be an empty one.
            Some("") if argument.get_value_delimiter().is_some() => argument,
            // clap keeps defaults for as long as the process runs: those of each SIGHUP, too.
            Some(value) => argument.default_value(&*value.to_owned().leak()),
            None if name == "listen" => {
                argument.default_value_if("ephemeral", ArgPredicate::IsPresent, "127.0.0.1:0")
            }
            None => argument,
        }
    });
    command.mut_subcommands(|subcommand| with_defaults(subcommand, file))
}

/// Returns the settings of the command that was given, in the order of its help.
fn effective(
    matches: &ArgMatches,
    command: &clap::Command,
    file: &ConfigFile,
) -> Vec<EffectiveSetting> {
    if let Some((name, matches)) = matches.subcommand()
        && let Some(command) = command.find_subcommand(name)
    {
        return effective(matches, command, file);
    }
    let names = config::names();
    let arguments = command.get_arguments();
    let settings = arguments.filter_map(|argument| {
        let name = argument.get_long().filter(|name| names.iter().any(|one| one == name))?;
        let id = argument.get_id().as_str();
        let values =
            matches.try_get_raw(id).ok()?.map(|values| values.map(|value| value.to_string_lossy()));
        let variable = argument.get_env().unwrap_or_default().to_string_lossy();
        Some(EffectiveSetting {
            name: name.to_owned(),
            value: values.map(|values| values.collect::<Vec<_>>().join(",")),
            source: match matches.value_source(id) {
                Some(ValueSource::CommandLine) => Source::Flag(format!("--{name}")),
                Some(ValueSource::EnvVariable) => Source::Variable(variable.into_owned()),
                _ => file.position(name).map_or(Source::Default, Source::File),
            },
        })
    });
    settings.collect()
}

/// Returns a warning for each variable that hides a setting of the file. A store is named by
/// `store` or by `store-file`: a flag with either hides both, and the variables of both.
fn hidden(settings: &[EffectiveSetting], file: &ConfigFile) -> Vec<String> {
    const STORE: [&str; 2] = ["store", "store-file"];
    let is_store = |name: &str| STORE.contains(&name);
    let mut stores = settings.iter().filter(|setting| is_store(&setting.name));
    let has_flag = stores.any(|store| matches!(store.source, Source::Flag(_)));
    let warnings = settings.iter().filter_map(|setting| {
        let Source::Variable(variable) = &setting.source else {
            return None;
        };
        let name = &*setting.name;
        if is_store(name) && has_flag {
            return None;
        }
        let names: &[&str] = if is_store(name) { &STORE } else { &[name] };
        let mut positions = names.iter().map(|name| (name, file.position(name)));
        let (hidden, position) = positions.find_map(|(name, found)| Some((name, found?)))?;
        Some(format!(
            "the variable {variable} hides {hidden} of the configuration file ({position})"
        ))
    });
    warnings.collect()
}

/// Returns where an invalid value comes from, unless it is a flag, which clap names.
fn origin(
    error: &clap::Error,
    command: &clap::Command,
    line: &[OsString],
    file: &ConfigFile,
) -> Option<Source> {
    let Some(clap::error::ContextValue::String(argument)) =
        error.get(clap::error::ContextKind::InvalidArg)
    else {
        return None;
    };
    // As in `--store <URL>`, `--listen=<…>` and `--log-requests[=<BOOL>]`.
    let name = argument.strip_prefix("--")?.split([' ', '=', '[']).next().unwrap_or_default();
    let mut own = all_arguments(command);
    own.retain(|one| one.get_long() == Some(name));
    let is_given = |word: &OsString| {
        let word = word.to_string_lossy();
        let flag = word.split('=').next().and_then(|word| word.strip_prefix("--"));
        let names = own.iter().flat_map(|one| one.get_long_and_visible_aliases()).flatten();
        names.into_iter().any(|name| flag == Some(name))
    };
    if line.iter().any(is_given) {
        return None;
    }
    let variable = config::variable(name);
    let is_set = std::env::var_os(&variable).is_some() && variables(command).contains(&&*variable);
    if is_set { Some(Source::Variable(variable)) } else { file.position(name).map(Source::File) }
}
