//! The server: the generated API and its implementation.

pub mod api;

/// The implementation of the API, in `api/handlers.rs`.
pub enum Handlers {}
