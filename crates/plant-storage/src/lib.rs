//! What a plant is, and how it is kept.
//!
//! [`Storage`] is the contract; its doc comments are the wording, and the
//! contract suite in `tests/` is their test, which every backend runs. [`open`]
//! turns a [`StoreUrl`] into a backend. Creates go through one group commit,
//! whatever the backend: many plants, one transaction, one wait for the disk.
//!
//! This crate knows no HTTP: no status, no header, no `error` value.

mod error;
mod group_commit;
mod health;
pub mod maintenance;
mod open;
mod plant;
mod postgres;
mod sqlite;
mod storage;
mod token;
mod url;

pub use error::{Cause, CreateError, OpenError, StorageError, TokenError};
pub use health::{Finding, Health};
pub use open::{Access, open};
pub use plant::{Created, Plant};
pub use postgres::PostgresUrl;
pub use storage::Storage;
pub use token::{TokenRecord, UnixSeconds};
pub use url::{StoreUrl, StoreUrlError};
