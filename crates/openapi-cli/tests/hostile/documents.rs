//! The documents of the table.

use serde_json::{Map, Value, json};

/// A document, and the commands that read it.
pub struct Row {
    pub name: &'static str,
    pub commands: &'static [&'static str],
    pub document: fn() -> String,
}

const GENERATORS: &[&str] =
    &["check document.json", "server document.json", "client document.json", "lower document.json"];

pub const ROWS: &[Row] = &[
    Row { name: "an allOf of five oneOfs", commands: GENERATORS, document: || unions(5, 4) },
    Row { name: "an allOf of five oneOfs of two", commands: GENERATORS, document: || unions(5, 2) },
    Row {
        name: "a oneOf of oneOfs of the same members, beside another",
        commands: GENERATORS,
        document: || nested_unions(3, 3),
    },
    Row {
        name: "a oneOf of eight oneOfs of eight",
        commands: GENERATORS,
        document: || nested_unions(8, 8),
    },
    Row {
        name: "1,500 scopes, and 1,500 others that are required",
        commands: &["check document.json"],
        document: scopes,
    },
    Row {
        name: "1,000 operations with one operationId",
        commands: &["check document.json", "check document.json --fix"],
        document: repeated_ids,
    },
    Row {
        name: "1,000 operations with a schema that can't be read each",
        commands: &["check document.json"],
        document: refused_operations,
    },
    Row { name: "sixteen levels of doubled allOf", commands: GENERATORS, document: doubled },
    Row { name: "199 patternProperties", commands: GENERATORS, document: patterns },
    Row { name: "300 variants of a discriminator", commands: GENERATORS, document: variants },
    Row { name: "counts of four thousand million", commands: GENERATORS, document: counts },
    Row {
        name: "an integer of a million digits",
        commands: GENERATORS,
        document: || number(&"9".repeat(1_000_000)),
    },
    Row {
        name: "a fraction of a million digits",
        commands: GENERATORS,
        document: || number(&format!("0.{}", "9".repeat(1_000_000))),
    },
    Row { name: "20,000 properties", commands: GENERATORS, document: properties },
    Row { name: "50,000 values of an enum", commands: GENERATORS, document: values },
    Row { name: "400 schemas in an allOf", commands: GENERATORS, document: conjuncts },
    Row {
        name: "1,000 references in a chain",
        commands: GENERATORS,
        document: || chain(1_000, |next| next),
    },
    Row {
        name: "20,000 references in a chain",
        commands: GENERATORS,
        document: || chain(20_000, |next| next),
    },
    Row {
        name: "2,000 objects in a chain",
        commands: GENERATORS,
        document: || chain(2_000, |next| json!({ "type": "object", "properties": { "a": next } })),
    },
    Row {
        name: "180 arrays within each other",
        commands: GENERATORS,
        document: || nested(180, |items| json!({ "type": "array", "items": items })),
    },
    Row {
        name: "40 allOfs within each other",
        commands: GENERATORS,
        document: || nested(40, |one| json!({ "allOf": [one] })),
    },
    Row { name: "20,000 equal duplicate names", commands: GENERATORS, document: duplicates },
    Row {
        name: "128 objects that refer to each other",
        commands: GENERATORS,
        document: || web(128, 20),
    },
    Row {
        name: "properties with another subset of 24 objects each",
        commands: GENERATORS,
        document: subsets,
    },
    Row {
        name: "a default of forty unions that refer to the next one twice",
        commands: &["check document.json"],
        document: || doubled_unions("oneOf"),
    },
    Row {
        name: "an example of a tree whose branches have the same member",
        commands: &["check document.json"],
        document: example_of_a_tree,
    },
];

/// Returns a document with these schemas, of which an operation receives and answers `S`.
fn document(schemas: impl Into<Value>) -> Value {
    let content = json!({ "application/json": { "schema": reference("S") } });
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Cases", "version": "1" },
        "paths": { "/s": { "post": {
            "operationId": "send",
            "requestBody": { "content": content },
            "responses": { "200": { "description": "d", "content": content } },
        } } },
        "components": { "schemas": schemas.into() },
    })
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// Returns a document in which `S` is the first of a chain of schemas.
fn chain(length: usize, link: fn(Value) -> Value) -> String {
    let name = |number: usize| match number {
        0 => "S".to_owned(),
        number => format!("S{number}"),
    };
    let links = (0..length).map(|number| (name(number), link(reference(&name(number + 1)))));
    let end = (name(length), json!({ "type": "string" }));
    document(Map::from_iter(links.chain([end]))).to_string()
}

fn unions(unions: usize, branches: usize) -> String {
    let unions = (0..unions).map(|union| {
        let branches = (0..branches).map(|branch| {
            let name = format!("a{union}_{branch}");
            json!({ "type": "object", "required": [name], "properties": { name: { "type": "string" } } })
        });
        json!({ "oneOf": branches.collect::<Vec<_>>() })
    });
    document(json!({ "S": { "allOf": unions.collect::<Vec<_>>() } })).to_string()
}

/// Returns a document of an event whose state decides about another member, in each of several
/// modes.
fn nested_unions(modes: usize, states: usize) -> String {
    let mode = |mode: usize| {
        let states = (0..states).map(|state| {
            let kinds = [0, 1].map(|kind| format!("k{mode}_{state}_{kind}"));
            json!({ "properties": {
                "state": { "const": format!("s{state}") },
                "kinds": { "items": { "enum": kinds } },
            } })
        });
        json!({ "type": "object", "oneOf": states.collect::<Vec<_>>() })
    };
    let text = || json!({ "type": "string" });
    let base = json!({ "properties": {
        "state": text(), "a": text(), "b": text(), "kinds": { "type": "array", "items": text() },
    } });
    document(json!({ "S": { "type": "object", "required": ["state"], "allOf": [
        base,
        { "oneOf": (0..modes).map(mode).collect::<Vec<_>>() },
        { "anyOf": [{ "required": ["a"] }, { "required": ["b"] }] },
    ] } }))
    .to_string()
}

fn scopes() -> String {
    let scope = |kind: char| (0..1_500).map(move |number| format!("scope:{kind}:{number:05}"));
    let declared = scope('d').map(|name| (name, "".into()));
    let mut document = document(json!({ "S": true }));
    document["paths"]["/s"]["post"]["security"] = json!([{ "o": scope('u').collect::<Vec<_>>() }]);
    document["components"]["securitySchemes"]["o"] = json!({ "type": "oauth2", "flows": {
        "clientCredentials": { "tokenUrl": "https://example.com", "scopes": Map::from_iter(declared) },
    } });
    document.to_string()
}

/// Returns a document with these operations.
fn operations(operation: impl Fn(usize) -> Value, schemas: Value) -> String {
    let mut document = document(schemas);
    document["paths"] = (0..1_000)
        .map(|number| (format!("/p{number}"), json!({ "get": operation(number) })))
        .collect();
    document.to_string()
}

fn repeated_ids() -> String {
    let operation = json!({ "operationId": "same", "responses": { "200": {} } });
    operations(|_| operation.clone(), json!({ "S": true }))
}

fn refused_operations() -> String {
    let schema =
        |number: usize| json!({ "not": { "type": "string" }, "title": format!("T{number}") });
    let schemas = (0..1_000).map(|number| (format!("S{number}"), schema(number)));
    let operation = |number: usize| {
        let content = json!({ "application/json": { "schema": reference(&format!("S{number}")) } });
        json!({ "responses": { "200": { "description": "d", "content": content } } })
    };
    operations(operation, Map::from_iter(schemas).into())
}

fn doubled() -> String {
    let mut schemas = Map::from_iter([("S".to_owned(), reference("A0"))]);
    for level in 0..=16 {
        let own = json!({ "type": "object", "properties": { format!("b{level}"): { "type": "string" } } });
        let next = [format!("A{}", level + 1), format!("B{}", level + 1)];
        let [a, b] = match level {
            16 => [json!({ "type": "object" }), own],
            _ => {
                let [a, b] = next.each_ref().map(|name| reference(name));
                [json!({ "allOf": [a, b] }), json!({ "allOf": [a, b, own] })]
            }
        };
        schemas.extend([(format!("A{level}"), a), (format!("B{level}"), b)]);
    }
    document(schemas).to_string()
}

pub fn doubled_unions(keyword: &str) -> String {
    let unions = (0..40).map(|level| {
        let next = reference(&format!("A{}", level + 1));
        (format!("A{level}"), json!({ keyword: [next, next] }))
    });
    let own = json!({ "properties": { "x": reference("A0") }, "default": { "x": { "p": 1 } } });
    let ends = [("S".to_owned(), own), ("A40".to_owned(), json!({ "type": "string" }))];
    document(Map::from_iter(unions.chain(ends))).to_string()
}

fn example_of_a_tree() -> String {
    let branch = |tag: &str| {
        let properties = json!({ "a": reference("S"), "k": { "const": tag } });
        json!({ "type": "object", "properties": properties, "required": ["k"] })
    };
    let leaf = json!({ "k": "z" });
    let example = (0..40).fold(leaf, |inner, _| json!({ "a": inner, "k": "x" }));
    document(json!({ "S": { "anyOf": [branch("x"), branch("y")], "example": example } }))
        .to_string()
}

fn patterns() -> String {
    let patterns = (0..199).map(|count| {
        let pattern = format!("^(a|b){{{count}}}x*$");
        (pattern, json!({ "type": "string" }))
    });
    let patterns = Map::from_iter(patterns);
    document(json!({ "S": { "type": "object", "patternProperties": patterns } })).to_string()
}

fn variants() -> String {
    let names = (0..300).map(|number| format!("V{number}"));
    let names: Vec<_> = names.collect();
    let mapping = names.iter().map(|name| {
        let target = format!("#/components/schemas/{name}");
        (name.to_lowercase(), target.into())
    });
    let union = json!({
        "oneOf": names.iter().map(|name| reference(name)).collect::<Vec<_>>(),
        "discriminator": { "propertyName": "kind", "mapping": Map::from_iter(mapping) },
    });
    let variants = names.iter().map(|name| {
        let schema = json!({
            "type": "object",
            "required": ["kind"],
            "properties": { "kind": { "type": "string" }, format!("of{name}"): { "type": "string" } },
        });
        (name.clone(), schema)
    });
    let schemas = variants.chain([("S".to_owned(), union)]);
    document(Map::from_iter(schemas)).to_string()
}

fn counts() -> String {
    let most = 4_000_000_000_u32;
    document(json!({ "S": { "type": "object", "minProperties": most, "properties": {
        "a": { "type": "array", "minItems": most },
        "b": { "type": "string", "minLength": most },
        "c": { "type": "string", "pattern": "[0-9]{1,4294967295}" },
    } } }))
    .to_string()
}

fn number(text: &str) -> String {
    let document = document(json!({ "S": { "type": "number", "maximum": "NUMBER" } }));
    document.to_string().replace("\"NUMBER\"", text)
}

fn properties() -> String {
    let properties = (0..20_000).map(|number| (format!("p{number}"), json!({ "type": "string" })));
    let properties = Map::from_iter(properties);
    document(json!({ "S": { "type": "object", "properties": properties } })).to_string()
}

fn values() -> String {
    let values = (0..50_000).map(|number| format!("v{number}"));
    document(json!({ "S": { "type": "string", "enum": values.collect::<Vec<_>>() } })).to_string()
}

fn conjuncts() -> String {
    let conjuncts = (0..400).map(|number| {
        json!({ "type": "object", "properties": { format!("p{number}"): { "type": "string" } } })
    });
    document(json!({ "S": { "allOf": conjuncts.collect::<Vec<_>>() } })).to_string()
}

/// Returns a document of a property that has so many schemas within each other.
fn nested(levels: usize, around: fn(Value) -> Value) -> String {
    let schema = (0..levels).fold(json!({ "type": "string" }), |inner, _| around(inner));
    document(json!({ "S": { "type": "object", "properties": { "a": schema } } })).to_string()
}

fn duplicates() -> String {
    let text = document(json!({ "S": true })).to_string();
    text.replacen('{', &format!("{{{}", "\"x-a\":1,\n".repeat(20_000)), 1)
}

/// Returns a document of objects with the same properties. The property `pN` leads to the
/// next object or, in the object `N`, to the object itself, so that another subset of the
/// objects applies to the value of each property of each property.
fn subsets() -> String {
    const OBJECTS: usize = 24;
    let name = |number: usize| format!("A{}", number % OBJECTS);
    let schemas = (0..OBJECTS).map(|object| {
        let properties = (0..OBJECTS).map(|property| {
            let target = object + usize::from(object != property);
            (format!("p{property}"), reference(&name(target)))
        });
        let schema = json!({ "type": "object", "properties": Map::from_iter(properties) });
        (name(object), schema)
    });
    let all = (0..OBJECTS).map(|object| reference(&name(object)));
    let whole = json!({ "allOf": all.collect::<Vec<_>>() });
    document(Map::from_iter(schemas.chain([("S".to_owned(), whole)]))).to_string()
}

/// Returns a document of objects with properties that refer to the others in each way.
pub fn web(objects: usize, properties: usize) -> String {
    let name = |number: usize| match number % objects {
        0 => "S".to_owned(),
        number => format!("S{number}"),
    };
    let schemas = (0..objects).map(|object| {
        let mut members = Map::new();
        let mut required = Vec::new();
        for property in 0..properties {
            // The distance differs, so that the objects hold each other in many ways.
            let held = reference(&name(object + 1 + 7 * property + property * property));
            let member = format!("p{property}");
            let schema = match property % 6 {
                0 => held,
                1 => json!({ "anyOf": [held, { "type": "null" }] }),
                2 => json!({ "type": "array", "items": held }),
                3 => json!({ "anyOf": [{ "type": "string" }, held] }),
                4 => {
                    required.push(member.clone());
                    json!({ "anyOf": [held, { "type": "null" }] })
                }
                _ => json!({ "type": "object", "additionalProperties": held }),
            };
            members.insert(member, schema);
        }
        let schema = json!({ "type": "object", "required": required, "properties": members });
        (name(object), schema)
    });
    document(Map::from_iter(schemas)).to_string()
}
