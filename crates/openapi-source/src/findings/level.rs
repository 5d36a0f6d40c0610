//! The severity of findings. A level doesn't depend on which documents are
//! compared.

use serde::Serialize;

/// The severity of a finding for the users of the contract. A check at one level reports
/// that level and the more severe ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Differences that can make a caller fail
    ///
    /// A request that the contract allows is refused, or a response comes that the
    /// contract doesn't declare.
    Breaking,
    /// Also all others that a caller or a generated client can notice
    ///
    /// Another name of an operation, for example.
    #[default]
    Contract,
    /// Also texts and, between versions, changes that break no caller
    ///
    /// Texts are descriptions and tags.
    Documentation,
}

impl Level {
    /// Returns `breaking`, `contract` or `documentation`.
    pub fn name(self) -> &'static str {
        match self {
            Level::Breaking => "breaking",
            Level::Contract => "contract",
            Level::Documentation => "documentation",
        }
    }
}
