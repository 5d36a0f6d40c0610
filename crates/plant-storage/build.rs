//! Sets `cfg(has_postgres)` if PostgreSQL's programs are installed. Otherwise the
//! tests that start a PostgreSQL server are ignored, which test runners report and
//! count. The library itself does not use this cfg.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(has_postgres)");
    println!("cargo::rerun-if-changed=build.rs");
    println!(
        "cargo::rerun-if-changed={}",
        test_programs::POSTGRES_ON_DEBIAN
    );
    println!("cargo::rerun-if-env-changed=PATH");
    if test_programs::postgres().is_some() {
        println!("cargo::rustc-cfg=has_postgres");
    }
}
