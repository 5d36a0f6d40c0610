//! The names of types and of variants.

use openapi_document::Document;

use crate::external::{document, generated};

/// Returns the code for a body with these members.
fn of_members(members: &str) -> String {
    generated(&format!("A: {{ type: object, properties: {{ {members} }} }}"))
}

#[test]
fn a_union_whose_branches_only_list_values_is_one_enum() {
    for (union, variants) in [
        (
            "oneOf: [{ type: string, enum: [free], description: Nothing },
               { type: string, enum: [pro], description: Something }]",
            r#"Free="free",Pro="pro""#,
        ),
        (
            "oneOf: [{ const: s, title: Small }, { const: m, title: Medium }]",
            r#"Small="s",Medium="m""#,
        ),
        (
            "oneOf: [{ enum: [running, starting], title: Busy }, { enum: [stopped] }]",
            r#"Running="running",Starting="starting",Stopped="stopped""#,
        ),
        (
            "anyOf: [{ enum: [a, b], x-enum-varnames: [One, Two] },
               { enum: [c], x-enum-varnames: [Three] }]",
            r#"One="a",Two="b",Three="c""#,
        ),
        ("anyOf: [{ enum: [a, b] }, { enum: [b, c] }]", r#"A="a",B="b",C="c""#),
        ("type: string, oneOf: [{ const: a }, { const: b }], enum: [b]", r#"B="b""#),
        ("anyOf: [{ const: a }, { const: b, title: Bee }, { type: 'null' }]", r#"A="a",Bee="b""#),
        ("oneOf: [{ const: a }, { enum: [b, null] }, { enum: [c] }]", r#"A="a",B="b",C="c""#),
    ] {
        let code = of_members(&format!("kind: {{ {union} }}"));
        assert!(code.contains(&format!("texts!{{AKind{{{variants}}}}}")), "{union}: {code}");
        assert!(code.contains("pubkind:Option<AKind>,"), "{union}: {code}");
    }
    let code = of_members(
        "kind: { oneOf: [{ enum: [a, b], description: Old }, { const: c, description: New }] }",
    );
    assert!(code.contains("pubenumAKind{///OldA,///OldB,///NewC,}"), "{code}");
    let code = of_members(
        "level: { type: integer, oneOf: [{ const: 1, title: Low }, { const: 2, title: High }] },
         order: { oneOf: [{ const: up, title: Up }, { const: down }], default: down }",
    );
    assert!(code.contains("publevel:Option<i64>,"), "{code}");
    assert!(code.contains("puborder:AOrder,"), "{code}");
}

#[test]
fn a_union_whose_branches_do_more_than_list_distinct_values_of_one_type_stays_a_union() {
    for branches in [
        "{ enum: [a, b], title: One }, { enum: [b, c], title: Two }",
        "{ const: a, title: One }, { const: 1, title: Two }",
        "{ const: a, title: One }, { type: string, enum: [b], minLength: 1, title: Two }",
        "{ const: a, title: One }, { title: Two, x-rust-type: { crate: my, version: '1', path: 'my::B' }, const: b }",
    ] {
        let code = of_members(&format!("kind: {{ oneOf: [{branches}] }}"));
        assert!(code.contains("pubenumAKind{One("), "{branches}: {code}");
    }
}

#[test]
fn a_text_of_which_some_values_are_known_is_an_open_enum_in_any_order() {
    for branches in [
        "{ type: string }, { type: string, enum: [ash, oak] }",
        "{ enum: [ash, oak] }, { type: string, description: Another }",
        "{ const: ash }, { type: string }, { const: oak }, { type: 'null' }",
    ] {
        let code = of_members(&format!("kind: {{ anyOf: [{branches}] }}"));
        let variants =
            "pubenumAKind{///ashAsh,///oakOak,///Avaluethatthedocumentdoesnotlist.Other(String),}";
        assert!(code.contains(variants), "{branches}: {code}");
        assert!(code.contains("pubkind:Option<AKind>,"), "{branches}: {code}");
    }
    let named = "anyOf: [{ enum: ['1', '2'], x-enum-varnames: [One, Two] }, { type: string }]";
    assert!(of_members(&format!("kind: {{ {named} }}")).contains("///1One,///2Two,"));
    // The values of a component have its type, and are looked for first.
    let code = generated(
        "A: { anyOf: [{ type: string }, { $ref: '#/components/schemas/B' }] }, B: { enum: [b, c] }",
    );
    assert!(code.contains("pubenumA{B(B),String(String),}"), "{code}");
    for other in [
        "oneOf: [{ type: string, maxLength: 3 }, { enum: [a-longer-text] }]",
        "anyOf: [{ type: string }, { enum: [a, 1] }]",
    ] {
        let text = format!("A: {{ type: object, properties: {{ kind: {{ {other} }} }} }}");
        let code = openapi_dropshot_build::generate(&document(&text)).unwrap().code;
        assert!(code.contains("String(String)"), "{other}: {code}");
    }
}

#[test]
fn the_values_of_an_enum_of_integers_have_the_names_that_the_document_gives_them() {
    let code = of_members("level: { type: integer, enum: [1, 2], x-enum-varnames: [Low, High] }");
    assert!(code.contains("publevel:Option<ALevel>,"), "{code}");
    assert!(code.contains("pubenumALevel{///1Low,///2High,}"), "{code}");
    assert!(code.contains("1=>Ok(Self::Low),2=>Ok(Self::High),_=>Err("), "{code}");
    // Where another schema restricts the values, others have no variant.
    let code = of_members(
        "level: { type: integer, allOf: [{ enum: [1, 2, 3], x-enum-varnames: [Low, Other, High] }],
           enum: [2, 3] },
         rank: { type: integer, enum: [1, 2], x-extensible-enum: [1], x-enum-varnames: [First] }",
    );
    assert!(code.contains("pubenumALevel{///2Other,///3High,}"), "{code}");
    let rank = "pubenumARank{///1First,///Avaluethatthedocumentdoesnotlist.Other(i64),}";
    assert!(code.contains(rank), "{code}");
    let code = of_members("level: { type: integer, enum: [1, 2] }");
    assert!(code.contains("publevel:Option<i64>,"), "{code}");
}

#[test]
fn a_title_names_a_type_if_it_says_more_than_the_name_of_the_member() {
    let status = "title: Status, enum: [up]";
    for members in [
        format!("status: {{ {status} }}"),
        format!("status: {{ {status} }}, other: {{ {status} }}"),
    ] {
        assert!(of_members(&members).contains("pubstatus:Option<AStatus>,"));
    }
    assert!(of_members("kind: { title: '', enum: [oak] }").contains("pubkind:Option<AKind>,"));
    // The second with a title has the name of its place, so that the first one keeps its name.
    let kind = "title: Kind of tree, enum: [oak]";
    let code = of_members(&format!("kind: {{ {kind} }}, other: {{ {kind} }}"));
    assert!(code.contains("pubkind:Option<KindOfTree>,"), "{code}");
    assert!(code.contains("pubother:Option<AOther>,"), "{code}");
    let code = of_members(
        "kind: { oneOf: [{ title: Cat, type: object, required: [c], properties: { c: { type: string } } },
           { title: Dog, type: integer }] }",
    );
    assert!(code.contains("pubenumAKind{Cat(AKindCat),Dog(i64),}"), "{code}");
}

#[test]
fn a_variant_of_strings_is_named_by_their_format() {
    let formats = ["ipv4", "ipv6", "email", "uri", "hostname", "byte"];
    let branches = formats.map(|format| format!("{{ type: string, format: {format} }}"));
    let code = of_members(&format!("kind: {{ anyOf: [{}] }}", branches.join(", ")));
    let variants = "Ipv4(String),Ipv6(String),Email(String),Uri(String),Hostname(String),Byte(";
    assert!(code.contains(&format!("pubenumAKind{{{variants}")), "{code}");
}

#[test]
fn a_branch_that_only_lists_null_is_null() {
    let code = generated(
        "A: { type: object, required: [kind], properties: { kind: { oneOf: [{ $ref: '#/components/schemas/Status' },
           { $ref: '#/components/schemas/Blank' }, { $ref: '#/components/schemas/Null' }] } } },
         Status: { type: string, enum: [open] }, Blank: { enum: [''] }, Null: { enum: [null] }",
    );
    assert!(code.contains("pubkind:Option<AKind>,"), "{code}");
    assert!(code.contains("pubenumAKind{Status(Status),Blank(Blank),}"), "{code}");
}

/// Returns the code for operations with these bodies, without spaces.
fn of_bodies(bodies: &[&str], components: &str) -> String {
    let operation = |(number, body)| {
        format!(
            "  /{number}: {{ put: {{ operationId: put{number}, requestBody: {{ content: {{ {body} }} }}, responses: {{ '204': {{ description: d }} }} }} }}\n"
        )
    };
    let paths: String = bodies.iter().enumerate().map(operation).collect();
    let text = format!(
        "openapi: 3.1.0\ninfo: {{ title: t, version: '1' }}\npaths:\n{paths}components: {{ schemas: {{ {components} }} }}\n"
    );
    let document = Document::parse("case.yaml", &text).unwrap();
    openapi_dropshot_build::generate(&document).unwrap().code.replace([' ', '\n'], "")
}

#[test]
fn a_type_of_an_operation_says_so_where_a_component_has_its_name() {
    let body = "application/json: { schema: { type: object, properties: { a: { $ref: '#/components/schemas/Put0Response' } } } }";
    let component = "type: object, properties: { b: {} }";
    let code = of_bodies(
        &[body],
        &format!("Put0Response: {{ {component} }}, Put0Body: {{ {component} }}"),
    );
    for expected in
        ["pubenumPut0OperationResponse{", "pubstructPut0Response{", "pubstructPut0OperationBody{"]
    {
        assert!(code.contains(expected), "{code}");
    }
    // Also where the operation has the name of a component.
    let code =
        of_bodies(&[body], &format!("Put0: {{ {component} }}, Put0Response: {{ {component} }}"));
    assert!(code.contains("pubenumPut0OperationResponse{"), "{code}");
}

#[test]
fn a_type_of_a_component_says_so_where_another_component_has_its_name() {
    let member = "type: object, properties: { b: { type: integer } }";
    let code = of_bodies(
        &["application/json: { schema: { $ref: '#/components/schemas/Pet' } }"],
        &format!(
            "Pet: {{ type: object, properties: {{ owner: {{ {member} }}, other: {{ $ref: '#/components/schemas/PetOwner' }} }} }}, PetOwner: {{ {member} }}"
        ),
    );
    for expected in ["pubstructPetOwner{", "pubstructPetSchemaOwner{"] {
        assert!(code.contains(expected), "{code}");
    }
}

#[test]
fn a_type_of_a_component_has_its_name_wherever_it_is_seen_first() {
    let of =
        |name| format!("application/json: {{ schema: {{ $ref: '#/components/schemas/{name}' }} }}");
    let (pet, either) = (of("Pet"), of("Either"));
    let pet_of = "Pet: { allOf: [{ type: object, properties: { owner: { type: object, properties: { b: { type: integer } } } } }] }";
    let either_of = "Either: { type: object, required: [c], properties: { c: {} }, anyOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { d: {} } }] }";
    for bodies in [[&*pet, &either], [&either, &pet]] {
        let code = of_bodies(&bodies, &format!("{pet_of}, {either_of}"));
        assert_eq!(code.matches("pubowner:Option<PetOwner>,").count(), 2, "{code}");
    }
}

#[test]
fn a_form_has_the_name_of_its_component() {
    let of = |media_type| {
        format!("{media_type}: {{ schema: {{ $ref: '#/components/schemas/Photo' }} }}")
    };
    let (form, json) = (of("multipart/form-data"), of("application/json"));
    let encoded =
        form.replace(" } }", " }, encoding: { text: { contentType: application/json } } }");
    let photo = "Photo: { type: object, required: [image], properties: { image: {}, text: { type: string } } }";
    let count = |code: &str, name: &str| code.matches(&format!("pubstruct{name}{{")).count();
    // Operations that encode it alike share it.
    let code = of_bodies(&[&form, &form, &encoded], photo);
    assert_eq!(["Photo", "PhotoForm"].map(|name| count(&code, name)), [1, 1], "{code}");
    assert_eq!(code.matches("body:Option<types::Photo>,").count(), 2, "{code}");
    // JSON has the component's type.
    let code = of_bodies(&[&form, &json], photo);
    assert_eq!(["Photo", "PhotoForm"].map(|name| count(&code, name)), [1, 1], "{code}");
    assert!(code.contains("body:Option<types::PhotoForm>,"), "{code}");
}

#[test]
fn the_type_and_the_required_members_beside_a_union_are_those_of_its_branches() {
    let code = generated(
        "A: { type: object, required: [kind], oneOf: [{ $ref: '#/components/schemas/B' },
           { title: Own, properties: { kind: { enum: [x, y] }, size: { const: 2 } } }] },
         B: { type: object, properties: { kind: { const: b }, size: { const: 1 } } }",
    );
    assert!(code.contains(r#"tagged!{Aby"kind"{"x"|"y"=>Own}"b"=>B{size:optional}}"#), "{code}");
    assert!(code.contains("pubkind:AOwnKind,"), "{code}");
}

#[test]
fn a_subtype_is_below_a_base_only_if_that_selects_it_by_the_same_values() {
    let cat = "mapping: { cat: '#/components/schemas/Cat' }";
    for (pet, expected) in [
        (format!("propertyName: kind, {cat}"), 1),
        ("propertyName: kind".to_owned(), 2),
        (format!("propertyName: other, {cat}"), 2),
    ] {
        let code = generated(&format!(
            "A: {{ type: object, required: [kind, other],
                properties: {{ kind: {{ type: string }}, other: {{ type: string }} }},
                discriminator: {{ propertyName: kind, mapping: {{
                  pet: '#/components/schemas/Pet', cat: '#/components/schemas/Cat' }} }} }},
             Pet: {{ allOf: [{{ $ref: '#/components/schemas/A' }},
                {{ type: object, properties: {{ name: {{ type: string }} }} }}],
                discriminator: {{ {pet} }} }},
             Cat: {{ allOf: [{{ $ref: '#/components/schemas/Pet' }},
                {{ type: object, properties: {{ lives: {{ type: integer }} }} }}] }}"
        ));
        assert_eq!(code.matches("Cat(Cat)").count(), expected, "{pet}: {code}");
    }
}

/// A base, which the schema `C` extends.
const BASE: &str = "B: { type: object, required: [kind], properties: { kind: { type: string } },
        discriminator: { propertyName: kind } },
      C: { allOf: [{ $ref: '#/components/schemas/B' }, { required: [c], properties: { c: {} } }] }";

#[test]
fn a_reference_beside_its_type_or_a_text_has_the_type_that_it_refers_to() {
    for schema in [
        "type: object, allOf: [{ $ref: '#/components/schemas/B' }]",
        "allOf: [{ $ref: '#/components/schemas/B' }, { description: Base }]",
        "type: object, $ref: '#/components/schemas/B'",
    ] {
        let code = generated(&format!(
            "A: {{ properties: {{ b: {{ {schema} }} }}, type: object }}, {BASE}"
        ));
        assert!(code.contains("pubb:Option<B>"), "{schema}: {code}");
    }
}

#[test]
fn keywords_beside_a_reference_to_a_base_leave_out_what_extends_it_with_a_warning() {
    for (schema, is_warned) in [
        ("type: [object, 'null'], $ref: '#/components/schemas/B'", true),
        ("allOf: [{ $ref: '#/components/schemas/B' }, { required: [c] }]", true),
        ("allOf: [{ $ref: '#/components/schemas/C' }, { required: [d] }]", false),
    ] {
        let components =
            format!("A: {{ properties: {{ b: {{ {schema} }} }}, type: object }}, {BASE}");
        let warnings = openapi_dropshot_build::check(&document(&components)).to_string();
        let expected = "leave it without the schemas that extend its target";
        assert_eq!(warnings.contains(expected), is_warned, "{schema}: {warnings}");
    }
}

#[test]
fn a_component_that_adds_nothing_to_a_base_is_a_variant() {
    for own in ["", "type: object, "] {
        let code = generated(&format!(
            "A: {{ type: object, required: [kind], properties: {{ kind: {{ type: string }} }},
              discriminator: {{ propertyName: kind, mapping: {{ other: B }} }} }},
             B: {{ {own}allOf: [{{ $ref: '#/components/schemas/A' }}] }}"
        ));
        assert!(code.contains("pubenumA{Base(ABase),B(B),}"), "{code}");
    }
}

#[test]
fn a_list_in_a_union_has_the_name_of_its_items_whatever_their_place() {
    let code = of_members(
        "b: { oneOf: [{ type: string }, { type: array, items: { type: object, properties: { x: {} } } }] }",
    );
    assert!(code.contains("pubenumAB{String(String),ItemList(Vec<AbItem>),}"), "{code}");
}

#[test]
fn two_lists_in_a_union_are_told_apart_by_their_places_with_a_warning() {
    let list = |name| {
        format!(
            "{{ type: array, items: {{ type: object, required: [{name}], properties: {{ {name}: {{}} }} }} }}"
        )
    };
    let union = format!("A: {{ oneOf: [{}, {}] }}", list("x"), list("y"));
    let warnings = openapi_dropshot_build::check(&document(&union)).to_string();
    assert_eq!(warnings.matches("no name but its position").count(), 2, "{warnings}");
}

#[test]
fn a_branch_whose_name_needs_a_number_gets_a_warning() {
    let branch = |rest: &str| {
        format!("{{ type: object, required: [id], properties: {{ id: {{ {rest} }} }} }}")
    };
    let union = format!(
        "A: {{ oneOf: [{}, {}, {{ title: self, type: boolean }}] }}",
        branch("type: string"),
        branch("type: integer")
    );
    let warnings = openapi_dropshot_build::check(&document(&union)).to_string();
    assert_eq!(warnings.matches("no name but its position").count(), 1, "{warnings}");
    assert!(warnings.contains("at #/components/schemas/A/oneOf/1"), "{warnings}");
}

#[test]
fn a_derived_name_of_an_operation_leaves_a_declared_one_its_name() {
    let text = "
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /c: { get: { responses: { '204': { description: d } } } }
  /d: { get: { operationId: getC, responses: { '204': { description: d } } } }
";
    let document = Document::parse("case.yaml", text).unwrap();
    let generated = openapi_dropshot_build::generate(&document).unwrap();
    let warnings = generated.warnings.to_string();
    assert!(!warnings.contains("the function for"), "{warnings}");
    let code = generated.code.replace([' ', '\n'], "");
    assert!(code.contains("GetCOperationResponse"), "{code}");
}
