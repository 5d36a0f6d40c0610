//! The command line together with the environment and the configuration file.
//!
//! clap knows flags, variables and defaults, in this order of precedence. The values of
//! the file become the defaults of the arguments, so that all values pass the same
//! parsers and have the same messages.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches};

use super::usage::UsageError;
use super::{Arguments, Command};
use crate::config::{self, ConfigFile};

/// A parsed command line, with the sources of its settings.
pub(super) struct Parsed {
    pub(super) command: Command,
    pub(super) settings: Vec<EffectiveSetting>,
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

/// The source of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Flag(String),
    Variable(String),
    /// The file and the line.
    File(String),
    Default,
}

/// Parses the command line, the environment and the configuration file of this process.
pub(super) fn parse() -> Result<Parsed, UsageError> {
    let line: Vec<OsString> = std::env::args_os().collect();
    let command = Arguments::command();
    let explained = |error, file: &ConfigFile| {
        let origin = origin(&error, &command, &line, file);
        UsageError::CommandLine { error, origin }
    };
    // Finds the file. Help and version end here.
    let none = ConfigFile::default();
    let matches = command.clone().try_get_matches_from(&line);
    let matches = matches.map_err(|error| explained(error, &none))?;
    config::require_known(&variables(&command), &flags(&command))?;
    let file = match matches.get_one::<PathBuf>("config") {
        Some(path) => ConfigFile::read(path, &config::names())?,
        None => none,
    };
    let matches = with_defaults(command.clone(), &file).try_get_matches_from(&line);
    let matches = matches.map_err(|error| explained(error, &file))?;
    let arguments = Arguments::from_arg_matches(&matches);
    let arguments = arguments.map_err(|error| explained(error, &file))?;
    match &arguments.command {
        Command::Serve(arguments) => arguments.config.require_complete()?,
        Command::Config(arguments) => arguments.config.require_complete()?,
        _ => {}
    }
    Ok(Parsed {
        settings: effective(&matches, &command, &file),
        command: arguments.command,
    })
}

/// Returns the names of all variables of a command and its subcommands.
fn variables(command: &clap::Command) -> Vec<String> {
    let own = command.get_arguments().filter_map(clap::Arg::get_env);
    let own = own.map(|name| name.to_string_lossy().into_owned());
    let others = command.get_subcommands().flat_map(variables);
    own.chain(others).collect()
}

/// Returns the names of all flags of a command and its subcommands.
fn flags(command: &clap::Command) -> Vec<String> {
    let own = command.get_arguments().filter_map(clap::Arg::get_long);
    let others = command.get_subcommands().flat_map(flags);
    own.map(str::to_owned).chain(others).collect()
}

/// Returns the command with the values of the file as defaults.
fn with_defaults(command: clap::Command, file: &ConfigFile) -> clap::Command {
    let command = command.mut_args(|argument| {
        let name = argument.get_long().unwrap_or_default();
        match file.value(name) {
            // clap keeps defaults for as long as the process runs.
            Some(value) => argument.default_value(&*value.to_owned().leak()),
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
    let Some((name, matches)) = matches.subcommand() else {
        return Vec::new();
    };
    let Some(command) = command.find_subcommand(name) else {
        return Vec::new();
    };
    let names = config::names();
    let arguments = command.get_arguments();
    let settings = arguments.filter_map(|argument| {
        let name = argument
            .get_long()
            .filter(|name| names.iter().any(|one| one == name))?;
        let id = argument.get_id().as_str();
        let values = matches.try_get_raw(id).ok()?;
        let values = values.map(|values| values.map(|value| value.to_string_lossy()));
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
    let name = argument.strip_prefix("--")?;
    let name = name.split([' ', '=', '[']).next().unwrap_or_default();
    let flag = format!("--{name}");
    let is_given = |word: &OsString| {
        let word = word.to_string_lossy();
        word == flag || word.starts_with(&format!("{flag}="))
    };
    if line.iter().any(is_given) {
        return None;
    }
    let variable = config::variable(name);
    let is_set = std::env::var_os(&variable).is_some() && variables(command).contains(&variable);
    if is_set {
        Some(Source::Variable(variable))
    } else {
        file.position(name).map(Source::File)
    }
}
