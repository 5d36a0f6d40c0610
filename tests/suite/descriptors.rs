//! A service whose callers use up all descriptors of the process.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use test_kit::admin::{get, series, text};
use test_kit::connection::{PATIENCE, stream};
use test_kit::service::{Session, program};

/// The limit of descriptors.
const LIMIT: usize = 100;

#[test]
fn the_admin_listener_answers_when_connections_use_up_all_descriptors() {
    let session = Session::new();
    let mut service = Command::new("sh")
        .args(["-c", &format!("ulimit -n {LIMIT}; exec \"$0\" \"$@\"")])
        .arg(program())
        .args(["serve", "--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0"])
        .current_dir(session.directory())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(service.stdout.take().unwrap()).lines();
    let mut address = |name: &str| {
        let is_named = |line: String| line.strip_prefix(name).map(str::to_owned);
        lines.find_map(|line| is_named(line.unwrap())).unwrap()
    };
    let public = address("listening on http://");
    let admin = address("admin on http://");

    // Some wait in the queue of the system, which has room for 128.
    let _connections: Vec<_> = (0..LIMIT).map(|_| stream(&public)).collect();
    let deadline = Instant::now() + PATIENCE;
    while series(&admin)["plant_store_accept_errors_total"] == 0.0 {
        assert!(Instant::now() < deadline, "connections are still accepted");
        std::thread::sleep(Duration::from_millis(50));
    }
    for _ in 0..10 {
        for path in ["/healthz", "/readyz"] {
            let answer = get(&admin, path);
            assert_eq!(answer.status, 200, "{path}: {}", text(&answer));
        }
        let series = series(&admin);
        assert_eq!(series["process_max_fds"] as usize, LIMIT);
        assert!(series["process_open_fds"] as usize > LIMIT - 5);
        assert!(series["process_resident_memory_bytes"] > 0.0);
    }
    service.kill().unwrap();
    service.wait().unwrap();
}
