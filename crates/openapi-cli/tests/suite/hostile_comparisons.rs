//! Small documents that describe more values than a computer can hold: `diff`, `compat` and
//! `live` end within ten seconds of processor time (20 without optimization) and one gibibyte,
//! with an error, a finding or a note that names the place. The bounds are the subject of the
//! test. Time of the processor, because other tests run at the same time.

use crate::service::{Answer, Reaction, start};
use crate::session::Session;
use serde_json::{Map, Value, json};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const MAX_SECONDS: &str = if cfg!(debug_assertions) { "20" } else { "10" };
/// The end of a command that waits without using the processor.
const MAX_WAIT: Duration = Duration::from_secs(120);

/// Returns a document whose only operation takes a body with this schema.
fn document(schema: Value, schemas: Value) -> Value {
    let content = json!({"application/json": {"schema": schema}});
    let operation = json!({
        "operationId": "a",
        "requestBody": {"required": true, "content": content},
        "responses": {"204": {"description": "d"}},
    });
    json!({
        "openapi": "3.1.0",
        "info": {"title": "t", "version": "1"},
        "paths": {"/a": {"post": operation}},
        "components": {"schemas": schemas},
    })
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// Returns levels of schemas, each of which names the next one twice.
fn doubled(keyword: &str, last: Value) -> Value {
    let level = |level: usize| {
        let next = reference(&format!("S{}", level + 1));
        (format!("S{level}"), json!({keyword: [next, next]}))
    };
    let mut schemas: Map<String, Value> = (0..16).map(level).collect();
    schemas.insert("S16".to_owned(), last);
    document(reference("S0"), Value::Object(schemas))
}

fn patterns(kind: &str) -> Value {
    let one = |count| (format!("^(a|b){{{count}}}x*$"), json!({"type": kind}));
    let all: Map<String, Value> = (1..200).map(one).collect();
    document(json!({"type": "object", "patternProperties": all}), json!({}))
}

fn variants(kind: &str) -> Value {
    let name = |number: usize| format!("V{number}");
    let variant = |number| {
        let properties = json!({"k": {"type": "string"}, "v": {"type": kind}});
        (name(number), json!({"type": "object", "required": ["k"], "properties": properties}))
    };
    let references: Vec<Value> = (0..300).map(|number| reference(&name(number))).collect();
    document(
        json!({"oneOf": references, "discriminator": {"propertyName": "k"}}),
        Value::Object((0..300).map(variant).collect()),
    )
}

/// Returns a document with branches that require the same members and differ in one more.
fn required(kind: &str) -> Value {
    let branch = |tag: usize| {
        let properties = json!({"t": {"const": tag}, "v": {"type": kind}});
        json!({"allOf": [reference("All"), {"required": ["t"], "properties": properties}]})
    };
    let branches: Vec<Value> = (0..100).map(branch).collect();
    let names: Vec<String> = (0..300).map(|number| format!("m{number}")).collect();
    document(json!({"oneOf": branches}), json!({"All": {"type": "object", "required": names}}))
}

/// Returns a document with an array of 5,000 items, the last one of another type.
fn prefix(last: &str) -> Value {
    let mut items = vec![json!({"type": "string"}); 5_000];
    items.push(json!({"type": last}));
    document(json!({"type": "array", "prefixItems": items, "items": false}), json!({}))
}

/// Returns a document with a limit, and one with another limit.
fn limits(kind: &str, keyword: &str) -> [Value; 2] {
    let limit = |limit: u64| document(json!({"type": kind, keyword: limit}), json!({}));
    [limit(4_000_000_000), limit(4_000_000_001)]
}

fn texts(patterns: [&str; 2]) -> [Value; 2] {
    let longest = 1 << 20;
    patterns.map(|pattern| {
        let schema = json!({"type": "string", "pattern": pattern, "maxLength": longest});
        document(schema, json!({}))
    })
}

type Row = (&'static str, [Value; 2]);

/// Returns documents whose schemas are expensive to compare.
fn schemas() -> Vec<Row> {
    let string = || json!({"type": "string"});
    let short = || json!({"type": "string", "maxLength": 3});
    vec![
        ("allOf", [doubled("allOf", string()), doubled("allOf", short())]),
        ("anyOf", [doubled("anyOf", string()), doubled("anyOf", short())]),
        ("patterns", [patterns("string"), patterns("integer")]),
        ("variants", [variants("string"), variants("integer")]),
        ("required", [required("string"), required("integer")]),
    ]
}

/// Returns documents with many schemas beside each other.
fn long() -> Vec<Row> {
    vec![("prefix", [prefix("string"), prefix("integer")])]
}

/// Returns documents whose values are expensive to generate or to match.
fn values() -> Vec<Row> {
    let ladder = |least: usize| {
        let inner = json!({"type": "array", "minItems": least, "items": {"type": "integer"}});
        let nested = (0..6)
            .fold(inner, |inner, _| json!({"type": "array", "minItems": 100, "items": inner}));
        document(nested, json!({}))
    };
    vec![
        ("repeated", texts(["((a{1000}){1000}){1000}", "((a{1000}){1000}){999}"])),
        ("digits", texts(["[0-9]{1,4294967295}", "[0-9]{1,4294967294}"])),
        ("backtracking", texts(["^(a|a)*b?$", "^(a+)+$"])),
        ("ahead", texts(["^(?=(a+)+$)a*", "^(?!(a|a)*b)a*"])),
        ("minProperties", limits("object", "minProperties")),
        ("minItems", limits("array", "minItems")),
        ("minLength", limits("string", "minLength")),
        ("nested minItems", [ladder(100), ladder(101)]),
    ]
}

/// Runs a command within the bounds. Returns what it prints.
fn run(session: &Session, row: &str, arguments: &[&str]) -> String {
    let [output, errors] = ["output", "errors"].map(|name| session.path().join(name));
    let create = |path| Stdio::from(std::fs::File::create(path).unwrap());
    let began = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_openapi-dropshot"))
        .args(["--max-memory", "1GiB", "--max-time", MAX_SECONDS])
        .args(arguments)
        .env_remove("OPENAPI_LIVE_TOKEN")
        .current_dir(session.path())
        .stdout(create(&output))
        .stderr(create(&errors))
        .spawn()
        .unwrap();
    let status = loop {
        if let Some(status) = command.try_wait().unwrap() {
            break status;
        }
        if began.elapsed() > MAX_WAIT {
            command.kill().unwrap();
            command.wait().unwrap();
            panic!("{row}: {arguments:?} takes longer than {MAX_WAIT:?}");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let text = session.read("output") + &session.read("errors");
    let is_over = text.contains("needs more than");
    assert!(
        matches!(status.code(), Some(1 | 2)) && !is_over,
        "{row}: {arguments:?}: {status}\n{text}"
    );
    text
}

/// Runs `command` with the documents of each row. It prints one of `expected`.
fn run_rows(rows: Vec<Row>, command: impl Fn(&Session, &str) -> String, expected: &[&str]) {
    for (row, documents) in rows {
        let session = Session::new();
        for (name, document) in ["old.json", "new.json"].iter().zip(&documents) {
            session.write(name, document.to_string());
        }
        let text = command(&session, row);
        assert!(expected.iter().any(|expected| text.contains(expected)), "{row}: {text}");
    }
}

#[test]
#[ignore = "takes minutes; the nightly workflow runs it"]
fn diff_of_a_hostile_document_ends_with_a_finding_at_its_place() {
    let diff = |session: &Session, row: &str| run(session, row, &["diff", "old.json", "new.json"]);
    run_rows([schemas(), values(), long()].concat(), diff, &["in POST /a, request body"]);
}

#[test]
#[ignore = "takes minutes; the nightly workflow runs it"]
fn compat_of_a_hostile_document_ends_with_a_finding_at_its_place() {
    let arguments = ["compat", "old.json", "new.json"];
    let compat = |session: &Session, row: &str| run(session, row, &arguments);
    run_rows([schemas(), values(), long()].concat(), compat, &["in POST /a, request body"]);
}

#[test]
#[ignore = "takes a minute; the nightly workflow runs it"]
fn live_with_a_hostile_document_ends() {
    let service = start(|_| Reaction::Answer(Answer::new(204, "")));
    let live = |session: &Session, row: &str| run(session, row, &["live", &service, "old.json"]);
    run_rows([schemas(), values()].concat(), live, &["POST /a", "no request can be made"]);
}

#[test]
fn a_number_of_a_million_digits_is_refused_at_its_place() {
    let session = Session::new();
    let text = document(json!({"type": "integer", "minimum": 12345}), json!({})).to_string();
    session.write("old.json", text.replace("12345", &"9".repeat(1_000_000)));
    for arguments in [["diff", "old.json", "old.json"], ["compat", "old.json", "old.json"]] {
        let text = run(&session, "digits", &arguments);
        let place = text.contains("schema/minimum\n");
        let is_refused = text.starts_with("error: the number has more than 1000 digits\n");
        assert!(place && is_refused, "{text}");
    }
}

#[test]
fn an_overlay_that_selects_a_node_again_and_again_is_ended_at_its_place() {
    let session = Session::new();
    let mut openapi = document(json!({}), json!({}));
    let nested = (0..100).fold(json!(0), |inner, _| json!([inner]));
    openapi["x-nested"] = nested;
    openapi["x-wide"] = vec![json!({"a": 1}); 1_000].into();
    session.write("old.json", openapi.to_string());
    for target in
        ["$..*..*..*..*", "$..[?$..[?$..x]]", "$['x-wide'][?$['x-wide'][?$['x-wide'].*.x]]"]
    {
        let overlay = json!({
            "overlay": "1.0.0",
            "info": {"title": "t", "version": "1"},
            "actions": [{"target": target, "remove": true}],
        });
        session.write("fix.json", overlay.to_string());
        let output = Command::new(env!("CARGO_BIN_EXE_openapi-dropshot"))
            .args(["check", "old.json", "--overlay", "fix.json"])
            .args(["--max-memory", "256MiB", "--max-time", "2"])
            .current_dir(session.path())
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.starts_with("error: check needs more than "), "{text}");
        assert!(text.contains(", at fix.json:"), "{text}");
    }
}

#[test]
fn a_command_that_needs_more_than_a_bound_says_it_in_one_sentence() {
    let session = Session::new();
    let mut openapi = document(json!({}), json!({}));
    openapi["x-wide"] = vec![json!({"a": 1}); 1_000].into();
    session.write("old.json", openapi.to_string());
    let doubled = vec![json!({"target": "$.info", "copy": "$"}); 30];
    let slow = vec![json!({"target": "$..b", "remove": true}); 20_000];
    for (actions, bound, sentence) in [
        (doubled, ["--max-memory", "256MiB"], "256 MiB of memory (--max-memory raises it)"),
        (slow, ["--max-time", "1"], "1 s of processor time (--max-time raises it)"),
    ] {
        let overlay = json!({
            "overlay": "1.1.0",
            "info": {"title": "t", "version": "1"},
            "actions": actions,
        });
        session.write("fix.json", overlay.to_string());
        let output = Command::new(env!("CARGO_BIN_EXE_openapi-dropshot"))
            .args(["check", "old.json", "--overlay", "fix.json"])
            .args(bound)
            .current_dir(session.path())
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}");
        let sentence = format!("error: check needs more than {sentence}, at fix.json:");
        assert!(text.starts_with(&sentence), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}

#[test]
fn a_warning_that_many_aliases_repeat_is_compared_with_few_others() {
    let session = Session::new();
    let parameter = "{name: q, in: query, other: 5, schema: {type: string}}";
    let item =
        |number| format!("  /{number}: {{parameters: [*q], get: {{operationId: a{number}}}}}\n");
    let items: String = (0..1_000).map(item).collect();
    session.write("a.yaml", format!("openapi: 3.1.0\nx-q: &q {parameter}\npaths:\n{items}"));
    let (_, output, errors) = session.run_with(["check", "a.yaml", "--max-time", "8"]);
    assert!(output.contains("and 996 more"), "{output}{errors}");
}
