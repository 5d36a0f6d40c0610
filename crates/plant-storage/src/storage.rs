//! The contract between the service and its storage backends. The doc comments
//! state the contract; `crates/plant-storage/tests/contract/` tests each backend against it. No backend's
//! name and no SQL appears here.

use std::collections::BTreeSet;

use async_trait::async_trait;

use crate::{
    BatchObserver, CreateError, Created, DeleteError, Deletion, Health, OnDecided, OpenWarning,
    Plant, PlantRecord, Queue, StorageError, TokenError, TokenRecord, Trail, TrailFilter,
    UnixSeconds,
};

/// The operations that a store is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// All operations. Creates a missing store and migrates its schema to the
    /// current version. An embedded store has one serving process at a time.
    Serve,
    /// Like [`Access::Serve`], but a missing store is an error.
    ServeExisting,
    /// Reading, writing tokens and deleting plants, while another process may serve the
    /// store. Creates a missing store, so that tokens can be created before the first
    /// start of the service.
    Administer,
    /// Like [`Access::Administer`], but a missing store is an error.
    AdministerExisting,
    /// Reading, while another process may serve the store. Creates nothing.
    Read,
}

impl Access {
    /// Returns whether a missing store is created.
    pub(crate) fn creates(self) -> bool {
        matches!(self, Access::Serve | Access::Administer)
    }

    /// Returns whether the store is opened to create plants.
    pub(crate) fn serves(self) -> bool {
        matches!(self, Access::Serve | Access::ServeExisting)
    }
}

/// A store of plants and tokens. Used as `Arc<dyn Storage>`.
///
/// **Identity.** An id identifies one plant. The first create of an id wins, and a
/// plant is never changed. An operator may delete it; its id then stays taken, unless
/// the operator frees it.
///
/// **Durability.** When a method that writes returns `Ok`, the write is on
/// stable storage: flushed by the operating system, or acknowledged by a
/// database that flushes before it acknowledges. The write survives a crash of
/// the process and a loss of power.
///
/// **Consistency.** Every call that begins after a write was acknowledged sees
/// the write, in this process and in every other process.
///
/// **Cancellation.** A caller may drop the future of any method. An operation
/// that has begun is then done once or not at all, never in part and never
/// twice.
///
/// Strings are stored byte for byte, U+0000 included, whatever their length.
#[async_trait]
pub trait Storage: Send + Sync {
    /// Creates a plant, now and without a token; see [`Storage::plant_create_by`].
    ///
    /// # Errors
    ///
    /// Those of [`Storage::plant_create_by`].
    async fn plant_create(&self, plant: Plant) -> Result<Created, CreateError> {
        self.plant_create_by(plant, Trail::now(None), Box::new(|_| ())).await
    }

    /// Creates a plant, and stores its trail in the same write. `then` gets the outcome.
    ///
    /// Returns `Ok` in two cases: the id was free ([`Created::New`]), or a plant
    /// equal to `plant` has the id ([`Created::AlreadyExists`]). So creates are
    /// idempotent. When creates race for an id, one is `New`, creates of an
    /// equal plant are `AlreadyExists`, and all others are conflicts. If the connection
    /// to a database is lost after it has stored a plant, the create is repeated, and is then
    /// `AlreadyExists`, too. An `AlreadyExists` is as durable as a `New`. A plant keeps the
    /// trail of the create that stored it.
    ///
    /// Returns after about ten seconds at the latest, whatever the store is
    /// waiting for.
    ///
    /// # Errors
    ///
    /// - [`CreateError::Conflict`]: the id belongs to a plant with another name
    ///   or tag (an absent tag differs from an empty tag), which is unchanged, or to a
    ///   deleted plant.
    /// - [`CreateError::Overloaded`]: the queue is full; this create was not
    ///   begun. A retry a little later can succeed.
    /// - [`CreateError::Unavailable`]: the store failed, or was busy for all that time.
    ///   The plant may or may not be stored; repeating the create shows which.
    async fn plant_create_by(
        &self,
        plant: Plant,
        trail: Trail,
        then: OnDecided,
    ) -> Result<Created, CreateError>;

    /// Deletes the plants with these ids, all or none. Their names and tags are gone when
    /// this returns `Ok`, also from free space in the files of an embedded store. Each id
    /// stays taken, with its trail and the record of the deletion, unless `free_ids` is
    /// true. A plant that is deleted already keeps the record of its first deletion.
    ///
    /// A service may use the store; its creates wait while files are rewritten.
    ///
    /// # Errors
    ///
    /// - [`DeleteError::Unknown`]: some ids have no plant. Nothing is deleted.
    /// - [`DeleteError::Copies`]: the plants are deleted, and their content may be in
    ///   the files still. A repetition removes it.
    /// - [`DeleteError::Unavailable`]: the plants may or may not be deleted.
    async fn plant_delete(
        &self,
        ids: &BTreeSet<i64>,
        deletion: &Deletion,
        free_ids: bool,
    ) -> Result<(), DeleteError>;

    /// Returns the plant with this id, if there is one.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn plant_get(&self, id: i64) -> Result<Option<Plant>, StorageError>;

    /// Returns a page of plants in ascending order of their ids: the plants with
    /// ids greater than `after`, or the first plants, that meet the condition.
    ///
    /// A page has about a megabyte of text and a thousand plants at most. It is
    /// empty only when no plants follow. Reading page after page returns every
    /// plant that was stored when the first page was read and is not deleted
    /// meanwhile, and possibly plants created later, each plant once.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn plant_records(
        &self,
        after: Option<i64>,
        filter: &TrailFilter,
    ) -> Result<Vec<PlantRecord>, StorageError>;

    /// Stores the record of a new token.
    ///
    /// # Errors
    ///
    /// - [`TokenError::NameTaken`]: there is or was a token of this name.
    /// - [`TokenError::Unavailable`]: the record may or may not be stored.
    async fn token_create(&self, token: TokenRecord) -> Result<(), TokenError>;

    /// Returns all tokens, expired and revoked tokens included, ordered by name
    /// (by code point).
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn token_list(&self) -> Result<Vec<TokenRecord>, StorageError>;

    /// Revokes a token for good, as of `at`. A token that is already revoked
    /// keeps the time of its first revocation.
    ///
    /// # Errors
    ///
    /// - [`TokenError::Unknown`]: there is no token of this name.
    /// - [`TokenError::Unavailable`]: the token may or may not be revoked.
    async fn token_revoke(&self, name: &str, at: UnixSeconds) -> Result<(), TokenError>;

    /// Lets a token expire at `at`, unless it expires earlier.
    ///
    /// # Errors
    ///
    /// - [`TokenError::Unknown`]: there is no token of this name.
    /// - [`TokenError::Unavailable`]: the expiry may or may not be stored.
    async fn token_expire(&self, name: &str, at: UnixSeconds) -> Result<(), TokenError>;

    /// Records that a token was used at `at`, unless a later use is recorded. A recorded use
    /// in the future, by a clock that was ahead, is replaced. An unknown name has no effect.
    ///
    /// # Errors
    ///
    /// When the store cannot be written.
    async fn token_used(&self, name: &str, at: UnixSeconds) -> Result<(), StorageError>;

    /// Returns whether there is any token, expired and revoked tokens included.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn token_any(&self) -> Result<bool, StorageError>;

    /// Returns the warnings from opening the store, for a log.
    fn warnings(&self) -> &[OpenWarning] {
        &[]
    }

    /// Returns the state of the write-ahead log of a store that was opened to
    /// serve, or `None` for a backend without a log of its own.
    fn health(&self) -> Option<Health> {
        None
    }

    /// Commits a write to stable storage, in the same way as a create and without
    /// changing a plant or a token. Returns after some seconds at the latest.
    ///
    /// # Errors
    ///
    /// When a create would fail, or the store was not opened to serve.
    async fn probe(&self) -> Result<(), StorageError>;

    /// Returns the creates that are not answered yet.
    fn queue(&self) -> Queue {
        Queue::default()
    }

    /// Sets the function that gets a report of each batch of creates. Only the first
    /// call has an effect.
    fn observe_batches(&self, observer: BatchObserver) {
        drop(observer);
    }

    /// Returns the size of the plants and tokens with their indexes, in bytes. `None`
    /// for a backend that does not know it.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn size(&self) -> Result<Option<u64>, StorageError> {
        Ok(None)
    }

    /// Returns for how many other machines each commit waits, as the database is
    /// configured. `None` for a backend without other machines.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    async fn synchronous_standbys(&self) -> Result<Option<u32>, StorageError> {
        Ok(None)
    }

    /// Stops writing: refuses new creates, and returns once every queued create is
    /// decided and answered. A create that is called meanwhile may be refused with
    /// [`StorageError::Closed`]. A second call does nothing.
    async fn close(&self);
}
