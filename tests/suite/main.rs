//! Tests of the service: its command line, its settings, its log, its listener for operators, and
//! what it promises about plants and tokens.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod admin;
mod command_line;
mod configuration;
mod descriptors;
mod durability;
mod ephemeral;
mod generated;
mod limits;
mod live;
mod log;
mod manual;
mod memory;
mod monitoring;
mod records;
mod restore;
mod starting_and_stopping;
mod through_the_client;
mod tokens;
mod trail;
mod two_paths;
