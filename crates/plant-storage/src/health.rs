//! What an operator has to know of a store beyond the answers to its callers.
//! Plain values, which a service writes into its log.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::Cause;

/// The state of the log of a store: what was committed and is not yet moved
/// into the database file.
#[derive(Clone, Debug)]
pub struct Health {
    /// How many bytes of the log are in use.
    pub log_bytes: u64,
    /// How long ago the whole log was moved, or the store was opened.
    pub since_checkpoint: Duration,
    /// Why the log could not be moved at the last attempt.
    pub checkpoint_error: Option<Cause>,
    /// Whether creates are refused until the log is shorter.
    pub is_log_full: bool,
}

/// Something that was found when a store was opened, and that does not keep it
/// from being used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Finding {
    /// The check of the store was ended after this time.
    NotFullyChecked(Duration),
    /// Others than the owner may read or write the file.
    Exposed {
        /// The file.
        path: PathBuf,
        /// Its permissions.
        mode: u32,
    },
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::NotFullyChecked(limit) => write!(
                formatter,
                "the store was not fully checked: it is too large for {} s; run \
                 `plant-store check`",
                limit.as_secs()
            ),
            Finding::Exposed { path, mode } => write!(
                formatter,
                "the file {} has mode {mode:04o}, so that other users may use it; run `chmod 600`",
                path.display()
            ),
        }
    }
}
