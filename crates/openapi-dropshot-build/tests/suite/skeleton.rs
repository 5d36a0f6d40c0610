//! The first implementation of a server compiles without warnings.

use std::collections::BTreeSet;

use openapi_document::Document;

/// Returns the skeleton of a service whose errors have a body with these properties.
fn skeleton(properties: &str) -> String {
    let document = format!(
        "
openapi: 3.1.0
info: {{ title: Trees, version: '1' }}
paths:
  /trees:
    get:
      responses: {{ default: {{ description: Failed, content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Problem' }} }} }} }} }}
components:
  schemas:
    Problem: {{ type: object, required: [value], properties: {{ value: {properties} }} }}
"
    );
    let document = Document::parse("trees.yaml", &document).unwrap();
    openapi_dropshot_build::skeleton(&document).unwrap()
}

#[test]
fn the_body_of_an_error_uses_the_rejection_only_for_texts() {
    let with_text = skeleton("{ type: string }");
    assert!(with_text.contains("rejection: &openapi_dropshot::Rejection"), "{with_text}");
    let without_text = skeleton("{ type: integer }");
    assert!(without_text.contains("_: &openapi_dropshot::Rejection"), "{without_text}");
}

#[test]
fn a_bound_at_the_end_of_the_integers_has_no_greater_example() {
    let greatest = "9223372036854775807";
    let bounded = format!("{{ type: integer, format: int64, exclusiveMinimum: {greatest} }}");
    let skeleton = skeleton(&bounded);
    assert!(skeleton.contains(greatest), "{skeleton}");
}

#[test]
fn bodies_have_a_larger_limit_than_that_of_dropshot() {
    let document = |body: &str| {
        let document = format!(
            "
openapi: 3.1.0
info: {{ title: Trees, version: '1' }}
paths: {{ /trees: {{ put: {{ {body} responses: {{ '204': {{ description: Stored }} }} }} }} }}
"
        );
        Document::parse("trees.yaml", &document).unwrap()
    };
    let skeleton = |body| openapi_dropshot_build::skeleton(&document(body)).unwrap();
    let with_body = skeleton("requestBody: { content: { application/json: {} } },");
    assert!(with_body.contains("body: 1 << 20"), "{with_body}");
    assert!(!skeleton("").contains("fn limits"));
}

#[test]
fn a_response_that_a_rejection_does_not_determine_has_one_function_for_each_component() {
    let document = "
openapi: 3.1.0
info: { title: Trees, version: '1' }
paths:
  /trees:
    get: { responses: { 4XX: { $ref: '#/components/responses/Refused' }, 5XX: { description: Failed } } }
    put:
      responses:
        '429': { $ref: '#/components/responses/Refused' }
        '503': { description: Wait, headers: { Retry-After: { required: true, schema: { type: integer } } } }
        default: { description: Failed }
components:
  responses:
    Refused: { description: Refused, headers: { X-Remaining: { required: true, schema: { type: integer } } } }
";
    let document = Document::parse("trees.yaml", document).unwrap();
    assert!(!openapi_dropshot_build::check(&document).has_errors());
    let skeleton = openapi_dropshot_build::skeleton(&document).unwrap();
    assert_eq!(skeleton.matches("fn refused(").count(), 1, "{skeleton}");
    assert_eq!(skeleton.matches(": &openapi_dropshot::Rejection").count(), 1);
    let code = openapi_dropshot_build::generate(&document).unwrap().code;
    assert_eq!(code.matches("A::refused(").count(), 2, "{code}");
}

#[test]
fn no_operation_has_the_name_of_a_function_of_every_trait() {
    for id in ["beforeOperation", "limits", "onResponse", "statusFor", "validatesResponses"] {
        let document = format!(
            "
openapi: 3.1.0
info: {{ title: Trees, version: '1' }}
paths: {{ /trees: {{ put: {{ operationId: {id}, requestBody: {{ content: {{ application/json: {{}} }} }}, responses: {{ '204': {{ description: Stored }} }} }} }} }}
"
        );
        let document = Document::parse("trees.yaml", &document).unwrap();
        let code = openapi_dropshot_build::generate(&document).unwrap().code;
        let methods = code.lines().take_while(|line| *line != "}");
        let functions = methods.filter_map(|line| line.strip_prefix("    fn ")?.split('(').next());
        let functions: Vec<_> = functions.collect();
        let distinct: BTreeSet<_> = functions.iter().collect();
        assert_eq!((functions.len(), distinct.len()), (6, 6), "{functions:?}");
    }
}

#[test]
fn an_operation_answers_501_and_the_body_of_an_error_says_which_and_why() {
    let document = "
openapi: 3.1.0
info: { title: Trees, version: '1' }
paths:
  /trees:
    get:
      operationId: treeList
      responses:
        '400': { $ref: '#/components/responses/Bytes' }
        '404': { description: d, headers: { X-A: &required { required: true, schema: { type: string } } }, content: { text/event-stream: { schema: { type: object } } } }
        '409': { description: d, headers: { X-A: *required }, content: { text/*: { schema: { type: string } } } }
        default: { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
components:
  responses:
    Bytes: { description: d, headers: { X-A: { required: true, schema: { type: string } } }, content: { image/*: {} } }
  schemas:
    Problem:
      type: object
      required: [code, size, about]
      properties:
        code: { type: integer }
        size: { type: integer, exclusiveMinimum: 4 }
        about: { type: string, format: uri }
        message: { type: string }
        note: { type: string }
";
    let document = Document::parse("trees.yaml", document).unwrap();
    let skeleton = openapi_dropshot_build::skeleton(&document).unwrap();
    for expected in [
        "http::StatusCode::NOT_IMPLEMENTED",
        r#"("code", serde_json::json!(status.as_u16()))"#,
        r#"("size", serde_json::json!(5))"#,
        r#"("about", serde_json::json!("about:blank"))"#,
        r#"("message", serde_json::json!(rejection.to_string()))"#,
        "content: dropshot::Body::empty()",
        "body: Default::default()",
        r#"content_type: "text/plain".to_owned()"#,
    ] {
        assert!(skeleton.contains(expected), "{expected}\n{skeleton}");
    }
    assert!(!skeleton.contains("unimplemented!"), "{skeleton}");
    assert!(!skeleton.contains("\"note\""), "{skeleton}");
}
