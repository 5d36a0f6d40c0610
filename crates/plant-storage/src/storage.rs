//! The contract between the service and whatever keeps the plants. The doc
//! comments are the wording; `tests/` holds every backend to it. No backend's
//! name and no SQL appears here.

use async_trait::async_trait;

use crate::{
    CreateError, Created, Finding, Health, Plant, StorageError, TokenError, TokenRecord,
    UnixSeconds,
};

/// A place where plants and tokens are kept. Used as `Arc<dyn Storage>`.
///
/// **Identity.** An id names one plant for ever. The first create of an id
/// wins; a plant is never changed and never deleted.
///
/// **Durable.** An `Ok` of a method that writes means that what was written is
/// on stable storage: flushed by the system, or acknowledged by a database that
/// does so before it answers. It survives the death of the process and the loss
/// of power.
///
/// **In order.** What one call has acknowledged, every later call sees, in this
/// process and in every other one.
///
/// **Cancellation.** A caller may drop the future of any method. What was begun
/// is then either done once or not at all, never in part and never twice.
///
/// Strings are kept byte for byte, U+0000 included, whatever their length.
#[async_trait]
pub trait Storage: Send + Sync {
    /// Creates a plant.
    ///
    /// `Ok` in two cases: the id was free ([`Created::New`]), or it belongs to
    /// exactly this plant ([`Created::Same`]), so a create may be repeated
    /// without harm. Of creates that race for an id one is `New`, the equal
    /// ones are `Same`, the different ones are conflicts. A `Same` is as
    /// durable as a `New`.
    ///
    /// The answer comes after about ten seconds at the latest, whatever the
    /// store is waiting for.
    ///
    /// # Errors
    ///
    /// - [`CreateError::Conflict`]: the id belongs to a plant with another name
    ///   or tag (an absent tag is not an empty one), which is untouched.
    /// - [`CreateError::Overloaded`]: too much is waiting; this create was not
    ///   begun. Trying again a little later can help.
    /// - [`CreateError::Unavailable`]: nothing is promised. The plant may or
    ///   may not be stored; repeating the create finds out.
    async fn plant_create(&self, plant: Plant) -> Result<Created, CreateError>;

    /// The plant with this id, if there is one.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn plant_get(&self, id: i64) -> Result<Option<Plant>, StorageError>;

    /// The plants that follow the id `after`, or the first ones, in ascending
    /// order of their ids.
    ///
    /// Returns as many as are handy: about a megabyte of text and a thousand
    /// plants at the most, but always one, and none only when there are no
    /// more. Reading page after page meets every plant that was stored when the
    /// first page was read (plants never change), possibly later ones too, each
    /// of them once.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn plant_page(&self, after: Option<i64>) -> Result<Vec<Plant>, StorageError>;

    /// Keeps the record of a new token.
    ///
    /// # Errors
    ///
    /// - [`TokenError::NameTaken`]: there is or was a token of this name.
    /// - [`TokenError::Unavailable`]: whether it is kept is not known.
    async fn token_create(&self, token: TokenRecord) -> Result<(), TokenError>;

    /// All tokens that ever were, in the order of their names (by code point).
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn token_list(&self) -> Result<Vec<TokenRecord>, StorageError>;

    /// The token with this hash, be it accepted, expired or revoked.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn token_find(&self, hash: &[u8; 32]) -> Result<Option<TokenRecord>, StorageError>;

    /// Revokes a token, now and for ever, as of `at`. A token that is revoked
    /// already stays revoked as of the earlier call.
    ///
    /// # Errors
    ///
    /// - [`TokenError::Unknown`]: there is no token of this name.
    /// - [`TokenError::Unavailable`]: whether it is revoked is not known.
    async fn token_revoke(&self, name: &str, at: UnixSeconds) -> Result<(), TokenError>;

    /// Whether there is any token, even one that is no longer accepted.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn token_any(&self) -> Result<bool, StorageError>;

    /// Returns what was found when the store was opened, for a log.
    fn findings(&self) -> &[Finding] {
        &[]
    }

    /// Returns the state of the log of a store that was opened to serve; none for
    /// a store that keeps no log of its own.
    fn health(&self) -> Option<Health> {
        None
    }

    /// Ends writing: refuses new creates, and returns once every create that
    /// was begun is decided and answered. Closing twice is no error.
    async fn close(&self);
}
