//! `plant-store config`: prints the effective settings and their sources, as a
//! configuration file.

use clap::Args;
use untrusted_text::one_line;

use super::arguments::EffectiveSetting;
use super::usage::Source;
use super::{Failure, output};
use crate::config::Config;

/// Print the effective settings with their sources.
#[derive(Args, Debug)]
#[command(after_help = super::EXIT_CODES)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) config: Config,
}

pub(super) fn run(arguments: &Arguments, settings: &[EffectiveSetting]) -> Result<(), Failure> {
    let lines: Vec<_> = settings.iter().map(|setting| line(setting, &arguments.config)).collect();
    let width = lines.iter().map(|(line, _)| line.chars().count()).max().unwrap_or_default();
    output::write(|stdout| {
        lines.iter().try_for_each(|(line, source)| {
            if line.starts_with('#') && **source == Source::Default {
                writeln!(stdout, "{line}")
            } else {
                writeln!(stdout, "{line:width$}  # {source}")
            }
        })
    })
}

/// Returns a line of a configuration file, and the source of the setting.
fn line<'s>(setting: &'s EffectiveSetting, config: &Config) -> (String, &'s Source) {
    let EffectiveSetting { name, value, source } = setting;
    let line = match (&**name, value) {
        // `Display` leaves out the password. A file with both `store` and `store-file` is refused, so
        // that the URL in the file of `store-file` is a comment, whose source is the next line's.
        ("store", _) if config.store.is_from_file => {
            let url = config.store.store.to_string();
            return (format!("# store is {}", one_line(&url)), &Source::Default);
        }
        ("store", _) => format!("store = {}", toml_value(&config.store.store.to_string())),
        ("store-file", Some(_)) if !config.store.is_from_file => {
            "# store-file is overridden by store".to_owned()
        }
        (_, None) => format!("# {name} is not set"),
        (_, Some(value)) => format!("{name} = {}", toml_value(value)),
    };
    (line, source)
}

fn toml_value(value: &str) -> String {
    let is_number = || value.parse::<i64>().is_ok_and(|number| number.to_string() == value);
    match matches!(value, "true" | "false") || is_number() {
        true => value.to_owned(),
        false => toml::Value::from(value).to_string(),
    }
}
