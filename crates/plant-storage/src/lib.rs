//! Durable storage of plants and access tokens.
//!
//! The trait [`Storage`] is the contract. Its doc comments state it, and every
//! backend runs the contract test suite in `tests/`. [`open()`] turns a
//! [`StoreUrl`] into a backend. The creates of every backend go through a group
//! commit: many plants, one transaction, one wait for the disk. [`in_memory`] creates a
//! store for tests of callers, which is not durable.
//!
//! This crate knows no HTTP: no status, no header, no `error` value.

mod error;
mod figures;
mod group_commit;
mod health;
pub mod maintenance;
mod memory;
mod open;
mod plant;
mod postgres;
mod sqlite;
mod storage;
mod token;
mod url;

pub use error::{Cause, CreateError, DeleteError, OpenError, StorageError, TokenError};
pub use figures::{BatchObserver, BatchReport, Queue};
pub use health::{Health, OpenWarning};
pub use memory::in_memory;
pub use open::open;
pub use plant::{
    CreateResult, Created, Deletion, OnDecided, Plant, PlantRecord, Trail, TrailFilter,
};
pub use postgres::PostgresUrl;
pub use storage::{Access, Storage};
pub use token::{TokenRecord, UnixSeconds};
pub use url::{StoreUrl, StoreUrlError};
