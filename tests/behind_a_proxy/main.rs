//! Tests of the shipped proxy configurations: they close the gaps that dropshot leaves
//! open. The files in `deploy/` are used unchanged, except for ports, paths and time
//! limits.
//!
//! Without the programs of a proxy its tests are ignored; `cargo xtask ci` installs the
//! programs.

#![allow(clippy::unwrap_used)]

mod configuration;
mod crowds;
mod peers;
mod proxy;
mod requests;
mod systemd;
mod time_limits;
mod tls;
mod upstream;

use std::process::ExitCode;

use configuration::Product;
use libtest_mimic::{Arguments, Trial};

/// The tests by name. Each runs behind each proxy.
const TESTS: [(&str, fn(Product)); 21] = [
    (
        "the_configuration_is_valid",
        proxy::accepts_its_configuration,
    ),
    ("a_create_is_answered_and_stored", requests::creates),
    (
        "what_the_service_refuses_arrives_unchanged",
        requests::refusals,
    ),
    (
        "a_body_over_the_limit_is_refused_as_declared",
        requests::too_large,
    ),
    (
        "a_caller_that_sends_no_more_is_answered",
        requests::half_close,
    ),
    (
        "a_service_that_is_down_is_a_declared_answer",
        requests::service_is_down,
    ),
    ("the_log_has_no_credential_and_no_query", requests::log),
    (
        "the_service_gets_the_credential_and_the_address_of_the_caller",
        upstream::fields,
    ),
    (
        "an_overloaded_service_speaks_for_itself",
        upstream::overload,
    ),
    (
        "a_create_is_repeated_on_a_new_connection_and_no_other_post_is",
        upstream::repeats,
    ),
    (
        "the_service_never_meets_a_request_that_is_not_complete",
        upstream::incomplete,
    ),
    ("the_service_never_meets_http_2", upstream::http_2),
    ("the_service_never_meets_a_long_head", upstream::long_head),
    ("a_silent_connection_ends", time_limits::silence),
    ("a_trickling_head_ends", time_limits::trickling_head),
    ("a_body_that_stops_ends", time_limits::body),
    ("an_idle_connection_ends", time_limits::idle),
    ("a_peer_that_reads_no_answers_ends", time_limits::answer),
    ("a_tls_handshake_that_stops_ends", time_limits::handshake),
    (
        "a_crowd_from_one_address_does_not_keep_others_away",
        crowds::neighbour,
    ),
    ("a_create_over_tls_is_answered_over_http_1_1", tls::create),
];

fn main() -> ExitCode {
    let tests = [Product::Haproxy, Product::Nginx]
        .into_iter()
        .flat_map(|product| {
            let is_missing = test_programs::find(product.name()).is_none();
            TESTS.map(|(name, check)| {
                let test = Trial::test(format!("{}::{name}", product.name()), move || {
                    check(product);
                    Ok(())
                });
                test.with_ignored_flag(is_missing)
            })
        });
    libtest_mimic::run(&Arguments::from_args(), tests.collect()).exit_code()
}
