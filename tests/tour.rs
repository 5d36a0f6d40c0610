//! Runs the commands of `docs/tour.md` in one shell, and compares their output with the
//! page.
//!
//! `SNAPSHOTS=overwrite` writes the output into the page. trycmd was considered: it runs
//! each command by itself, without a shell and without processes in the background.

#![allow(clippy::unwrap_used)]

use std::net::TcpListener;
use std::process::Command;

use plant_test_kit::service::{Session, program};
use snapbox::{Assert, file};

const PAGE: &str = include_str!("../docs/tour.md");

/// The addresses on the page. The test has free ports instead.
const ADDRESSES: [&str; 2] = ["127.0.0.1:8080", "127.0.0.1:9090"];

/// The time limit for all commands, in seconds.
const LIMIT: &str = "120";

/// A line of the page that is not output.
enum Line {
    Text(&'static str),
    Command(&'static str),
}

/// Returns the lines of the page without the output of commands.
fn lines() -> Vec<Line> {
    let mut is_console = false;
    let mut lines = Vec::new();
    for line in PAGE.lines() {
        if line.starts_with("```") {
            is_console = line == "```console";
            lines.push(Line::Text(line));
        } else if !is_console {
            lines.push(Line::Text(line));
        } else if let Some(command) = line.strip_prefix("$ ") {
            lines.push(Line::Command(command));
        }
    }
    lines
}

/// Runs the commands in one shell. Returns the output of each.
fn outputs(commands: &[&str]) -> Vec<String> {
    let session = Session::new();
    let free = ADDRESSES.map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
    let free = free.map(|listener| listener.local_addr().unwrap().to_string());
    // What still runs at the end is stopped. Each output ends with U+0000.
    let mut script = String::from("exec 2>&1\ntrap 'kill $(jobs -p) 2> /dev/null' EXIT\n");
    for command in commands {
        script.push_str(&format!("{command}\nprintf '\\0'\n"));
    }
    for (address, free) in ADDRESSES.iter().zip(&free) {
        script = script.replace(address, free);
    }
    let programs = program().parent().unwrap().to_owned();
    let path = std::env::var("PATH").unwrap();
    let output = Command::new("timeout")
        .args([LIMIT, "bash", "-c", &script])
        .current_dir(session.directory())
        .env_clear()
        .env("PATH", format!("{}:{path}", programs.display()))
        .output()
        .unwrap();
    let mut text = String::from_utf8(output.stdout).unwrap();
    for (address, free) in ADDRESSES.iter().zip(&free) {
        text = text.replace(free, address);
    }
    let outputs: Vec<_> = text.split_terminator('\0').map(str::to_owned).collect();
    assert_eq!(
        outputs.len(),
        commands.len(),
        "the shell ended early: {text}"
    );
    outputs
}

#[test]
fn the_commands_of_the_tour_have_the_output_that_the_page_shows() {
    let lines = lines();
    let commands = lines.iter().filter_map(|line| match line {
        Line::Command(command) => Some(*command),
        Line::Text(_) => None,
    });
    let commands: Vec<_> = commands.collect();
    let mut outputs = outputs(&commands).into_iter();
    let page = lines.iter().map(|line| match line {
        Line::Text(text) => format!("{text}\n"),
        Line::Command(command) => format!("$ {command}\n{}", outputs.next().unwrap()),
    });
    let page: String = page.collect();
    // Backslashes on the page are no paths.
    let assert = Assert::new().normalize_paths(false).action_env("SNAPSHOTS");
    assert.eq(page, file!["../docs/tour.md"]);
}
