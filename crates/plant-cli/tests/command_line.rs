//! Tests of the command `plant` against a service with prepared responses.

#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::process::{Command, Output, Stdio};

use test_kit::answers::Service;

const PLANT: &str = r#"{"name":"Aloe\nvera","tag":"succulent"}"#;

/// Returns a response with this status line and body.
fn json(status: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\nwww-authenticate: Bearer\r\n\
         retry-after: 5\r\ncontent-length: {length}\r\n\r\n{body}"
    )
}

fn plant(arguments: &[&str], url: &str, input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plant"))
        .args(arguments)
        .env("PLANT_STORE_URL", url)
        .env("PLANT_STORE_TOKEN", "plant_c2VjcmV0")
        .env_remove("COLUMNS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that ends without reading its input is no failure of the test.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Runs `plant create-plant` against a service that has this response. Returns the body of
/// the request and the output.
fn create(arguments: &[&str], input: &str, response: String) -> (String, Output) {
    let service = Service::answering(response);
    let arguments = [&["create-plant"], arguments].concat();
    let output = plant(&arguments, &service.url, input);
    assert_eq!(text(&output.stderr), "");
    let request = service.request();
    assert!(request.contains("authorization: Bearer plant_c2VjcmV0\r\n"));
    (request.split_once("\r\n\r\n").unwrap().1.to_owned(), output)
}

#[test]
fn the_help_of_each_command_is_the_reviewed_text() {
    let mut help = String::new();
    for arguments in [&["--help"] as &[&str], &["create-plant", "--help"]] {
        let output = plant(arguments, "", "");
        help += &format!("$ plant {}\n{}\n", arguments.join(" "), text(&output.stdout));
    }
    expectorate::assert_contents("tests/output/help.txt", &help);
}

#[test]
fn the_properties_of_a_body_are_flags_and_an_id_may_be_negative() {
    let arguments = ["--id", "-7", "--name", "Aloe\nvera", "--tag", "succulent"];
    let (body, output) = create(&arguments, "", json("200 OK", PLANT));
    let expected = r#"{"name":"Aloe\nvera","tag":"succulent","id":-7}"#;
    assert_eq!(body, expected);
    assert_eq!(output.status.code(), Some(0));
    let table = "name  \"Aloe\\nvera\"\ntag   succulent\n";
    assert_eq!(text(&output.stdout), table);
}

#[test]
fn a_body_comes_from_standard_input_and_a_result_may_be_json() {
    let arguments = ["--json-body", "-", "--format", "json"];
    let input = r#"{ "name": "Aloe\nvera", "id": 7 }"#;
    let (body, output) = create(&arguments, input, json("200 OK", PLANT));
    assert_eq!(body, r#"{"name":"Aloe\nvera","id":7}"#);
    assert_eq!(text(&output.stdout), format!("{PLANT}\n"));
}

#[test]
fn flags_replace_members_of_the_file() {
    let arguments = ["--json-body", "-", "--id", "8"];
    let input = r#"{ "name": "Aloe", "id": 7 }"#;
    let (body, _) = create(&arguments, input, json("200 OK", PLANT));
    assert_eq!(body, r#"{"name":"Aloe","id":8}"#);
}

#[test]
fn each_class_of_failure_has_an_exit_code_and_a_message() {
    let aloe = ["create-plant", "--id", "7", "--name", "Aloe"];
    let refused = |status: &str, code: u16| {
        let body = format!(r#"{{"error":{code},"message":"No."}}"#);
        let service = Service::answering(json(status, &body));
        plant(&aloe, &service.url, "")
    };
    let nobody = Service::silent().url.clone();
    for (output, code, message) in [
        (refused("400 Bad Request", 110), 3, "400 Bad Request: No. (error 110); repeat in 5 s"),
        (refused("503 Busy", 301), 4, "503 Service Unavailable: No. (error 301); repeat in 5 s"),
        (
            refused("500 Defect", 302),
            1,
            "500 Internal Server Error: No. (error 302); repeat in 5 s",
        ),
        (plant(&aloe, &nobody, ""), 4, "the connection was refused"),
        (plant(&aloe, "ftp://a", ""), 2, "`ftp://a` is not the address of a service"),
        (
            plant(&["create-plant", "--json-body", "-"], &nobody, "{"),
            2,
            "failed to parse /dev/stdin: EOF while parsing",
        ),
        (
            plant(&["create-plant", "--id", "seven"], &nobody, ""),
            2,
            "invalid value 'seven' for '--id <ID>': invalid digit found in string",
        ),
        (plant(&aloe[..3], &nobody, ""), 2, "the following required arguments"),
        (
            plant(&["create-plant", "--id", "7", "--json-body", "-"], &nobody, "{}"),
            2,
            "failed to parse /dev/stdin: missing field `name`",
        ),
    ] {
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{error}");
        assert!(error.starts_with(&format!("error: {message}")), "{error}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_text_of_the_service_is_a_part_of_one_line() {
    let hostile = r"\u001b[2J\u009b\u202e\r\n::stop-commands::a\n##[error]b";
    let escaped = r"\u{1b}[2J\u{9b}\u{202e}\r\n::stop-commands::a\n#\u{23}[error]b";
    let arguments = ["create-plant", "--id", "7", "--name", "Aloe"];
    let failure = json("400 Bad Request", &format!(r#"{{"error":110,"message":"{hostile}"}}"#));
    let service = Service::answering(failure);
    let output = plant(&arguments, &service.url, "");
    let expected = format!("error: 400 Bad Request: {escaped} (error 110); repeat in 5 s\n");
    assert_eq!(text(&output.stderr), expected);
    let escaped = hostile.replace("##", r"#\u0023");
    for (format, expected) in [
        ("table", format!("name  \"{escaped}\"\n")),
        ("json", format!("{{\"name\":\"{escaped}\"}}\n")),
    ] {
        let response = json("200 OK", &format!("{{\"name\":\"{hostile}\"}}"));
        let service = Service::answering(response);
        let output = plant(&[&arguments[..], &["--format", format]].concat(), &service.url, "");
        assert_eq!(text(&output.stdout), expected);
    }
}

#[test]
fn each_shell_has_completions_with_the_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = plant(&["completions", shell], "", "");
        assert!(text(&output.stdout).contains("create-plant"), "{shell}");
    }
}

#[test]
fn an_output_that_ends_early_is_no_failure_and_one_that_is_full_is() {
    let completions = |output: Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plant"));
        let output = command.args(["completions", "bash"]).stdout(output).output().unwrap();
        (output.status.code(), text(&output.stderr).to_owned())
    };
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    assert_eq!(completions(writer.into()), (Some(0), String::new()));
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let (code, error) = completions(full.into());
    assert_eq!(code, Some(1), "{error}");
    assert!(error.starts_with("error: ") && error.contains("No space left"), "{error}");
}
