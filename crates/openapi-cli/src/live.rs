//! `live`: checks a running service.

use crate::Outcome;
use crate::arguments::Live;
use crate::failure::Failure;
use openapi_live::{Error, Report, check};

pub(crate) fn run(arguments: &Live) -> Result<Outcome, Failure> {
    // The allow file is read before anything is sent: requests can't be undone.
    let allowed = arguments.output.allowed::<Report>()?;
    let report =
        check(&arguments.document, &arguments.url, &arguments.settings()).map_err(|error| {
            match error {
                Error::Document(diagnostics) => diagnostics.into(),
                error => Failure::of(error),
            }
        })?;
    Ok(arguments.output.print(report, &allowed)?.into())
}
