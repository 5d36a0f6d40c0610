//! `live`: checks a running service.

use crate::Outcome;
use crate::arguments::Live;
use crate::failure::Failure;
use openapi_live::{Report, check};
use std::fmt::Display;

pub(crate) fn run(arguments: &Live) -> Result<Outcome, Failure> {
    // The allow file is read before anything is sent: requests can't be undone.
    let allowed = arguments.output.allowed::<Report>().map_err(message)?;
    let report = check(&arguments.document, &arguments.url, &arguments.settings());
    let is_clean = arguments.output.print(report.map_err(message)?, &allowed)?;
    Ok(is_clean.into())
}

fn message(error: impl Display) -> Failure {
    Failure::Message(format!("error: {error}"))
}
