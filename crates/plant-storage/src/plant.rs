//! Plants, the outcomes of creating a plant, and the record of who created or deleted
//! it. Plain values: nothing here accesses a store.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::{CreateError, UnixSeconds};

/// A plant, as its creator described it.
///
/// Every string is valid, the empty string and U+0000 included, and is returned
/// exactly as it was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plant {
    /// The number the creator chose. It identifies this plant until an operator frees it.
    pub id: i64,
    /// The name of the plant.
    pub name: String,
    /// The type of the plant. An absent tag differs from an empty tag.
    pub tag: Option<String>,
}

/// When and by which token a plant was created.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    /// The time of the create. `None`: a version of this program without a trail has
    /// stored the plant.
    pub created_at: Option<UnixSeconds>,
    /// The name of the token. `None`: an operator has stored the plant, or a version
    /// without a trail.
    pub token: Option<String>,
}

impl Trail {
    /// Returns the trail of a create that begins now.
    pub fn now(token: Option<&str>) -> Self {
        Trail { created_at: Some(now()), token: token.map(str::to_owned) }
    }
}

/// Returns the time of the system's clock; a clock before 1970 is at 0.
pub(crate) fn now() -> UnixSeconds {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    UnixSeconds::try_from(now.unwrap_or_default().as_secs()).unwrap_or(UnixSeconds::MAX)
}

/// A plant and its trail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlantRecord {
    /// The plant.
    pub plant: Plant,
    /// When and by which token it was created.
    pub trail: Trail,
}

/// A condition on the trail of plants. The default is met by every plant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrailFilter {
    /// Only plants of the token with this name.
    pub token: Option<String>,
    /// Only plants that were created at this time or later.
    pub since: Option<UnixSeconds>,
}

/// When, by whom and why plants are deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deletion {
    /// The time.
    pub at: UnixSeconds,
    /// The operator.
    pub by: String,
    /// The reason.
    pub reason: String,
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
    /// An equal plant was stored before: by another create, or by an attempt of this
    /// create whose answer the database did not deliver.
    AlreadyExists,
}

/// The outcome of a create.
pub type CreateResult = Result<Created, CreateError>;

/// Gets the outcome of a create whose write was begun, before the caller does, and also if the
/// caller no longer waits for it. [`CreateError::Unavailable`] means that the outcome is unknown.
/// The thread that writes calls this: a function that waits delays all creates.
pub type OnDecided = Box<dyn FnOnce(&CreateResult) + Send>;
