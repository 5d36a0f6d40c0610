//! pgbouncer, a pooler of connections, in front of a server.

use std::fs;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::Server;
use super::cluster::{START, give_away, other_user};

/// The port, which is part of the name of the socket only.
const PORT: u16 = 6432;

/// A running pooler, which listens on a socket in its directory. It ends with the test.
pub struct Pooler {
    child: Child,
    directory: TempDir,
}

impl Pooler {
    /// Starts a pooler for the database `plants`, with settings such as
    /// `pool_mode=session`.
    pub fn start(server: &Server, settings: &[&str]) -> Self {
        let directory = TempDir::new().unwrap();
        let path = directory.path().join("pgbouncer.ini");
        let text = format!(
            "[databases]\n\
             plants = host={} port={} user=plants\n\
             [pgbouncer]\n\
             listen_addr =\n\
             listen_port = {PORT}\n\
             unix_socket_dir = {}\n\
             auth_type = any\n\
             {}\n",
            server.cluster.directory().display(),
            server.cluster.port(),
            directory.path().display(),
            settings.join("\n"),
        );
        fs::write(&path, text).unwrap();
        give_away(directory.path()).unwrap();
        let mut program = Command::new(crate::programs::find("pgbouncer").unwrap());
        // It refuses to run as root.
        if let Some((user, group)) = other_user() {
            program.uid(user).gid(group);
        }
        program.arg(&path).current_dir(directory.path());
        let child = program.stdin(Stdio::null()).spawn().unwrap();
        let mut pooler = Pooler { child, directory };
        let begun = Instant::now();
        let name = format!(".s.PGSQL.{PORT}");
        while UnixStream::connect(pooler.directory.path().join(&name)).is_err() {
            let has_ended = pooler.child.try_wait().unwrap().is_some();
            assert!(!has_ended && begun.elapsed() < START, "pgbouncer does not start");
            sleep(Duration::from_millis(10));
        }
        pooler
    }

    /// Returns the URL of the database `plants` behind the pooler.
    pub fn url(&self) -> String {
        let directory = self.directory.path().to_str().unwrap().replace('/', "%2F");
        format!("postgres://plants@{directory}:{PORT}/plants")
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        // Nothing is left to do about an error.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
