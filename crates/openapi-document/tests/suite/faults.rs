//! Every error in a document is reported with file, line, column, pointer and
//! remedy, and all errors are reported together.

use openapi_document::{Api, Diagnostics, Document, Schema, violations};

/// Returns all diagnostics from reading the document, its operations and its
/// schemas.
fn faults(text: &str) -> String {
    let document = match Document::parse("case.yaml", text) {
        Ok(document) => document,
        Err(diagnostics) => return diagnostics.to_string(),
    };
    let mut diagnostics = Diagnostics::default();
    Api::read(&document, &mut diagnostics);
    diagnostics.sort();
    diagnostics.to_string()
}

fn all(cases: &[(&str, String)]) -> String {
    let cases = cases.iter().map(|(name, text)| format!("# {name}\n{}\n", faults(text)));
    cases.collect::<Vec<_>>().join("\n")
}

fn document(rest: &str) -> String {
    format!("openapi: 3.1.0\ninfo: {{ title: Case, version: '1' }}\n{rest}\n")
}

#[test]
fn a_text_that_is_no_document_is_refused_where_it_stops_being_one() {
    let nested = |depth: usize| format!("a: {}{}", "[".repeat(depth), "]".repeat(depth));
    let bomb = (1..12).fold("openapi: 3.1.0\na0: &a0 [x, x]\n".to_owned(), |text, level| {
        let alias = format!("*a{}", level - 1);
        let row = [alias.as_str(); 10].join(", ");
        format!("{text}a{level}: &a{level} [{row}]\n")
    });
    insta::assert_snapshot!(all(&[
        ("an empty file", String::new()),
        ("only a comment", "# nothing\n".to_owned()),
        ("a scalar", "openapi".to_owned()),
        ("an array", "[1]".to_owned()),
        ("not YAML", "openapi: 3.1.0\ninfo: [1\n".to_owned()),
        ("not JSON", "{ \"openapi\": \"3.1.0\", \"info\": { \"title\" } ".to_owned()),
        ("a tab as indentation", "openapi: 3.1.0\ninfo:\n\ttitle: x\n".to_owned()),
        ("two documents", "openapi: 3.1.0\n---\nopenapi: 3.1.0\n".to_owned()),
        ("a member twice", document("paths:\n  /a: {}\n  /b: {}\n  /a: {}")),
        ("two members twice", "openapi: 3.1.0\nopenapi: 3.1.0\ninfo: {a: 1, a: 2}\n".to_owned()),
        ("an alias into itself", document("x-a: &a [*a]")),
        ("an unknown alias", document("x-a: *nowhere")),
        ("an alias bomb", bomb),
        ("deep nesting", nested(300)),
        ("a tag", document("x-a: !!str 7\nx-b: !own {}")),
        ("a key that is no string", document("x-a: { ? [1] : 2 }")),
        ("another version", "openapi: 2.0.0\n".to_owned()),
        ("an older version", "swagger: '2.0'\n".to_owned()),
        ("a version that is a number", "openapi: 3.1\n".to_owned()),
        ("no version", "info: {}\n".to_owned()),
    ]));
}

#[test]
fn what_some_readers_of_yaml_accept_and_others_refuse_is_a_warning() {
    insta::assert_snapshot!(all(&[
        (
            "a bracket that closes before the column of its key",
            document("x-a:\n  - required: [\n      a\n  ]\npaths: {}")
        ),
        (
            "items in the column of their key",
            document("x-a:\n  required: [\n  'a',\n  b\n  ]\npaths: {}")
        ),
        ("a merge key", document("x-a: &a { b: 1 }\nx-c: { <<: *a }\npaths: {}")),
    ]));
}

#[test]
fn every_fault_of_an_operation_is_named_with_its_place() {
    let paths = |text: &str| document(&format!("paths:\n  {}", text.replace('\n', "\n  ")));
    let get = |text: &str| paths(&format!("/a:\n  get:\n    {}", text.replace('\n', "\n    ")));
    insta::assert_snapshot!(all(&[
        ("paths that are no object", document("paths: []")),
        ("a path without a slash", paths("a: {}")),
        ("a reference into nothing", paths("/a: { $ref: '#/components/pathItems/A' }")),
        ("a reference into another file", paths("/a: { $ref: 'other.yaml#/a' }")),
        ("a reference to an anchor", paths("/a: { $ref: '#a' }")),
        ("a reference that is no string", paths("/a: { $ref: 7 }")),
        (
            "references in a circle",
            paths("/a: { $ref: '#/paths/~1b' }\n/b: { $ref: '#/paths/~1a' }")
        ),
        ("an operation that is no object", paths("/a: { get: [] }")),
        ("parameters that are no array", get("parameters: {}")),
        ("a parameter without a name", get("parameters: [{ in: query }]")),
        ("a parameter from nowhere", get("parameters: [{ name: a, in: body }, { name: b }]")),
        ("an optional path parameter", get("parameters: [{ name: a, in: path }]")),
        (
            "a required that is no boolean",
            get("parameters: [{ name: a, in: query, required: 'yes' }]")
        ),
        ("a schema that is none", get("parameters: [{ name: a, in: query, schema: string }]")),
        (
            "statuses that are none",
            get("responses: { 99: {}, '600': {}, 4xx: {}, ok: {}, 6XX: {} }")
        ),
        ("content that is no object", get("requestBody: { content: [] }")),
        ("a status that is nearly one", get("responses: { defualt: { description: d } }")),
        (
            "parameters that are declared twice",
            get(
                "parameters: [{ name: a, in: query }, { name: a, in: cookie }, { name: a, in: query }, { name: A, in: query }, { name: b, in: header }, { name: B, in: header }]"
            )
        ),
        (
            "a parameter and a header with a schema and content, or with two media types",
            get(
                "parameters: [{ name: a, in: query, schema: {}, content: { a/b: {} } }, { name: b, in: query, content: { a/b: {}, a/c: {} } }]\nresponses: { '200': { headers: { a: { schema: {}, content: { a/b: {} } } } } }"
            )
        ),
        (
            "headers that are declared twice",
            get("responses: { '200': { headers: { X-A: { schema: {} }, x-a: { schema: {} } } } }")
        ),
        ("content without a media type", get("requestBody: { content: { schema: {} } }")),
        ("a reference that is a comment", paths("/a:\n  $ref: #/components/pathItems/A")),
        (
            "a variable whose parameter has no location",
            paths(
                "/{a}/{b}/{c}:\n  parameters: [{ name: a, in: pth }]\n  get: { parameters: [{ name: b }] }"
            )
        ),
        (
            "a query in a path",
            paths("/{a}?q={b}: { get: { parameters: [{ name: b, in: query }] } }")
        ),
        (
            "path parameters of the path and of the operation without a variable",
            paths(
                "/a:\n  parameters: [{ name: a, in: path, required: true }]\n  get: { parameters: [{ name: b, in: path, required: true }] }"
            )
        ),
        (
            "several at once",
            get("parameters: [{ in: query }, 7]\nresponses: { x: {} }\ndeprecated: no")
        ),
    ]));
}

#[test]
fn an_element_that_no_operation_uses_is_one_of_the_specification() {
    let text = "\
openapi: 3.1.0
info: { title: Case, version: '1', contact: { name: 1 } }
externalDocs: { url: 5 }
components:
  headers: { number: 5, empty: {} }
  responses:
    dangling:
      description: Done
      links: { link: { $ref: '#/link' } }
      content: { text/plain: { examples: { example: { $ref: '#/example' } } } }
  securitySchemes: { empty: {}, flow: { type: oauth2, flows: { implicit: {} } } }
  pathItems: { dangling: { $ref: '#/item' } }
";
    let document = Document::parse("case.yaml", text).expect("the case can be read");
    insta::assert_snapshot!(violations(&document));
}

#[test]
fn security_names_schemes_that_exist() {
    insta::assert_snapshot!(all(&[
        ("an unknown scheme", document("security: [{ missing: [] }]\npaths: { /a: { get: {} } }")),
        ("security that is no array", document("security: {}\npaths: { /a: { get: {} } }")),
        (
            "a requirement that is no object",
            document("security: [token]\npaths: { /a: { get: {} } }")
        ),
        (
            "a scheme without a type",
            document("components: { securitySchemes: { token: { scheme: bearer } } }")
        ),
        (
            "a scheme that refers to nothing",
            document("components: { securitySchemes: { token: { $ref: '#/nothing' } } }"),
        ),
    ]));
}

#[test]
fn a_field_that_its_object_does_not_have_is_a_warning_that_guesses_which_was_meant() {
    insta::assert_snapshot!(all(&[
        ("in the document", "openapi: 3.1.0\npath: {}\nwebhook: {}\nx-own: {}\n".to_owned()),
        (
            "in an operation",
            document(
                "paths:\n  /a:\n    gett: {}\n    get:\n      responeses: {}\n      operationID: a\n      somethingElse: 1\n      parameters: [{ name: a, in: query, requried: true }]\n      requestBody: { contents: {} }\n      responses: { '200': { descripton: d, headers: { A: { name: A } }, content: { a/b: { shema: {} } } } }",
            ),
        ),
        (
            "above a block",
            document(
                "paths:\n  /a: &a\n    gett: # a comment\n\n      operationId: a\n  /b: *a\n  \"/c\":\n    \"gett\" : {}"
            ),
        ),
        (
            "beside a reference",
            document(
                "paths: { /a: { get: { responses: { '200': { $ref: '#/components/responses/A', content: {} } } } } }\ncomponents: { responses: { A: { description: a } } }"
            ),
        ),
        (
            "in place of a map of names",
            document(
                "paths: { /a: { get: { responses: { '200': { description: d, headers: { $ref: '#/components/headers' }, content: { $ref: '#/x' } } } } } }\ncomponents: { callbacks: { A: { $ref: '#/components/callbacks/B' }, B: {} } }",
            ),
        ),
        (
            "in place of maps of callbacks and of schemas",
            document(
                "paths: { /a: { get: { callbacks: { $ref: '#/components/callbacks' }, responses: {} } } }\ncomponents: { schemas: { $ref: '#/x-schemas' }, callbacks: { $ref: '#/x-callbacks' } }",
            ),
        ),
        (
            "in a component whose name begins like that of an extension",
            document(
                "paths: { x-own: { gett: 1 }, /a: { get: { responses: { x-own: { contentt: 1 } } } } }\ncomponents: { parameters: { x-id: { name: X-Id, in: header, requierd: true, schema: {} } }, headers: { x-id: { requierd: true, schema: {} } } }",
            ),
        ),
        (
            "in a document of 3.2",
            "openapi: 3.2.0\ninfo: { title: Case, version: '1' }\npaths: { /a: { querry: {}, get: { responses: { '200': { sumary: s } } } } }\n".to_owned(),
        ),
        (
            "in a document of 3.1, which lacks what 3.2 adds",
            document("paths: { /a: { querry: {}, get: { responses: { '200': { sumary: s, description: d } } } } }"),
        ),
        (
            "not among names",
            document(
                "components: { responses: { contentt: { description: d } }, securitySchemes: { type: { type: http, scheme: bearer } }, schemas: { A: { tpye: string } } }"
            ),
        ),
    ]));
}

#[test]
fn a_malformed_keyword_is_refused_by_whoever_reads_it() {
    let document = Document::parse(
        "case.yaml",
        &document("x-a: { type: strin, required: [7], properties: [], allOf: [], anyOf: {}, items: 7, $ref: 1 }"),
    )
    .expect("the case can be read");
    let node = document.root().get("x-a").expect("it stands there");
    let schema = Schema::new(&document, node).expect("it is an object");
    let types = ["null", "[string, null]", "[string, Number]", "int"].map(|types| {
        let text = format!("openapi: 3.1.0\nx-a: {{ type: {types} }}");
        let document = Document::parse("case.yaml", &text).expect("the case can be read");
        let node = document.root().get("x-a").expect("it stands there");
        Schema::new(&document, node).expect("it is an object").types().err()
    });
    let faults = [
        schema.types().err(),
        schema.required().err(),
        schema.named_schemas("properties").err(),
        schema.schemas("allOf").err(),
        schema.schemas("anyOf").err(),
        schema.schema("items").err(),
        schema.reference().err(),
    ];
    let faults = faults.into_iter().chain(types);
    let faults =
        faults.map(|fault| fault.map_or_else(|| "none".to_owned(), |fault| fault.to_string()));
    insta::assert_snapshot!(faults.collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_keyword_whose_value_has_another_type_is_left_out() {
    let text = document(
        "components: { schemas: { A: { title: A, contentEncoding: 1, contentMediaType: 1, format: 1,
 pattern: 0, deprecated: 1, readOnly: 'no', uniqueItems: 1, writeOnly: 1, maxContains: -1,
 maxItems: 1.5, maxLength: '80', maxProperties: [], minContains: true, minItems: x,
 minLength: null, minProperties: -1, minimum: low, multipleOf: 0, type: 1, enum: 1, required: 1,
 exclusiveMinimum: true }, B: { maxLength: 2.0, minLength: 1e2, pattern: '' },
 C: { pattern: '(' } } }",
    );
    let document = Document::parse("case.yaml", &text).unwrap();
    let schemas = &document.root().to_json()["components"]["schemas"];
    insta::assert_snapshot!(format!("{schemas}\n{}", faults(&text)));
}
