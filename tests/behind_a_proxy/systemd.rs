//! systemd's own check of the unit.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// The program that checks a unit.
pub const PROGRAM: &str = "systemd-analyze";

/// Checks the unit, in which only the path of the program is replaced.
pub fn understands_the_unit() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/plant-store.service");
    let shipped = fs::read_to_string(path).unwrap();
    let program = "ExecStart=plant-store ";
    assert_eq!(shipped.matches(program).count(), 1);
    // systemd reports a missing program as an error of the unit.
    let built = format!("ExecStart={} ", env!("CARGO_BIN_EXE_plant-store"));
    let directory = TempDir::new().unwrap();
    let unit = directory.path().join("plant-store.service");
    fs::write(&unit, shipped.replace(program, &built)).unwrap();
    let mut analyze = Command::new(PROGRAM);
    let output = analyze.arg("verify").arg(&unit).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    // The output contains messages about other units of the system, too.
    let about: Vec<_> = said
        .lines()
        .filter(|line| line.contains("plant-store.service"))
        .collect();
    assert!(output.status.success() && about.is_empty(), "{said}");
}
