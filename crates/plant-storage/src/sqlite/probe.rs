//! The SQL statement of the probe, which shows whether the store can be written.

use rusqlite::Connection;

/// Commits a change of the probe's row to stable storage.
pub(super) fn write(connection: &Connection) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO probe (id, writes) VALUES (0, 1)
             ON CONFLICT (id) DO UPDATE SET writes = writes + 1",
        )?
        .execute([])?;
    Ok(())
}
