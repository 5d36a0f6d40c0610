//! Tests of the reference page of the admin listener in a browser: what it shows, that
//! its Content-Security-Policy forbids nothing that it needs, and that a plant can be
//! created from it.
//!
//! Without Chromium and its driver the tests are ignored; `cargo xtask ci` installs
//! them.

#![allow(clippy::unwrap_used)]

mod browser;

use std::net::TcpListener;
use std::process::ExitCode;

use browser::Browser;
use libtest_mimic::{Arguments, Trial};
use serde_json::Value;
use test_kit::service::{Service, Session};

/// A test, and its name.
type Test = (&'static str, fn());

const TESTS: [Test; 2] = [
    ("the_page_shows_the_operation_its_schemas_and_its_errors", shows_the_document),
    ("a_plant_that_is_created_from_the_page_is_stored", creates_a_plant),
];

fn main() -> ExitCode {
    let is_missing = test_kit::programs::chromium().is_none();
    let tests = TESTS.map(|(name, test)| {
        let trial = Trial::test(name, move || {
            test();
            Ok(())
        });
        trial.with_ignored_flag(is_missing)
    });
    libtest_mimic::run(&Arguments::from_args(), tests.into()).exit_code()
}

fn shows_the_document() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &["--admin", "127.0.0.1:0"]);
    service.address();
    let mut browser = Browser::open(&format!("http://{}/", service.admin_address()));
    browser.wait_for("#operations-plants-createPlant .responses-table");
    let text = browser.text("#reference");
    for part in [
        "Plant Store",
        "POST",
        "/plants",
        "Create a plant",
        "NewPlant",
        "The plant response",
        "Unexpected error",
        "No credential, or one that is not accepted",
        "The service could not do it",
        "the id belongs to a different plant",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Without an accepted origin a request from the page would be refused.
    assert_eq!(browser.count(".try-out__btn"), 0);
    assert_eq!(browser.errors(), [""; 0]);
}

fn creates_a_plant() {
    let mut session = Session::new();
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr();
    let admin = free.unwrap().to_string();
    let origin = format!("http://{admin}");
    let arguments = ["--admin", &admin, "--cors-origin", &origin];
    let service = Service::start(&session.directory(), &arguments);
    let (token, _) = service.first_start();
    let mut browser = Browser::open(&format!("{origin}/"));
    browser.click(".btn.authorize");
    browser.write(".auth-container input", &token);
    browser.click(".auth-btn-wrapper .authorize");
    browser.click(".auth-btn-wrapper .btn-done");
    browser.click(".try-out__btn");
    browser.click(".btn.execute");
    browser.wait_for(".live-responses-table .response-col_status");
    let status = browser.text(".live-responses-table tbody .response-col_status");
    assert!(status.starts_with("200"), "{status}");
    assert_eq!(browser.errors(), [""; 0]);

    let exported = session.run(&["plants", "export"]).stdout;
    let exported: Value = serde_json::from_slice(&exported).unwrap();
    assert_eq!(exported["name"], "Monstera deliciosa");
}
