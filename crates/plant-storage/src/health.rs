//! What an operator has to know of a store beyond the answers to its callers.
//! Plain values: whoever runs the store writes them into a log.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

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
