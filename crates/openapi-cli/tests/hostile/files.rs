//! Documents in several files that repeat one of them by references.

use serde_json::{Value, json};
use std::process::Command;

fn document(paths: Value) -> Value {
    json!({ "openapi": "3.1.0", "info": { "title": "t", "version": "1" }, "paths": paths })
}

/// Returns an object with so many members.
fn repeated(count: usize, member: &Value) -> Value {
    (0..count).map(|number| (format!("/p{number}"), member.clone())).collect()
}

fn operation(response: Value) -> Value {
    json!({ "get": { "responses": { "200": response } } })
}

#[test]
fn a_file_that_is_referred_to_many_times_does_not_exceed_the_bounds() {
    let data: Value = (0..1000).map(|number| json!({ "a": number })).collect();
    let mut item = operation(json!({ "description": "d" }));
    item["get"]["x-data"] = data.clone();
    let example = json!({ "a": { "$ref": "data.json" } });
    let example =
        json!({ "description": "d", "content": { "application/json": { "examples": example } } });
    let callbacks = |number| {
        let callback = json!({ "{$url}": { "$ref": format!("{}.json", number + 1) } });
        let mut item = operation(json!({ "description": "d" }));
        item["get"]["callbacks"] = json!({ "a": callback, "b": callback });
        item
    };
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: String| std::fs::write(folder.path().join(name), text).unwrap();
    write("item.json", item.to_string());
    write("data.json", json!({ "value": data }).to_string());
    write("text.md", "x".repeat(1_000_000));
    for number in 0..20 {
        write(&format!("{number}.json"), callbacks(number).to_string());
    }
    write("20.json", item.to_string());
    let mut hooks = document(json!({}));
    hooks["webhooks"] = repeated(300, &json!({ "$ref": "item.json" }));
    for (name, document, is_clean) in [
        ("path items", document(repeated(300, &json!({ "$ref": "item.json" }))), true),
        ("callbacks", document(json!({ "/a": { "$ref": "0.json" } })), true),
        ("webhooks", hooks, true),
        (
            "beside others",
            document(repeated(300, &json!({ "$ref": "item.json", "summary": "s" }))),
            false,
        ),
        ("examples", document(repeated(300, &operation(example))), false),
        (
            "texts",
            document(repeated(300, &operation(json!({ "description": { "$ref": "text.md" } })))),
            false,
        ),
    ] {
        write("document.json", document.to_string());
        // A refusal comes from the reader, which all commands share, and `check` runs both
        // generators.
        for command in if is_clean { &["bundle", "check"][..] } else { &["check"] } {
            let output = Command::new(env!("CARGO_BIN_EXE_openapi-dropshot"))
                .args(["--max-memory", "1GiB", "--max-time", crate::SECONDS])
                .args([*command, "document.json"])
                .current_dir(folder.path())
                .output()
                .unwrap();
            let text = [output.stdout, output.stderr].concat();
            let text: String = String::from_utf8_lossy(&text).chars().take(500).collect();
            let is_refused = text.contains("repeats more than 500,000 values");
            let code = output.status.code();
            assert!(
                code.is_some_and(|code| code <= 2) && !text.contains("needs more than"),
                "{name}, {command}: {text}"
            );
            assert_eq!(is_refused, !is_clean, "{name}, {command}: {text}");
        }
    }
}
