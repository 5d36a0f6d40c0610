//! The lowering: documents in 3.0.3 that progenitor generates a client from.

mod corpus;
mod documents;
mod generated;
mod operations;
