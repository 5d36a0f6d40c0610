//! That a commit waits until it is on stable storage, and on a synchronous
//! standby where there is one: `synchronous_commit` is `on` at least.
//!
//! The setting is made in each transaction that writes, by the statement that
//! writes. A connection pooler that pools transactions gives each transaction
//! another session of the database, and drops what a session was set to. A
//! setting by a statement of its own (`SET LOCAL`) was dropped: it needs a
//! transaction block, and with it more round trips for each batch.
//!
//! The statement returns the setting. A commit without it is not acknowledged.

use super::failure::Failure;

/// The setting as it holds for the commit of the transaction: `local` and
/// `remote_write` would acknowledge what no standby has flushed, `off` what is
/// not flushed at all. A stronger `remote_apply`, which also waits until the
/// standby shows the commit, is kept. NULL in a database that does not know the
/// setting: `set_config` is not called there.
pub(super) const SETTING: &str = "
    CASE WHEN current_setting('synchronous_commit', true) IN ('on', 'remote_apply')
         THEN current_setting('synchronous_commit', true)
         WHEN current_setting('synchronous_commit', true) IS NOT NULL
         THEN set_config('synchronous_commit', 'on', true)
    END";

/// Refuses a commit that was made with another setting.
pub(super) fn require(setting: Option<&str>) -> Result<(), Failure> {
    match setting {
        None | Some("on" | "remote_apply") => Ok(()),
        Some(_) => Err(Failure::NotDurable("synchronous_commit")),
    }
}
