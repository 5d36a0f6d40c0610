//! Tests of edits as authors of documents make them: equivalent spellings must have
//! no findings, and small changes that callers notice must have exactly the
//! expected findings.

use crate::fixture::read;
use openapi_conformance::{Level, Rule, compare_versions};

const DOCUMENT: &str = include_str!("documents/operations.yaml");

const LIMIT: &str = "schema: { type: integer, format: int32, minimum: 1, maximum: 100 } }";
const TAGS: &str = "{ name: tags, in: query, required: true, schema:";
const FAILURE_409: &str = "        '409':
          description: It is there already
";
/// A text that occurs once in the document, and an equivalent text.
const SILENT: &[(&str, &str)] = &[
    // Explicit defaults, and fields without a meaning.
    (
        "{ name: limit, in: query,",
        "{ name: limit, in: query, required: false, deprecated: false,",
    ),
    (
        "{ name: limit, in: query,",
        "{ name: limit, in: query, style: form, explode: true,",
    ),
    (
        "{ name: limit, in: query,",
        "{ name: limit, in: query, explode: false,",
    ),
    (
        TAGS,
        "{ name: tags, in: query, style: form, explode: true, required: true, schema:",
    ),
    (
        TAGS,
        "{ name: tags, in: query, explode: true, required: true, schema:",
    ),
    (
        "{ name: session, in: cookie,",
        "{ name: session, in: cookie, style: form,",
    ),
    (
        "name: X-Version, in: header,",
        "name: X-Version, in: header, style: simple, explode: false,",
    ),
    (
        "name: part, in: path, required: true, style: simple,",
        "name: part, in: path, required: true,",
    ),
    (
        "ETag: { $ref: '#/components/headers/Tag' }",
        "ETag: { required: false, schema: { type: string } }",
    ),
    (
        "      operationId: addThing\n",
        "      operationId: addThing\n      deprecated: false\n",
    ),
    (
        "      requestBody: { $ref: '#/components/requestBodies/Thing' }\n",
        "      requestBody: { $ref: '#/components/requestBodies/Thing', description: Another }\n",
    ),
    // Equivalent declarations at other locations.
    (
        "    parameters:\n      - $ref: '#/components/parameters/Trace'\n",
        "    parameters:\n      - { name: X-Trace, in: header, schema: { type: string, maxLength: 64 } }\n",
    ),
    (
        "      operationId: getThing\n",
        "      operationId: getThing\n      parameters: [{ name: id, in: path, required: true, schema: { type: string, format: uuid } }]\n",
    ),
    (
        "      operationId: getThing\n",
        "      operationId: getThing\n      security: [{ bearer: [] }]\n",
    ),
    ("      security: []\n", "      security: [{}]\n"),
    (
        "        - oauth: [write, admin]\n",
        "        - oauth: [admin, write]\n",
    ),
    (
        "        - bearer: []\n        - key: []\n          oauth: [write]\n",
        "        - oauth: [write]\n          key: []\n        - bearer: []\n",
    ),
    (
        "        - bearer: []\n        - key: []\n",
        "        - bearer: []\n        - bearer: []\n        - key: []\n",
    ),
    (
        "        '404': { $ref: '#/components/responses/Failure' }",
        "        '404': { description: It can't be had, content: { application/problem+json: { schema: { $ref: '#/components/schemas/Failure' } } } }",
    ),
    // Case-insensitive names, and names without a meaning.
    ("            X-Total: {", "            x-total: {"),
    ("name: X-Version, in: header", "name: x-version, in: header"),
    ("scheme: bearer", "scheme: Bearer"),
    ("            text/csv:", "            TEXT/CSV:"),
    ("            Location: {", "            LOCATION: {"),
    (
        "  - url: https://example.com/api\n",
        "  - url: https://example.com/api/\n",
    ),
    (
        "  - url: https://example.com/api\n",
        "  - { url: 'https://{host}/api', variables: { host: { default: example.com } } }\n",
    ),
    (
        "  - url: https://example.com/api\n",
        "  - url: https://example.com/api\n    description: Production\n",
    ),
    // Unused components, and texts for people.
    (
        "  schemas:\n    Thing:",
        "  schemas:\n    Unused: { type: integer }\n    Thing:",
    ),
    (
        "  securitySchemes:\n",
        "  securitySchemes:\n    basic: { type: http, scheme: basic }\n",
    ),
    (
        "  headers:\n    Tag:",
        "  headers:\n    Unused: { schema: {} }\n    Tag:",
    ),
    (
        LIMIT,
        "example: 3, schema: { type: integer, format: int32, minimum: 1, maximum: 100, default: 10 } }",
    ),
    // Equivalent schemas of parameters and headers.
    (
        LIMIT,
        "schema: { type: [integer], minimum: 1.0, exclusiveMaximum: 101 } }",
    ),
    (
        LIMIT,
        "schema: { type: number, multipleOf: 1, exclusiveMinimum: 0, maximum: 1.0e2 } }",
    ),
    (
        "X-Total: { required: true, schema: { type: integer, minimum: 0 } }",
        "X-Total: { required: true, schema: { type: integer, exclusiveMinimum: -1 } }",
    ),
    (
        "schema: { type: string, enum: ['1', '2'] }",
        "schema: { enum: ['2', '1'] }",
    ),
    (
        "schema: { type: string, enum: ['1', '2'] }",
        "schema: { type: string, pattern: '^[12]$' }",
    ),
];

/// A text that occurs once in the document, its replacement, and all expected
/// rules.
const NOTICED: &[(&str, &str, &[Rule])] = &[
    (
        TAGS,
        "{ name: tags, in: query, explode: false, required: true, schema:",
        &[Rule::ParameterStyleDifferent],
    ),
    (
        "style: deepObject, explode: true",
        "style: form, explode: true",
        &[Rule::ParameterStyleDifferent],
    ),
    (
        "name: tags, in: query, required: true",
        "name: tags, in: query",
        &[Rule::ParameterRequiredDifferent],
    ),
    (
        "name: X-Version, in: header, required: true",
        "name: X-Version, in: header, required: false",
        &[Rule::ParameterRequiredDifferent],
    ),
    (
        "{ name: session, in: cookie,",
        "{ name: Session, in: cookie,",
        &[Rule::ParameterMissing, Rule::ParameterUndocumented],
    ),
    (
        "{ name: limit, in: query,",
        "{ name: limit, in: query, deprecated: true,",
        &[Rule::ParameterDeprecationDifferent],
    ),
    (
        "content: { application/json: { schema: { type: object, required: [q] } } }",
        "content: { application/json: { schema: { type: object } } }",
        &[Rule::ParameterWider],
    ),
    (
        LIMIT,
        "schema: { type: integer, format: int32, minimum: 1, maximum: 101 } }",
        &[Rule::ParameterWider],
    ),
    (
        LIMIT,
        "schema: { type: integer, format: int32, exclusiveMinimum: 1, maximum: 100 } }",
        &[Rule::ParameterNarrower],
    ),
    (
        "schema: { type: string, enum: ['1', '2'] }",
        "schema: { type: string, enum: ['1', '3'] }",
        &[Rule::ParameterNarrower, Rule::ParameterWider],
    ),
    (
        "        - oauth: [write, admin]\n",
        "        - oauth: [write]\n",
        &[Rule::SecurityDifferent],
    ),
    (
        "        - key: []\n          oauth: [write]\n",
        "        - key: []\n        - oauth: [write]\n",
        &[Rule::SecurityDifferent],
    ),
    (
        "      security: []\n",
        "      security: [{}, { bearer: [] }]\n",
        &[Rule::SecurityDifferent],
    ),
    (
        "in: header, name: X-Key",
        "in: header, name: X-Api-Key",
        &[Rule::SecurityDifferent],
    ),
    (
        "in: header, name: X-Key",
        "in: query, name: X-Key",
        &[Rule::SecurityDifferent],
    ),
    (
        "tokenUrl: https://example.com/token",
        "tokenUrl: https://example.com/other",
        &[Rule::SecurityDifferent],
    ),
    (
        "clientCredentials:",
        "password:",
        &[Rule::SecurityDifferent],
    ),
    (
        FAILURE_409,
        "        '410':\n          description: It is there already\n",
        &[
            Rule::MediaTypeMissing,
            Rule::MediaTypeUndocumented,
            Rule::TextDifferent,
        ],
    ),
    (
        "        '404': { $ref: '#/components/responses/Failure' }\n",
        "",
        &[Rule::StatusMissing],
    ),
    (
        "        4XX: { $ref: '#/components/responses/Failure' }\n",
        "        400: { $ref: '#/components/responses/Failure' }\n",
        &[Rule::StatusMissing],
    ),
    (
        "            Location: { required: true,",
        "            Location: {",
        &[Rule::ResponseHeaderRequiredDifferent],
    ),
    (
        "            Location: { required: true,",
        "            Place: { required: true,",
        &[
            Rule::ResponseHeaderMissing,
            Rule::ResponseHeaderUndocumented,
        ],
    ),
    (
        "format: uri-reference",
        "format: uri",
        &[Rule::ResponseHeaderNarrower],
    ),
    (
        "            text/csv:",
        "            text/csv; header=present:",
        &[Rule::MediaTypeMissing, Rule::MediaTypeUndocumented],
    ),
    (
        "      required: true\n      content:",
        "      content:",
        &[Rule::RequestBodyRequiredDifferent],
    ),
    (
        "            application/octet-stream: {}",
        "            application/octet-stream: { schema: { type: string, maxLength: 9 } }",
        &[Rule::ResponseBodyNarrower],
    ),
    (
        "  - url: https://example.com/api\n",
        "  - url: https://example.com/api/v2\n",
        &[Rule::ServerDifferent],
    ),
    (
        "  - url: https://example.com/api\n",
        "  - url: http://example.com/api\n",
        &[Rule::ServerDifferent],
    ),
    (
        "  /things/{id}/parts/{part}:\n",
        "  /things/{id}/part/{part}:\n",
        &[Rule::OperationMissing, Rule::OperationUndocumented],
    ),
    (
        "      deprecated: true\n",
        "",
        &[Rule::OperationDeprecationDifferent],
    ),
    (
        "    delete:\n",
        "    patch:\n",
        &[Rule::OperationMissing, Rule::OperationUndocumented],
    ),
];

/// Returns the rules of the findings, without duplicates, when `from` becomes `to`.
fn found_rules(from: &str, to: &str, is_new: bool) -> (Vec<Rule>, String) {
    assert_eq!(
        DOCUMENT.matches(from).count(),
        1,
        "{from} stands there once"
    );
    let changed = DOCUMENT.replace(from, to);
    let (old, new) = match is_new {
        true => (DOCUMENT, changed.as_str()),
        false => (changed.as_str(), DOCUMENT),
    };
    let report = compare_versions(Level::Documentation, &read("old", old), &read("new", new));
    let mut rules: Vec<Rule> = report.findings.iter().map(|finding| finding.rule).collect();
    rules.sort_unstable();
    rules.dedup();
    (rules, report.to_string())
}

#[test]
fn equivalent_texts_have_no_findings() {
    let mut wrong = Vec::new();
    for (from, to) in SILENT {
        for is_new in [true, false] {
            let (rules, report) = found_rules(from, to, is_new);
            if rules.iter().any(|rule| *rule != Rule::TextDifferent) {
                wrong.push(format!("{from} -> {to} ({is_new})\n{report}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn a_change_that_callers_notice_has_exactly_the_expected_findings() {
    let mut wrong = Vec::new();
    for (from, to, expected) in NOTICED {
        for is_new in [true, false] {
            let (rules, report) = found_rules(from, to, is_new);
            let expected_rules = expected
                .iter()
                .map(|rule| if is_new { *rule } else { reversed(*rule) });
            let mut expected_rules: Vec<Rule> = expected_rules.collect();
            expected_rules.sort_unstable();
            if rules != expected_rules {
                wrong.push(format!(
                    "{from} -> {to} ({is_new}): {expected_rules:?}\n{report}"
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Returns the rule for the reverse change.
fn reversed(rule: Rule) -> Rule {
    const PAIRS: [(Rule, Rule); 8] = [
        (Rule::OperationMissing, Rule::OperationUndocumented),
        (Rule::ParameterMissing, Rule::ParameterUndocumented),
        (Rule::ParameterNarrower, Rule::ParameterWider),
        (Rule::StatusMissing, Rule::StatusUndocumented),
        (Rule::ResponseBodyNarrower, Rule::ResponseBodyWider),
        (
            Rule::ResponseHeaderMissing,
            Rule::ResponseHeaderUndocumented,
        ),
        (Rule::ResponseHeaderNarrower, Rule::ResponseHeaderWider),
        (Rule::MediaTypeMissing, Rule::MediaTypeUndocumented),
    ];
    let pair = PAIRS
        .iter()
        .find(|(one, other)| *one == rule || *other == rule);
    pair.map_or(
        rule,
        |(one, other)| if *one == rule { *other } else { *one },
    )
}

/// RFC 3986 §6.2.2: unnecessary percent-encoding, and the case of hexadecimal
/// digits.
#[test]
fn a_path_in_another_spelling_is_the_same_path() {
    let document = |path: &str| format!("{{openapi: 3.1.0, paths: {{'{path}': {{get: {{}}}}}}}}");
    for (one, other, same) in [
        ("/a%7Eb/{c}", "/a~b/{c}", true),
        ("/a%2fb", "/a%2Fb", true),
        ("/%C3%BC", "/ü", true),
        ("/a%2Fb", "/a/b", false),
        ("/a%zz", "/a%ZZ", false),
        ("/a", "/A", false),
    ] {
        for (old, new) in [(one, other), (other, one)] {
            let (old, new) = (document(old), document(new));
            let report = compare_versions(Level::Contract, &read("old", &old), &read("new", &new));
            assert_eq!(report.is_clean(), same, "{one} {other}\n{report}");
        }
    }
}
