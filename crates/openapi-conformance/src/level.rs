//! The severity of findings. A level doesn't depend on which documents are
//! compared.

use serde::Serialize;

/// What a difference means to those who hold on to the contract. A comparison
/// at one level shows that level and those before it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, clap::ValueEnum,
)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// What can make a caller fail
    ///
    /// He does what the contract says, and a request that it allows is refused,
    /// or an answer comes that it doesn't have.
    Breaking,
    /// Everything that a caller has to know
    ///
    /// Whatever he, or what is generated for him, can notice.
    #[default]
    Contract,
    /// Texts for people, too, and between versions what breaks no caller
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
