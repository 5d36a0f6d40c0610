//! Plants, and the outcomes of creating a plant. Plain values: nothing here
//! accesses a store.

/// A plant, as its creator described it.
///
/// Every string is valid, the empty string and U+0000 included, and is returned
/// exactly as it was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plant {
    /// The number the creator chose. It identifies this plant forever.
    pub id: i64,
    /// The name of the plant.
    pub name: String,
    /// The type of the plant. An absent tag differs from an empty tag.
    pub tag: Option<String>,
}

/// A page ends with the plant that brings its text to this many bytes …
pub(crate) const PAGE_BYTES: usize = 1 << 20;
/// … or with this many plants.
pub(crate) const PAGE_PLANTS: usize = 1000;

/// Returns the first id of the page after this id, or `None` if no id follows.
pub(crate) fn first_id_of_page(after: Option<i64>) -> Option<i64> {
    after.map_or(Some(i64::MIN), |after| after.checked_add(1))
}

/// The outcome of a successful create. Either way the plant is on stable storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// The id was free, and the plant was stored.
    New,
    /// An equal plant was stored before, and nothing was changed.
    AlreadyExists,
}
