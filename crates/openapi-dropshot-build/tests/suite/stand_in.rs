//! The stand-in.

use openapi_document::Document;

#[test]
fn each_response_has_a_status_that_callers_read_as_this_response() {
    for (keys, expected) in [
        (&["200", "400", "401", "4XX", "default"][..], &["<4>::of::<402>()", "<5>::of::<500>()"]),
        (&["200", "418", "default", "5XX"], &["<4>::of::<419>()", "<5>::of::<500>()"]),
        (&["2XX", "4XX", "5XX", "default"], &["<2>::of::<200>()", "<3>::of::<300>()"]),
        (&["404", "default", "4XX"], &["<2>::of::<200>()", "<4>::of::<400>()"]),
    ] {
        let responses = keys.iter().map(|key| format!("'{key}': {{ description: d }}"));
        let responses = responses.collect::<Vec<_>>().join(", ");
        let document = Document::parse(
            "openapi.yaml",
            &format!(
                "openapi: 3.1.0\ninfo: {{ title: T, version: '1' }}\n\
                 paths: {{ /a: {{ get: {{ operationId: a, responses: {{ {responses} }} }} }} }}\n"
            ),
        );
        let code = openapi_dropshot_build::stand_in(&document.unwrap()).unwrap();
        for expected in expected {
            assert!(code.contains(expected), "{expected}\n{code}");
        }
    }
}
