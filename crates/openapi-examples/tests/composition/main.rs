//! Generated operations together with other features of dropshot. The page
//! `docs/composing.md` quotes lines of these files.

#![allow(clippy::unwrap_used)]

mod agreement;
mod beside;
mod code_first;
mod errors;
mod handlers;
mod hooks;
mod limits;
mod metrics;
mod orders;
mod page;
mod problems;
mod projects;
mod security;
mod settings;
#[cfg(feature = "server")]
mod shared;
mod shop;
mod streams;
mod tls;
mod tools;
#[cfg(feature = "tracing")]
mod traces;
mod uploads;
mod versions;
mod webhooks;
mod widgets;
