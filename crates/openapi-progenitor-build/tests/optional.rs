//! Optional properties of types that hold each other in several ways are omitted where they
//! are absent, and every operation of such types is generated.

use openapi_document::Document;

const WEB: &str = "\
openapi: 3.1.0
info: { title: Cases, version: '1' }
paths:
  /a:
    get:
      operationId: read
      responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } } }
components:
  schemas:
    A: { type: object, properties: { a: { $ref: '#/components/schemas/A' }, other-b: { $ref: '#/components/schemas/B' } } }
    B: { type: object, properties: { a: { $ref: '#/components/schemas/A' }, b: { $ref: '#/components/schemas/B' } } }
";

#[test]
fn an_optional_property_of_types_that_hold_each_other_is_omitted_and_not_sent_as_null() {
    let document = Document::parse("case.yaml", WEB).expect("the case can be read");
    let lowered = openapi_progenitor_build::lower(&document).expect("the case can be lowered");
    assert!(!lowered.sent_as_null.is_empty(), "{}", lowered.warnings);
    let generated = openapi_progenitor_build::generate(&document).expect("it is generated");
    assert!(generated.left_out.is_empty(), "{}", generated.left_out);
    let lines: Vec<_> = generated.code.lines().collect();
    let fields = lines.iter().enumerate();
    let fields =
        fields.filter(|(_, line)| line.contains("pub ") && line.contains(": ::std::option"));
    let mut count = 0;
    for (number, field) in fields {
        count += 1;
        let attributes = lines[number.saturating_sub(4)..number].concat();
        assert!(
            attributes.contains("Option::is_none"),
            "{attributes}\n{field}"
        );
    }
    assert_eq!(count, 4, "{}", generated.code);
    assert!(
        !generated.code.contains("Box<::std::option"),
        "{}",
        generated.code
    );
}
