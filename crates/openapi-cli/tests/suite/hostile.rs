//! Text of documents and services does not reach the terminal or a build log as control
//! characters, as lines of its own, or as commands of a build service.

use crate::service::{Answer, Reaction, start};
use crate::session::Session;
use serde_json::{Value, json};

/// A text with what a terminal or a build service obeys.
const HOSTILE: &str = "x\u{1b}[2J\u{9b}\u{7f}\t\r\n::stop-commands::y\u{202e}\u{2066}\u{2028}\
                       ##[error]z\n  ::error::FORGED\nFORGED";

const COMMAND: &str = "::stop-commands::y";

const FORMATS: [&str; 4] = ["text", "json", "sarif", "github"];

/// Returns a document with hostile names, of which one operation can be generated.
fn document() -> Value {
    let path = format!("/{HOSTILE}/{{{HOSTILE}}}");
    let schema = json!({"$ref": format!("#/components/schemas/{HOSTILE}")});
    let content = |media_type: &str, schema: &Value| json!({media_type: {"schema": schema}});
    let operation = |id: &str| {
        json!({
            "operationId": id,
            "tags": [HOSTILE],
            "summary": HOSTILE,
            "security": [{HOSTILE: []}, {COMMAND: []}],
            "parameters": [
                {"name": HOSTILE, "in": "query", "schema": {"type": HOSTILE}},
                {"name": HOSTILE, "in": "path", "required": true, "schema": {"pattern": format!("[{HOSTILE}")}},
                {"name": "deep", "in": "query", "style": HOSTILE, "schema": schema},
            ],
            "requestBody": {"content": content(HOSTILE, &schema)},
            "responses": {
                HOSTILE: {"description": HOSTILE},
                "200": {"description": "Done", "content": content(HOSTILE, &schema)},
                "404": {"$ref": format!("#/components/responses/{HOSTILE}")},
            },
        })
    };
    json!({
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1", HOSTILE: HOSTILE},
        "paths": {
            path: {"get": operation(HOSTILE), "post": operation(COMMAND)},
            "/ok": {"get": {
                "operationId": "ok",
                "responses": {"200": {"description": "Done", "content": content("application/json", &json!({"type": "string"}))}},
            }},
        },
        "components": {
            "schemas": {HOSTILE: {
                "type": "object",
                "required": [HOSTILE, COMMAND],
                "properties": {HOSTILE: {"type": "integer", HOSTILE: 1}, COMMAND: {"enum": [HOSTILE]}},
                "discriminator": {"propertyName": HOSTILE},
                "unevaluatedProperties": {"type": HOSTILE},
            }},
            HOSTILE: {},
        },
    })
}

fn assert_harmless(text: &str, context: &str) {
    for line in text.split('\n') {
        let is_obeyed = |character| match character {
            '\u{61c}' | '\u{200e}' | '\u{200f}' => true,
            '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
            other => other.is_control(),
        };
        assert!(!line.contains(is_obeyed), "{context}: {line:?}");
        assert!(!line.contains("##["), "{context}: {line:?}");
        let begin = line.trim_start();
        assert!(!begin.starts_with("FORGED"), "{context}: {line:?}");
        let own = ["::error file=", "::warning file=", "::notice file=", "::notice::"];
        let is_own = context.contains("github") && own.iter().any(|own| line.starts_with(own));
        // The margin above a part of a long line.
        let is_own = is_own || begin.trim_end() == ":::";
        assert!(is_own || !begin.starts_with("::"), "{context}: {line:?}");
    }
}

/// Runs a command, whose output has to be harmless. Returns the output on both streams.
fn ran(session: &Session, arguments: &[&str]) -> String {
    let (_, output, errors) = session.run_with(arguments.iter().copied());
    let context = format!("{arguments:?}");
    // Lines of generated code begin with paths, such as `::std::fmt::Display`.
    let checked = match arguments[0] {
        "server" | "client" => output.replace("::", "__"),
        _ => output.clone(),
    };
    assert_harmless(&checked, &context);
    assert_harmless(&errors, &context);
    output + &errors
}

#[test]
fn names_of_a_document_are_escaped_by_each_command_in_each_format() {
    let session = Session::new();
    session.write("api.json", format!("{:#}", document()));
    for command in ["check", "server", "client", "lower", "new"] {
        for format in FORMATS {
            let directory = format!("{command}-{format}");
            let mut arguments = vec![command, "api.json", "--format", format];
            arguments.extend((command == "new").then_some(directory.as_str()));
            let output = ran(&session, &arguments);
            assert!(output.contains("stop-commands"), "{arguments:?}: {output}");
        }
        let mut arguments = vec![command, "api.json", "--only", HOSTILE, "--skip", COMMAND];
        arguments.extend((command == "new").then_some("selected"));
        ran(&session, &arguments);
    }
}

#[test]
fn names_in_what_cannot_be_read_are_escaped() {
    let session = Session::new();
    session.write("api.json", format!("{:#}", document()));
    let duplicate = format!("{{\"openapi\": \"3.1.0\", {0}: 1, {0}: 2}}", json!(HOSTILE));
    session.write("duplicate.json", duplicate);
    session.write("syntax.yaml", "openapi: 3.1.0\n\u{202e}##[a]: [\u{9b}\t\n");
    session.write("version.json", json!({"openapi": HOSTILE}).to_string());
    let target = format!("$.paths['{COMMAND}\u{202e}']");
    let overlay = json!({
        "overlay": "1.0.0",
        "info": {"title": HOSTILE, "version": "1"},
        "actions": [{"target": target, "remove": true}, {"target": HOSTILE, "update": 1}],
        HOSTILE: 1,
    });
    session.write("overlay.json", format!("{overlay:#}"));
    for format in FORMATS {
        for file in ["duplicate.json", "syntax.yaml", "version.json"] {
            ran(&session, &["check", file, "--format", format]);
            ran(&session, &["server", file, "--format", format]);
            ran(&session, &["diff", file, "api.json", "--format", format]);
        }
        let overlaid = ["check", "api.json", "--overlay", "overlay.json"];
        ran(&session, &[&overlaid[..], &["--format", format]].concat());
    }
}

#[test]
fn names_in_a_comparison_are_escaped() {
    let session = Session::new();
    let paths = |paths: Value| json!({"openapi": "3.1.0", "paths": paths}).to_string();
    let schema = |kind: &str| json!({"properties": {HOSTILE: {"type": kind}, COMMAND: {"enum": [HOSTILE, kind]}}});
    let operation = |id: &str, kind: &str| {
        json!({"post": {
            "operationId": id,
            "tags": [id],
            "parameters": [{"name": HOSTILE, "in": "query", "schema": schema(kind)}],
            "requestBody": {"content": {"application/json": {"schema": schema(kind)}}},
            "responses": {"204": {"description": "Done", "headers": {COMMAND: {"schema": schema(kind)}}}},
        }})
    };
    let path = format!("/{HOSTILE}");
    let old = json!({&path: operation(HOSTILE, "string"), "/a": operation(COMMAND, "string")});
    let new = json!({"/a": operation(HOSTILE, "integer"), format!("{path}/b"): operation(COMMAND, "integer")});
    session.write("old.json", paths(old));
    session.write("new.json", paths(new));
    let allow = json!([
        {"rule": "operation-missing", "at": HOSTILE, "in": HOSTILE, "reason": HOSTILE},
        {"rule": HOSTILE, "at": COMMAND, "reason": HOSTILE, HOSTILE: HOSTILE},
    ]);
    session.write("allow.json", allow.to_string());
    for command in ["diff", "compat"] {
        for format in FORMATS {
            let arguments = [command, "old.json", "new.json", "--format", format];
            let output = ran(&session, &[&arguments[..], &["--level", "documentation"]].concat());
            assert!(output.contains("stop-commands"), "{output}");
            ran(&session, &[&arguments[..], &["--allow", "allow.json"]].concat());
        }
    }
}

#[test]
fn answers_of_a_service_are_escaped() {
    let session = Session::new();
    let schema = json!({"type": "object", "required": [HOSTILE], "properties": {HOSTILE: {"const": HOSTILE}}});
    let operation = json!({
        "operationId": HOSTILE,
        "parameters": [{"name": COMMAND, "in": "query", "schema": {"const": HOSTILE}}],
        "requestBody": {"content": {"application/json": {"schema": schema}}},
        "responses": {"200": {"description": "Done", "content": {"application/json": {"schema": schema}}}},
    });
    let other = json!({"operationId": COMMAND, "parameters": [{"name": HOSTILE, "in": "path"}]});
    let document = json!({
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "paths": {format!("/{HOSTILE}"): {"post": operation}, "/{a}": {"get": other}},
    });
    session.write("api.json", document.to_string());
    let url = start(|_| {
        let answer = Answer::new(200, &format!("\"{HOSTILE}\"{HOSTILE}"));
        Reaction::Answer(answer.with("x-note", "a\t##[error]\u{202e}::error::FORGED"))
    });
    for format in FORMATS {
        let output = ran(&session, &["live", &url, "api.json", "--format", format]);
        assert!(output.contains("stop-commands"), "{output}");
    }
    let document = json!({
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "paths": {"/a": {"post": {"operationId": COMMAND, "security": [{HOSTILE: []}]}}},
        "components": {"securitySchemes": {HOSTILE: {"type": "http", "scheme": "bearer"}}},
    });
    session.write("secured.json", document.to_string());
    ran(&session, &["live", &url, "secured.json"]);
    ran(&session, &["live", &url, "secured.json", "--token", "a\u{7f}"]);
}
