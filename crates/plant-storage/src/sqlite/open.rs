//! Opening a database file: resolve its path, check that it is a store, migrate
//! the schema, configure the connection. Any other file is refused and unchanged.

use std::io::ErrorKind;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use percent_encoding::{NON_ALPHANUMERIC, percent_encode};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::file::{DatabaseFile, denied, is_read_only};
use super::schema::{self, Contents};
use super::verify::failed;
use super::{owner, parts};
use crate::OpenError;

/// How long a write waits for the lock of another process. Commands beside a
/// service write for milliseconds; a transaction at an `sqlite3` prompt may hold
/// the lock longer.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Returns the canonical path of a database file, so that two processes that use
/// different symbolic links lock and write the same companion files.
pub(super) fn resolve(path: &Path) -> Result<PathBuf, OpenError> {
    match path.canonicalize() {
        Ok(file) if file.is_file() => Ok(file),
        Ok(other) => Err(OpenError::NotADatabase(other)),
        Err(_) => resolve_new(path),
    }
}

fn resolve_new(path: &Path) -> Result<PathBuf, OpenError> {
    let name = path.file_name().ok_or_else(|| OpenError::NotADatabase(path.to_path_buf()))?;
    let directory = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    match directory.canonicalize() {
        Ok(directory) => Ok(directory.join(name)),
        Err(_) => Err(OpenError::DirectoryMissing(directory.to_path_buf())),
    }
}

/// Opens the store at `path` to read it, whether or not a service uses it. Its schema has
/// the version `oldest` or a later one.
pub(super) fn for_reading(path: &Path, oldest: u32) -> Result<Connection, OpenError> {
    parts::refuse_incomplete(path)?;
    let database = DatabaseFile::open_to_read(path)?;
    let is_served = owner::is_served(path, &database)?;
    if is_read_only(path) {
        return match () {
            () if is_served => Err(OpenError::InUse(path.to_path_buf())),
            () if parts::has_log(path) => Err(OpenError::ReadOnly(path.to_path_buf())),
            () => of_version(path, connect_immutable(path)?, oldest),
        };
    }
    let mut connection = open_to_read(path, oldest)?;
    if !is_served {
        parts::check_log(path, &mut connection)?;
    }
    parts::keep_log(path, &connection, false)?;
    Ok(connection)
}

/// Opens a database to read it, without checks of its companion files.
pub(super) fn open_to_read(path: &Path, oldest: u32) -> Result<Connection, OpenError> {
    let has_log = parts::has_log(path);
    // Not SQLITE_OPEN_READ_ONLY: such a connection cannot delete the log and the
    // index when it is closed, and would leave them beside a store without a
    // service.
    let connection = connect(path)?;
    parts::keep_log(path, &connection, has_log)?;
    of_version(path, connection, oldest)
}

/// Makes a connection read only. Its database has a schema of the version `oldest` or a
/// later one.
fn of_version(path: &Path, connection: Connection, oldest: u32) -> Result<Connection, OpenError> {
    connection.pragma_update(None, "query_only", true).map_err(|error| failed(path, error))?;
    match recognize(path, &connection)? {
        Some(found) if found >= oldest => Ok(connection),
        Some(found) => Err(OpenError::schema(name(path), found, schema::CURRENT)),
        None => Err(OpenError::Missing(name(path))),
    }
}

/// Opens a database to write it. Refuses an empty database unless `create` is
/// true. Writes nothing yet.
pub(super) fn open_to_write(path: &Path, create: bool) -> Result<Connection, OpenError> {
    let has_log = parts::has_log(path);
    let connection = connect(path)?;
    parts::keep_log(path, &connection, has_log)?;
    if recognize(path, &connection)?.is_none() && !create {
        return Err(OpenError::Missing(name(path)));
    }
    // SQLite falls back to a read-only connection without an error.
    if connection.is_readonly("main").map_err(|error| failed(path, error))? {
        return Err(denied(path, ErrorKind::PermissionDenied.into()));
    }
    Ok(connection)
}

/// Migrates the schema of a store, and configures the connection so that its
/// commits are on stable storage.
pub(super) fn prepare(path: &Path, connection: &mut Connection) -> Result<(), OpenError> {
    let contents = schema::migrate(connection).map_err(|error| failed(path, error))?;
    version(path, contents)?;
    connection
        .pragma_update(None, "journal_mode", "WAL")
        .and_then(|()| flush_each_commit(connection))
        .map_err(|error| failed(path, error))
}

/// Migrates the schema of a database that no process uses.
pub(super) fn migrate(path: &Path) -> Result<(), OpenError> {
    let mut connection = open_to_write(path, false)?;
    let contents = schema::migrate(&mut connection).map_err(|error| failed(path, error))?;
    version(path, contents).map(drop)
}

/// Configures the connection so that a commit ends when it is on stable storage.
fn flush_each_commit(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "synchronous", "FULL")?;
    // For macOS, where fsync alone doesn't reach the disk. No effect elsewhere.
    connection.pragma_update(None, "fullfsync", true)?;
    connection.pragma_update(None, "checkpoint_fullfsync", true)
}

/// Moves the whole log into the database file, flushes the file, and truncates
/// the log. Returns false if the read transaction of another process prevents
/// that; the rest of the log is then flushed in place.
pub(super) fn full_checkpoint(path: &Path, connection: &Connection) -> Result<bool, OpenError> {
    connection
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))
        .map(|busy: bool| !busy)
        .map_err(|error| failed(path, error))
}

/// Opens another connection to a database that was opened and prepared before.
pub(super) fn reopen(path: &Path) -> Result<Connection, OpenError> {
    let connection = connect(path)?;
    flush_each_commit(&connection).map_err(|error| failed(path, error))?;
    Ok(connection)
}

fn connect(path: &Path) -> Result<Connection, OpenError> {
    // Not SQLITE_OPEN_CREATE, which would create the file with default permissions.
    connect_with(path, path, OpenFlags::SQLITE_OPEN_READ_WRITE)
}

/// Opens a database that no process can change. SQLite neither locks it nor looks for a log.
fn connect_immutable(path: &Path) -> Result<Connection, OpenError> {
    let escaped = percent_encode(path.as_os_str().as_bytes(), NON_ALPHANUMERIC);
    let uri = format!("file:{escaped}?immutable=1");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    connect_with(path, Path::new(&uri), flags)
}

fn connect_with(path: &Path, name: &Path, flags: OpenFlags) -> Result<Connection, OpenError> {
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connect = || {
        let connection = Connection::open_with_flags(name, flags)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        // Nothing in a file may act: another program can change the schema at any time.
        for (config, value) in [
            (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
            (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
            (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
            (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
        ] {
            connection.set_db_config(config, value)?;
        }
        Ok(connection)
    };
    connect().map_err(|error| failed(path, error))
}

/// Returns the version of the schema, or `None` if the database is empty.
fn recognize(path: &Path, connection: &Connection) -> Result<Option<u32>, OpenError> {
    let contents = schema::recognize(connection).map_err(|error| failed(path, error))?;
    version(path, contents)
}

fn version(path: &Path, contents: Contents) -> Result<Option<u32>, OpenError> {
    match contents {
        Contents::Empty => Ok(None),
        Contents::Store(found) if found <= schema::CURRENT => Ok(Some(found)),
        Contents::Store(found) => Err(OpenError::schema(name(path), found, schema::CURRENT)),
        Contents::Altered(objects) => Err(OpenError::Altered { path: path.to_path_buf(), objects }),
        Contents::Foreign => Err(OpenError::Foreign(path.to_path_buf())),
    }
}

/// Returns the name of a store in messages.
pub(super) fn name(path: &Path) -> String {
    path.display().to_string()
}
