//! The severity of findings.

use serde::Serialize;

/// The severity of a finding for the users of the contract, the most severe first. A check at one
/// level reports that level and the more severe ones.
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
    /// Texts are titles, summaries, descriptions and tags.
    Documentation,
}
