//! Tests of the shipped proxy configurations: they close the gaps that dropshot leaves
//! open. The files in `deploy/` are used unchanged, except for ports, paths and time
//! limits.
//!
//! Without the programs of a proxy its tests are ignored; `cargo xtask ci` installs the
//! programs.

#![allow(clippy::unwrap_used)]

mod configuration;
mod crowds;
mod haproxy_several;
mod peers;
mod proxy;
mod requests;
mod systemd;
mod time_limits;
mod tls;
mod tokens;
mod upstream;

use std::process::ExitCode;

use configuration::Product;
use libtest_mimic::{Arguments, Trial};

/// A test, and its name.
type Test = (&'static str, fn(Product));

/// The tests that run behind each proxy.
const TESTS: [Test; 21] = [
    ("the_configuration_is_valid", proxy::accepts_its_configuration),
    ("a_create_is_answered_and_stored", requests::creates),
    ("what_the_service_refuses_arrives_unchanged", requests::refusals),
    ("a_body_over_the_limit_is_refused_as_declared", requests::too_large),
    ("a_caller_that_sends_no_more_is_answered", requests::half_close),
    ("a_service_that_is_down_is_a_declared_answer", requests::service_is_down),
    ("the_log_has_no_credential_and_no_query", requests::log),
    ("the_service_gets_the_credential_and_the_address_of_the_caller", upstream::fields),
    ("an_overloaded_service_speaks_for_itself", upstream::overload),
    ("a_create_is_repeated_on_a_new_connection_and_no_other_post_is", upstream::repeats),
    ("the_service_never_meets_a_request_that_is_not_complete", upstream::incomplete),
    ("the_service_never_meets_http_2", upstream::http_2),
    ("the_service_never_meets_a_long_head", upstream::long_head),
    ("a_silent_connection_ends", time_limits::silence),
    ("a_trickling_head_ends", time_limits::trickling_head),
    ("a_body_that_stops_ends", time_limits::body),
    ("an_idle_connection_ends", time_limits::idle),
    ("a_peer_that_reads_no_answers_ends", time_limits::answer),
    ("a_tls_handshake_that_stops_ends", time_limits::handshake),
    ("a_crowd_from_one_address_does_not_keep_others_away", crowds::neighbour),
    ("a_create_over_tls_is_answered_over_http_1_1", tls::create),
];

/// The tests of what only the configuration of HAProxy has.
const ONLY_HAPROXY: [Test; 2] = [
    ("the_requests_of_a_token_are_limited", tokens::requests),
    ("the_bytes_of_a_token_are_limited", tokens::bytes),
];

fn main() -> ExitCode {
    let products = [Product::Haproxy, Product::Nginx].into_iter();
    let mut tests: Vec<Trial> = products
        .flat_map(|product| {
            let name = product.name();
            TESTS
                .map(|(test, check)| trial(format!("{name}::{test}"), name, move || check(product)))
        })
        .collect();
    tests.extend(haproxy_several::TESTS.map(|(test, check)| {
        let test = format!("haproxy_several::{test}");
        let is_missing = test_kit::programs::postgres().is_none();
        let ignores = test_kit::programs::find("haproxy").is_none() || is_missing;
        trial(test, "haproxy", check).with_ignored_flag(ignores)
    }));
    let haproxy = Product::Haproxy.name();
    tests.extend(ONLY_HAPROXY.map(|(test, check)| {
        let name = format!("{haproxy}::{test}");
        trial(name, haproxy, move || check(Product::Haproxy))
    }));
    let unit = "systemd::systemd_understands_the_unit".to_owned();
    tests.push(trial(unit, systemd::PROGRAM, systemd::understands_the_unit));
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

/// Returns a test that is ignored if its program is not installed.
fn trial(name: String, program: &str, check: impl FnOnce() + Send + 'static) -> Trial {
    let test = Trial::test(name, || {
        check();
        Ok(())
    });
    test.with_ignored_flag(test_kit::programs::find(program).is_none())
}
