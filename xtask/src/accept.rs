//! `cargo xtask accept`: rewrites the reviewed text (insta snapshots, the files of
//! `tests/output`, and `docs/tour.md`) from the current output. The developer reviews the
//! changes in `git diff`.

use crate::{ci, drift, process::succeeds};
use anyhow::Result;

/// Runs every test in the mode that overwrites the reviewed text. Returns whether
/// all tests passed; a test without reviewed text may still fail.
pub fn run() -> Result<bool> {
    let tests_pass = succeeds(
        ci::tests()
            .env("INSTA_UPDATE", "always")
            .env("INSTA_FORCE_PASS", "1")
            .env("EXPECTORATE", "overwrite")
            .env("SNAPSHOTS", "overwrite")
            .env("ALL_DOCUMENTS", "1"),
    )?;
    let drift_is_noticed = drift::run(true)?;
    Ok(tests_pass && drift_is_noticed)
}
