//! systemd's own check of the unit.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

#[test]
fn systemd_understands_the_unit() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/plant-store.service");
    let shipped = fs::read_to_string(path).unwrap();
    let program = "ExecStart=/usr/local/bin/plant-store ";
    assert_eq!(shipped.matches(program).count(), 1);
    // systemd reports a missing program as an error of the unit.
    let built = format!("ExecStart={} ", env!("CARGO_BIN_EXE_plant-store"));
    let directory = TempDir::new().unwrap();
    let unit = directory.path().join("plant-store.service");
    fs::write(&unit, shipped.replace(program, &built)).unwrap();
    let Ok(output) = Command::new("systemd-analyze")
        .arg("verify")
        .arg(&unit)
        .output()
    else {
        eprintln!("skipped: systemd-analyze is not installed");
        return;
    };
    let said = String::from_utf8_lossy(&output.stderr);
    // The output contains messages about other units of the system, too.
    let about: Vec<_> = said
        .lines()
        .filter(|line| line.contains("plant-store.service"))
        .collect();
    assert!(output.status.success() && about.is_empty(), "{said}");
}
