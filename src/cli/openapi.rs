//! `plant-store openapi`: prints the OpenAPI document, `openapi.yaml` or the document
//! that the server emits.

use clap::Args;
use clap::builder::BoolishValueParser;

use super::{Failure, output};
use crate::api::api_mod;
use crate::document;
use crate::handlers::PlantStoreApi;

/// Print the OpenAPI document of the interface.
#[derive(Args, Debug)]
#[command(after_help = super::EXIT_CODES)]
pub(super) struct Arguments {
    /// Print the document that the server emits (JSON) instead of openapi.yaml
    #[arg(long, env, value_parser = BoolishValueParser::new())]
    emitted: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.emitted {
        let emitted = emitted()?;
        output::write(|stdout| {
            serde_json::to_writer_pretty(&mut *stdout, &emitted)?;
            writeln!(stdout)
        })
    } else {
        output::write(|stdout| stdout.write_all(document::YAML.as_bytes()))
    }
}

fn emitted() -> Result<serde_json::Value, Failure> {
    let api = api_mod::api_description::<PlantStoreApi>()
        .map_err(|error| Failure::Start(error.into()))?;
    let document = api_mod::emitted_document().map_err(|error| Failure::Start(error.into()))?;
    document.emit_unversioned(&api).map_err(|error| Failure::Start(error.into()))
}
