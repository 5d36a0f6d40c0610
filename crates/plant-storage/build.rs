//! Sets `cfg(has_postgres)` if PostgreSQL's programs are installed, and
//! `cfg(has_pgbouncer)` if pgbouncer is, too. Otherwise the tests that start them are
//! ignored, which test runners report and count. The library itself does not use
//! these cfgs.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(has_postgres, has_pgbouncer)");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", test_kit::programs::POSTGRES_ON_DEBIAN);
    // The directory, because a missing file would build the crate each time.
    println!("cargo::rerun-if-changed={}", test_kit::programs::ADMINISTRATORS);
    println!("cargo::rerun-if-env-changed=PATH");
    if test_kit::programs::postgres().is_some() {
        println!("cargo::rustc-cfg=has_postgres");
        if test_kit::programs::find("pgbouncer").is_some() {
            println!("cargo::rustc-cfg=has_pgbouncer");
        }
    }
}
