//! End-to-end tests of the service on PostgreSQL: every plant with a 200 is in the
//! database, the commands work concurrently with the service and each other, and an
//! outage of the database causes 503 but no restart.
//!
//! Without PostgreSQL's programs the test is ignored; `cargo xtask ci` installs them.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Trial};
use serde_json::{Value, json};
use tempfile::TempDir;
use test_kit::connection::{Connection, PATIENCE};
use test_kit::postgres::Server;
use test_kit::service::{Service, plant_store};

/// Returns the output of a command, line by line.
fn run(directory: &Path, store: &str, arguments: &[&str]) -> Vec<String> {
    let output =
        plant_store(directory).args(arguments).env("PLANT_STORE_STORE", store).output().unwrap();
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

/// Waits until this condition is true.
fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !condition() {
        assert!(Instant::now() < deadline, "never: {what}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Waits until the admin listener answers for the store with this status.
fn wait_for_readiness(admin: &str, status: u16) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let mut connection = Connection::open(admin);
        connection.send(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n");
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
    let tests: [(_, fn()); 3] = [
        (
            "a_service_on_postgres_keeps_what_it_acknowledges_and_outlives_its_database",
            keeps_what_it_acknowledges_and_outlives_its_database,
        ),
        (
            "a_store_with_imported_plants_is_restored_by_the_tools_of_postgres",
            is_restored_by_the_tools_of_postgres,
        ),
        (
            "a_service_that_requires_standbys_is_not_ready_without_them",
            is_not_ready_without_standbys,
        ),
    ];
    let tests = tests.map(|(name, test)| {
        let trial = Trial::test(name, move || {
            test();
            Ok(())
        });
        trial.with_ignored_flag(test_kit::programs::postgres().is_none())
    });
    libtest_mimic::run(&Arguments::from_args(), tests.into()).exit_code()
}

fn keeps_what_it_acknowledges_and_outlives_its_database() {
    let mut server = Server::start_new(&[]);
    let store = server.url("plants");
    let directory = TempDir::new().unwrap();
    let directory = directory.path();
    let load = ["token", "create", "--new-store", "--name", "load"];
    let token = run(directory, &store, &load).remove(0);

    let flags = ["--store", &store, "--admin", "127.0.0.1:0"];
    let services = [Service::start(directory, &flags), Service::start(directory, &flags)];
    let [first, second] = [services[0].address(), services[1].address()];
    let admin = services[0].admin_address();
    wait_for_readiness(&admin, 200);
    let plant = |id: i64| json!({ "id": id, "name": "Monstera\0", "tag": "" });
    assert_eq!(create(&first, &token, &plant(1)), 200);
    assert_eq!(create(&second, &token, &plant(1)), 200);
    assert_eq!(create(&second, &token, &json!({ "id": 1, "name": "other" })), 400);

    server.kill();
    assert_eq!(create(&first, &token, &plant(2)), 503);
    wait_for_readiness(&admin, 503);
    server.start();
    wait_for_readiness(&admin, 200);
    assert_eq!(create(&first, &token, &plant(2)), 200);
    assert_eq!(create(&second, &token, &plant(3)), 200);

    let exported = run(directory, &store, &["plants", "export"]);
    let exported: Vec<Value> =
        exported.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(exported, [plant(1), plant(2), plant(3)]);
    run(directory, &store, &["token", "revoke", "load"]);
    std::thread::sleep(std::time::Duration::from_secs(1));
    for address in [&first, &second] {
        assert_eq!(create(address, &token, &plant(4)), 401);
    }
}

/// The commands are those of `docs/operating.md`. The user of the service owns the
/// databases and has no other right.
fn is_restored_by_the_tools_of_postgres() {
    let server = Server::start_new(&[]);
    let administrator = server.url("postgres");
    let of_service = |database| server.url(database).replace("plants@", "service@");
    let (store, restored) = (of_service("store"), of_service("restored"));
    let directory = TempDir::new().unwrap();
    let directory = directory.path();
    let programs = test_kit::programs::postgres().unwrap();
    let tool = |name: &str, arguments: &[&str]| {
        let mut tool = Command::new(programs.join(name));
        let output = tool.args(arguments).current_dir(directory).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{name}: {output:?}");
    };
    let create_database = |name: &str| {
        let create = format!("CREATE DATABASE {name} OWNER service");
        tool("psql", &["--command", &create, &administrator]);
    };
    tool("psql", &["--command", "CREATE ROLE service LOGIN", &administrator]);
    create_database("store");
    let service = Service::start(directory, &["--store", &store]);
    let (token, _) = service.first_start();

    // Beside the service: several processes may write to a database.
    let lines = (0..3000).map(|id| format!("{{\"id\":{id},\"name\":\"Agave\\u0000{id}\"}}\n"));
    fs::write(directory.join("plants.jsonl"), lines.collect::<String>()).unwrap();
    for expected in
        ["3000 plants, 0 stored before, 0 refused", "0 plants, 3000 stored before, 0 refused"]
    {
        let report = run(directory, &store, &["plants", "import", "plants.jsonl"]);
        let [line] = &report[..] else {
            panic!("{report:?}");
        };
        let prefix = "imported into postgres://service@";
        assert!(line.starts_with(prefix) && line.ends_with(&format!("/store: {expected}")));
    }

    tool("pg_dump", &["--format", "custom", "--file", "plants.dump", &store]);
    create_database("restored");
    tool("pg_restore", &["--exit-on-error", "--dbname", &restored, "plants.dump"]);
    let export = |store: &str| run(directory, store, &["plants", "export"]);
    assert!(export(&restored) == export(&store));
    let service = Service::start(directory, &["--store", &restored]);
    let plant = json!({ "id": 7, "name": "Agave\u{0}7" });
    assert_eq!(create(&service.address(), &token, &plant), 200);
}

fn is_not_ready_without_standbys() {
    let server = Server::start_new(&[]);
    let store = server.url("plants");
    let directory = TempDir::new().unwrap();
    let directory = directory.path();
    let sql = |text: &str| {
        let psql = test_kit::programs::postgres().unwrap().join("psql");
        let mut psql = Command::new(psql);
        psql.args(["--no-align", "--tuples-only", "--command", text, &store]);
        let output = psql.output().unwrap();
        assert!(output.status.success(), "{text}: {output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    let wait_for_standby = |name: &str| {
        sql(&format!("ALTER SYSTEM SET synchronous_standby_names = '{name}'"));
        sql("SELECT pg_reload_conf()");
        wait_until("the setting is read", || sql("SHOW synchronous_standby_names") == name);
    };
    let create_token = ["token", "create", "--new-store", "--name", "load"];
    let token = run(directory, &store, &create_token).remove(0);

    let flags = ["--store-synchronous-standbys", "1"];
    let mut refused = plant_store(directory);
    refused.args(["serve", "--store", &store]).args(flags);
    let refused = refused.output().unwrap();
    assert_eq!(refused.status.code(), Some(3));
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(error.contains("store-synchronous-standbys requires 1"), "{error}");

    let _standby = Server::start_standby(&server);
    wait_until("the standby follows", || {
        sql("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'") == "1"
    });
    wait_for_standby("standby");
    let flags = [&flags[..], &["--store", &store, "--admin", "127.0.0.1:0"]].concat();
    let service = Service::start(directory, &flags);
    let (address, admin) = (service.address(), service.admin_address());
    let gauge = || {
        let mut connection = Connection::open(&admin);
        connection.send(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
        let answer = connection.answer().unwrap();
        let text = String::from_utf8(answer.body).unwrap();
        let mut lines = text.lines();
        lines
            .find_map(|line| line.strip_prefix("plant_store_store_synchronous_standbys "))
            .unwrap()
            .to_owned()
    };
    wait_for_readiness(&admin, 200);
    assert_eq!(gauge(), "1");
    let plant = |id: i64| json!({ "id": id, "name": "Agave" });
    assert_eq!(create(&address, &token, &plant(1)), 200);

    wait_for_standby("");
    wait_for_readiness(&admin, 503);
    assert_eq!(create(&address, &token, &plant(2)), 503);
    wait_until("the gauge falls", || gauge() == "0");
    service.wait_for_log("wait for fewer standbys than before");
    wait_for_standby("ANY 1 (standby)");
    wait_for_readiness(&admin, 200);
    assert_eq!(create(&address, &token, &plant(2)), 200);
}
