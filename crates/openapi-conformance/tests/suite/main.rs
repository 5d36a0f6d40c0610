//! What the comparison promises, seen from outside: one module for each
//! promise.

mod corpus;
mod fixture;
mod mutations;
mod operations;
mod schemas;
