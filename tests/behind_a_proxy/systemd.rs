//! systemd's own check of the units.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// The program that checks a unit.
pub const PROGRAM: &str = "systemd-analyze";

/// Checks the units, in which only the path of the program is replaced.
pub fn understands_the_unit() {
    let deploy = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy");
    let directory = TempDir::new().unwrap();
    let programs = [
        ("plant-store.service", 1),
        ("plant-store-backup.service", 1),
        ("plant-store-backup.timer", 0),
    ];
    for (name, count) in programs {
        let shipped = fs::read_to_string(deploy.join(name)).unwrap();
        let program = "ExecStart=plant-store ";
        assert_eq!(shipped.matches(program).count(), count, "{name}");
        // systemd reports a missing program as an error of the unit.
        let built = format!("ExecStart={} ", env!("CARGO_BIN_EXE_plant-store"));
        let unit = directory.path().join(name);
        fs::write(unit, shipped.replace(program, &built)).unwrap();
    }
    let units = programs.map(|(name, _)| directory.path().join(name));
    let mut analyze = Command::new(PROGRAM);
    let output = analyze.arg("verify").args(units).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    // The output contains messages about other units of the system, too.
    let about: Vec<_> = said.lines().filter(|line| line.contains("plant-store")).collect();
    assert!(output.status.success() && about.is_empty(), "{said}");
}
