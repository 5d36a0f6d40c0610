//! Tests of the shipped proxy configurations: they close the gaps that dropshot leaves
//! open. The files in `deploy/` are used unchanged, except for ports, paths and time
//! limits.
//!
//! Without the proxies' programs the tests are skipped; `cargo xtask ci` installs the
//! programs.

#![allow(clippy::unwrap_used)]

mod configuration;
mod crowds;
mod peers;
mod programs;
mod proxy;
mod requests;
#[path = "../support/mod.rs"]
mod support;
mod systemd;
mod time_limits;
mod tls;
mod upstream;

use configuration::Product;

/// Defines a test for each function and each proxy.
macro_rules! behind_each_proxy {
    ($($module:ident::$check:ident as $name:ident;)*) => {
        mod haproxy {
            $(#[test] fn $name() { super::run(super::Product::Haproxy, super::$module::$check); })*
        }
        mod nginx {
            $(#[test] fn $name() { super::run(super::Product::Nginx, super::$module::$check); })*
        }
    };
}

behind_each_proxy! {
    proxy::accepts_its_configuration as the_configuration_is_valid;
    requests::creates as a_create_is_answered_and_stored;
    requests::refusals as what_the_service_refuses_arrives_unchanged;
    requests::too_large as a_body_over_the_limit_is_refused_as_declared;
    requests::half_close as a_caller_that_sends_no_more_is_answered;
    requests::service_is_down as a_service_that_is_down_is_a_declared_answer;
    requests::log as the_log_has_no_credential_and_no_query;
    upstream::fields as the_service_gets_the_credential_and_the_address_of_the_caller;
    upstream::overload as an_overloaded_service_speaks_for_itself;
    upstream::repeats as a_create_is_repeated_on_a_new_connection_and_no_other_post_is;
    upstream::incomplete as the_service_never_meets_a_request_that_is_not_complete;
    upstream::http_2 as the_service_never_meets_http_2;
    upstream::long_head as the_service_never_meets_a_long_head;
    time_limits::silence as a_silent_connection_ends;
    time_limits::trickling_head as a_trickling_head_ends;
    time_limits::body as a_body_that_stops_ends;
    time_limits::idle as an_idle_connection_ends;
    time_limits::answer as a_peer_that_reads_no_answers_ends;
    time_limits::handshake as a_tls_handshake_that_stops_ends;
    crowds::neighbour as a_crowd_from_one_address_does_not_keep_others_away;
    tls::create as a_create_over_tls_is_answered_over_http_1_1;
}

/// Runs a check, unless the proxy isn't installed.
fn run(product: Product, check: fn(Product)) {
    if programs::find(product.name()).is_some() {
        check(product);
        return;
    }
    let missing = format!("{} is not installed", product.name());
    let is_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false");
    assert!(!is_ci, "{missing}");
    eprintln!("skipped: {missing}");
}
