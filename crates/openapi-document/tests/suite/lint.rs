//! Legal elements that are probably mistakes get a warning.

use openapi_document::{Document, lint};

#[test]
fn unused_components_and_undeclared_tags_get_a_warning() {
    let text = "\
openapi: 3.1.0
info: { title: Case, version: '1' }
tags: [{ name: trees }]
security: [{ token: [] }]
paths:
  /a:
    get:
      tags: [trees, treees, other]
      parameters: [{ $ref: '#/components/parameters/Id' }, { $ref: '#/components/parameters/Mispelt' }]
      responses:
        '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Tree/properties/a' } } } }
components:
  parameters:
    Id: { name: id, in: query, schema: { discriminator: { propertyName: a, mapping: { b: Mapped } } } }
    Unused: { name: unused, in: query }
    Misspelt: { name: misspelt, in: query }
  Other: { type: object }
  schemas:
    Tree: { properties: { a: {} } }
    Mapped: {}
    Alone: { properties: { next: { type: string } } }
    x-note: {}
  securitySchemes:
    token: { type: http, scheme: bearer }
    other: { type: http, scheme: basic }
";
    let document = Document::parse("case.yaml", text).expect("the case can be read");
    insta::assert_snapshot!(lint(&document).excerpts());
}

#[test]
fn of_equally_near_tags_the_first_in_the_alphabet_is_suggested() {
    let names = ('a'..='h').rev().map(|letter| format!("{{ name: tree-{letter} }}"));
    let text = format!(
        "openapi: 3.1.0
info: {{ title: Case, version: '1' }}
tags: [{}]
paths: {{ /a: {{ get: {{ tags: [tree-z], responses: {{}} }} }} }}
",
        names.collect::<Vec<_>>().join(", ")
    );
    let document = Document::parse("case.yaml", &text).expect("the case can be read");
    let found = lint(&document).excerpts();
    assert!(found.contains("did you mean `tree-a`?"), "{found}");
}

#[test]
fn variables_in_the_notation_of_other_frameworks_get_a_warning_and_custom_verbs_none() {
    let lint_of = |path: &str| {
        let text = format!(
            "openapi: 3.1.0\ninfo: {{ title: Case, version: '1' }}\npaths: {{ '{path}': {{}} }}\n"
        );
        lint(&Document::parse("case.yaml", &text).expect("the case can be read"))
    };
    for (path, meant) in [
        ("/channels/:id/messages/", "/channels/{id}/messages/"),
        ("/:a/{b}/:c_1", "/{a}/{b}/{c_1}"),
    ] {
        let found = lint_of(path).excerpts();
        assert!(found.contains(&format!("write {meant}, as")), "{found}");
    }
    for path in ["/v1/{name}:cancel", "/v1/trees:batchGet", "/a/:", "/a/:b(\\\\d+)", "/a/b:c/::"] {
        assert!(lint_of(path).is_empty(), "{path}");
    }
}

#[test]
fn what_only_references_of_3_2_lead_to_is_referred_to() {
    let text = "\
openapi: 3.2.0
info: { title: Case, version: '1' }
paths:
  /a:
    get:
      responses:
        '200':
          description: d
          content:
            text/event-stream: { itemSchema: { $ref: '#/components/schemas/Event' } }
            application/json: { $ref: '#/components/mediaTypes/Read' }
components:
  mediaTypes:
    Read: { schema: { type: string } }
    Unread: { schema: { type: string } }
  schemas:
    Event: { type: object, properties: { data: { type: string } } }
";
    let document = Document::parse("case.yaml", text).expect("the case can be read");
    let found = lint(&document);
    let messages: Vec<_> = (&found).into_iter().map(|one| &one.message).collect();
    assert_eq!(messages, ["nothing refers to `components/mediaTypes/Unread`"]);
}
