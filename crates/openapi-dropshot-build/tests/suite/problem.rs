//! The bodies of errors that the generated trait has itself: problem details (RFC 9457).

use openapi_document::Document;

/// Returns the declaration of the function for the body of errors with this schema.
fn function(schema: &str) -> String {
    let document = format!(
        "
openapi: 3.1.0
info: {{ title: Trees, version: '1' }}
paths:
  /trees:
    get:
      responses:
        default:
          description: Failed
          content: {{ application/problem+json: {{ schema: {{ $ref: '#/components/schemas/Problem' }} }} }}
components: {{ schemas: {{ Problem: {schema} }} }}
"
    );
    let document = Document::parse("trees.yaml", &document).unwrap();
    let code = openapi_dropshot_build::generate(&document).unwrap().code;
    let begin = code.find("fn problem_for(").unwrap();
    let end = code[begin..].find("\n\n").unwrap();
    let function = &code[begin..begin + end];
    function.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the body of the function for the body of errors with these members.
fn body(required: &str, members: &str) -> Option<String> {
    let function = function(&format!(
        "{{ type: object, required: [{required}], properties: {{ {members} }} }}"
    ));
    let (_, body) = function.split_once("-> types::Problem { ")?;
    Some(body.strip_suffix(" }").unwrap().to_owned())
}

const TEXTS: &str = "title: { type: string }, detail: { type: string }";

#[test]
fn the_members_that_a_rejection_determines_have_their_values() {
    let title = r#"status.canonical_reason().unwrap_or("Error").to_owned()"#;
    let optional = format!("title: Some({title}), detail: Some(rejection.to_string())");
    let status = "status: { type: integer, minimum: 100, exclusiveMaximum: 600 }";
    let kind = "type: { type: string, format: uri-reference }";
    for (required, members, expected) in [
        ("", TEXTS.to_owned(), format!("types::Problem {{ {optional}, }}")),
        (
            "",
            format!("{TEXTS}, {kind}, errors: {{ type: array }}"),
            format!("types::Problem {{ {optional}, ..types::Problem::default() }}"),
        ),
        (
            "title, detail",
            TEXTS.to_owned(),
            format!("types::Problem {{ title: {title}, detail: rejection.to_string(), }}"),
        ),
        (
            "type, status, detail, title",
            format!("{kind}, {status}, {TEXTS}, instance: {{ type: string }}"),
            format!(
                "types::Problem::new( \"about:blank\".to_owned(), status.as_u16().into(), {title}, rejection.to_string(), )"
            ),
        ),
    ] {
        assert_eq!(body(required, &members), Some(expected), "{members}");
    }
}

#[test]
fn the_service_has_the_function_where_a_schema_is_not_of_problem_details() {
    assert!(body("", TEXTS).is_some());
    for (required, members) in [
        ("", "title: { type: string }".to_owned()),
        ("", "detail: { type: string }".to_owned()),
        ("", "title: { type: string }, detail: { type: array }".to_owned()),
        ("", "title: { type: string, maxLength: 9 }, detail: { type: string }".to_owned()),
        ("", "title: { type: string, format: uuid }, detail: { type: string }".to_owned()),
        ("", "title: { enum: [Failed] }, detail: { type: string }".to_owned()),
        ("code", format!("{TEXTS}, code: {{ type: string }}")),
        ("instance", format!("{TEXTS}, instance: {{ type: string }}")),
        ("status", format!("{TEXTS}, status: {{ type: string }}")),
        ("status", format!("{TEXTS}, status: {{ type: integer, maximum: 499 }}")),
        ("status", format!("{TEXTS}, status: {{ type: integer, format: int8 }}")),
        ("type", format!("{TEXTS}, type: {{ type: string, pattern: '^https:' }}")),
    ] {
        assert_eq!(body(required, &members), None, "{members}");
    }
    let bounded = format!("{{ type: object, minProperties: 3, properties: {{ {TEXTS} }} }}");
    assert!(function(&bounded).ends_with("-> types::Problem;"));
}
