//! How much a difference matters, and to whom. It must never depend on which
//! documents are compared.

use serde::Serialize;

/// What a difference means to those who hold on to the contract. A comparison
/// at one level shows that level and those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// A caller who does what the contract says can fail: a request that it
    /// allows is refused, or an answer comes that it doesn't have.
    Breaking,
    /// Anything else that a caller, or what is generated for him, can notice.
    #[default]
    Contract,
    /// Texts for people: descriptions and tags.
    Documentation,
}

impl Level {
    /// `breaking`, `contract` or `documentation`.
    pub fn name(self) -> &'static str {
        match self {
            Level::Breaking => "breaking",
            Level::Contract => "contract",
            Level::Documentation => "documentation",
        }
    }
}
