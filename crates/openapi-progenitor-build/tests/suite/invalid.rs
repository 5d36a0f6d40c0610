//! Invalid documents are refused with the line that is wrong, without a panic, in
//! bounded time and memory.

use std::sync::mpsc;
use std::time::Duration;

use openapi_document::Document;

/// The longest time that one document may take.
const LIMIT: Duration = Duration::from_secs(20);

/// Returns the diagnostics with excerpts, or that a client is generated.
fn outcome(name: &str, bytes: Vec<u8>) -> String {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let result = Document::from_bytes("case.yaml", &bytes)
            .and_then(|document| openapi_progenitor_build::generate(&document));
        let text = match result {
            Ok(generated) => format!("generated\n{}", generated.warnings.excerpts()),
            Err(diagnostics) => diagnostics.excerpts(),
        };
        // The receiver is gone if the time is over.
        let _ = sender.send(text);
    });
    match receiver.recv_timeout(LIMIT) {
        Ok(text) => format!("# {name}\n{text}\n"),
        Err(error) => panic!("{name}: {error}"),
    }
}

fn document(rest: &str) -> Vec<u8> {
    format!("openapi: 3.1.0\ninfo: {{ title: Case, version: '1' }}\n{rest}\n").into_bytes()
}

/// Returns a document with this body of `GET /a`.
fn response(schema: &str, components: &str) -> Vec<u8> {
    document(&format!(
        "paths:
  /a:
    get:
      operationId: a
      responses:
        '200':
          description: d
          content:
            application/json:
              schema: {schema}
components:
  schemas:
    {}",
        components.replace('\n', "\n    ")
    ))
}

fn operation(id: &str) -> String {
    format!("get: {{ operationId: {id}, responses: {{ '200': {{ description: d }} }} }}")
}

#[test]
fn an_invalid_document_is_refused_with_the_line_that_is_wrong() {
    let a = operation("a");
    let cases: [(&str, Vec<u8>); 17] = [
        (
            "a reference to nothing",
            response("{ $ref: '#/components/schemas/Tre' }", "Tree: { type: string }"),
        ),
        (
            "a reference to another file",
            response("{ $ref: 'trees.yaml#/Tree' }", "Tree: { type: string }"),
        ),
        ("a duplicate operationId", document(&format!("paths:\n  /a: {{ {a} }}\n  /b: {{ {a} }}"))),
        ("a duplicate key", document(&format!("paths:\n  /a: {{ {a} }}\n  /a: {{}}"))),
        ("an undeclared path variable", document(&format!("paths:\n  /a/{{id}}: {{ {a} }}"))),
        (
            "a response key that is no status",
            document(
                "paths:\n  /a: { get: { operationId: a, responses: { '999': { description: d } } } }",
            ),
        ),
        (
            "an optional path parameter",
            document(
                "paths:\n  /a/{id}:\n    parameters: [{ name: id, in: path, schema: { type: string } }]",
            ),
        ),
        ("an alias into itself", document("x-a: &a [*a]")),
        ("an unknown alias", document("x-a: *nowhere")),
        ("an unclosed flow", document("paths: { /a: {")),
        (
            "schemas that are references in a circle",
            response(
                "{ $ref: '#/components/schemas/A' }",
                "A: { $ref: '#/components/schemas/B' }\nB: { $ref: '#/components/schemas/A' }",
            ),
        ),
        (
            "path items that are references in a circle",
            document("paths:\n  /a: { $ref: '#/paths/~1b' }\n  /b: { $ref: '#/paths/~1a' }"),
        ),
        ("a keyword with a wrong value", response("{ type: strng }", "A: { type: string }")),
        ("not UTF-8", [document("x-a: b").as_slice(), b"x-b: caf\xe9\n"].concat()),
        ("OpenAPI 3.0", b"openapi: 3.0.3\npaths: {}\n".to_vec()),
        ("OpenAPI 3.3", b"openapi: 3.3.0\npaths: {}\n".to_vec()),
        ("Swagger 2.0", b"swagger: '2.0'\npaths: {}\n".to_vec()),
    ];
    let outcomes = cases.map(|(name, bytes)| outcome(name, bytes));
    insta::assert_snapshot!(outcomes.join("\n"));
}

#[test]
fn a_small_document_that_is_large_when_written_out_is_refused_or_stays_small() {
    let aliases = (1..12).fold("x-0: &a0 [x, x]".to_owned(), |text, level| {
        let row = [format!("*a{}", level - 1).as_str(); 10].join(", ");
        format!("{text}\nx-{level}: &a{level} [{row}]")
    });
    let anchors: String = (0..200).map(|level| format!("[&b{level} ")).collect();
    let wide = vec!["x"; 5_000].join(", ");
    let nested_anchors = format!("x-a: {anchors}[{wide}]{}", "]".repeat(200));
    let levels = |keyword: &str| {
        let schemas = (0..40).map(|level| {
            let next = format!("{{ $ref: '#/components/schemas/L{}' }}", level + 1);
            format!("L{level}: {{ {keyword}: [{next}, {next}] }}\n")
        });
        let schemas: String = schemas.collect();
        response(
            "{ $ref: '#/components/schemas/L0' }",
            &format!("{schemas}L40: {{ type: string }}"),
        )
    };
    let long_name = format!("x-{}: {{ a: 1 }}", "a".repeat(5_000));
    let deep = format!("x-a: {}{}", "[".repeat(100_000), "]".repeat(100_000));
    let cases: [(&str, Vec<u8>); 7] = [
        ("aliases of aliases", document(&aliases)),
        ("anchors in anchors", document(&nested_anchors)),
        ("allOf of references, twice each", levels("allOf")),
        ("anyOf of references, twice each", levels("anyOf")),
        ("prefixItems of references, twice each", levels("prefixItems")),
        ("a long name", document(&long_name)),
        ("deep nesting", document(&deep)),
    ];
    let outcomes = cases.map(|(name, bytes)| {
        let outcome = outcome(name, bytes);
        // One diagnostic, without a pointer of 256 levels.
        let lines: Vec<_> = outcome.lines().take(6).collect();
        lines.join("\n")
    });
    insta::assert_snapshot!(outcomes.join("\n\n"));
}
