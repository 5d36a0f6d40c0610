//! PostgreSQL servers for tests.

mod cluster;
mod pooler;

pub use cluster::Cluster;
pub use pooler::Pooler;

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::error::run;
use cluster::{give_away, other_user};

/// Returns the directory of PostgreSQL's programs for the search path of a shell in a
/// directory. If this process is root, which PostgreSQL refuses, each of the programs is a
/// script that runs as another user, who becomes the owner of the shell's directory.
pub fn programs(directory: &Path) -> PathBuf {
    let programs = crate::programs::postgres().unwrap();
    let Some((user, group)) = other_user() else {
        return programs;
    };
    let scripts = directory.join("postgres-programs");
    fs::create_dir(&scripts).unwrap();
    for program in programs.read_dir().unwrap() {
        let program = program.unwrap();
        let script = scripts.join(program.file_name());
        let run = format!("setpriv --reuid={user} --regid={group} --clear-groups");
        let text = format!("#!/bin/sh\nexec {run} '{}' \"$@\"\n", program.path().display());
        fs::write(&script, text).unwrap();
        fs::set_permissions(&script, Permissions::from_mode(0o700)).unwrap();
    }
    give_away(directory).unwrap();
    scripts
}

/// The settings of every test server: few resources, and no port.
const SETTINGS: [&str; 3] = ["listen_addresses=", "max_connections=50", "shared_buffers=16MB"];

/// A server, running or not, with its data in a temporary directory. It listens on a
/// socket in that directory, and, if configured, on a port of the loopback interface.
pub struct Server {
    // Dropped first: the directory is removed after the server has ended.
    cluster: Cluster,
    _directory: TempDir,
}

impl Server {
    /// Creates a cluster and starts a server on it.
    pub fn start_new(settings: &[&str]) -> Self {
        let mut server = Self::new(settings);
        server.start();
        server
    }

    /// Creates a cluster whose superuser is `plants`, with an empty database of
    /// the same name.
    pub fn new(settings: &[&str]) -> Self {
        Self::with_port(5432, settings)
    }

    /// Like [`Server::new`], with a port, which is also part of the socket's name.
    /// The server listens on the port if `listen_addresses` is set.
    pub fn with_port(port: u16, settings: &[&str]) -> Self {
        let directory = TempDir::new().unwrap();
        copy(&template(), &directory.path().join("data"));
        let settings = [&SETTINGS[..], settings].concat();
        Server {
            cluster: Cluster::at(directory.path(), port, &settings).unwrap(),
            _directory: directory,
        }
    }

    /// Starts a standby of a running server, which accepts it under the name `standby`.
    pub fn start_standby(primary: &Server) -> Self {
        let directory = TempDir::new().unwrap();
        let mut cluster = Cluster::at(directory.path(), 5432, &SETTINGS).unwrap();
        let socket = primary.cluster.directory().display();
        let source = format!("host={socket} port=5432 user=plants application_name=standby");
        let mut copy = cluster.program("pg_basebackup").unwrap();
        copy.args(["--checkpoint=fast", "--write-recovery-conf", "--no-sync"]);
        copy.args(["--dbname", &source, "--pgdata"]);
        run(copy.arg(cluster.data())).unwrap();
        cluster.start().unwrap();
        Server { cluster, _directory: directory }
    }

    /// Starts the server, and waits until it accepts connections.
    pub fn start(&mut self) {
        self.cluster.start().unwrap();
    }

    /// Returns the data directory.
    pub fn data(&self) -> PathBuf {
        self.cluster.data()
    }

    /// Writes a file that the server owns into the data directory.
    pub fn write(&self, name: &str, text: &str) {
        let path = self.data().join(name);
        fs::write(&path, text).unwrap();
        give_away(&path).unwrap();
    }

    /// Returns the path of the socket on which the server listens.
    pub fn socket(&self) -> PathBuf {
        let name = format!(".s.PGSQL.{}", self.cluster.port());
        self.cluster.directory().join(name)
    }

    /// Returns the URL of a database of the server, over the socket.
    pub fn url(&self, database: &str) -> String {
        let directory = self.cluster.directory().to_str().unwrap().replace('/', "%2F");
        format!("postgres://plants@{directory}:{}/{database}", self.cluster.port())
    }

    /// Kills every process of the server at once.
    pub fn kill(&mut self) {
        self.cluster.kill();
    }
}

/// Returns the data directory of which each server gets a copy: creating a cluster
/// takes longer than most tests. It is kept between runs below the target directory,
/// one for each version of PostgreSQL.
fn template() -> PathBuf {
    let made = TempDir::new().unwrap();
    let cluster = Cluster::at(made.path(), 5432, &[]).unwrap();
    let version = run(cluster.program("postgres").unwrap().arg("--version")).unwrap();
    let name: String = version.chars().filter(char::is_ascii_alphanumeric).collect();
    // target/debug/deps/TEST
    let test = std::env::current_exe().unwrap();
    let directory = test.ancestors().nth(3).unwrap().join("tmp");
    fs::create_dir_all(&directory).unwrap();
    let path = directory.join(name);
    let lock = fs::File::create(path.with_extension("lock")).unwrap();
    lock.lock().unwrap();
    if !path.exists() {
        cluster.initialize(&["--wal-segsize=1"]).unwrap();
        create_database(&cluster);
        let unfinished = path.with_extension("unfinished");
        let _ = fs::remove_dir_all(&unfinished);
        copy(&cluster.data(), &unfinished);
        fs::rename(unfinished, &path).unwrap();
    }
    path
}

/// Creates the database `plants` in a cluster without a server.
fn create_database(cluster: &Cluster) {
    let sql = cluster.directory().join("create.sql");
    fs::write(&sql, "CREATE DATABASE plants\n").unwrap();
    let mut postgres = cluster.program("postgres").unwrap();
    postgres.args(["--single", "-D"]).arg(cluster.data()).arg("postgres");
    run(postgres.stdin(Stdio::from(fs::File::open(&sql).unwrap()))).unwrap();
}

fn copy(from: &Path, to: &Path) {
    run(Command::new("cp").arg("-R").arg(from).arg(to)).unwrap();
}
