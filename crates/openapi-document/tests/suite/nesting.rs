//! Schemas that no generator can follow to their end are refused, wherever they stand.

use openapi_document::{Document, check_nesting};

fn faults(schemas: &str) -> String {
    let schemas = schemas.trim().replace('\n', "\n    ");
    let text = format!(
        "openapi: 3.1.0\ninfo: {{ title: Case, version: '1' }}\ncomponents:\n  schemas:\n    {schemas}\n"
    );
    let document = Document::parse("case.yaml", &text).expect("the case can be read");
    check_nesting(&document).to_string()
}

#[test]
fn schemas_that_consist_of_themselves_are_refused_where_the_circle_begins() {
    let reference = |name: &str| format!("{{ $ref: '#/components/schemas/{name}' }}");
    let (s, t) = (reference("S"), reference("T"));
    let mut text = String::new();
    for schemas in [
        format!("S: {s}"),
        format!("S: {t}\nT: {s}"),
        format!("S: {{ allOf: [{s}] }}"),
        format!("S: {{ anyOf: [{{ type: string }}, {s}] }}"),
        format!("S: {{ oneOf: [{t}] }}\nT: {{ allOf: [{{ type: object }}, {s}] }}"),
        "S: { $id: 'https://example.org/s', anyOf: [{ $ref: 'https://example.org/s' }] }"
            .to_owned(),
        "S: { properties: { a: { not: { $ref: '#/components/schemas/S/properties/a' } } } }"
            .to_owned(),
    ] {
        text.push_str(&format!("{schemas}\n{}\n\n", faults(&schemas)));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn objects_arrays_and_maps_that_contain_themselves_are_not_refused() {
    for keyword in [
        "properties: { a: S }",
        "items: S",
        "additionalProperties: S",
        "oneOf: [{ type: string }, { type: object, properties: { a: S } }]",
    ] {
        let keyword = keyword.replace(" S", " { $ref: '#/components/schemas/S' }");
        assert_eq!(faults(&format!("S: {{ {keyword} }}")), "", "{keyword}");
    }
}

#[test]
fn a_chain_has_one_error_at_the_last_schema_that_is_too_far_from_its_end() {
    let chain = |link: &str, links: usize| {
        let mut schemas: Vec<_> = (0..links)
            .map(|number| {
                let next = format!("{{ $ref: '#/components/schemas/S{}' }}", number + 1);
                format!("S{number}: {}", link.replace("NEXT", &next))
            })
            .collect();
        schemas.push(format!("S{links}: {{ type: string }}"));
        faults(&schemas.join("\n"))
    };
    // A link of the first chain is two schemas. 6,000 links would overflow the stack of a recursion.
    for (link, most, more, within) in [
        ("{ allOf: [NEXT] }", 128, 6_000, "/allOf/0"),
        ("{ type: array, items: NEXT }", 32, 6_000, ""),
        ("{ additionalProperties: NEXT }", 32, 33, ""),
    ] {
        assert_eq!(chain(link, most), "", "{link}");
        let refused = chain(link, more);
        assert_eq!(refused.matches("error: ").count(), 1, "{refused}");
        let place = more - most - 1;
        let place = format!("at #/components/schemas/S{place}{within}\n");
        assert!(refused.contains(&place), "{place}\n{refused}");
    }
    let properties = "{ properties: { a: NEXT } }";
    assert_eq!(chain(properties, 6_000), "");
}
