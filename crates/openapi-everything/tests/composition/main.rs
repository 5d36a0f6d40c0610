//! Generated operations beside what other dropshot programs use. The page
//! `docs/composing.md` shows lines of these files.

#![allow(clippy::unwrap_used)]

mod agreement;
mod api_manager;
mod beside;
mod errors;
mod limits;
mod metrics;
mod page;
mod settings;
mod tls;
mod versions;
mod widgets;
