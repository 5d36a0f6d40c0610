//! The configuration file: TOML, with one key for each setting.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::de::{DeTable, DeValue};

use super::suggestion;

/// The settings of a configuration file.
#[derive(Debug, Default)]
pub(crate) struct ConfigFile {
    path: PathBuf,
    settings: Vec<Setting>,
}

/// A setting of a file.
#[derive(Debug)]
struct Setting {
    name: String,
    /// The value as a flag has it.
    value: String,
    line: usize,
}

/// A configuration file cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FileError {
    /// The file cannot be read.
    #[error("the configuration file {} cannot be read", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        #[source]
        source: io::Error,
    },
    /// The file is not TOML.
    #[error("{position}: this is not TOML: {message}")]
    Syntax {
        /// The file and the line.
        position: String,
        /// The message of the parser.
        message: String,
    },
    /// No setting has this name.
    #[error("{position}: there is no setting {}{suggestion}", without_secrets(.name))]
    Unknown {
        /// The file and the line.
        position: String,
        /// The name.
        name: String,
        /// The name that may be meant.
        suggestion: String,
    },
    /// No setting has values of this type.
    #[error(
        "{position}: {name} is {found}; write a text, a whole number, true, false, or a list of \
         texts"
    )]
    Type {
        /// The file and the line.
        position: String,
        /// The name of the setting.
        name: String,
        /// The type of the value.
        found: &'static str,
    },
}

impl ConfigFile {
    /// Reads a file with settings of these names.
    pub(crate) fn read(path: &Path, names: &[String]) -> Result<Self, FileError> {
        let text = fs::read_to_string(path)
            .map_err(|source| FileError::Read { path: path.to_owned(), source })?;
        Self::parse(path, &text, names)
    }

    fn parse(path: &Path, text: &str, names: &[String]) -> Result<Self, FileError> {
        let line = |span: Range<usize>| text[..span.start].matches('\n').count() + 1;
        let position = |line| format!("{}:{line}", path.display());
        let table = DeTable::parse(text).map_err(|error| FileError::Syntax {
            position: position(error.span().map_or(1, line)),
            message: error.message().to_owned(),
        })?;
        let mut settings = Vec::new();
        for (name, value) in table.get_ref() {
            let line = line(name.span());
            let name = name.get_ref().to_string();
            if !names.contains(&name) {
                let meant = name.replace('_', "-").to_lowercase();
                return Err(FileError::Unknown {
                    position: position(line),
                    suggestion: suggestion(&meant, names.iter().map(String::as_str)),
                    name,
                });
            }
            let value = flag_value(value.get_ref()).map_err(|found| FileError::Type {
                position: position(line),
                name: name.clone(),
                found,
            })?;
            settings.push(Setting { name, value, line });
        }
        Ok(ConfigFile { path: path.to_owned(), settings })
    }

    /// Returns the value of a setting, as a flag has it.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        Some(&self.find(name)?.value)
    }

    /// Returns the file and the line of a setting.
    pub(crate) fn position(&self, name: &str) -> Option<String> {
        let line = self.find(name)?.line;
        Some(format!("{}:{line}", self.path.display()))
    }

    fn find(&self, name: &str) -> Option<&Setting> {
        self.settings.iter().find(|setting| setting.name == name)
    }
}

/// Returns the name of a setting as a message shows it. One with other characters than names
/// have may be the URL of a store, whose password nobody may see.
fn without_secrets(name: &str) -> &str {
    let is_of_name = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
    if name.chars().all(is_of_name) { name } else { "…" }
}

/// Returns a value as a flag has it, or the name of its type.
fn flag_value(value: &DeValue<'_>) -> Result<String, &'static str> {
    match value {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Boolean(value) => Ok(value.to_string()),
        DeValue::Integer(number) => i128::from_str_radix(number.as_str(), number.radix())
            .map(|number| number.to_string())
            .map_err(|_| "too large"),
        DeValue::Array(items) => {
            let texts: Option<Vec<_>> = items.iter().map(|item| item.get_ref().as_str()).collect();
            Ok(texts.ok_or("a list of other values")?.join(","))
        }
        DeValue::Float(_) => Err("a number with a fraction"),
        DeValue::Datetime(_) => Err("a date"),
        DeValue::Table(_) => Err("a table"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<ConfigFile, String> {
        let names = ["listen", "body-limit", "cors-origin"].map(str::to_owned);
        ConfigFile::parse(Path::new("a.toml"), text, &names).map_err(|error| error.to_string())
    }

    #[test]
    fn values_are_those_of_flags_and_have_a_position() {
        let text =
            "# settings\nlisten = \"[::1]:80\"\n\nbody-limit = 1_000\ncors-origin = [\"a\", \"b\"]";
        let file = parse(text).unwrap();
        for (name, value, position) in [
            ("listen", "[::1]:80", "a.toml:2"),
            ("body-limit", "1000", "a.toml:4"),
            ("cors-origin", "a,b", "a.toml:5"),
        ] {
            assert_eq!(file.value(name), Some(value));
            assert_eq!(file.position(name).unwrap(), position);
        }
        assert_eq!(parse("body-limit = 0x10").unwrap().value("body-limit"), Some("16"));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, message) in [
            (
                "\nbody_limit = 1",
                "a.toml:2: there is no setting body_limit; a similar one is body-limit",
            ),
            ("colour = 1", "a.toml:1: there is no setting colour"),
            ("[tls]\nkey = 1", "a.toml:1: there is no setting tls"),
            ("'postgres://me:secret@db/plants' = 1", "a.toml:1: there is no setting …"),
            ("\"host=db password=secret\" = 1", "a.toml:1: there is no setting …"),
            (
                "body-limit = 1.5",
                "a.toml:1: body-limit is a number with a fraction; write a text, a whole number, \
                 true, false, or a list of texts",
            ),
        ] {
            assert_eq!(parse(text).unwrap_err(), message);
        }
        let message = parse("listen = \"a\"\nlisten = \"b\"").unwrap_err();
        assert!(message.starts_with("a.toml:2: this is not TOML: "), "{message}");
    }
}
