//! Generated servers of many documents, called by generated clients and by the live
//! check. Without the corpus, the tests of its documents are ignored, and counted.
//!
//! The build script generates, for each document, a server with handlers that answer
//! with sampled values, and a client with a call of each method. The values are sampled
//! from the document as plain data by `openapi-values`, so that both sides are compared
//! with the document and not with each other only.

#![allow(clippy::unwrap_used)]

mod answer;
mod call;
mod client;
mod drawers;
mod exchange;
mod live;
mod request;
mod server;
mod source;
mod state;
mod tags;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

use answer::Answer;
use client::Answered;
use generated::{DOCUMENTS, MISSING};
use request::{BASIC, CREDENTIAL, Request};
use source::Source;
use state::{Call, Exchange, Generated, State};

#[allow(missing_docs, nonstandard_style, unused, reason = "generated code")]
#[allow(clippy::all, clippy::unwrap_used, reason = "generated code")]
mod generated {
    use crate::Generated;

    include!(concat!(env!("OUT_DIR"), "/documents.rs"));
    include!(concat!(env!("OUT_DIR"), "/missing.rs"));
}

/// The name of a test without the document, and the test.
type Test = (&'static str, fn(&Generated) -> Result<(), Failed>);

const TESTS: [Test; 2] = [
    ("each_operation_is_called", call::each_operation_is_called),
    ("the_live_check_agrees", live::the_live_check_agrees),
];

fn main() -> ExitCode {
    let drawers = DOCUMENTS.iter().filter(|document| document.name == drawers::NAME);
    let drawers = drawers.map(|document| {
        let name = "drawers::both_interfaces_are_called";
        Trial::test(name, || drawers::both_interfaces_are_called(document))
    });
    let tests = TESTS.iter().flat_map(|(name, test)| {
        let present = DOCUMENTS.iter().map(move |document| {
            let name = format!("{}::{name}", document.name);
            Trial::test(name, move || test(document))
        });
        let missing = MISSING.iter().map(move |document| {
            let name = format!("{document}::{name}");
            Trial::test(name, || Ok(())).with_ignored_flag(true)
        });
        present.chain(missing)
    });
    let name = "tags::a_value_of_each_branch_comes_back";
    let tags = Trial::test(name, tags::a_value_of_each_branch_comes_back);
    let sent = DOCUMENTS.iter().filter(|document| document.name == tags::NAME);
    let sent = sent.map(|document| {
        let name = "tags::a_value_of_each_branch_is_received";
        Trial::test(name, || tags::a_value_of_each_branch_is_received(document))
    });
    let tests = tests.chain(drawers).chain(sent).chain([tags]);
    let tests = tests.chain(exchange::tests());
    libtest_mimic::run(&Arguments::from_args(), tests.collect()).exit_code()
}
