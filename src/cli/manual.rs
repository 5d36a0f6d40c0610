//! `plant-store completions` and `plant-store man`: files for shells and for `man`, made
//! from the definition of the command line.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

use super::{Failure, output};

/// Print the completions for a shell.
#[derive(Args, Debug)]
#[command(after_help = super::EXIT_CODES)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

/// Write the manual pages.
#[derive(Args, Debug)]
#[command(after_help = super::EXIT_CODES)]
pub(super) struct Man {
    /// The directory for the pages, which must exist
    directory: PathBuf,
}

pub(super) fn completions(arguments: &Completions) -> Result<(), Failure> {
    let mut script = Vec::new();
    let mut command = super::command();
    clap_complete::generate(arguments.shell, &mut command, "plant-store", &mut script);
    output::write(|stdout| stdout.write_all(&script))
}

pub(super) fn man(Man { directory }: &Man) -> Result<(), Failure> {
    let written = clap_mangen::generate_to(super::command(), directory);
    written.map_err(|source| Failure::Manual { directory: directory.clone(), source })
}
