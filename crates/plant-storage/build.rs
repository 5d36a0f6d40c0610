//! Sets `cfg(has_postgres)` if PostgreSQL's programs are installed, `cfg(has_pgbouncer)` if
//! pgbouncer is, too, and `cfg(is_root)` for root. Otherwise the tests that need them are
//! ignored, which test runners report and count. The library itself does not use
//! these cfgs.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(has_postgres, has_pgbouncer, is_root)");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", test_kit::programs::POSTGRES_ON_DEBIAN);
    // The directory, because a missing file would build the crate each time.
    println!("cargo::rerun-if-changed={}", test_kit::programs::ADMINISTRATORS);
    println!("cargo::rerun-if-env-changed=PATH");
    if test_kit::programs::is_root() {
        println!("cargo::rustc-cfg=is_root");
    }
    if test_kit::programs::postgres().is_some() {
        println!("cargo::rustc-cfg=has_postgres");
        if test_kit::programs::find("pgbouncer").is_some() {
            println!("cargo::rustc-cfg=has_pgbouncer");
        }
    }
}
