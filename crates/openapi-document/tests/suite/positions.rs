//! Line and column of a node are the position in the file, counted in characters
//! from 1, in YAML and in JSON.

use openapi_document::{Document, Node, Pointer};

fn position(text: &str, pointer: &str) -> (usize, usize) {
    let document = Document::parse("case", text).expect("the case can be read");
    let pointer = Pointer::from_reference(pointer).expect("it is a pointer");
    let node = document.find(&pointer).expect("it points to something");
    assert_eq!(node.location.pointer, pointer);
    (node.location.line as usize, node.location.column as usize)
}

/// Returns the text without its `^`, and the position of the `^`: the expected
/// position.
fn marked(text: &str) -> (String, (usize, usize)) {
    let (before, _) = text.split_once('^').expect("the case marks a place");
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
    (text.replacen('^', "", 1), (line, column))
}

#[track_caller]
fn assert_marked(text: &str) {
    let (text, expected) = marked(text);
    assert_eq!(position(&text, "#/x-a"), expected, "{text}");
}

#[test]
fn in_yaml_a_value_is_located_at_its_start() {
    assert_marked("openapi: 3.1.0\nx-a: ^word\n");
    assert_marked("openapi: 3.1.0\nx-a: ^'quoted'\n");
    assert_marked("openapi: 3.1.0\nx-a:\n  ^b: 1\n");
    assert_marked("openapi: 3.1.0\nx-a:\n  # a comment\n\n  ^b: 1\n");
    assert_marked("openapi: 3.1.0\nx-a: ^{ b: 1 }\n");
    assert_marked("openapi: 3.1.0\nx-a:\n  ^- 1\n  - 2\n");
    assert_marked("openapi: 3.1.0\nx-a: |\n  ^block\n  scalar\nx-b: 1\n");
    assert_marked("openapi: 3.1.0\nx-a: >-\n  ^folded\n");
    assert_marked("---\nopenapi: 3.1.0\nx-a: ^1\n");
}

#[test]
fn in_json_a_value_is_located_at_its_start() {
    assert_marked("{\n  \"openapi\": \"3.1.0\",\n  \"x-a\": ^[1]\n}\n");
    assert_marked("{\"openapi\":\"3.1.0\",\"x-a\":^null}");
    assert_marked("{\"openapi\":\"3.1.0\",\n\t\"x-a\": ^true}");
}

#[test]
fn a_windows_line_ending_counts_as_one_line() {
    assert_marked("openapi: 3.1.0\r\nx-b: 1\r\nx-a: ^word\r\n");
    assert_marked("{\r\n  \"openapi\": \"3.1.0\",\r\n  \"x-a\": ^1\r\n}\r\n");
}

#[test]
fn columns_are_characters_not_bytes() {
    assert_marked("openapi: 3.1.0\nx-b: { '🌵é': 'ü', c: 1 }\nx-a: ^1\n");
    assert_marked("{ \"🌵\": \"é\", \"openapi\": \"3.1.0\", \"x-a\": ^1 }");
}

#[test]
fn a_surrogate_pair_counts_as_many_columns_as_written() {
    assert_marked(
        "{ \"openapi\": \"3.1.0\", \"\\ud83c\\udf35\": \"\\u00e9 \\ud83c\\udf35 \\\\ud83c\", \"x-a\": ^1 }",
    );
    let text = "{ \"openapi\": \"3.1.0\", \"x-a\": \"\\ud83c\\udf35\" }";
    let document = Document::parse("case", text).expect("the case can be read");
    assert_eq!(document.root().get("x-a").and_then(Node::string), Some("🌵"));
}

#[test]
fn an_empty_value_is_located_at_its_name() {
    assert_eq!(position("openapi: 3.1.0\nx-a:\nx-b: 1\n", "#/x-a").0, 2);
    assert_eq!(position("openapi: 3.1.0\nx-b: 1\nx-a:\n", "#/x-a").0, 3);
    let document = Document::parse("case", "openapi: 3.1.0\nx-a:\n").expect("the case can be read");
    assert_eq!(document.root().get("x-a").map(Node::type_name), Some("null"));
}

#[test]
fn below_an_alias_positions_are_of_the_anchor_and_pointers_of_the_alias() {
    let text = "openapi: 3.1.0\nx-b: &b { c: 1 }\nx-a: *b\n";
    assert_eq!(position(text, "#/x-a"), (3, 6));
    assert_eq!(position(text, "#/x-a/c"), (2, 14));
    assert_eq!(position(text, "#/x-b/c"), (2, 14));
}

#[test]
fn scalars_are_resolved_as_in_yaml_1_2_and_json() {
    let text = "openapi: 3.1.0\nx-a: [yes, no, on, 0x1F, 0o17, 017, 1e3, -0.5, +7, ~, NULL, 'null', 12:30, 1_000, 9007199254740993, 18446744073709551615, '']\n";
    let document = Document::parse("case", text).expect("the case can be read");
    let values = document.root().get("x-a").map(Node::to_json);
    insta::assert_snapshot!(
        serde_json::to_string(&values).expect("it is JSON"),
        @r#"["yes","no","on",31,15,17,1000.0,-0.5,7,null,null,"null","12:30","1_000",9007199254740993,18446744073709551615,""]"#
    );
}
