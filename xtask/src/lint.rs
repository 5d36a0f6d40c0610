//! `cargo xtask lint`: checks that openapi.yaml is a valid OpenAPI document, by the
//! specification's own JSON Schema and by redocly's recommended rules
//! (`redocly.yaml`). The service is not considered.

use crate::{
    conformance::CONTRACT,
    process::{command, succeeds},
    tools,
};
use anyhow::Result;

/// Runs both linters, the second even if the first reports errors. Returns whether
/// both pass.
pub fn run() -> Result<bool> {
    let validator = tools::python_program("openapi-spec-validator")?;
    let is_valid = succeeds(&mut command(validator, CONTRACT))?;

    let (redocly, path) = tools::redocly()?;
    let is_recommended = succeeds(
        command(redocly, "lint")
            .arg(CONTRACT)
            .env("PATH", path)
            .env("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true"),
    )?;
    Ok(is_valid && is_recommended)
}
