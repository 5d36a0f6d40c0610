//! A document is restricted to selected operations, and an operation with an error is
//! separated from the others.

use openapi_document::{Api, Diagnostic, Diagnostics, Document, Pointer, Selection, partition};

const DOCUMENT: &str = "
openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /trees:
    parameters: [{ $ref: '#/components/parameters/Page' }]
    get:
      operationId: treeList
      tags: [trees]
      responses: { '200': { $ref: '#/components/responses/Trees' } }
    post:
      tags: [trees]
      responses: { default: { $ref: '#/paths/~1leaves/get/responses/default' } }
  /leaves:
    get:
      operationId: leafList
      responses: { default: { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Leaf' } } } } }
  /broken:
    get:
      operationId: broken
      responses: { default: { $ref: '#/components/responses/Nowhere' } }
components:
  parameters:
    Page: { name: page, in: query, schema: { type: integer } }
  responses:
    Trees: { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Tree' } } } }
  schemas:
    Tree:
      oneOf: [{ $ref: '#/components/schemas/Oak' }]
      discriminator: { propertyName: kind, mapping: { elm: Elm } }
    Oak: { properties: { parent: { $ref: '#/components/schemas/Tree' } } }
    Elm: {}
    Leaf: {}
";

fn document(text: &str) -> Document {
    Document::parse("t.yaml", text).unwrap()
}

fn names(document: &Document) -> Vec<String> {
    let operations = document.operations();
    operations.iter().map(ToString::to_string).collect()
}

fn selected(only: &[&str], skip: &[&str]) -> Result<Document, String> {
    let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect();
    let selection = Selection { only: owned(only), skip: owned(skip) };
    let selected = selection.apply(document(DOCUMENT));
    selected.map_err(|error| error.to_string())
}

#[test]
fn an_extension_of_an_operation_or_its_path_selects_operations() {
    let document = document(
        "
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /inside:
    x-internal: true
    get: { operationId: hidden, responses: {} }
    put: { operationId: shown, x-internal: false, responses: {} }
  /outside:
    get: { operationId: draft, x-internal: true, responses: {} }
    put: { operationId: open, x-internal: 'no', responses: {} }
",
    );
    let selection = Selection { skip: vec!["x-internal".to_owned()], ..Selection::default() };
    let selected = selection.apply(document).unwrap();
    assert_eq!(names(&selected), ["PUT /inside (shown)", "PUT /outside (open)"]);
}

fn components(document: &Document, kind: &str) -> Vec<String> {
    let pointer = Pointer::root().join("components").join(kind);
    let members = document.find(&pointer).unwrap().mapping().unwrap();
    members.keys().cloned().collect()
}

/// Returns the diagnostics of the model, and an error for each operation after the
/// first that has the same tag.
fn check(document: &Document) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    let api = Api::read(document, &mut diagnostics);
    let tagged = api.operations.iter().filter(|one| !one.tags.is_empty());
    for second in tagged.skip(1) {
        diagnostics.push(Diagnostic::error(second.location, "a second one"));
    }
    diagnostics
}

#[test]
fn operations_are_selected_by_id_by_method_and_path_and_by_tag() {
    let all =
        ["GET /trees (treeList)", "POST /trees", "GET /leaves (leafList)", "GET /broken (broken)"];
    for (only, skip, expected) in [
        (&[][..], &[][..], &all[..]),
        (&["leafList"], &[], &all[2..3]),
        (&["trees"], &[], &all[..2]),
        (&["trees"], &["post /trees"], &all[..1]),
        (&[], &["trees", "broken"], &all[2..3]),
        (&["trees"], &["trees"], &[]),
    ] {
        let selected = selected(only, skip).unwrap();
        assert_eq!(names(&selected), expected, "{only:?} {skip:?}");
        let api = Api::read(&selected, &mut Diagnostics::default());
        assert_eq!(api.operations.len(), expected.len(), "{only:?} {skip:?}");
    }
}

#[test]
fn a_name_that_matches_nothing_is_an_error_with_a_suggestion() {
    let error = selected(&["treelist", "trees"], &["GET /tree", "elsewhere"]).unwrap_err();
    insta::assert_snapshot!(error, @r"
    `treelist` is no operationId, no method and path, no tag, and no extension of an operation; did you mean `treeList`?
    `GET /tree` is no operationId, no method and path, no tag, and no extension of an operation; did you mean `GET /trees`?
    `elsewhere` is no operationId, no method and path, no tag, and no extension of an operation
    ");
}

#[test]
fn a_part_contains_what_references_and_discriminators_lead_to() {
    let part = selected(&["treeList"], &[]).unwrap();
    assert_eq!(components(&part, "schemas"), ["Tree", "Oak", "Elm"]);
    assert_eq!(components(&part, "parameters"), ["Page"]);
    assert!(!check(&part).has_errors(), "{}", check(&part));
}

#[test]
fn a_component_that_a_reference_leads_into_is_incomplete() {
    let whole = "
openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /trees:
    get: { responses: { default: { $ref: '#/components/responses/Name' } } }
  /other:
    get: { responses: { default: { description: ok } } }
components:
  responses:
    Name:
      description: ok
      content: { text/plain: { schema: { $ref: '#/components/schemas/Tree/properties/name' } } }
  schemas:
    Tree: { properties: { name: {}, leaf: { $ref: '#/components/schemas/Leaf' } } }
    Leaf: {}
    Other: {}
";
    let whole = document(whole);
    let part = whole.restricted(&whole.operations()[..1]);
    assert_eq!(components(&part, "schemas"), ["Tree"]);
    let tree = Pointer::from_reference("#/components/schemas/Tree").unwrap();
    assert!(!part.is_complete(&tree));
    assert!(whole.is_complete(&tree));
}

#[test]
fn a_path_that_a_reference_leads_into_is_not_served() {
    let part = selected(&["POST /trees"], &[]).unwrap();
    assert_eq!(names(&part), ["POST /trees"]);
    assert_eq!(components(&part, "schemas"), ["Leaf"]);
    assert!(!check(&part).has_errors(), "{}", check(&part));
}

#[test]
fn an_operation_with_an_error_is_refused_with_its_reasons() {
    let partition = partition(document(DOCUMENT), check).unwrap();
    assert_eq!(names(&partition.document), ["GET /trees (treeList)", "GET /leaves (leafList)"]);
    let refused: Vec<_> = partition.refused.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(refused.join("\n"));
}

#[test]
fn a_refused_operation_is_told_which_component_was_meant() {
    let text = DOCUMENT.replace("responses/Nowhere", "responses/Treees");
    let partition = partition(document(&text), check).unwrap();
    let refused = partition.refused.last().unwrap().to_string();
    assert!(refused.ends_with("help: did you mean `#/components/responses/Trees`?"), "{refused}");
}

#[test]
fn an_error_that_belongs_to_no_operation_refuses_the_document() {
    let schemes =
        "security: [{ key: [] }]\ncomponents:\n  securitySchemes: { key: {}, unused: {} }";
    let text = DOCUMENT.replace("components:", schemes);
    let diagnostics = partition(document(&text), check).unwrap_err();
    insta::assert_snapshot!(diagnostics.to_string());
}

#[test]
fn a_path_that_refers_to_nothing_refuses_the_document_together_with_the_other_errors() {
    let text = DOCUMENT.replace(
        "  /broken:",
        "  /nowhere: { $ref: '#/components/pathItems/Nowhere' }\n  /broken:",
    );
    let diagnostics = partition(document(&text), check).unwrap_err();
    insta::assert_snapshot!(diagnostics.errors().to_string());
}

#[test]
fn a_security_scheme_that_no_operation_names_refuses_nothing() {
    let schemes = "components:\n  securitySchemes: { unused: {} }";
    let text = DOCUMENT.replace("components:", schemes);
    let partition = partition(document(&text), check).unwrap();
    assert_eq!(partition.document.operations().len(), 2);
}

#[test]
fn a_schema_with_an_error_that_no_operation_needs_refuses_nothing() {
    let text = format!("{DOCUMENT}    Unused: {{ $ref: '#/components/schemas/Nowhere' }}\n");
    let text = text.replace("responses/Nowhere", "responses/Trees");
    let has_unused = |part: &Document| {
        let mut diagnostics = Diagnostics::default();
        let pointer = Pointer::root().join("components").join("schemas").join("Unused");
        if let Some(unused) = part.find(&pointer) {
            diagnostics.push(Diagnostic::error(&unused.location, "refers to nothing"));
        }
        diagnostics
    };
    let partition = partition(document(&text), has_unused).unwrap();
    assert_eq!(partition.refused, []);
    assert_eq!(partition.document.operations().len(), 4);
}

#[test]
fn operations_that_share_an_error_are_not_all_checked_alone() {
    let operations = (0..500).map(|number| {
        let reference = "{ $ref: '#/components/responses/Shared' }";
        format!("  /p{number}: {{ get: {{ responses: {{ default: {reference} }} }} }}\n")
    });
    let text = format!(
        "openapi: 3.1.0
info: {{ title: T, version: '1' }}
paths:
  /fine: {{ get: {{ responses: {{ default: {{ description: ok }} }} }} }}
{}components:
  responses: {{ Shared: {{ $ref: '#/components/responses/Nowhere' }} }}
",
        operations.collect::<String>()
    );
    let checks = std::cell::Cell::new(0);
    let partition = partition(document(&text), |part| {
        checks.set(checks.get() + 1);
        check(part)
    });
    let partition = partition.unwrap();
    assert_eq!(names(&partition.document), ["GET /fine"]);
    let reasons: std::collections::BTreeSet<_> =
        partition.refused.iter().map(|refusal| refusal.reasons.to_string()).collect();
    assert_eq!((partition.refused.len(), reasons.len()), (500, 1));
    assert!(checks.get() < 30, "{}", checks.get());
}

#[test]
fn operations_with_an_error_of_their_own_are_not_all_checked_alone() {
    let operations = (0..500).map(|number| {
        let reference = format!("{{ $ref: '#/components/responses/R{number}' }}");
        format!("  /p{number}: {{ get: {{ responses: {{ default: {reference} }} }} }}\n")
    });
    let responses = (0..500)
        .map(|number| format!("    R{number}: {{ $ref: '#/components/responses/Nowhere' }}\n"));
    let text = format!(
        "openapi: 3.1.0
info: {{ title: T, version: '1' }}
paths:
  /fine: {{ get: {{ responses: {{ default: {{ description: ok }} }} }} }}
{}components:
  responses:
{}",
        operations.collect::<String>(),
        responses.collect::<String>()
    );
    let checks = std::cell::Cell::new(0);
    let partition = partition(document(&text), |part| {
        checks.set(checks.get() + 1);
        check(part)
    });
    let partition = partition.unwrap();
    assert_eq!(names(&partition.document), ["GET /fine"]);
    assert_eq!(partition.refused.len(), 500);
    for refusal in &partition.refused {
        assert_eq!((&refusal.reasons).into_iter().count(), 1, "{refusal}");
    }
    assert!(checks.get() < 30, "{}", checks.get());
}
