//! The command `plant-store`. Everything is in [`plant_store::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    plant_store::cli::main()
}
