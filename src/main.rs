//! The command `plant-store`. Everything is in [`plant_store::cli`].

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// A body of 1 MiB can become a hundred thousand small values. To allocate and free
/// them takes a quarter of the time that it takes with the allocator of glibc, which
/// gives their memory back to the system after each body.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    plant_store::cli::main()
}
