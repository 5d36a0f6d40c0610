//! Tests of the comparison through its public interface: one module for each
//! property.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod allowed;
mod callbacks;
mod compatible;
mod corpus;
mod decide;
mod directions;
mod dropshot;
mod encoding;
mod fixture;
mod identifiers;
mod large;
mod lifted;
mod lifting;
mod mutants;
mod mutants_found;
mod operations;
mod oracle;
mod pages;
mod pairs;
mod reading;
mod reports;
mod second_opinion;
mod serialization;
mod servers;
mod texts;
