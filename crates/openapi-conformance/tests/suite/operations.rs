//! Tests of every rule: each single change to a pair of equivalent documents has
//! the expected findings and no others.

use crate::fixture::{CONTRACT, EMITTED, compare_texts};
use openapi_conformance::Rule;
use std::collections::BTreeSet;
use std::fmt::Write;

enum Side {
    Contract,
    Emitted,
}
use Side::{Contract, Emitted};

/// A side, a text that occurs once on that side, and its replacement.
const CHANGES: &[(Side, &str, &str)] = &[
    // Operations.
    (Contract, "  /health:\n", "  /healthy:\n"),
    (Contract, "    put:\n", "    patch:\n"),
    (Emitted, "    put:\n", "    x-put:\n"),
    (Emitted, "operationId: getThing", "operationId: get_thing"),
    (Emitted, "      deprecated: true\n", ""),
    (Contract, "      deprecated: true\n", ""),
    (Contract, "  /things/{id}:\n", "  /things/{thing}:\n"),
    (Contract, "    Id: {name: id,", "    Id: {name: thing,"),
    // Parameters.
    (
        Emitted,
        "        - {in: query, name: limit, schema: {type: integer, format: int32, minimum: 1}}\n",
        "",
    ),
    (
        Contract,
        "        - {name: X-Trace, in: header, schema: {type: string}}\n",
        "",
    ),
    (Contract, "in: query, schema", "in: header, schema"),
    (
        Contract,
        "name: limit, in: query",
        "name: limit, in: query, required: true",
    ),
    (
        Emitted,
        "name: limit, schema",
        "name: limit, required: true, schema",
    ),
    (
        Emitted,
        "name: limit, schema: {type: integer, format: int32, minimum: 1}",
        "name: limit, schema: {type: integer, format: int32, minimum: 2}",
    ),
    (
        Emitted,
        "name: limit, schema: {type: integer, format: int32, minimum: 1}",
        "name: limit, schema: {type: integer, format: int32}",
    ),
    (
        Emitted,
        "name: limit, schema: {type: integer, format: int32, minimum: 1}",
        "name: limit, schema: {type: string}",
    ),
    (
        Contract,
        "name: limit, in: query",
        "name: limit, style: spaceDelimited, in: query",
    ),
    (
        Contract,
        "schema: {type: integer, format: int32, minimum: 1}",
        "content: {application/json: {schema: {type: integer, format: int32, minimum: 1}}}",
    ),
    // Credentials.
    (Contract, "security:\n  - bearerAuth: []\n", ""),
    (
        Contract,
        "security:\n  - bearerAuth: []\n",
        "security:\n  - bearerAuth: []\n  - {}\n",
    ),
    (
        Contract,
        "security:\n  - bearerAuth: []\n",
        "security:\n  - bearerAuth: []\n    key: []\n",
    ),
    (
        Contract,
        "security:\n  - bearerAuth: []\n",
        "security:\n  - key: []\n",
    ),
    (Contract, "      security: []\n", ""),
    (Contract, "scheme: bearer", "scheme: basic"),
    (
        Emitted,
        "        - {in: header, name: Authorization, required: true, schema: {type: string}}\n      responses",
        "      responses",
    ),
    (
        Emitted,
        "name: Authorization, required: true, schema: {type: string}}\n      requestBody",
        "name: Authorization, schema: {type: string}}\n      requestBody",
    ),
    // Request bodies.
    (Emitted, "        required: true\n", ""),
    (Contract, "        required: true\n", ""),
    (
        Contract,
        "      requestBody:\n        required: true\n        content:\n          application/json:\n            schema: {$ref: '#/components/schemas/Thing'}\n",
        "",
    ),
    (
        Emitted,
        "      requestBody:\n        content:\n          application/json:\n            schema: {$ref: '#/components/schemas/Thing'}\n        required: true\n",
        "",
    ),
    (
        Contract,
        "        content:\n          application/json:\n            schema: {$ref: '#/components/schemas/Thing'}\n      responses",
        "        content:\n          text/json:\n            schema: {$ref: '#/components/schemas/Thing'}\n      responses",
    ),
    // Schemas.
    (
        Emitted,
        "parts: {type: array, items",
        "parts: {readOnly: true, type: array, items",
    ),
    (
        Emitted,
        "name: {type: string, minLength: 1}",
        "name: {type: string, minLength: 1, x-json-schema: {$dynamicRef: '#a'}}",
    ),
    // Statuses.
    (
        Contract,
        "        '404': {$ref: '#/components/responses/Failure'}\n",
        "        '302': {$ref: '#/components/responses/Failure'}\n",
    ),
    (Contract, "        '204':\n", "        '205':\n"),
    (Emitted, "        '204':\n", "        '205':\n"),
    (
        Emitted,
        "        '400': {$ref: '#/components/responses/Failure'}\n",
        "",
    ),
    (
        Emitted,
        "        '400': {$ref: '#/components/responses/Failure'}\n",
        "        '400': {$ref: '#/components/responses/Failure'}\n        '409': {$ref: '#/components/responses/Failure'}\n",
    ),
    (
        Emitted,
        "        '400': {$ref: '#/components/responses/Failure'}\n",
        "        '400': {$ref: '#/components/responses/Failure'}\n        4XX: {$ref: '#/components/responses/Failure'}\n",
    ),
    (
        Contract,
        "        default: {$ref: '#/components/responses/Failure'}\n",
        "",
    ),
    (
        Contract,
        "        '401': {$ref: '#/components/responses/Failure'}\n        '404': {$ref: '#/components/responses/Failure'}\n",
        "",
    ),
    (
        Emitted,
        "        4XX: {$ref: '#/components/responses/Failure'}\n        5XX: {$ref: '#/components/responses/Failure'}\n    put",
        "    put",
    ),
    (
        Emitted,
        "          content:\n            application/json:\n              schema: {$ref: '#/components/schemas/Health'}\n",
        "",
    ),
    (
        Emitted,
        "          description: resource updated\n",
        "          description: resource updated\n          content: {application/json: {schema: {type: string, enum: [null]}}}\n",
    ),
    // Shared schemas, seen from several places.
    (Emitted, "      required: [code]\n", ""),
    (
        Emitted,
        "code: {type: integer, format: int32}",
        "code: {type: string}",
    ),
    (
        Emitted,
        "      required: [name, size]\n",
        "      required: [size]\n",
    ),
    (
        Contract,
        "            size: {type: integer, format: int64}\n",
        "            size: {type: string}\n",
    ),
    (
        Contract,
        "            size: {type: integer, format: int64}\n",
        "            size: {type: integer, format: int64}\n            colour: {type: string}\n",
    ),
    (Emitted, "enum: [red, blue]", "enum: [red, green]"),
];

/// Changes that no caller can notice, made at every occurrence of the text.
const UNNOTICED: &[(Side, &str, &str)] = &[
    (Contract, "application/json", "Application/JSON"),
    (Contract, "bearerAuth", "token"),
    (
        Contract,
        "scheme: bearer",
        "scheme: Bearer, bearerFormat: opaque",
    ),
    (Contract, "security: []", "security: [{}]"),
    (
        Contract,
        "in: query, schema",
        "in: query, style: form, explode: false, schema",
    ),
    (Contract, "X-Trace", "x-TRACE"),
    (
        Contract,
        "- $ref: '#/components/parameters/Id'",
        "- {name: id, in: path, schema: {type: string, format: uuid}}",
    ),
    (
        Contract,
        "{name: X-Trace, in: header,",
        "{name: Accept, in: header}\n        - {name: X-Trace, in: header,",
    ),
    (
        Contract,
        "deprecated: true",
        "deprecated: true\n      summary: S\n      tags: [a]\n      x-a: 1",
    ),
    (Contract, "      operationId: health\n", ""),
    (Contract, "5XX", "5xx"),
    (
        Contract,
        "info:",
        "servers: [{url: 'https://example.com'}]\nwebhooks: {a: {post: {operationId: a}}}\ninfo:",
    ),
    (Emitted, "name: Authorization", "name: authorization"),
    (
        Emitted,
        "required: true,",
        "required: true, description: d,",
    ),
    (Emitted, "components:", "  x-extension: {}\ncomponents:"),
];

#[test]
fn equivalent_documents_have_no_findings() {
    let report = compare_texts(CONTRACT, EMITTED);
    assert!(report.is_clean(), "{report}");
}

#[test]
fn changes_that_no_caller_can_notice_have_no_findings() {
    for (side, from, to) in UNNOTICED {
        let text = if matches!(side, Contract) {
            CONTRACT
        } else {
            EMITTED
        };
        let changed = text.replace(from, to);
        assert!(changed != text, "{from} stands nowhere");
        let report = match side {
            Contract => compare_texts(&changed, EMITTED),
            Emitted => compare_texts(CONTRACT, &changed),
        };
        assert!(report.is_clean(), "{from} -> {to}\n{report}");
    }
}

/// A media type in a contract, one in an emitted document, and whether the two are
/// equivalent.
const MEDIA_TYPES: &[(&str, &str, bool)] = &[
    ("application/json; charset=utf-8", "application/json", true),
    ("Application/JSON;Charset=UTF-8", "application/json", true),
    (
        "application/json; charset=utf-8; profile=a",
        "application/json; profile=a",
        true,
    ),
    ("application/json; profile=a", "application/json", false),
    (
        "application/json; profile=a",
        "application/json; profile=A",
        false,
    ),
    (
        "application/json; profile=a; version=1",
        "application/json;VERSION=1 ;profile=\"a\"",
        true,
    ),
    (
        "text/plain; charset=utf-8",
        "TEXT/plain;charset=\"UTF-8\"",
        true,
    ),
    ("text/plain; charset=utf-8", "text/plain", false),
    (
        "text/plain; charset=utf-8",
        "text/plain; charset=us-ascii",
        false,
    ),
    ("application/json", "application/problem+json", false),
    ("application/*", "application/json", false),
];

#[test]
fn media_types_are_compared_alike_in_both_orders() {
    for (one, other, same) in MEDIA_TYPES {
        let with = |text: &str, to: &str| text.replace("application/json", &format!("'{to}'"));
        for (left, right) in [(one, other), (other, one)] {
            let report = compare_texts(&with(CONTRACT, left), &with(EMITTED, right));
            assert_eq!(report.is_clean(), *same, "{left} and {right}: {report}");
        }
    }
}

#[test]
fn a_repeated_media_type_is_compared_with_each_of_its_schemas() {
    let body = |content: &str| {
        format!(
            "openapi: 3.1.0\npaths: {{/a: {{post: {{requestBody: {{content: {{{content}}}}}}}}}}}\n"
        )
    };
    let once = body("application/json: {schema: {type: string}}");
    let twice = |schema: &str| {
        body(&format!(
            "application/json: {{schema: {{type: string}}}}, application/json; charset=utf-8: {{schema: {schema}}}"
        ))
    };
    for (schema, same) in [("{type: string}", true), ("{type: integer}", false)] {
        let twice = twice(schema);
        assert_eq!(compare_texts(&once, &twice).is_clean(), same);
        assert_eq!(compare_texts(&twice, &once).is_clean(), same);
    }
}

#[test]
fn the_media_type_of_a_parameter_is_compared_by_meaning() {
    let with = |media_type: &str| {
        format!(
            "openapi: 3.1.0\npaths: {{/a: {{get: {{parameters: [{{name: a, in: query, content: {{{media_type}: {{}}}}}}]}}}}}}\n"
        )
    };
    let json = with("application/json");
    assert!(compare_texts(&with("Application/JSON; charset=utf-8"), &json).is_clean());
    assert!(!compare_texts(&with("application/xml"), &json).is_clean());
}

#[test]
fn each_change_of_an_operation_is_found_at_its_location() {
    let mut sessions = String::new();
    for (side, from, to) in CHANGES {
        let (name, text) = match side {
            Contract => ("contract", CONTRACT),
            Emitted => ("emitted", EMITTED),
        };
        assert_eq!(
            text.matches(from).count(),
            1,
            "{from} stands in the {name} document once"
        );
        let changed = text.replace(from, to);
        let report = match side {
            Contract => compare_texts(&changed, EMITTED),
            Emitted => compare_texts(CONTRACT, &changed),
        };
        assert!(
            !report.is_clean(),
            "nothing was found: {name}: {from} -> {to}"
        );
        let lines = |sign: &str, text: &str| {
            let lines: Vec<String> = text
                .lines()
                .map(|line| format!("{sign} {line}\n"))
                .collect();
            lines.concat()
        };
        let _ = writeln!(
            sessions,
            "### {name}\n{}{}\n{report}",
            lines("-", from),
            lines("+", to)
        );
    }
    insta::assert_snapshot!(sessions);
}

#[test]
fn ids_are_unique_and_in_kebab_case() {
    let ids: BTreeSet<&str> = Rule::ALL.into_iter().map(Rule::id).collect();
    assert_eq!(ids.len(), Rule::ALL.len());
    for id in ids {
        assert!(
            id.chars()
                .all(|character| character.is_ascii_lowercase() || character == '-'),
            "{id}"
        );
    }
}
