//! The command `plant-store`, implemented in [`plant_store::cli`].

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// mimalloc instead of glibc's allocator. A body of 1 MiB can become a hundred
/// thousand small values. mimalloc allocates and frees them in a quarter of the time
/// of glibc, which returns their memory to the system after each body.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    plant_store::cli::main()
}
