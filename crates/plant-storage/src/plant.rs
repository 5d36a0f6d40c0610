//! A plant, and what can come of creating one. Plain values: nothing here
//! touches a store.

/// A plant, as its creator described it.
///
/// Every string is valid, the empty one and U+0000 included, and comes back
/// exactly as it went in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plant {
    /// The number the creator chose. It names this plant for ever.
    pub id: i64,
    /// The name of the plant.
    pub name: String,
    /// What type of plant it is. No tag and an empty tag are two different
    /// things.
    pub tag: Option<String>,
}

/// How a create succeeded. Either way the plant is on stable storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// The id was free; the plant has it now.
    New,
    /// The same plant was created before, and nothing was changed.
    Same,
}
