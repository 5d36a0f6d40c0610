//! Generated servers of many documents, called by generated clients and by the live
//! check. Without the corpus, the tests of its documents are ignored, and counted.

#![allow(clippy::unwrap_used)]

mod call;
mod live;
mod server;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use openapi_calls::{DOCUMENTS, Generated, MISSING};

/// The name of a test without the document, and the test.
type Test = (&'static str, fn(&Generated) -> Result<(), Failed>);

const TESTS: [Test; 2] = [
    ("each_operation_is_called", call::each_operation_is_called),
    ("the_live_check_agrees", live::the_live_check_agrees),
];

fn main() -> ExitCode {
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
    libtest_mimic::run(&Arguments::from_args(), tests.collect()).exit_code()
}
