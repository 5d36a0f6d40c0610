//! Compares each pair of documents in the first file with drift, and writes the
//! results to the second file. A failure of drift is recorded as a failure and not
//! as a result.

use drift::{ChangeClass, ChangeComparison};
use serde_json::{Value, json};
use std::{env, fs, panic};

fn main() {
    let paths: Vec<String> = env::args().skip(1).collect();
    let pairs = fs::read_to_string(&paths[0]).expect("the pairs can be read");
    let answers = pairs.lines().map(|line| {
        let pair: Value = serde_json::from_str(line).expect("each line is JSON");
        let documents = &pair["documents"];
        let answer = (!documents.is_null()).then(|| answer(&documents["old"], &documents["new"]));
        format!("{}\n", json!(answer))
    });
    fs::write(&paths[1], answers.collect::<String>()).expect("the answers can be written");
}

fn answer(old: &Value, new: &Value) -> Value {
    let compared = panic::catch_unwind(|| drift::compare(old, new));
    let changes = match compared {
        Ok(Ok(changes)) => changes,
        Ok(Err(error)) => return json!({"failed": format!("{error:#}")}),
        Err(_) => return json!({"failed": "it panicked"}),
    };
    let (mut lost, mut gained, mut messages) = (false, false, Vec::new());
    let mut unhandled = Vec::new();
    for change in &changes {
        let is_output = |path: &drift::ChangePath| path.comparison == ChangeComparison::Output;
        let is_output = change.paths.iter().any(is_output);
        for info in &change.changes {
            messages.push(format!("{:?}: {}", info.class, info.message));
            // A client of the old document may send requests that are rejected now,
            // and may receive responses that it doesn't know.
            let (narrower, wider) = match info.class {
                ChangeClass::BackwardIncompatible => (!is_output, is_output),
                ChangeClass::ForwardIncompatible => (is_output, !is_output),
                ChangeClass::Incompatible => (true, true),
                ChangeClass::Unhandled => {
                    unhandled.push(info.message.clone());
                    continue;
                }
                ChangeClass::Trivial => continue,
            };
            lost |= narrower;
            gained |= wider;
        }
    }
    if !(lost || gained) && !unhandled.is_empty() {
        return json!({"failed": format!("unhandled: {}", unhandled.join("; "))});
    }
    json!({"lost": lost, "gained": gained, "messages": messages})
}
