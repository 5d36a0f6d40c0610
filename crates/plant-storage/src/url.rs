//! The URL of a store: `sqlite:plants.db` or `postgres://host/plants`. Only the
//! syntax; parsing accesses neither the disk nor the network.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::PostgresUrl;

/// The URL of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreUrl {
    /// `sqlite:PATH`: a file, relative to the working directory or absolute.
    Sqlite(PathBuf),
    /// `postgres://…`: a database, its hosts and the user.
    Postgres(Box<PostgresUrl>),
}

impl StoreUrl {
    /// Returns whether the store is a database server, which can be away for some time.
    pub fn is_server(&self) -> bool {
        match self {
            Self::Sqlite(_) => false,
            Self::Postgres(_) => true,
        }
    }

    /// Returns the URL with the absolute path of a file.
    ///
    /// # Errors
    /// The working directory is unknown.
    pub fn absolute(&self) -> std::io::Result<Self> {
        match self {
            Self::Sqlite(path) => std::path::absolute(path).map(Self::Sqlite),
            Self::Postgres(_) => Ok(self.clone()),
        }
    }
}

/// A text is not the URL of a store.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoreUrlError {
    /// The scheme is not the name of a backend.
    #[error(
        "no store of this kind is supported; write sqlite:PATH, for example sqlite:plants.db, or \
         postgres://USER@HOST/DATABASE"
    )]
    Unsupported,

    /// The path is empty.
    #[error("the path is missing; write sqlite:PATH, for example sqlite:plants.db")]
    PathMissing,

    /// `sqlite:` is followed by a host or another URL, whose password would be displayed as
    /// a path.
    #[error(
        "sqlite: is followed by a path, not by // or a URL; write sqlite:plants.db or \
         sqlite:/srv/plants.db"
    )]
    Host,

    /// A database in memory does not store anything durably.
    #[error("a database in memory keeps nothing; write sqlite:PATH with the path of a file")]
    InMemory,

    /// The text is not the URL of a PostgreSQL database, for this reason.
    #[error(
        "this is not the address of a PostgreSQL database: {0}; write postgres://USER@HOST/DATABASE"
    )]
    Postgres(String),
}

impl FromStr for StoreUrl {
    type Err = StoreUrlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            let url = text.parse().map_err(StoreUrlError::Postgres)?;
            return Ok(StoreUrl::Postgres(Box::new(url)));
        }
        match text.strip_prefix("sqlite:").ok_or(StoreUrlError::Unsupported)? {
            "" => Err(StoreUrlError::PathMissing),
            ":memory:" => Err(StoreUrlError::InMemory),
            path if path.starts_with("//") || path.contains("://") => Err(StoreUrlError::Host),
            path => Ok(StoreUrl::Sqlite(Path::new(path).to_path_buf())),
        }
    }
}

impl fmt::Display for StoreUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreUrl::Sqlite(path) => write!(formatter, "sqlite:{}", path.display()),
            StoreUrl::Postgres(url) => fmt::Display::fmt(url, formatter),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_path_is_taken_as_it_is_written() {
        for path in ["plants.db", "./a b/plants.db", "/srv/plants.db", "ü?x=1#y%20.db"] {
            let url: StoreUrl = format!("sqlite:{path}").parse().unwrap();
            assert_eq!(url, StoreUrl::Sqlite(path.into()));
            assert_eq!(url.to_string(), format!("sqlite:{path}"));
        }
    }

    #[test]
    fn both_names_of_the_protocol_are_known() {
        for scheme in ["postgres", "postgresql"] {
            let url: StoreUrl = format!("{scheme}://u:secret@h/d").parse().unwrap();
            assert_eq!(url.to_string(), "postgres://u@h:5432/d");
        }
    }

    #[test]
    fn everything_else_is_refused_by_name() {
        for (text, error) in [
            ("", StoreUrlError::Unsupported),
            ("plants.db", StoreUrlError::Unsupported),
            ("SQLITE:plants.db", StoreUrlError::Unsupported),
            ("mysql://localhost/plants", StoreUrlError::Unsupported),
            ("postgres:plants", StoreUrlError::Unsupported),
            ("postgres:///plants", StoreUrlError::Postgres("it names no host".to_owned())),
            ("sqlite:", StoreUrlError::PathMissing),
            ("sqlite::memory:", StoreUrlError::InMemory),
            ("sqlite://plants.db", StoreUrlError::Host),
            ("sqlite:///srv/plants.db", StoreUrlError::Host),
            ("sqlite:postgres://u:secret@h/d", StoreUrlError::Host),
            ("sqlite: postgres://u:secret@h/d", StoreUrlError::Host),
        ] {
            assert_eq!(text.parse::<StoreUrl>(), Err(error), "{text:?}");
        }
    }
}
