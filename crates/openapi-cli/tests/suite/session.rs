//! A folder in which the command runs.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

pub struct Session(TempDir);

impl Session {
    pub fn new() -> Session {
        Session(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// Runs the command with arguments that contain no white space. Returns the exit
    /// code and the output on both streams.
    pub fn run(&self, arguments: &str) -> (i32, String, String) {
        self.run_with(arguments.split_whitespace())
    }

    pub fn run_with<'a>(
        &self,
        arguments: impl IntoIterator<Item = &'a str>,
    ) -> (i32, String, String) {
        split(self.command().args(arguments).output().unwrap())
    }

    /// Runs the command with a file as standard input.
    pub fn run_reading(&self, file: &str, arguments: &str) -> (i32, String, String) {
        let input = File::open(self.path().join(file)).unwrap();
        let mut command = self.command();
        command.args(arguments.split_whitespace()).stdin(input);
        split(command.output().unwrap())
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_openapi-dropshot"));
        command.env_remove("OPENAPI_LIVE_TOKEN").current_dir(self.path());
        command
    }

    /// Returns a session as text: the command line, its output and its exit code.
    pub fn transcript(&self, arguments: &[&str]) -> String {
        let (code, output, errors) = self.run_with(arguments.iter().copied());
        let quoted = arguments
            .iter()
            .map(|one| if one.contains(' ') { format!("\"{one}\"") } else { (*one).to_owned() });
        let line = quoted.collect::<Vec<_>>().join(" ");
        format!("$ openapi-dropshot {line}\n{output}{errors}# exit code {code}\n\n")
    }
}

fn split(output: Output) -> (i32, String, String) {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap();
    (code, text(output.stdout), text(output.stderr))
}
