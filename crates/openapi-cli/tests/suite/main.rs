//! Tests of the command: help, exit codes, formats, and messages for wrong input.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod bad_input;
mod bundle;
mod code_in_texts;
mod compare;
#[path = "../../../openapi-live/tests/suite/conforming.rs"]
mod conforming;
mod fix;
mod generate;
mod help;
mod hostile;
mod hostile_comparisons;
mod lifting;
mod live;
mod live_allowed;
mod mistakes;
mod mock;
mod new;
mod overlay;
mod pages;
mod pull_request;
#[allow(dead_code, reason = "the tests of the live check use all of it")]
#[path = "../../../openapi-live/tests/suite/service.rs"]
mod service;
mod session;
mod text_layer;
mod versions;
#[path = "../../../openapi-compare/tests/suite/lifted/vocabulary.rs"]
mod vocabulary;
