//! A small document whose references lead to the same schema exponentially often is
//! generated or refused in bounded time.

use std::sync::mpsc;
use std::time::Duration;

use openapi_document::Document;

/// The longest time that one document may take.
const LIMIT: Duration = Duration::from_secs(20);

/// Returns a document with a body of 40 levels of schemas, each of which contains the
/// next one twice.
fn document(keyword: &str) -> String {
    let mut text = "openapi: 3.1.0
info: { title: Case, version: '1' }
paths:
  /a:
    get:
      operationId: a
      responses:
        '200':
          description: d
          content: { application/json: { schema: { $ref: '#/components/schemas/L0' } } }
components:
  schemas:
"
    .to_owned();
    for level in 0..40 {
        let next = format!("{{ $ref: '#/components/schemas/L{}' }}", level + 1);
        let schema = keyword.replace("NEXT", &next);
        text.push_str(&format!("    L{level}: {{ type: object, {schema} }}\n"));
    }
    text.push_str("    L40: { type: object }\n");
    text
}

#[test]
fn references_that_lead_to_a_schema_exponentially_often_take_bounded_time() {
    for keyword in [
        "allOf: [NEXT, NEXT]",
        "anyOf: [NEXT, NEXT]",
        "oneOf: [NEXT, NEXT]",
        "oneOf: [NEXT, NEXT], discriminator: { propertyName: kind }",
        "oneOf: [NEXT, NEXT], properties: { own: { type: string } }",
        "discriminator: { propertyName: kind }, allOf: [NEXT, NEXT]",
        "not: { allOf: [NEXT, NEXT] }",
        "properties: { a: NEXT, b: NEXT }",
    ] {
        let text = document(keyword);
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            let document = Document::parse("case.yaml", &text).unwrap();
            let result = openapi_dropshot_build::generate(&document);
            // The receiver is gone if the time is over.
            let _ = sender.send(result.map(drop));
        });
        let result = receiver.recv_timeout(LIMIT);
        assert!(result.is_ok(), "{keyword} takes too long");
    }
}
