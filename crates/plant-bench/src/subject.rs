//! What is measured and broken: the servers, and how each is started with a
//! place of its own. A further one is one more variant here, and nothing else.

use std::cell::Cell;
use std::env;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::Error;
use crate::postgres::Cluster;
use crate::server::Server;

/// A server that can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// hyper alone, without a store.
    Hyper,
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
    /// All of them, what does least first.
    pub const ALL: [Subject; 5] = [
        Subject::Hyper,
        Subject::Dropshot,
        Subject::Sqlite,
        Subject::Postgres,
        Subject::Axum,
    ];

    /// What it is called in reports.
    pub fn name(self) -> &'static str {
        match self {
            Subject::Hyper => "hyper, echo",
            Subject::Dropshot => "dropshot, echo",
            Subject::Sqlite => "Plant Store, SQLite",
            Subject::Postgres => "Plant Store, PostgreSQL",
            Subject::Axum => "axum, SQLite, a commit each",
        }
    }

    /// Starts it with an empty store.
    pub fn start(self, place: &Place) -> Result<Server, Error> {
        let name = place.new_name();
        let file = place.path(&format!("{name}.db"));
        let command = match self {
            Subject::Hyper => reference("hyper")?,
            Subject::Dropshot => reference("dropshot")?,
            Subject::Sqlite => serve(&sqlite(&file))?,
            Subject::Postgres => serve(&place.new_database(&name)?)?,
            Subject::Axum => {
                let mut axum = reference("axum")?;
                axum.arg("--store").arg(&file);
                axum
            }
        };
        Server::start(command, &place.path(&format!("{name}.log")))
    }
}

/// A directory for the stores and logs of the servers, and a PostgreSQL server
/// if there is need of one. It goes when it is dropped.
pub struct Place {
    cluster: Option<Cluster>,
    directory: TempDir,
    names: Cell<u32>,
}

impl Place {
    /// A new directory, beside the programs: on the disk that the workspace is
    /// on, and not on one that is only memory.
    pub fn new() -> Result<Self, Error> {
        let parent = programs()?.join("..");
        let directory = tempfile::Builder::new()
            .prefix("bench-")
            // PostgreSQL's user has to get through.
            .permissions(Permissions::from_mode(0o755))
            .tempdir_in(&parent)
            .map_err(Error::file(parent))?;
        Ok(Place {
            cluster: None,
            directory,
            names: Cell::new(0),
        })
    }

    /// The same, with a PostgreSQL server.
    pub fn with_postgres() -> Result<Self, Error> {
        let mut place = Self::new()?;
        let mut cluster = Cluster::make(&place.path("postgres"))?;
        cluster.start()?;
        place.cluster = Some(cluster);
        Ok(place)
    }

    /// A file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// A name that has not been given before.
    fn new_name(&self) -> String {
        self.names.set(self.names.get() + 1);
        format!("plants{}", self.names.get())
    }

    fn new_database(&self, name: &str) -> Result<String, Error> {
        let cluster = self.cluster.as_ref().ok_or(Error::MissingTool {
            tool: "a PostgreSQL server",
            remedy: "this place was made without one",
        })?;
        cluster.sql("postgres", &format!("CREATE DATABASE {name}"))?;
        Ok(cluster.url(name))
    }
}

/// The URL of a store in a file.
pub fn sqlite(file: &Path) -> String {
    format!("sqlite:{}", file.display())
}

/// The service on a store, on any free port.
pub fn serve(store: &str) -> Result<Command, Error> {
    let mut service = plant_store()?;
    service.args(["serve", "--listen", "127.0.0.1:0", "--store", store]);
    Ok(service)
}

/// The released binary, without settings from outside.
pub fn plant_store() -> Result<Command, Error> {
    let mut service = Command::new(programs()?.join("plant-store"));
    for (variable, _) in env::vars_os() {
        if variable.to_string_lossy().starts_with("PLANT_STORE_") {
            service.env_remove(variable);
        }
    }
    Ok(service)
}

fn reference(kind: &str) -> Result<Command, Error> {
    let mut reference = Command::new(env::current_exe().map_err(Error::system("a program"))?);
    reference.args(["reference", kind]);
    Ok(reference)
}

/// Where cargo has put this program, and the service beside it.
fn programs() -> Result<PathBuf, Error> {
    let program = env::current_exe().map_err(Error::system("a program"))?;
    Ok(program.parent().unwrap_or(Path::new(".")).to_owned())
}
