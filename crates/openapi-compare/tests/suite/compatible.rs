//! Tests of levels between two versions of a document: a change that breaks no
//! caller of the old version has level `documentation`; its reverse has a more
//! severe level.

use crate::fixture::{cases, name, read};
use openapi_compare::{Level, compare_versions};

/// Returns a version with these members of its operation.
fn version(operation: &str) -> String {
    format!(
        "{{openapi: 3.1.0, paths: {{/a: {{post: {{{operation}}}}}}}, \
         components: {{securitySchemes: {{k: {{type: http, scheme: bearer}}}}}}}}"
    )
}

fn responses(responses: &str) -> String {
    version(&format!("responses: {{{responses}}}"))
}

fn header(fields: &str) -> String {
    responses(&format!("'200': {{description: Done, headers: {{Age: {{{fields}}}}}}}"))
}

fn parameter(fields: &str) -> String {
    version(&format!("parameters: [{{name: p, in: query, {fields}}}]"))
}

fn body(fields: &str) -> String {
    version(&format!("requestBody: {{{fields}}}"))
}

fn json(schema: &str) -> String {
    format!("content: {{application/json: {{schema: {schema}}}}}")
}

/// Returns the rules of the findings at `level`, each with its own level.
fn found(level: Level, old: &str, new: &str) -> Vec<String> {
    let report = compare_versions(level, &read("old", old), &read("new", new));
    let lines = report.findings.iter().inspect(|finding| {
        let is_range = finding.shown_by.iter().any(|line| line.contains('*'));
        assert!(!is_range, "nobody writes a range: {finding:?}");
    });
    lines.map(|finding| format!("{} {}", finding.rule, name(finding.level))).collect()
}

#[test]
fn a_change_that_breaks_no_caller_is_documentation_and_its_reverse_is_not() {
    let two_paths = "{openapi: 3.1.0, paths: {/a: {post: {}}, /b: {get: {}}}}";
    let secured = "security: [{k: []}]";
    for (old, new, reverse) in [
        (version(""), two_paths.to_owned(), "operation-missing breaking"),
        (version(""), parameter("schema: {type: string}"), "parameter-missing breaking"),
        (
            parameter("required: true, schema: {type: string}"),
            parameter("schema: {type: string}"),
            "parameter-required-different breaking",
        ),
        (
            parameter("schema: {type: integer}"),
            parameter("schema: {type: number}"),
            "parameter-narrower breaking",
        ),
        (version(""), body(&json("{type: string}")), "request-body-missing breaking"),
        (
            body(&format!("required: true, {}", json("{type: string}"))),
            body(&json("{type: string}")),
            "request-body-required-different breaking",
        ),
        (
            body(&json("{type: integer}")),
            body(&json("{type: number}")),
            "request-body-narrower breaking",
        ),
        (
            body("content: {text/plain: {}}"),
            body("content: {text/plain: {}, text/html: {}}"),
            "media-type-missing breaking",
        ),
        (
            responses("'200': {description: Done}, '404': {description: No}"),
            responses("'200': {description: Done}"),
            "status-undocumented breaking",
        ),
        (
            responses(&format!("'200': {{description: Done, {}}}", json("{}"))),
            responses(&format!("'200': {{description: Done, {}}}", json("{type: string}"))),
            "response-body-wider breaking",
        ),
        (
            header("schema: {type: integer}"),
            header("required: true, schema: {type: integer}"),
            "response-header-required-different breaking",
        ),
        (
            header("schema: {type: number}"),
            header("schema: {type: integer}"),
            "response-header-wider breaking",
        ),
        (
            body(&json("{type: object}")),
            body(&json("{type: object, properties: {a: {}}}")),
            "schema-annotation-different contract",
        ),
        (version(secured), version(""), "security-different breaking"),
        (version("security: [{k: [admin]}]"), version(secured), "security-different breaking"),
        (
            body("content: {text/plain: {schema: {type: integer}}}"),
            body("content: {'text/*': {schema: {type: number}}}"),
            "media-type-missing breaking, request-body-narrower breaking",
        ),
    ] {
        let nothing: [&str; 0] = [];
        assert_eq!(found(Level::Contract, &old, &new), nothing, "{old}\n{new}");
        assert_ne!(found(Level::Documentation, &old, &new), nothing, "{new}");
        assert_eq!(found(Level::Contract, &new, &old).join(", "), reverse, "{new}");
    }
}

#[test]
fn a_change_that_affects_generated_code_keeps_the_level_contract() {
    for (old, new, expected) in [
        (
            version("operationId: thingMake"),
            version("operationId: thingCreate"),
            "operation-id-different contract",
        ),
        (
            responses("'200': {description: Done, content: {text/plain: {}}}"),
            responses("'200': {description: Done, content: {text/plain: {}, text/html: {}}}"),
            "media-type-undocumented contract",
        ),
    ] {
        assert_eq!(found(Level::Contract, &old, &new), [expected]);
    }
}

#[test]
fn a_media_type_range_covers_each_type_in_it() {
    let answer = |content: &str| responses(&format!("'200': {{content: {{{content}}}}}"));
    let json = "application/json: {schema: {type: integer}}";
    for (old, new, expected) in [
        (body("content: {text/plain: {}}"), body("content: {'*/*': {}}"), vec![]),
        (
            body("content: {text/plain: {schema: {type: number}}}"),
            body("content: {'*/*': {schema: {type: integer}}}"),
            vec!["request-body-narrower breaking"],
        ),
        (
            body("content: {'text/*': {}}"),
            body("content: {text/plain: {}}"),
            vec!["media-type-missing breaking"],
        ),
        (answer("'*/*': {schema: {type: number}}"), answer(json), vec![]),
        (
            answer("'*/*': {schema: {type: boolean}}"),
            answer(json),
            vec!["response-body-different breaking"],
        ),
        (
            answer(json),
            answer("'application/*': {schema: {type: integer}}"),
            vec!["media-type-undocumented contract"],
        ),
        // The range is not that of the body if a media type or a range in it is declared.
        (answer(&format!("{json}, '*/*': {{schema: {{type: string}}}}")), answer(json), vec![]),
        (
            body(&format!("content: {{{json}}}")),
            body(
                "content: {'application/*': {schema: {type: integer}}, \
                 '*/*': {schema: {type: string}}}",
            ),
            vec![],
        ),
        (
            body("content: {'*/*': {schema: {type: string}}}"),
            body(&format!("content: {{'*/*': {{schema: {{type: string}}}}, {json}}}")),
            vec!["request-body-different breaking"],
        ),
        (
            answer("'*/*': {schema: {type: string}}"),
            answer(&format!("'*/*': {{schema: {{type: string}}}}, {json}")),
            vec!["response-body-different breaking"],
        ),
    ] {
        assert_eq!(found(Level::Contract, &old, &new), expected, "{old}\n{new}");
    }
}

/// OpenAPI 3.1.1 §4.8.14.3: no schema in 3.1, and a string in 3.0.
#[test]
fn octets_of_each_media_type_are_equal_however_they_are_declared() {
    let octets = [
        "{}",
        "{schema: {type: string}}",
        "{schema: {type: string, format: binary}}",
        "{schema: {type: string, contentMediaType: image/png}}",
    ];
    for (name, octets) in [
        ("application/octet-stream", &octets[..]),
        ("image/png", &octets),
        ("'*/*'", &["{}", octets[2]]),
    ] {
        for (old, new) in octets.iter().flat_map(|one| octets.iter().map(move |new| (one, new))) {
            let [old, new] = [old, new].map(|fields| {
                let content = format!("content: {{{name}: {fields}}}");
                let answer = format!("responses: {{'200': {{{content}}}}}");
                version(&format!("requestBody: {{{content}}}, {answer}"))
            });
            assert_eq!(found(Level::Contract, &old, &new), [""; 0], "{old}\n{new}");
        }
    }
}

#[test]
fn a_keyword_beside_a_reference_to_octets_is_compared() {
    let document = |more: &str| {
        let body = format!("{{$ref: '#/components/schemas/B'{more}}}");
        let body = format!("requestBody: {{content: {{image/png: {{schema: {body}}}}}}}");
        let schemas = "components: {schemas: {B: {type: string, format: binary}}}";
        format!("{{openapi: 3.1.0, paths: {{/a: {{post: {{{body}}}}}}}, {schemas}}}")
    };
    for more in [", maxLength: 9", ", contentEncoding: base64"] {
        let found = found(Level::Contract, &document(""), &document(more));
        assert_ne!(found, [""; 0], "{more}");
    }
}

#[test]
fn equivalent_credentials_are_equal() {
    let schemes = "components: {securitySchemes: {k: {type: http, scheme: bearer}, \
        h: {type: apiKey, in: header, name: X-Key}, l: {type: apiKey, in: header, name: x-key}, \
        q: {type: apiKey, in: query, name: k}, u: {type: apiKey, in: query, name: K}}}";
    let document = |security: &str| {
        format!("{{openapi: 3.1.0, paths: {{/a: {{get: {{security: {security}}}}}}}, {schemes}}}")
    };
    for (one, other, same) in [
        ("[{h: []}]", "[{l: []}]", true),
        ("[{q: []}]", "[{u: []}]", false),
        ("[{k: []}, {k: [], q: []}]", "[{k: []}]", true),
        ("[{k: []}, {k: [admin]}]", "[{k: []}]", true),
        ("[{}, {k: []}]", "[{}]", false),
    ] {
        let (one, other) = (document(one), document(other));
        let found = found(Level::Documentation, &one, &other);
        assert_eq!(found.is_empty(), same, "{one}\n{other}\n{found:?}");
    }
}

#[test]
fn operations_with_the_methods_of_3_2_are_compared() {
    let document = |item: &str| format!("{{openapi: 3.2.0, paths: {{/a: {{{item}}}}}}}");
    let operation = |kind: &str| {
        let body = json(&format!("{{type: {kind}}}"));
        format!("{{requestBody: {{{body}}}, responses: {{'204': {{description: Done}}}}}}")
    };
    let (text, number) = (operation("string"), operation("integer"));
    for (method, field, end) in
        [("QUERY", "query: ", ""), ("COPY", "additionalOperations: {COPY: ", "}")]
    {
        let version = |operation: &str| document(&format!("{field}{operation}{end}"));
        let (old, new) = (version(&text), version(&number));
        let rules = found(Level::Contract, &old, &document(""));
        assert_eq!(rules, ["operation-missing breaking"], "{method}");
        assert_ne!(found(Level::Contract, &old, &new), [""; 0], "{method}");
        let report = compare_versions(Level::Contract, &read("old", &old), &read("new", &new));
        let expected = format!("{method} /a");
        let place = &report.findings[0].seen_in[0];
        assert!(place.starts_with(&expected), "{place}");
    }
}

#[test]
fn a_changed_scheme_is_reported_once_for_all_operations() {
    let document = |name: &str| {
        let operation = "{security: [{s: []}]}";
        format!(
            "{{openapi: 3.1.0, paths: {{/a: {{get: {operation}, put: {operation}}}, /b: {{get: {operation}}}}}, \
             components: {{securitySchemes: {{s: {{type: apiKey, in: query, name: {name}}}}}}}}}"
        )
    };
    let (old, new) = (document("a"), document("b"));
    let report = compare_versions(Level::default(), &read("old", &old), &read("new", &new));
    assert_eq!(report.findings.len(), 1, "{report}");
    let finding = &report.findings[0];
    assert_eq!(finding.seen_in, ["GET /a", "PUT /a", "GET /b"]);
    assert_eq!(
        finding.message,
        "scheme `s`: apiKey a in query in the old document, apiKey b in query in the new document"
    );
    assert_eq!(finding.base.pointer, "/components/securitySchemes/s");
    assert_eq!(finding.candidate.pointer, "/components/securitySchemes/s");
}

/// Adding and removing `deprecated` and `x-sunset` are both compatible.
#[test]
fn a_deprecation_and_a_sunset_break_no_caller() {
    for (old, new) in [
        (version(""), version("deprecated: true")),
        (
            parameter("schema: {type: string}"),
            parameter("deprecated: true, schema: {type: string}"),
        ),
        (
            body(&json("{type: object, properties: {a: {type: string}}}")),
            body(&json("{type: object, properties: {a: {type: string, deprecated: true}}}")),
        ),
        (version(""), version("x-sunset: '2027-01-31'")),
        (
            parameter("schema: {type: string}"),
            parameter("x-sunset: '2027-01-31', schema: {type: string}"),
        ),
        (
            header("schema: {type: integer}"),
            header("x-sunset: '2027-01-31', schema: {type: integer}"),
        ),
        (
            body(&json("{type: object, properties: {a: {x-sunset: '2026-12-31'}}}")),
            body(&json("{type: object, properties: {a: {x-sunset: '2027-01-31'}}}")),
        ),
    ] {
        for (old, new) in [(&old, &new), (&new, &old)] {
            assert_eq!(found(Level::Contract, old, new), [""; 0], "{old}\n{new}");
            assert_eq!(found(Level::Documentation, old, new).len(), 1, "{new}");
        }
    }
}

/// A `default` applies where a caller omits a value, so it has no meaning in a
/// response.
#[test]
fn a_changed_default_is_reported_for_requests() {
    let limit = |default: &str| parameter(&format!("schema: {{type: integer{default}}}"));
    let member = |default: &str| {
        let schema = format!("{{type: object, properties: {{a: {{type: integer{default}}}}}}}");
        (body(&json(&schema)), responses(&format!("'200': {{{}}}", json(&schema))))
    };
    let (one, two, none) = (", default: 1", ", default: 2.0", "");
    let annotation = |level| vec![format!("schema-annotation-different {level}")];
    for (from, to, of_parameter, of_member) in [
        (one, two, annotation("contract"), annotation("contract")),
        // Servers apply the default of a parameter, not that of a member.
        (one, none, annotation("contract"), vec![]),
        // The default may have been applied before.
        (none, one, annotation("documentation"), vec![]),
        (two, ", default: 2", vec![], vec![]),
    ] {
        let found = |old: &str, new: &str| found(Level::Documentation, old, new);
        assert_eq!(found(&limit(from), &limit(to)), of_parameter);
        let ((asked, answered), (asked_now, answered_now)) = (member(from), member(to));
        assert_eq!(found(&asked, &asked_now), of_member);
        assert_eq!(found(&answered, &answered_now), [""; 0]);
    }
}

#[test]
fn a_default_of_one_of_several_branches_is_that_of_the_value() {
    let with = |default: &str, own: &str| {
        let member =
            format!("{{allOf: [{{$ref: '#/components/schemas/Limit'}}, {{maximum: 50{own}}}]}}");
        let schema = format!("{{type: object, properties: {{a: {member}}}}}");
        let limit = format!("Limit: {{type: integer, default: {default}}}");
        let components = format!("components: {{schemas: {{{limit}}}, ");
        body(&json(&schema)).replace("components: {", &components)
    };
    let expected = ["schema-annotation-different contract"];
    let found = |old: &str, new: &str| found(Level::Documentation, old, new);
    assert_eq!(found(&with("1", ""), &with("2", "")), expected);
    let (two, three) = (", default: 2", ", default: 3");
    assert_eq!(found(&with("1", two), &with("1", three)), expected);
    assert_eq!(found(&with("1", two), &with("4", two)), [""; 0]);
}

/// Each row is the declarations of a member in two versions, and the finding.
#[test]
fn a_member_is_described_by_all_its_declarations_together() {
    let with = |declarations: &[&str]| {
        let part = |one: &&str| format!("{{properties: {{a: {one}}}}}");
        let parts: Vec<String> = declarations.iter().map(part).collect();
        body(&json(&format!("{{type: object, allOf: [{}]}}", parts.join(", "))))
    };
    let annotation = "schema-annotation-different contract";
    let cases: [(&[&str], &[&str], &str); 8] = [
        (&["{}", "{default: 1}"], &["{}", "{default: 2}"], annotation),
        (&["{default: 1}"], &["{type: [integer]}", "{default: 2}"], annotation),
        (&["{default: 1}"], &["{}", "{default: 1}"], ""),
        (&["{title: a}"], &["{}", "{title: a}"], ""),
        (&["{title: a}"], &["{title: a}", "{title: b}"], ""),
        (&["{title: a}", "{default: 1}"], &["{default: 1}", "{title: a}"], ""),
        (&["{title: a}", "{title: b}"], &["{title: b}", "{title: a}"], ""),
        (
            &["{}", "{properties: {b: {title: a}}}"],
            &["{properties: {b: {title: b}}}"],
            "text-different documentation",
        ),
    ];
    for (old, new, expected) in cases {
        let mut found = found(Level::Documentation, &with(old), &with(new));
        found.retain(|finding| !finding.starts_with("request-body"));
        assert_eq!(found.join(", "), expected, "{old:?} {new:?}");
    }
}

#[test]
fn responses_with_a_status_that_http_does_not_have_are_compared() {
    let old = responses("'200': {description: Done}, '600': {description: Odd}");
    let new = responses("'200': {description: Done}");
    assert_eq!(found(Level::Documentation, &old, &new).len(), 1);
}

#[test]
fn paths_of_one_form_share_their_methods() {
    let operation = "{responses: {'200': {description: Done}}}";
    let path = |name: &str, methods: &[&str]| {
        let operations = methods.iter().map(|method| format!("{method}: {operation}, "));
        let operations: String = operations.collect();
        let parameter =
            format!("{{name: {name}, in: path, required: true, schema: {{type: string}}}}");
        format!("'/things/{{{name}}}': {{{operations}parameters: [{parameter}]}}")
    };
    let document =
        |paths: &[String]| format!("{{openapi: 3.1.0, paths: {{{}}}}}", paths.join(", "));
    let two = document(&[path("id", &["get"]), path("name", &["delete"])]);
    let merged = document(&[path("id", &["get", "delete"])]);
    let one = document(&[path("name", &["delete"])]);
    let renamed = ["path-parameter-name-different contract"];
    assert_eq!(found(Level::Documentation, &two, &merged), renamed);
    assert_eq!(found(Level::Documentation, &merged, &two), renamed);
    assert_eq!(found(Level::Documentation, &two, &one), ["operation-missing breaking"]);
}

/// Each row is a schema in two versions, and the findings where callers send its texts, and where
/// they read them.
#[test]
fn values_of_different_types_are_compared_by_their_texts() {
    let typed = "schema-annotation-different contract";
    let narrower = ("parameter-narrower breaking", typed);
    let wider = (typed, "response-header-wider breaking");
    let different = ("parameter-different breaking", "response-header-different breaking");
    let same = (typed, typed);
    for (old, new, (sent, read)) in [
        ("{type: integer}", "{type: string}", wider),
        ("{type: integer, minimum: 3}", "{type: string}", wider),
        ("{type: integer, format: int64, maximum: 9}", "{type: string, minLength: 1}", wider),
        ("{type: number, minimum: 0}", "{type: string}", wider),
        ("{type: integer}", "{type: string, maxLength: 3}", different),
        ("{type: integer}", "{type: string, pattern: '^[0-9]+$'}", different),
        ("{type: integer, minimum: 0}", "{type: string, pattern: '^[0-9]+$'}", wider),
        ("{type: integer, minimum: 1}", "{type: string, pattern: '^[1-9][0-9]*$'}", same),
        (
            "{allOf: [{type: integer}], enum: [1, 2]}",
            "{type: string, enum: ['1', '2', '3']}",
            wider,
        ),
        ("{type: string, format: date}", "{type: integer}", different),
        ("{type: boolean}", "{type: string, enum: ['true', 'false']}", same),
        ("{type: boolean}", "{type: string, const: 'true'}", narrower),
        ("{type: boolean}", "{type: integer}", different),
        ("{oneOf: [{type: integer}, {type: string}]}", "{type: string}", same),
        ("{type: [integer, 'null']}", "{type: string, minLength: 1}", different),
        ("{type: string}", "{type: array, items: {type: string}}", wider),
        ("{type: integer}", "{type: array, items: {type: integer}, maxItems: 1}", same),
        ("{type: integer}", "{type: array, items: {type: string}}", wider),
        ("{type: integer}", "{type: array, items: {type: integer}, minItems: 2}", different),
        ("{type: array, items: {type: boolean}}", "{type: array, items: {type: string}}", wider),
    ] {
        let reverse = |(sent, read)| match sent {
            _ if (sent, read) == wider => narrower,
            _ if (sent, read) == narrower => wider,
            _ => (sent, read),
        };
        let rows = [(old, new, (sent, read)), (new, old, reverse((sent, read)))];
        for (old, new, (sent, read)) in rows {
            let [old, new] = [old, new].map(|schema| format!("schema: {schema}"));
            for style in ["", "explode: false, "] {
                let [old, new] = [&old, &new].map(|schema| parameter(&format!("{style}{schema}")));
                assert_eq!(found(Level::Contract, &old, &new), [sent], "{old}\n{new}");
            }
            let [old, new] = [header(&old), header(&new)];
            assert_eq!(found(Level::Contract, &old, &new), [read], "{old}\n{new}");
        }
    }
}

#[test]
fn a_text_that_shows_a_difference_is_within_the_bounds_of_a_number() {
    for (old, new, shown) in [
        ("{type: integer, minimum: 3, maximum: 5}", "{type: string, enum: ['3', '4']}", "5"),
        ("{type: integer, multipleOf: 7}", "{type: string, enum: ['0']}", "7"),
        ("{type: array, items: {type: integer, minimum: 8}}", "{type: string, enum: ['8']}", "9"),
        ("{type: [integer, 'null'], minimum: 2, maximum: 2}", "{type: string, enum: ['2']}", ""),
    ] {
        let [old, new] = [old, new].map(|schema| parameter(&format!("schema: {schema}")));
        let report = compare_versions(Level::Breaking, &read("old", &old), &read("new", &new));
        let witnesses = report.findings.iter().flat_map(|finding| &finding.witnesses);
        let values = witnesses.map(|witness| &witness.value).collect::<Vec<_>>();
        assert_eq!(values, [shown], "{report}");
    }
}

#[test]
fn an_enumerated_text_is_not_proved_to_be_within_bounds_and_a_text_to_be_of_one_branch() {
    let narrower = "parameter-different breaking";
    for (old, new, expected) in [
        ("{type: string, enum: ['7']}", "{type: integer, maximum: 5}", narrower),
        ("{type: string, enum: ['8']}", "{type: integer, multipleOf: 7}", narrower),
        ("{type: string, enum: ['3000000000']}", "{type: integer, format: int32}", narrower),
        (
            "{type: string, enum: ['4']}",
            "{type: integer, maximum: 5}",
            "schema-annotation-different contract",
        ),
        (
            "{type: integer}",
            "{oneOf: [{type: string}, {type: string}]}",
            "parameter-narrower breaking",
        ),
        (
            "{type: integer}",
            "{oneOf: [{type: integer}, {type: string}]}",
            "schema-annotation-different contract",
        ),
    ] {
        let [before, after] = [old, new].map(|schema| parameter(&format!("schema: {schema}")));
        assert_eq!(found(Level::Contract, &before, &after), [expected], "{old} {new}");
    }
}

#[test]
fn values_that_are_no_texts_are_compared_as_they_are() {
    let as_json =
        |schema: &str| parameter(&format!("content: {{application/json: {{schema: {schema}}}}}"));
    let as_text = |schema: &str| parameter(&format!("schema: {schema}"));
    let different = ["parameter-different breaking"];
    for (old, new) in [
        (as_json("{type: integer}"), as_json("{type: string}")),
        (as_text("{type: object}"), as_text("{type: string}")),
        (as_text("{type: integer}"), as_text("{type: string, not: {const: a}}")),
    ] {
        assert_eq!(found(Level::Contract, &old, &new), different, "{old}\n{new}");
        assert_eq!(found(Level::Contract, &new, &old), different, "{old}\n{new}");
    }
}

/// The members of variants with and without a fixed tag.
const OPEN: [&str; 2] = ["t: {type: string}, p: {}", "t: {type: string}, q: {}"];
const FIXED: [&str; 2] = ["t: {const: p}, p: {}", "t: {enum: [q]}, q: {}"];

/// The tag is declared first without its value.
const REFINED: [&str; 2] = [
    "t: {type: string}}, allOf: [{properties: {t: {const: p}}}], x-end: {",
    "t: {type: string}}, allOf: [{properties: {t: {const: q}}}], x-end: {",
];

/// Returns component schemas: `U`, and the variants `P` and `Q` with these members.
fn variants(schema: &str, [p, q]: [&str; 2]) -> String {
    let object = |members| format!("{{type: object, required: [t], properties: {{{members}}}}}");
    format!("U: {schema}, P: {}, Q: {}", object(p), object(q))
}

/// Returns component schemas, where `U` is a union with these fields.
fn union(members: [&str; 2], fields: &str) -> String {
    let of = "oneOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/Q'}]";
    variants(&format!("{{{of}, {fields}}}"), members)
}

fn mapping(values: &str) -> String {
    format!("discriminator: {{propertyName: t, mapping: {{{values}}}}}")
}

/// Returns the findings where callers send values of the component `U`, and where they
/// receive them: below an array and beside null.
fn sent_and_received(old: &str, new: &str) -> [Vec<String>; 2] {
    let within =
        "{type: array, items: {oneOf: [{type: 'null'}, {$ref: '#/components/schemas/U'}]}}";
    let answer = responses(&format!("'200': {{description: Done, {}}}", json(within)));
    [body(&json(within)), answer].map(|document| {
        let with = |schemas: &str| {
            document.replace("components: {", &format!("components: {{schemas: {{{schemas}}}, "))
        };
        found(Level::Documentation, &with(old), &with(new))
    })
}

/// Returns component schemas, where `P` extends `U`, an object with these fields.
fn base(members: [&str; 2], fields: &str) -> String {
    let schemas =
        variants(&format!("{{type: object, properties: {{t: {{}}}}, {fields}}}"), members);
    schemas.replace("P: {type", "P: {allOf: [{$ref: '#/components/schemas/U'}], type")
}

#[test]
fn a_value_of_a_discriminator_breaks_those_who_send_or_receive_it() {
    let (names, member) = ("discriminator: {propertyName: t}", "discriminator: {propertyName: p}");
    let both = &mapping("p: P, q: '#/components/schemas/Q'");
    let (breaks, fits) = ("breaking", "documentation");
    for (old, new, sent, received) in [
        (
            union(OPEN, both),
            union(OPEN, &mapping("pp: P, q: Q")),
            vec![breaks, fits],
            vec![fits, breaks],
        ),
        (union(OPEN, both), union(OPEN, &mapping("p: P, pp: P, q: Q")), vec![fits], vec![breaks]),
        (union(OPEN, both), union(OPEN, &mapping("p: Q, q: P")), vec![breaks; 2], vec![breaks; 2]),
        (union(OPEN, both), union(OPEN, member), vec![breaks], vec![breaks]),
        (union(OPEN, both), union(OPEN, ""), vec![fits], vec![breaks]),
        (union(OPEN, ""), union(OPEN, names), vec![breaks], vec![fits]),
        (union(FIXED, ""), union(FIXED, both), vec!["contract"], vec!["contract"]),
        (union(REFINED, ""), union(REFINED, both), vec!["contract"], vec!["contract"]),
        (
            union(FIXED, both),
            union(FIXED, &mapping("pp: P, q: Q")),
            vec![breaks, fits],
            vec![fits, breaks],
        ),
        (union(OPEN, names), union(OPEN, &mapping("P: P")), vec![], vec![]),
        (union(OPEN, both), union(OPEN, both).replace('P', "R"), vec![], vec![]),
        (
            union(OPEN, names),
            union(OPEN, names).replace('P', "R"),
            vec![breaks, fits],
            vec![fits, breaks],
        ),
        (base(OPEN, names), base(OPEN, &mapping("pp: P")), vec![breaks, fits], vec![fits, breaks]),
        // Nothing but the discriminator leads to the subtype.
        (
            base(FIXED, names),
            base(FIXED, names).replace("allOf: [{$ref: '#/components/schemas/U'}], ", ""),
            vec![breaks],
            vec![fits],
        ),
    ] {
        let expected = [sent, received].map(|levels| {
            let levels = levels.iter();
            levels.map(|level| format!("discriminator-different {level}")).collect::<Vec<_>>()
        });
        assert_eq!(sent_and_received(&old, &new), expected, "{old}\n{new}");
    }
}

#[test]
fn a_change_of_a_schema_that_extends_a_base_is_one_of_the_base() {
    let names = "discriminator: {propertyName: t}";
    let old = base(OPEN, names);
    let new = old.replace("p: {}", "p: {type: string}");
    let [sent, received] = sent_and_received(&old, &new);
    assert_eq!(sent, ["request-body-narrower breaking"]);
    assert_eq!(received, ["response-body-narrower documentation"]);
    let [sent, received] = sent_and_received(&new, &old);
    assert_eq!(sent, ["request-body-wider documentation"]);
    assert_eq!(received, ["response-body-wider breaking"]);
}

#[test]
fn a_branch_whose_schema_fixes_its_value_is_found_once() {
    let both = union(FIXED, &mapping("p: P, q: Q"));
    let one = union(FIXED, &mapping("p: P")).replace(", {$ref: '#/components/schemas/Q'}", "");
    let [sent, received] = sent_and_received(&both, &one);
    assert_eq!(sent, ["request-body-narrower breaking"]);
    assert_eq!(received, ["response-body-narrower documentation"]);
    let [sent, received] = sent_and_received(&one, &both);
    assert_eq!(sent, ["request-body-wider documentation"]);
    assert_eq!(received, ["response-body-wider breaking"]);
}

/// Returns the findings for the member `b` of a body.
fn added_to(old: &str, new: &str) -> Vec<String> {
    found(Level::Documentation, &body(&json(old)), &body(&json(new)))
}

#[test]
fn an_optional_member_of_a_request_that_was_open_before_breaks_no_caller() {
    for (old, new) in &cases::<Vec<(String, String)>>(include_str!("cases/added_members.yaml")) {
        let expected = ["request-property-added documentation"];
        assert_eq!(added_to(old, new), expected, "{old}\n{new}");
    }
    let filter = |members: &str| parameter(&format!("schema: {{type: object{members}}}"));
    assert_eq!(
        found(Level::Documentation, &filter(""), &filter(", properties: {b: {type: string}}")),
        ["request-property-added documentation"]
    );
}

#[test]
fn a_member_of_a_request_that_was_restricted_before_can_break_callers() {
    for (old, new) in &cases::<Vec<(String, String)>>(include_str!("cases/restricted_members.yaml"))
    {
        let expected = ["request-body-narrower breaking"];
        assert_eq!(added_to(old, new), expected, "{old}\n{new}");
    }
}

#[test]
fn a_request_member_that_was_rejected_before_makes_the_request_wider() {
    assert_eq!(
        added_to(
            "{type: object, additionalProperties: false}",
            "{type: object, additionalProperties: false, properties: {b: {type: string}}}"
        ),
        ["request-body-wider documentation"]
    );
}

#[test]
fn a_default_of_a_shared_parameter_is_reported_for_each_operation() {
    let document = |default: usize| {
        let operation = "{parameters: [{$ref: '#/components/parameters/P'}]}";
        format!(
            "{{openapi: 3.1.0, paths: {{/a: {{get: {operation}, put: {operation}}}}}, components: {{parameters: \
             {{P: {{name: p, in: query, schema: {{type: integer, default: {default}}}}}}}}}}}"
        )
    };
    let (old, new) = (read("old", &document(1)), read("new", &document(2)));
    let report = compare_versions(Level::Contract, &old, &new);
    assert_eq!(report.findings.len(), 1, "{report}");
    assert_eq!(
        report.findings[0].seen_in,
        ["GET /a, query parameter `p`", "PUT /a, query parameter `p`"]
    );
}
