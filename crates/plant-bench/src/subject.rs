//! The servers that are measured, and their start with a work directory.

use std::cell::Cell;
use std::env;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use tempfile::TempDir;
use test_kit::postgres::Cluster;
use test_kit::service::without_settings;

use crate::server::{Server, free_port};

/// A server that can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// dropshot alone, without a store.
    Dropshot,
    /// Plant Store on SQLite.
    Sqlite,
    /// Plant Store on PostgreSQL, on the same machine.
    Postgres,
    /// axum with an SQLite commit for each request.
    Axum,
}

impl Subject {
    /// All servers, those with the least work first.
    pub const ALL: [Subject; 4] =
        [Subject::Dropshot, Subject::Sqlite, Subject::Postgres, Subject::Axum];

    /// Returns the name of the server in reports.
    pub fn name(self) -> &'static str {
        match self {
            Subject::Dropshot => "dropshot, echo",
            Subject::Sqlite => "Plant Store, SQLite",
            Subject::Postgres => "Plant Store, PostgreSQL",
            Subject::Axum => "axum, SQLite, a commit each",
        }
    }

    /// Starts the server with an empty store.
    pub fn start(self, work: &WorkDirectory) -> Result<Server> {
        let name = work.new_name();
        let file = work.path(&format!("{name}.db"));
        let command = match self {
            Subject::Dropshot => reference("dropshot")?,
            Subject::Sqlite => serve(&sqlite(&file))?,
            Subject::Postgres => serve(&work.new_database(&name)?)?,
            Subject::Axum => {
                let mut axum = reference("axum")?;
                axum.arg("--store").arg(&file);
                axum
            }
        };
        Server::start(command, &work.path(&format!("{name}.log")))
    }
}

/// A work directory for the stores and logs of the servers, and a PostgreSQL server if
/// needed. Both are removed on drop.
pub struct WorkDirectory {
    cluster: Option<Cluster>,
    directory: TempDir,
    names: Cell<u32>,
}

impl WorkDirectory {
    /// Creates a directory beside the programs: on the disk of the workspace, not on a
    /// file system in memory.
    pub fn new() -> Result<Self> {
        let parent = programs()?.join("..");
        let directory = tempfile::Builder::new()
            .prefix("bench-")
            // PostgreSQL's user needs access.
            .permissions(Permissions::from_mode(0o755))
            .tempdir_in(&parent)?;
        Ok(WorkDirectory { cluster: None, directory, names: Cell::new(0) })
    }

    /// Creates a directory, with a PostgreSQL server.
    pub fn with_postgres() -> Result<Self> {
        let mut work = Self::new()?;
        let mut cluster = work.new_cluster("postgres", &[])?;
        cluster.start()?;
        work.cluster = Some(cluster);
        Ok(work)
    }

    /// Creates an empty PostgreSQL cluster in the directory, with these settings.
    pub fn new_cluster(&self, name: &str, settings: &[&str]) -> Result<Cluster> {
        let cluster = self.empty_cluster(name, settings)?;
        cluster.initialize(&[])?;
        Ok(cluster)
    }

    /// Returns a PostgreSQL cluster without data in the directory. Its server listens on
    /// a free port and on no socket: the paths of sockets must be short, and the path of
    /// the directory may be long.
    pub fn empty_cluster(&self, name: &str, settings: &[&str]) -> Result<Cluster> {
        const TCP: [&str; 2] = ["unix_socket_directories=", "listen_addresses=127.0.0.1"];
        let settings = [&TCP[..], settings].concat();
        Cluster::at(&self.path(name), free_port()?, &settings)
    }

    /// Returns the path of a file in the directory.
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Returns a new unique name.
    fn new_name(&self) -> String {
        self.names.set(self.names.get() + 1);
        format!("plants{}", self.names.get())
    }

    fn new_database(&self, name: &str) -> Result<String> {
        let cluster = self.cluster.as_ref().context("the directory has no PostgreSQL server")?;
        cluster.sql("postgres", &format!("CREATE DATABASE {name}"))?;
        Ok(cluster.url(name))
    }
}

/// Returns the URL of a store in a file.
pub fn sqlite(file: &Path) -> String {
    format!("sqlite:{}", file.display())
}

/// Returns a command that serves a store on any free port.
pub fn serve(store: &str) -> Result<Command> {
    let mut service = plant_store()?;
    service.args(["serve", "--listen", "127.0.0.1:0", "--store", store]);
    Ok(service)
}

/// Returns a command for the `plant-store` beside this program, without settings of the environment
/// and of this machine.
pub fn plant_store() -> Result<Command> {
    let mut service = Command::new(programs()?.join("plant-store"));
    without_settings(&mut service);
    Ok(service)
}

fn reference(kind: &str) -> Result<Command> {
    let mut reference = Command::new(env::current_exe()?);
    reference.args(["reference", kind]);
    Ok(reference)
}

/// Returns the directory of this program, which also contains the service.
fn programs() -> Result<PathBuf> {
    let program = env::current_exe()?;
    Ok(program.parent().unwrap_or(Path::new(".")).to_owned())
}
