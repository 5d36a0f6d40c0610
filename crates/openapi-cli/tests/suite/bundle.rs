//! Documents in several files are read as one.

use crate::session::Session;

const OPENAPI: &str = "\
openapi: 3.1.0
info: { title: Trees, version: '1', description: { $ref: ./description.md } }
paths:
  /trees: { $ref: paths/trees.yaml }
  /trees/{id}:
    $ref: paths/tree.yaml
    parameters: [ { $ref: 'common/parameters.json#/Id' } ]
components:
  schemas:
    Tree: { $ref: schemas/Tree.yaml }
    Limb: { $ref: 'schemas/index.yaml#/Branch' }
  responses: { Problem: { $ref: 'common/responses.yaml#/Problem' } }
";

const FILES: [(&str, &str); 9] = [
    ("openapi.yaml", OPENAPI),
    ("description.md", "# Trees\n\nand *their* branches\n"),
    (
        "paths/trees.yaml",
        "\
post:
  operationId: grow
  requestBody:
    content: { application/json: { schema: { $ref: ../schemas/Tree.yaml } } }
  responses:
    '201':
      description: Grown
      content:
        application/json:
          schema: { $ref: '../openapi.yaml#/components/schemas/Tree' }
          examples: { oak: { $ref: '../common/responses.yaml#/Problem/x-example' } }
    default: { $ref: '../common/../common/responses.yaml#/Problem' }
",
    ),
    (
        "paths/tree.yaml",
        "\
get:
  operationId: get
  responses:
    '200':
      description: One
      content: { application/json: { schema: { $ref: '../schemas/index.yaml#branch' } } }
    '404': { $ref: '../openapi.yaml#/components/responses/Problem' }
    default: { $ref: '../common/responses.yaml#/Problem' }
",
    ),
    (
        "schemas/Tree.yaml",
        "\
$schema: https://json-schema.org/draft/2020-12/schema
$id: https://example.com/tree
type: object
required: [name]
properties:
  name: { type: string }
  kind: { $ref: '#/$defs/Kind' }
  branches: { type: array, items: { $ref: 'index.yaml#/Branch' } }
  owner: { $ref: ../common/person.yaml }
$defs:
  Kind: { enum: [oak, ash] }
",
    ),
    (
        "schemas/index.yaml",
        "\
Branch:
  $anchor: branch
  type: object
  required: [kind]
  properties:
    kind: { type: string }
    tree: { $ref: ./Tree.yaml }
    length: { type: number, maximum: 12345678901234567890.5 }
    fruit: { $ref: '#/Fruit' }
Fruit:
  oneOf: [ { $ref: '#/Acorn' }, { $ref: '#/Tree' } ]
  discriminator: { propertyName: kind, mapping: { acorn: '#/Acorn', tree: './index.yaml#/Tree' } }
Acorn: { type: object, required: [kind], properties: { kind: { const: acorn } } }
Tree: { type: object, required: [kind], properties: { kind: { const: tree } } }
",
    ),
    (
        "common/responses.yaml",
        "\
Problem:
  description: Wrong
  content: { application/json: { schema: { $ref: ./problem.yaml } } }
  x-example: { value: { name: Oak } }
",
    ),
    (
        "common/parameters.json",
        r#"{ "Id": { "name": "id", "in": "path", "required": true, "schema": { "type": "string" } } }"#,
    ),
    (
        "common/problem.yaml",
        "type: object\nproperties: { title: { type: string }, cause: { $ref: '#' } }\n",
    ),
];

fn session() -> Session {
    let session = Session::new();
    for (name, text) in FILES {
        session.write(name, text);
    }
    session.write("common/person.yaml", "type: [string, 'null']\n");
    session
}

#[test]
fn a_document_in_several_files_is_written_as_one() {
    let session = session();
    insta::assert_snapshot!(session.transcript(&["bundle", "openapi.yaml"]));
}

#[test]
fn an_error_hides_no_violation_at_the_same_position_of_another_file() {
    let session = Session::new();
    let paths = "paths:\n  /a: { $ref: a.yaml }\n  /b: { $ref: b.yaml }\n";
    let head = "openapi: 3.1.0\ninfo: { title: Trees, version: '1' }\n";
    session.write("openapi.yaml", format!("{head}{paths}"));
    for (file, field) in [("a.yaml", "security:     x"), ("b.yaml", "externalDocs: x")] {
        session.write(
            file,
            format!("get: {{ {field}, responses: {{ default: {{ description: d }} }} }}\n"),
        );
    }
    let (code, output, _) = session.run("check openapi.yaml");
    assert_eq!(code, 1);
    for fault in ["a.yaml:1:22", "b.yaml:1:22"] {
        assert!(output.contains(fault), "{output}");
    }
}

#[test]
fn a_bundled_document_means_the_same() {
    let session = session();
    let (code, _, errors) = session.run("bundle openapi.yaml --output one.yaml");
    assert_eq!(code, 0, "{errors}");
    for command in ["diff openapi.yaml one.yaml", "compat openapi.yaml one.yaml"] {
        let (code, output, errors) = session.run(&format!("{command} --level documentation"));
        assert_eq!((code, output.as_str()), (0, "no findings\n"), "{errors}");
    }
    for command in ["server", "client"] {
        let several = session.run(&format!("{command} openapi.yaml --strict"));
        let one = session.run(&format!("{command} one.yaml --strict"));
        assert_eq!((several.0, several.1), (0, one.1), "{}", several.2);
    }
    // What is one file already stays the same text.
    let (_, again, _) = session.run("bundle one.yaml");
    assert_eq!(again, session.read("one.yaml"));
}

#[test]
fn a_new_workspace_has_the_document_in_one_file() {
    let session = session();
    let (code, _, errors) = session.run("new openapi.yaml target --strict");
    assert_eq!(code, 0, "{errors}");
    let (_, bundled, _) = session.run("bundle openapi.yaml");
    assert_eq!(session.read("target/openapi.yaml"), bundled);
}

#[test]
fn a_difference_is_shown_in_the_file_that_has_it() {
    let session = session();
    session.run("bundle openapi.yaml --output old.yaml");
    session.write("common/person.yaml", "type: string\n");
    insta::assert_snapshot!(session.transcript(&["compat", "old.yaml", "openapi.yaml"]));
}

/// The operations that don't use such a reference are generated.
#[test]
fn a_reference_that_cannot_be_read_is_an_error_with_its_reason() {
    let session = Session::new();
    session.write("secret.yaml", "Secret: { type: string }\n");
    session.write("api/broken.yaml", "A: [\n");
    session.write("api/latin1.yaml", b"A: B\xe4ume\n");
    session.write("api/loop.yaml", "$ref: loop.yaml\n");
    session.write("api/folder.yaml/empty", "");
    session.write("api/other.yaml", "A: { type: string }\n");
    for name in [".env", ".hidden/other.yaml", "notes.md", "notes", "line\nbreak.yaml"] {
        session.write(&format!("api/{name}"), "A: { type: string }\n");
    }
    #[cfg(unix)]
    for (target, link) in [
        ("../secret.yaml", "link.yaml"),
        ("../missing.yaml", "dangling.yaml"),
        (".hidden/other.yaml", "visible.yaml"),
    ] {
        std::os::unix::fs::symlink(target, session.path().join("api").join(link)).unwrap();
    }
    let references = [
        "missing.yaml",
        "other.yaml#/B",
        "other.yaml#named",
        "other.yaml#/%FF",
        "../secret.yaml#/Secret",
        "../missing.yaml#/Secret",
        "%2e%2e/secret.yaml#/Secret",
        "link.yaml#/Secret",
        "dangling.yaml#/Secret",
        "/etc/hostname",
        "/missing.yaml",
        ".env",
        ".hidden/other.yaml#/A",
        "visible.yaml#/A",
        "notes.md",
        "notes",
        "line%0Abreak.yaml#/A",
        "folder.yaml",
        "broken.yaml#/A",
        "latin1.yaml#/A",
        "https://example.com/a.yaml",
        "file:///etc/hostname",
    ];
    let mut document = String::from("openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n");
    document.push_str("  /good: { get: { responses: { '204': { description: None } } } }\n");
    for (number, reference) in references.iter().enumerate() {
        document.push_str(&format!(
            "  /{number}:\n    get:\n      responses:\n        default:\n          \
             description: None\n          content: {{ application/json: {{ schema: {{ $ref: \
             '{reference}' }} }} }}\n"
        ));
    }
    session.write("api/openapi.yaml", document);
    session.write(
        "api/circle.yaml",
        "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: { /a: { $ref: loop.yaml } }\n",
    );
    let mut text = String::new();
    for arguments in [
        &["check", "api/openapi.yaml"][..],
        &["check", "api/openapi.yaml", "--root", "."],
        &["check", "api/openapi.yaml", "--root", "missing"],
        &["bundle", "api/openapi.yaml", "--root", "."],
        &["check", "api/circle.yaml"],
        &["bundle", "missing.yaml"],
        &["bundle", "api/broken.yaml"],
    ] {
        let transcript = session.transcript(arguments);
        let lines = transcript.lines().filter(|line| {
            let is_message = line.starts_with("error: `$ref") || line.starts_with("error: the ");
            line.starts_with('$')
                || is_message
                || line.contains("--root ")
                || line.contains(" operations")
                || line.starts_with("# ")
        });
        lines.for_each(|line| text.extend([line, "\n"]));
    }
    insta::assert_snapshot!(text);
}

/// A file that is no part of the interface would be published as one.
#[test]
fn a_reference_where_openapi_allows_none_is_an_error_and_reads_nothing() {
    let session = Session::new();
    for name in [".env", "settings.yaml", "secret.txt", "notes.md"] {
        session.write(name, "password: hunter2\n");
    }
    for (place, value) in [
        ("/info/description", "{ $ref: .env }"),
        ("/info/description", "{ $ref: secret.txt }"),
        ("/info/description", "{ $ref: 'settings.yaml#/password' }"),
        ("/info/title", "{ $ref: notes.md }"),
        ("/tags", "{ $ref: settings.yaml }"),
        ("/paths/~1a/get", "{ $ref: settings.yaml }"),
        ("/components/schemas", "{ $ref: settings.yaml }"),
    ] {
        let mut document: serde_json::Value = serde_json::json!({
            "openapi": "3.1.0",
            "info": { "title": "T", "version": "1" },
            "tags": [],
            "paths": { "/a": { "get": { "responses": { "204": { "description": "d" } } } } },
            "components": { "schemas": {} },
        });
        let value: serde_json::Value = serde_yaml_ng::from_str(value).unwrap();
        match document.pointer_mut(place) {
            Some(node) => *node = value,
            None => document["info"]["description"] = value,
        }
        session.write("openapi.json", document.to_string());
        for command in ["check", "server --strict", "client --strict", "bundle"] {
            let (command, options) = command.split_once(' ').unwrap_or((command, "--root ."));
            let (code, output, errors) = session.run(&format!("{command} openapi.json {options}"));
            let text = output + &errors;
            let place = format!("{place}: {value}, {command}: {text}", value = document);
            assert_ne!(code, 0, "{place}");
            assert!(!text.contains("hunter2"), "{place}");
            assert!(text.contains("OpenAPI allows no reference here"), "{place}");
        }
    }
}

/// An example can be anything; that there is a reference is only probable.
#[test]
fn an_example_and_a_description_of_markdown_are_read_with_a_warning() {
    let session = Session::new();
    session.write("notes.md", "Text of a file");
    session.write("oak.json", r#"{ "name": "Oak" }"#);
    session.write(
        "openapi.yaml",
        "openapi: 3.1.0\ninfo: { title: T, version: '1', description: { $ref: notes.md } }\n\
         paths: {}\ncomponents:\n  schemas:\n    Tree: { type: object, x-origin: { $ref: \
         oak.json } }\n",
    );
    let (code, output, errors) = session.run("bundle openapi.yaml");
    assert_eq!(code, 0, "{errors}");
    assert_eq!(errors.matches("warning: OpenAPI allows no reference").count(), 2);
    assert!(output.contains("Text of a file") && output.contains("name: Oak"), "{output}");
}

#[test]
fn a_path_item_to_which_many_paths_refer_is_there_once() {
    let session = Session::new();
    let item = "get: { responses: { '200': { description: One of many } } }\n";
    session.write("item.yaml", item);
    let mut document = String::from("openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n");
    for path in ["/a", "/b", "/c"] {
        document.push_str(&format!("  {path}: {{ $ref: item.yaml }}\n"));
    }
    session.write("openapi.yaml", document);
    let (code, output, errors) = session.run("bundle openapi.yaml --output one.yaml");
    assert_eq!(code, 0, "{output}{errors}");
    let one = session.read("one.yaml");
    assert_eq!(one.matches("One of many").count(), 1, "{one}");
    assert_eq!(one.matches("$ref: \"#/paths/~1a\"").count(), 2, "{one}");
    let (_, server, errors) = session.run("server openapi.yaml --strict");
    assert!(server.contains("fn get_c"), "{server}{errors}");
    let (code, output, errors) = session.run("diff openapi.yaml one.yaml");
    assert_eq!((code, output.as_str()), (0, "no findings\n"), "{errors}");
}

/// The readers of other tools follow YAML 1.1, which takes more texts for values and more characters
/// for line breaks.
#[test]
fn a_text_that_yaml_1_1_reads_as_another_value_is_quoted() {
    let session = Session::new();
    let texts: &[&str] = &[
        "2024-01-01",
        "2024-01-01T00:00:00Z",
        "1_000",
        "-1_000",
        "-1:30",
        ".5_0",
        "0b1",
        "0o7",
        "017",
        "0x1F",
        "1:30",
        "1.5_0",
        "+1",
        "+.inf",
        "-.INF",
        ".NaN",
        "yes",
        "No",
        "on",
        "OFF",
        "true",
        "null",
        "~",
        "=",
        "<<",
        "1e3",
        "a\u{85}b",
        "a\u{2028}b\nc",
        "a\u{2029}b",
        "a\u{feff}b",
        "a\u{fffe}b",
        "a\u{ffff}b",
        "a\u{7f}\u{9b}b",
    ];
    let document = |texts: serde_json::Value| {
        let schema = serde_json::json!({ "Texts": { "enum": texts } });
        serde_json::json!({
            "openapi": "3.1.0",
            "info": { "title": "T", "version": "1" },
            "paths": {},
            "components": { "schemas": schema },
        })
    };
    // Not JSON, but YAML.
    let json = document(serde_json::json!(texts)).to_string();
    let escaped = json.chars().map(|character| match character {
        ' '..='~' => character.to_string(),
        other => format!("\\u{:04x}", u32::from(other)),
    });
    session.write("openapi.yaml", format!("# Texts\n{}", escaped.collect::<String>()));
    let (code, output, errors) = session.run("bundle openapi.yaml");
    assert_eq!(code, 0, "{errors}");
    let lines: Vec<&str> =
        output.lines().filter_map(|line| line.trim().strip_prefix("- ")).collect();
    assert_eq!(lines.len(), texts.len(), "{output}");
    for line in lines {
        assert!(line.starts_with('"') && line.is_ascii(), "{line}");
    }
    let read: serde_json::Value = serde_yaml_ng::from_str(&output).unwrap();
    assert_eq!(read, document(serde_json::json!(texts)));
    session.write("one.yaml", &output);
    let (code, again, errors) = session.run("bundle one.yaml");
    assert_eq!((code, again), (0, output), "{errors}");
}

#[test]
fn yaml_between_braces_stays_yaml() {
    let session = Session::new();
    let document = "{openapi: 3.1.0, info: {title: T, version: '1'}, paths: {}}\n";
    session.write("openapi.yaml", document);
    let (_, output, _) = session.run("bundle openapi.yaml");
    assert!(output.starts_with("openapi: \"3.1.0\"\n"), "{output}");
}

#[test]
fn numbers_are_written_exactly_and_as_yaml_1_1_reads_them() {
    let session = Session::new();
    let exact = [
        ("1.50", "1.50"),
        ("1000000000000000000000000", "1000000000000000000000000"),
        ("12345678901234567890.5", "12345678901234567890.5"),
        ("0.30000000000000000001", "0.30000000000000000001"),
        ("1e999", "1.0e+999"),
        ("-0.0000001", "-1.0E-7"),
    ];
    let document = |numbers: [&str; 6]| {
        let numbers = numbers.join(", ");
        format!(
            r#"{{"openapi": "3.1.0", "info": {{"title": "T", "version": "1"}}, "paths": {{}},
            "components": {{"schemas": {{"Numbers": {{"enum": [{numbers}]}}}}}}}}"#
        )
    };
    let json = document(exact.map(|(number, _)| number));
    for (file, text) in [("openapi.json", json.clone()), ("openapi.yaml", format!("# \n{json}"))] {
        session.write(file, text);
        let (code, output, errors) = session.run(&format!("bundle {file}"));
        assert_eq!(code, 0, "{errors}");
        let lines = output.lines().map(|line| line.trim_matches([' ', '-', ',']));
        let lines: Vec<&str> = lines.collect();
        for (_, written) in exact {
            let written = written.trim_matches('-');
            assert!(lines.contains(&written), "{written} is not in {output}");
        }
    }
}
