//! End-to-end tests of the service on PostgreSQL: every plant with a 200 is in the
//! database, the commands work concurrently with the service and each other, and an
//! outage of the database causes 503 but no restart.
//!
//! Without PostgreSQL's programs the test is ignored; `cargo xtask ci` installs them.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Trial};
use plant_test_kit::connection::{Connection, PATIENCE};
use plant_test_kit::postgres::Server;
use plant_test_kit::service::{Service, plant_store};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Returns the output of a command, line by line.
fn run(directory: &Path, store: &str, arguments: &[&str]) -> Vec<String> {
    let output = plant_store(directory)
        .args(arguments)
        .env("PLANT_STORE_STORE", store)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    let printed = String::from_utf8(output.stdout).unwrap();
    printed.lines().map(str::to_owned).collect()
}

/// Creates a plant. Returns the status of the response.
fn create(address: &str, token: &str, plant: &Value) -> u16 {
    let mut connection = Connection::open(address);
    connection.create(token, "", &plant.to_string());
    connection.answer().unwrap().status
}

/// Waits until the admin listener answers for the store with this status.
fn wait_for_readiness(admin: &str, status: u16) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let mut connection = Connection::open(admin);
        connection.send(b"GET /readyz HTTP/1.1\r\nHost: admin\r\n\r\n");
        let answer = connection.answer().unwrap();
        if answer.status == status {
            return;
        }
        let text = String::from_utf8_lossy(&answer.body);
        assert!(Instant::now() < deadline, "{} {text}", answer.status);
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn main() -> ExitCode {
    let test = Trial::test(
        "a_service_on_postgres_keeps_what_it_acknowledges_and_outlives_its_database",
        || {
            keeps_what_it_acknowledges_and_outlives_its_database();
            Ok(())
        },
    );
    let tests = vec![test.with_ignored_flag(test_programs::postgres().is_none())];
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

fn keeps_what_it_acknowledges_and_outlives_its_database() {
    let mut server = Server::start_new(&[]);
    let store = server.url("plants");
    let directory = TempDir::new().unwrap();
    let directory = directory.path();
    let load = ["token", "create", "--new-store", "--name", "load"];
    let token = run(directory, &store, &load).remove(0);

    let flags = ["--store", &store, "--admin", "127.0.0.1:0"];
    let services = [
        Service::start(directory, &flags),
        Service::start(directory, &flags),
    ];
    let [first, second] = [services[0].address(), services[1].address()];
    let admin = services[0].admin_address();
    wait_for_readiness(&admin, 200);
    let plant = |id: i64| json!({ "id": id, "name": "Monstera\0", "tag": "" });
    assert_eq!(create(&first, &token, &plant(1)), 200);
    assert_eq!(create(&second, &token, &plant(1)), 200);
    assert_eq!(
        create(&second, &token, &json!({ "id": 1, "name": "other" })),
        400
    );

    server.kill();
    assert_eq!(create(&first, &token, &plant(2)), 503);
    wait_for_readiness(&admin, 503);
    server.start();
    wait_for_readiness(&admin, 200);
    assert_eq!(create(&first, &token, &plant(2)), 200);
    assert_eq!(create(&second, &token, &plant(3)), 200);

    let exported = run(directory, &store, &["plants", "export"]);
    let exported: Vec<Value> = exported
        .iter()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(exported, [plant(1), plant(2), plant(3)]);
    run(directory, &store, &["token", "revoke", "load"]);
    std::thread::sleep(std::time::Duration::from_secs(1));
    for address in [&first, &second] {
        assert_eq!(create(address, &token, &plant(4)), 401);
    }
}
