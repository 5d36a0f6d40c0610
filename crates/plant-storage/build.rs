//! Looks whether PostgreSQL's programs are installed, for the tests that start
//! a server of their own: without them they are ignored, which test runners
//! print and count. It must never change what the crate itself does.

#[path = "tests/postgres/programs.rs"]
mod programs;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(has_postgres)");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=tests/postgres/programs.rs");
    println!("cargo::rerun-if-changed={}", programs::DEBIAN);
    println!("cargo::rerun-if-env-changed=PATH");
    if programs::directory().is_some() {
        println!("cargo::rustc-cfg=has_postgres");
    }
}
