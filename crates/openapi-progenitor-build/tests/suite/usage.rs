//! The documentation of the client.

use openapi_document::Document;

#[test]
fn a_call_reads_the_body_of_a_success_that_has_one_beside_its_headers() {
    let header = "headers: { Location: { required: true, schema: { type: string } } }";
    let json = "content: { application/json: { schema: { type: string } } }";
    for (success, expected) in [
        (format!("{header}, {json}"), "Ok(value) => value.into_inner().body,"),
        (header.to_owned(), "Ok(value) => value.into_inner(),"),
        (json.to_owned(), "Ok(value) => value.into_inner(),"),
    ] {
        let text = format!(
            "openapi: 3.1.0
info: {{ title: Case, version: '1' }}
paths:
  /a:
    get:
      operationId: a
      responses: {{ '201': {{ description: Done, {success} }}, '404': {{ description: None, {json} }} }}
"
        );
        let document = Document::parse("case.yaml", &text).unwrap();
        let code = openapi_progenitor_build::generate(&document).unwrap().code;
        assert!(code.contains(expected), "{success}");
    }
}
