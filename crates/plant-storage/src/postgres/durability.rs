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

/// The SQL expression for the standbys for which commits wait. NULL in a database
/// without this setting.
pub(super) const STANDBYS: &str = "current_setting('synchronous_standby_names', true)";

/// Returns for how many standbys a commit waits, from the setting: `FIRST 2 (a, b)`,
/// `ANY 2 (a, b)`, `2 (a, b)`, or a list of names, of which one is enough (PostgreSQL
/// manual §20.6.2). Whether the standbys are connected is not visible to every user; a
/// commit waits for one that is away.
pub(super) fn standbys(names: Option<&str>) -> u32 {
    let names = names.unwrap_or_default().trim().to_ascii_lowercase();
    if names.is_empty() {
        return 0;
    }
    let method = names.split_once('(').map_or("", |(method, _)| method);
    let words: Vec<&str> = method.split_whitespace().collect();
    match words[..] {
        [number] | ["first" | "any", number] => number.parse().unwrap_or(1),
        _ => 1,
    }
}

/// Requires that commits wait for at least this number of standbys.
pub(super) fn require_standbys(names: Option<&str>, required: u32) -> Result<(), Failure> {
    match standbys(names) {
        found if found < required => Err(Failure::Standbys { found, required }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_setting_says_for_how_many_standbys_a_commit_waits() {
        for (names, expected) in [
            (None, 0),
            (Some(" "), 0),
            (Some("a"), 1),
            (Some("*"), 1),
            (Some("1, 2"), 1),
            (Some("2 (a, b)"), 2),
            (Some("FIRST 2 (a, b, c)"), 2),
            (Some("any 3(a, b, c)"), 3),
            (Some("ANY 10 (*)"), 10),
            (Some("\"a 2(b)\", c"), 1),
        ] {
            assert_eq!(standbys(names), expected, "{names:?}");
        }
    }
}
