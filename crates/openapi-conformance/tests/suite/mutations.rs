//! Mutation test of the comparison: each operator below is applied at every
//! location where it applies, on either side, and each line is removed once.
//! Changes that remain unnoticed are listed with the reason why no caller could
//! notice them.

use crate::fixture::{CONTRACT, EMITTED};
use openapi_conformance::{Document, compare};
use std::collections::BTreeSet;

/// A text and its replacement.
const OPERATORS: &[(&str, &str)] = &[
    ("type: string", "type: boolean"),
    ("type: string", "type: integer"),
    ("type: integer", "type: number"),
    ("type: integer", "type: string"),
    ("type: object", "type: array"),
    ("type: array", "type: object"),
    ("type: object", "type: object, additionalProperties: false"),
    ("type: object\n", "minProperties: 3\n"),
    ("format: int32", "format: int16"),
    ("format: int32", "format: uint32"),
    (", format: int32", ""),
    ("format: int64", "format: int32"),
    ("format: int64", "format: uint64"),
    ("format: uuid", "format: uri"),
    (", format: uuid", ""),
    ("format: date-time", "format: date"),
    (", format: date-time", ""),
    ("minLength: 1", "minLength: 0"),
    ("minLength: 1", "minLength: 2"),
    ("minLength: 1", "minLength: 1, maxLength: 5"),
    ("minLength: 1", "minLength: 1, pattern: x"),
    ("minimum: 1", "minimum: 0"),
    ("minimum: 1", "minimum: 2"),
    ("minimum: 1", "minimum: 1, maximum: 99"),
    ("minimum: 1", "minimum: 1, multipleOf: 2"),
    ("maxItems: 9", "maxItems: 8"),
    ("maxItems: 9", "maxItems: 9, minItems: 1"),
    ("maxItems: 9", "maxItems: 9, uniqueItems: true"),
    (", maxItems: 9", ""),
    ("maxItems: 9, ", ""),
    ("required: true", "required: false"),
    ("required: [name", "required: [other"),
    ("required: [name", "required: [name, tag"),
    ("required: [code]", "required: []"),
    ("required: [size]", "required: [parts]"),
    (", size]", "]"),
    (", size]", ", size, parts]"),
    ("name: {", "nom: {"),
    ("size: {", "length: {"),
    ("tag: {", "label: {"),
    ("parts: {", "pieces: {"),
    ("since: {", "from: {"),
    ("code: {", "number: {"),
    ("[red", "[pink"),
    ("[red, blue", "[red, blue, green"),
    ("[red, blue", "[red"),
    ("'null'", "boolean"),
    (", null]", "]"),
    ("blue", "green"),
    ("nullable: true", "nullable: false"),
    ("nullable: true, ", ""),
    ("items: {", "items: {minProperties: 5, "),
    ("name: limit", "name: offset"),
    ("name: X-Trace", "name: X-Span"),
    ("name: x-trace", "name: x-span"),
    ("name: Authorization", "name: X-Authorization"),
    ("name: id", "name: identity"),
    ("in: query", "in: cookie"),
    ("in: query", "style: pipeDelimited, in: query"),
    ("in: header", "in: query"),
    ("in: path", "in: query"),
    ("{id}", "{identity}"),
    ("/health", "/healthz"),
    ("/things", "/objects"),
    ("get:", "head:"),
    ("put:", "post:"),
    ("operationId: ", "operationId: x"),
    ("deprecated: true", "deprecated: false"),
    ("'200'", "'201'"),
    ("'204'", "'200'"),
    ("'400'", "'422'"),
    ("'401'", "'301'"),
    ("'404'", "'303'"),
    ("5XX", "3XX"),
    ("4XX", "3XX"),
    ("default", "5XX"),
    ("application/json", "application/xml"),
    ("application/json", "text/plain"),
    ("- bearerAuth: []", "- key: []"),
    ("- bearerAuth: []", "- {}"),
    ("security: []", "security: [{bearerAuth: []}]"),
    ("security: []", "security: [{}, {bearerAuth: []}]"),
    ("scheme: bearer", "scheme: digest"),
    ("type: http, scheme: bearer", "type: mutualTLS"),
    ("schemas/Thing'", "schemas/Failure'"),
    ("schemas/Failure'", "schemas/Thing'"),
    ("schemas/Named'", "schemas/Failure'"),
    ("schemas/Health'", "schemas/Failure'"),
    ("schemas/Tag'", "schemas/Failure'"),
];

/// Changes that remain unnoticed: the side, the line before, the line after (empty
/// if it was removed), and why that is correct.
const UNNOTICED: &[(&str, &str, &str, &str)] = &[
    (
        "contract",
        "'401': {$ref: '#/components/responses/Failure'}",
        "",
        "4XX stands for 404 as well",
    ),
    (
        "contract",
        "'404': {$ref: '#/components/responses/Failure'}",
        "",
        "4XX stands for 401 as well",
    ),
    (
        "contract",
        "- type: object",
        "",
        "the other schema of the allOf says it",
    ),
    (
        "contract",
        "type: object",
        "",
        "of Named, where the other schema of the allOf says it",
    ),
    (
        "contract",
        "Id: {name: id, in: path, required: true, schema: {type: string, format: uuid}}",
        "Id: {name: id, in: path, required: false, schema: {type: string, format: uuid}}",
        "path parameters are always required",
    ),
    (
        "emitted",
        "- {in: path, name: id, required: true, schema: {type: string, format: uuid}}",
        "- {in: path, name: id, required: false, schema: {type: string, format: uuid}}",
        "path parameters are always required",
    ),
    (
        "contract",
        "operationId: getThing",
        "",
        "the contract leaves the name open",
    ),
    (
        "contract",
        "operationId: health",
        "",
        "the contract leaves the name open",
    ),
    (
        "contract",
        "operationId: replaceThing",
        "",
        "the contract leaves the name open",
    ),
    (
        "contract",
        "key: {type: apiKey, name: X-Key, in: header}",
        "",
        "no operation asks for it",
    ),
    (
        "contract",
        "key: {type: apiKey, name: X-Key, in: header}",
        "key: {type: apiKey, name: X-Key, in: query}",
        "no operation asks for it",
    ),
    (
        "contract",
        "info: {title: Things, version: 1.0.0}",
        "",
        "a text",
    ),
    ("contract", "description: Alive", "", "a text"),
    ("contract", "description: The thing", "", "a text"),
    ("contract", "description: Why not", "", "a text"),
    (
        "emitted",
        "info: {title: Things, version: 1.0.0}",
        "",
        "a text",
    ),
    ("emitted", "description: Failure", "", "a text"),
    ("emitted", "description: successful operation", "", "a text"),
    (
        "emitted",
        "- {in: header, name: Authorization, required: true, schema: {type: string}}",
        "- {in: header, name: Authorization, required: true, schema: {type: boolean}}",
        "that the header is asked for is all it says",
    ),
    (
        "emitted",
        "- {in: header, name: Authorization, required: true, schema: {type: string}}",
        "- {in: header, name: Authorization, required: true, schema: {type: integer}}",
        "that the header is asked for is all it says",
    ),
    (
        "emitted",
        "4XX: {$ref: '#/components/responses/Failure'}",
        "",
        "of health, where 5XX shows the contract's default",
    ),
    (
        "emitted",
        "4XX: {$ref: '#/components/responses/Failure'}",
        "3XX: {$ref: '#/components/responses/Failure'}",
        "of health, where the contract's default has it",
    ),
    (
        "emitted",
        "5XX: {$ref: '#/components/responses/Failure'}",
        "",
        "of health, where 4XX shows the contract's default",
    ),
    (
        "emitted",
        "5XX: {$ref: '#/components/responses/Failure'}",
        "3XX: {$ref: '#/components/responses/Failure'}",
        "of health, where the contract's default has it",
    ),
    (
        "emitted",
        "parts: {type: array, items: {$ref: '#/components/schemas/Thing'}, maxItems: 9}",
        "parts: {type: array, items: {minProperties: 5, $ref: '#/components/schemas/Thing'}, maxItems: 9}",
        "3.0 ignores what stands beside a `$ref`",
    ),
];

#[test]
fn every_change_that_a_caller_can_notice_is_found() {
    let mut made = 0;
    let mut unnoticed = BTreeSet::new();
    for (side, text) in [("contract", CONTRACT), ("emitted", EMITTED)] {
        for (line, changed) in mutants(text) {
            made += 1;
            let (contract, emitted) = match side {
                "contract" => (changed.as_str(), EMITTED),
                _ => (CONTRACT, changed.as_str()),
            };
            if !is_noticed(contract, emitted) {
                let after = changed.lines().nth(line).unwrap_or_default();
                let before = text.lines().nth(line).unwrap_or_default();
                let after = if changed.lines().count() < text.lines().count() {
                    ""
                } else {
                    after
                };
                unnoticed.insert((side, before.trim().to_owned(), after.trim().to_owned()));
            }
        }
    }
    println!("{made} changes, {} unnoticed", unnoticed.len());
    let expected: BTreeSet<(&str, String, String)> = UNNOTICED
        .iter()
        .map(|(side, before, after, _)| (*side, (*before).to_owned(), (*after).to_owned()))
        .collect();
    assert_eq!(unnoticed, expected);
}

fn is_noticed(contract: &str, emitted: &str) -> bool {
    let contract = Document::parse("contract", contract);
    let emitted = Document::parse("emitted", emitted);
    match (contract, emitted) {
        (Ok(contract), Ok(emitted)) => !compare(&contract, &emitted).is_clean(),
        // An unreadable document counts as noticed.
        _ => true,
    }
}

/// Returns every changed text with the number of the changed line.
fn mutants(text: &str) -> Vec<(usize, String)> {
    let mut mutants = Vec::new();
    for (from, to) in OPERATORS {
        for (at, _) in text.match_indices(from) {
            let changed = format!("{}{to}{}", &text[..at], &text[at + from.len()..]);
            mutants.push((text[..at].matches('\n').count(), changed));
        }
    }
    let lines: Vec<&str> = text.lines().collect();
    for line in 0..lines.len() {
        let mut rest = lines.clone();
        rest.remove(line);
        mutants.push((line, rest.join("\n")));
    }
    mutants
}
