//! Durable commits: `synchronous_commit` is at least `on`, so that a commit waits
//! until it is on stable storage, and on the synchronous standby if there is one.
//!
//! The statement that writes also sets `synchronous_commit` for its transaction. A
//! connection pooler in transaction mode gives each transaction another session of
//! the database, and so loses the settings of a session. A separate statement
//! (`SET LOCAL`) was tried and dropped: it requires a transaction block, and so
//! more round trips for each batch.
//!
//! The statement returns the setting. A commit without it is not acknowledged.

use super::failure::Failure;

/// The SQL expression that sets `synchronous_commit` for the transaction and
/// returns its value. With `local` and `remote_write` the database would
/// acknowledge commits that no standby has flushed, with `off` commits that are
/// not flushed at all. The stronger `remote_apply`, which also waits until the
/// commit is visible on the standby, is kept. NULL in a database without this
/// setting: `set_config` is not called there.
pub(super) const SETTING: &str = "
    CASE WHEN current_setting('synchronous_commit', true) IN ('on', 'remote_apply')
         THEN current_setting('synchronous_commit', true)
         WHEN current_setting('synchronous_commit', true) IS NOT NULL
         THEN set_config('synchronous_commit', 'on', true)
    END";

/// Requires that a commit was made with a durable setting.
pub(super) fn require(setting: Option<&str>) -> Result<(), Failure> {
    match setting {
        None | Some("on" | "remote_apply") => Ok(()),
        Some(_) => Err(Failure::NotDurable("synchronous_commit")),
    }
}
