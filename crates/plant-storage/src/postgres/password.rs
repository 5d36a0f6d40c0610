//! Passwords that are not in the URL: the variable `PGPASSWORD`, or a password file, as
//! libpq has them (PostgreSQL manual §34.15, §34.16).
//!
//! libpq ignores a password file that other users may read. Here that is an error: the
//! database would refuse the connection, and its message would not name the reason.

use std::env;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use tokio_postgres::Config;
use tokio_postgres::config::Host;

/// A password file cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum PasswordError {
    /// The file cannot be read.
    #[error("the password file {} cannot be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Other users may read the file.
    #[error(
        "the password file {} has mode {mode:04o}, so that other users may read it; run \
         `chmod 600`",
        path.display()
    )]
    Exposed {
        /// The file.
        path: PathBuf,
        /// The permission bits of the file.
        mode: u32,
    },
}

/// Where passwords come from, unless the URL has one.
pub(super) enum Passwords {
    /// `PGPASSWORD`.
    Variable(String),
    /// The contents of a password file; empty if there is none.
    File(String),
}

impl Passwords {
    /// Reads the environment of this process, and the password file.
    pub(super) fn of_process() -> Result<Self, PasswordError> {
        if let Ok(password) = env::var("PGPASSWORD") {
            return Ok(Passwords::Variable(password));
        }
        let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".pgpass"));
        let (path, is_named) = match env::var_os("PGPASSFILE") {
            Some(path) => (Some(path.into()), true),
            None => (home(), false),
        };
        match path {
            None => Ok(Passwords::File(String::new())),
            Some(path) => read(path, is_named).map(Passwords::File),
        }
    }

    /// Sets the password of a configuration with one host, unless it has one.
    pub(super) fn apply(&self, config: &mut Config) {
        if config.get_password().is_some() {
            return;
        }
        match self {
            Passwords::Variable(password) => {
                config.password(password);
            }
            Passwords::File(lines) => {
                if let Some(password) = find(lines, &keys(config)) {
                    config.password(password);
                }
            }
        }
    }
}

/// Reads a password file. A file that the environment does not name may be missing.
fn read(path: PathBuf, is_named: bool) -> Result<String, PasswordError> {
    let file = fs::metadata(&path).and_then(|metadata| {
        let text = fs::read_to_string(&path)?;
        Ok((metadata.permissions().mode() & 0o7777, text))
    });
    match file {
        Ok((mode, _)) if mode & 0o077 != 0 => Err(PasswordError::Exposed { path, mode }),
        Ok((_, text)) => Ok(text),
        Err(_) if !is_named => Ok(String::new()),
        Err(source) => Err(PasswordError::Read { path, source }),
    }
}

/// Returns the host, the port, the database and the user of a configuration.
fn keys(config: &Config) -> [String; 4] {
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(name)) => name.clone(),
        Some(Host::Unix(_)) | None => "localhost".to_owned(),
    };
    let port = config.get_ports().first().unwrap_or(&5432);
    let user = config.get_user().unwrap_or_default();
    let database = config.get_dbname().unwrap_or(user);
    [host, port.to_string(), database.to_owned(), user.to_owned()]
}

/// Returns the password of the first line whose fields are equal to the keys, or `*`.
fn find(lines: &str, keys: &[String; 4]) -> Option<String> {
    let lines = lines.lines().filter(|line| !line.starts_with('#'));
    lines.map(fields).find_map(|fields| {
        let (password, patterns) = fields.split_last()?;
        let is_same = |(pattern, key): (&String, &String)| pattern == "*" || pattern == key;
        let matches = patterns.len() == keys.len() && patterns.iter().zip(keys).all(is_same);
        matches.then(|| password.clone())
    })
}

/// Splits a line at its first four colons. A backslash escapes a colon and a backslash.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        let last = fields.len() - 1;
        match character {
            ':' if fields.len() < 5 => fields.push(String::new()),
            '\\' => fields[last].extend(characters.next()),
            other => fields[last].push(other),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn password(lines: &str, url: &str) -> Option<String> {
        let mut config: Config = url.parse().unwrap();
        Passwords::File(lines.to_owned()).apply(&mut config);
        let password = config.get_password()?;
        Some(String::from_utf8(password.to_vec()).unwrap())
    }

    #[test]
    fn the_first_line_that_matches_has_the_password() {
        let lines = "# comment\n\
                     db:5432:plants:me:first\n\
                     db:*:plants:me:second\n\
                     localhost:*:*:me:socket\n\
                     *:*:*:it\\:s\\\\me:a:b\n";
        for (url, expected) in [
            ("postgres://me@db/plants", Some("first")),
            ("postgres://me@db:5433/plants", Some("second")),
            ("postgres://me@db/other", None),
            ("postgres://me@%2Frun%2Fpg/any", Some("socket")),
            ("postgres://it%3As%5Cme@db/plants", Some("a:b")),
            ("postgres://me:own@db/plants", Some("own")),
            ("postgres://other@db/plants", None),
        ] {
            assert_eq!(password(lines, url).as_deref(), expected, "{url}");
        }
    }

    #[test]
    fn a_variable_is_for_every_host() {
        let mut config: Config = "postgres://me@db/plants".parse().unwrap();
        Passwords::Variable("secret".to_owned()).apply(&mut config);
        assert_eq!(config.get_password(), Some(&b"secret"[..]));
    }

    #[test]
    fn a_file_that_others_may_read_is_refused_and_a_missing_one_only_if_it_is_named() {
        let directory = tempfile::TempDir::new().unwrap();
        let path = directory.path().join("pgpass");
        assert_eq!(read(path.clone(), false).unwrap(), "");
        assert!(matches!(read(path.clone(), true), Err(PasswordError::Read { .. })));
        fs::write(&path, "*:*:*:*:secret").unwrap();
        fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
        let error = read(path.clone(), true).unwrap_err().to_string();
        assert!(error.contains("has mode 0640"), "{error}");
        fs::set_permissions(&path, PermissionsExt::from_mode(0o600)).unwrap();
        assert_eq!(read(path, true).unwrap(), "*:*:*:*:secret");
    }
}
