//! Overlays change documents by the rules of OpenAPI Overlay 1.1, and wrong overlays are
//! refused with their position.

use openapi_document::{Api, Diagnostics, Document, Overlay, Pointer};
use serde_json::{Value, json};

const DOCUMENT: &str = "\
openapi: 3.1.0
info: { title: Trees, version: '1' }
paths:
  /trees:
    get: { tags: [a, b, c], summary: List, responses: { '200': { description: d } } }
    put: { tags: [a], responses: { '200': { description: d } } }
";

/// Applies overlays whose actions are given as JSON or YAML flow text.
fn apply(overlays: &[&str]) -> Result<(Document, Diagnostics), Diagnostics> {
    let overlays = overlays.iter().map(|text| Overlay::parse("overlay.yaml", text));
    let overlays = overlays.collect::<Result<Vec<_>, _>>()?;
    Document::parse_overlaid("openapi.yaml", DOCUMENT, &overlays)
}

/// Returns an overlay of version 1.1 with these actions.
fn overlay(actions: &str) -> String {
    format!("overlay: 1.1.0\ninfo: {{ title: Case, version: '1' }}\nactions:\n{actions}\n")
}

fn at(document: &Document, pointer: &str) -> Value {
    let pointer = Pointer::from_reference(pointer).unwrap();
    document.find(&pointer).map_or(Value::Null, |node| node.to_json())
}

#[test]
fn an_action_changes_every_node_that_its_target_selects() {
    let get = "#/paths/~1trees/get";
    for (actions, pointer, expected) in [
        // Members are added and replaced, recursively.
        (
            "- { target: '$.info', update: { title: New, contact: { name: N } } }",
            "#/info",
            json!({ "title": "New", "version": "1", "contact": { "name": "N" } }),
        ),
        (
            "- { target: $, update: { info: { summary: S } } }",
            "#/info",
            json!({ "title": "Trees", "version": "1", "summary": "S" }),
        ),
        // Arrays are concatenated, and other values appended.
        (
            "- { target: '$.paths.*.get', update: { tags: [d] } }",
            "#/paths/~1trees/get/tags",
            json!(["a", "b", "c", "d"]),
        ),
        (
            "- { target: '$.paths.*.*.tags', update: [d, e] }",
            "#/paths/~1trees/put/tags",
            json!(["a", "d", "e"]),
        ),
        (
            "- { target: '$.paths.*.*.tags', update: { x: 1 } }",
            "#/paths/~1trees/put/tags",
            json!(["a", { "x": 1 }]),
        ),
        // Other values are replaced.
        ("- { target: '$..summary', update: New }", "#/paths/~1trees/get/summary", json!("New")),
        // Items and members are removed.
        (
            "- { target: '$.paths.*.get.tags[0,2]', remove: true }",
            "#/paths/~1trees/get/tags",
            json!(["b"]),
        ),
        (
            "- { target: \"$.paths.*.*.tags[?@ == 'a']\", remove: true }",
            "#/paths/~1trees/put/tags",
            json!([]),
        ),
        ("- { target: '$.paths[?@.get]', remove: true }", "#/paths", json!({})),
        // A node above a removed node can be removed in the same action.
        ("- { target: '$.paths..*', remove: true }", "#/paths", json!({})),
        // Actions apply in order: a path item is renamed.
        (
            "- { target: $.paths, update: { /new: {} } }\n\
             - { target: \"$.paths['/new']\", copy: \"$.paths['/trees']\" }\n\
             - { target: \"$.paths['/trees']\", remove: true }",
            "#/paths/~1new/get/summary",
            json!("List"),
        ),
        // An action applies to a copy.
        (
            "- { target: '$.info', copy: \"$.paths['/trees'].get\" }\n\
             - { target: '$.info', update: { summary: New } }",
            get,
            json!({ "tags": ["a", "b", "c"], "summary": "List", "responses": { "200": { "description": "d" } } }),
        ),
        // The functions and the nested filters of RFC 9535.
        (
            "- { target: \"$.paths[?length(@.get.tags) == 3 && @.get.tags[?match(@, '[ab]')]].get\", update: { x: 1 } }",
            "#/paths/~1trees/get/x",
            json!(1),
        ),
    ] {
        let (document, _) = apply(&[&overlay(actions)])
            .unwrap_or_else(|error| panic!("{actions}\n{}", error.excerpts()));
        assert_eq!(at(&document, pointer), expected, "{actions}");
    }
}

#[test]
fn overlays_apply_in_their_order() {
    let overlays = ["First", "Second"]
        .map(|title| overlay(&format!("- {{ target: $.info, update: {{ title: {title} }} }}")));
    let (document, _) = apply(&[&overlays[0], &overlays[1]]).unwrap();
    assert_eq!(at(&document, "#/info/title"), "Second");
}

#[test]
fn an_overlay_can_correct_the_version_of_the_document() {
    let overlay = overlay("- { target: $.openapi, update: 3.1.0 }");
    let overlay = Overlay::parse("overlay.yaml", &overlay).unwrap();
    let text = DOCUMENT.replace("3.1.0", "2.0.0");
    assert!(Document::parse("openapi.yaml", &text).is_err());
    assert!(Document::parse_overlaid("openapi.yaml", &text, &[overlay]).is_ok());
}

#[test]
fn a_diagnostic_of_an_added_node_shows_the_overlay() {
    let actions = "\
- { target: '$.paths.*.get.tags[0]', remove: true }
- target: $.paths.*.*
  update:
    responses:
      '999': { description: d }
- { target: $.paths.*.put.responses, update: { '200': { description: 7 } } }";
    let (document, _) = apply(&[&overlay(actions)]).unwrap();
    let item = Pointer::from_reference("#/paths/~1trees/get/tags/1").unwrap();
    assert_eq!(document.find(&item).unwrap().location.pointer, item);
    let mut diagnostics = Diagnostics::default();
    Api::read(&document, &mut diagnostics);
    insta::assert_snapshot!(diagnostics.excerpts());
}

#[test]
fn an_overlay_that_changes_less_than_it_says_gets_a_warning() {
    let text = "\
overlay: 1.0.0
info: { titel: Case }
action: []
actions:
  - { target: $.path, update: {} }
  - { target: $.info }
  - { target: $.info.title, remove: true, update: x }
  - { target: $.info, updates: {}, x-note: n }
  - { target: '$.servers[0]', remove: true, description: d }
";
    let (_, warnings) = apply(&[text]).unwrap();
    insta::assert_snapshot!(warnings.excerpts());
}

#[test]
fn a_wrong_overlay_is_refused_at_its_position() {
    let mut text = String::new();
    let deeper = format!(
        "- {{ target: $.paths, update: {{ x: {}{} }} }}\n\
         - {{ target: '$.paths.x{}', copy: $.paths.x }}",
        "[".repeat(240),
        "]".repeat(240),
        "[0]".repeat(20)
    );
    let nested =
        format!("- {{ target: '$[?{}@.a{}]', remove: true }}", "@[?".repeat(30), "]".repeat(30));
    // What closes a bracket there is in a name.
    let hidden = format!(
        "- {{ target: \"$[?{}@.a{}\", remove: true }}",
        "@[']]'][?".repeat(30),
        "]".repeat(31)
    );
    let name = "n".repeat(1100);
    let long = format!(
        "- {{ target: $.info, update: {{ {name}: {{}} }} }}\n\
         - {{ target: $.info.{name}, update: {{ {name}: 1 }} }}"
    );
    for case in [
        "[]".to_owned(),
        "info: { title: t, version: '1' }\nactions: []".to_owned(),
        "overlay: 1.1".to_owned(),
        "overlay: 2.0.0\nactions: []".to_owned(),
        "overlay: 1.0.0".to_owned(),
        "overlay: 1.0.0\nactions: {}".to_owned(),
        "overlay: 1.0.0\nactions: []".to_owned(),
        "overlay: 1.0.0\ninfo: { title: t, version: 1 }\nactions: [{ target: $, copy: $ }]"
            .to_owned(),
        overlay(
            "- text\n- { update: {} }\n- { target: [$] }\n- { target: paths }\n\
             - { target: '$.paths[', remove: true }\n- { target: $, remove: 'yes' }\n\
             - { target: $, update: {}, copy: $ }\n- { target: $.info, copy: 1 }",
        ),
        overlay("- { target: $, remove: true }"),
        overlay("- { target: $.*, update: { x: 1 } }"),
        overlay("- { target: $.info, update: [] }"),
        overlay("- { target: $.info.title, update: {} }"),
        overlay("- { target: $, update: { paths: { /trees: { get: { tags: a } } } } }"),
        overlay("- { target: $, update: { info: null } }"),
        overlay("- { target: $.info, copy: $.paths.*.* }"),
        overlay("- { target: $.info, copy: $.nowhere }"),
        overlay("- { target: $.info, copy: $.info.title }"),
        overlay("- { target: $.openapi, update: 2.0.0 }"),
        overlay(&deeper),
        overlay(&nested),
        overlay(&hidden),
        overlay(&long),
    ] {
        let result = apply(&[&case]);
        let errors = result.expect_err(&case).errors();
        // Long lines are those that the limits are about.
        let case = if case.len() < 400 { &case } else { "…" };
        text.push_str(&format!("{case}\n----\n{}\n\n\n", errors.excerpts()));
    }
    insta::assert_snapshot!(text);
}
