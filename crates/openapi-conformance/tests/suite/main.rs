//! What the comparison promises, seen from outside: one module for each
//! promise.

mod corpus;
mod dropshot;
mod fixture;
mod mutations;
mod operations;
mod reading;
mod reports;
mod schemas;
