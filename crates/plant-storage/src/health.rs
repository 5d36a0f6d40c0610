//! The state of a store as an operator needs it. Plain values, which a service
//! writes into its log.

use std::path::PathBuf;
use std::time::Duration;

use crate::Cause;

/// The state of a store's write-ahead log: transactions that are committed and
/// not yet checkpointed into the database file.
#[derive(Clone, Debug)]
pub struct Health {
    /// How many bytes of the log are in use.
    pub log_bytes: u64,
    /// The time since the last complete checkpoint or, before the first one,
    /// since the store was opened.
    pub since_checkpoint: Duration,
    /// Why the last checkpoint failed, if it did.
    pub checkpoint_error: Option<Cause>,
    /// Whether creates are refused until the log is shorter.
    pub is_log_full: bool,
}

/// A warning from opening a store. The store can be used nevertheless.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenWarning {
    /// The integrity check was stopped after this time.
    #[error(
        "the store was not fully checked: it is too large for {} s; run `plant-store check`",
        .0.as_secs()
    )]
    NotFullyChecked(Duration),
    /// Users other than the owner may read or write the file.
    #[error(
        "the file {} has mode {mode:04o}, so that other users may use it; run `chmod 600`",
        path.display()
    )]
    Exposed {
        /// The file.
        path: PathBuf,
        /// The permission bits of the file.
        mode: u32,
    },
    /// Connections to a database server on another machine may be unencrypted.
    #[error(
        "sslmode is prefer for {store}: whoever can change the network between can read \
         the password and the plants; use sslmode=verify-full"
    )]
    Unencrypted {
        /// The store.
        store: String,
    },
}
