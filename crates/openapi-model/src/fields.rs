//! Fields that an object of the Specification doesn't have: mostly misspelt
//! ones, which would otherwise be taken for absent.
//!
//! A schema's keywords are open (JSON Schema Core §6.5) and not looked at here,
//! nor are extensions.

use crate::{Diagnostic, Diagnostics, Node};

/// An object of the Specification: its name, and its fields.
struct Shape {
    name: &'static str,
    fields: &'static [(&'static str, Holds)],
}

/// What a field holds.
#[derive(Clone, Copy)]
enum Holds {
    /// Text, numbers, or what is not described by the Specification.
    Anything,
    /// An object.
    One(&'static Shape),
    /// An array of objects.
    Each(&'static Shape),
    /// Objects by name.
    Named(&'static Shape),
    /// Objects by name, by name.
    NamedTwice(&'static Shape),
}

use Holds::{Anything, Each, Named, NamedTwice, One};

/// Warns of every field that its object doesn't have.
pub(crate) fn check(root: &Node, diagnostics: &mut Diagnostics) {
    look(root, &DOCUMENT, diagnostics);
}

fn look(node: &Node, shape: &'static Shape, diagnostics: &mut Diagnostics) {
    let Some(members) = node.mapping() else {
        // Of another type than it should be; whoever reads it says so.
        return;
    };
    let shape = if members.contains_key("$ref") && shape.name != PATH_ITEM.name {
        &REFERENCE
    } else {
        shape
    };
    for (name, value) in members {
        if name.starts_with("x-") {
            continue;
        }
        match shape.fields.iter().find(|(field, _)| field == name) {
            Some((_, holds)) => look_into(value, *holds, diagnostics),
            None => diagnostics.push(unknown(name, value, shape)),
        }
    }
}

fn look_into(node: &Node, holds: Holds, diagnostics: &mut Diagnostics) {
    match holds {
        Anything => {}
        One(shape) => look(node, shape, diagnostics),
        Each(shape) => {
            let items = node.sequence().into_iter().flatten();
            items.for_each(|item| look(item, shape, diagnostics));
        }
        Named(shape) => named(node).for_each(|node| look(node, shape, diagnostics)),
        NamedTwice(shape) => {
            named(node).for_each(|node| look_into(node, Named(shape), diagnostics));
        }
    }
}

fn named(node: &Node) -> impl Iterator<Item = &Node> {
    let members = node.mapping().into_iter().flatten();
    let members = members.filter(|(name, _)| !name.starts_with("x-"));
    members.map(|(_, node)| node)
}

fn unknown(name: &str, value: &Node, shape: &Shape) -> Diagnostic {
    let message = format!("`{name}` is no field of {}", shape.name);
    let diagnostic = Diagnostic::warning(&value.location, message);
    let distance =
        |field: &str| strsim::damerau_levenshtein(&field.to_lowercase(), &name.to_lowercase());
    let known = shape.fields.iter().map(|(field, _)| *field);
    let near = known.min_by_key(|field| distance(field));
    // One slip in three letters is another word.
    match near.filter(|field| distance(field) * 3 <= field.len()) {
        Some(field) => diagnostic.help(format!("did you mean `{field}`?")),
        None => diagnostic,
    }
}

/// What stands in place of most objects (§4.8.23); anything beside it is
/// ignored.
static REFERENCE: Shape = Shape {
    name: "a Reference Object",
    fields: &[
        ("$ref", Anything),
        ("summary", Anything),
        ("description", Anything),
    ],
};

static DOCUMENT: Shape = Shape {
    name: "the OpenAPI Object",
    fields: &[
        ("openapi", Anything),
        ("info", One(&INFO)),
        ("jsonSchemaDialect", Anything),
        ("servers", Each(&SERVER)),
        ("paths", Named(&PATH_ITEM)),
        ("webhooks", Named(&PATH_ITEM)),
        ("components", One(&COMPONENTS)),
        ("security", Anything),
        ("tags", Each(&TAG)),
        ("externalDocs", One(&EXTERNAL_DOCUMENTATION)),
    ],
};

static INFO: Shape = Shape {
    name: "an Info Object",
    fields: &[
        ("title", Anything),
        ("summary", Anything),
        ("description", Anything),
        ("termsOfService", Anything),
        ("contact", One(&CONTACT)),
        ("license", One(&LICENSE)),
        ("version", Anything),
    ],
};

static CONTACT: Shape = Shape {
    name: "a Contact Object",
    fields: &[("name", Anything), ("url", Anything), ("email", Anything)],
};

static LICENSE: Shape = Shape {
    name: "a License Object",
    fields: &[
        ("name", Anything),
        ("identifier", Anything),
        ("url", Anything),
    ],
};

static SERVER: Shape = Shape {
    name: "a Server Object",
    fields: &[
        ("url", Anything),
        ("description", Anything),
        ("variables", Named(&SERVER_VARIABLE)),
    ],
};

static SERVER_VARIABLE: Shape = Shape {
    name: "a Server Variable Object",
    fields: &[
        ("enum", Anything),
        ("default", Anything),
        ("description", Anything),
    ],
};

static COMPONENTS: Shape = Shape {
    name: "the Components Object",
    fields: &[
        ("schemas", Anything),
        ("responses", Named(&RESPONSE)),
        ("parameters", Named(&PARAMETER)),
        ("examples", Named(&EXAMPLE)),
        ("requestBodies", Named(&REQUEST_BODY)),
        ("headers", Named(&HEADER)),
        ("securitySchemes", Named(&SECURITY_SCHEME)),
        ("links", Named(&LINK)),
        ("callbacks", NamedTwice(&PATH_ITEM)),
        ("pathItems", Named(&PATH_ITEM)),
    ],
};

static PATH_ITEM: Shape = Shape {
    name: "a Path Item Object",
    fields: &[
        ("$ref", Anything),
        ("summary", Anything),
        ("description", Anything),
        ("get", One(&OPERATION)),
        ("put", One(&OPERATION)),
        ("post", One(&OPERATION)),
        ("delete", One(&OPERATION)),
        ("options", One(&OPERATION)),
        ("head", One(&OPERATION)),
        ("patch", One(&OPERATION)),
        ("trace", One(&OPERATION)),
        ("servers", Each(&SERVER)),
        ("parameters", Each(&PARAMETER)),
    ],
};

static OPERATION: Shape = Shape {
    name: "an Operation Object",
    fields: &[
        ("tags", Anything),
        ("summary", Anything),
        ("description", Anything),
        ("externalDocs", One(&EXTERNAL_DOCUMENTATION)),
        ("operationId", Anything),
        ("parameters", Each(&PARAMETER)),
        ("requestBody", One(&REQUEST_BODY)),
        ("responses", Named(&RESPONSE)),
        ("callbacks", NamedTwice(&PATH_ITEM)),
        ("deprecated", Anything),
        ("security", Anything),
        ("servers", Each(&SERVER)),
    ],
};

static EXTERNAL_DOCUMENTATION: Shape = Shape {
    name: "an External Documentation Object",
    fields: &[("description", Anything), ("url", Anything)],
};

static PARAMETER: Shape = Shape {
    name: "a Parameter Object",
    fields: &[
        ("name", Anything),
        ("in", Anything),
        ("description", Anything),
        ("required", Anything),
        ("deprecated", Anything),
        ("allowEmptyValue", Anything),
        ("style", Anything),
        ("explode", Anything),
        ("allowReserved", Anything),
        ("schema", Anything),
        ("example", Anything),
        ("examples", Named(&EXAMPLE)),
        ("content", Named(&MEDIA_TYPE)),
    ],
};

static REQUEST_BODY: Shape = Shape {
    name: "a Request Body Object",
    fields: &[
        ("description", Anything),
        ("content", Named(&MEDIA_TYPE)),
        ("required", Anything),
    ],
};

static MEDIA_TYPE: Shape = Shape {
    name: "a Media Type Object",
    fields: &[
        ("schema", Anything),
        ("example", Anything),
        ("examples", Named(&EXAMPLE)),
        ("encoding", Named(&ENCODING)),
    ],
};

static ENCODING: Shape = Shape {
    name: "an Encoding Object",
    fields: &[
        ("contentType", Anything),
        ("headers", Named(&HEADER)),
        ("style", Anything),
        ("explode", Anything),
        ("allowReserved", Anything),
    ],
};

static RESPONSE: Shape = Shape {
    name: "a Response Object",
    fields: &[
        ("description", Anything),
        ("headers", Named(&HEADER)),
        ("content", Named(&MEDIA_TYPE)),
        ("links", Named(&LINK)),
    ],
};

static EXAMPLE: Shape = Shape {
    name: "an Example Object",
    fields: &[
        ("summary", Anything),
        ("description", Anything),
        ("value", Anything),
        ("externalValue", Anything),
    ],
};

static LINK: Shape = Shape {
    name: "a Link Object",
    fields: &[
        ("operationRef", Anything),
        ("operationId", Anything),
        ("parameters", Anything),
        ("requestBody", Anything),
        ("description", Anything),
        ("server", One(&SERVER)),
    ],
};

/// As a parameter, without `name` and `in` (§4.8.21).
static HEADER: Shape = Shape {
    name: "a Header Object",
    fields: &[
        ("description", Anything),
        ("required", Anything),
        ("deprecated", Anything),
        ("allowEmptyValue", Anything),
        ("style", Anything),
        ("explode", Anything),
        ("allowReserved", Anything),
        ("schema", Anything),
        ("example", Anything),
        ("examples", Named(&EXAMPLE)),
        ("content", Named(&MEDIA_TYPE)),
    ],
};

static TAG: Shape = Shape {
    name: "a Tag Object",
    fields: &[
        ("name", Anything),
        ("description", Anything),
        ("externalDocs", One(&EXTERNAL_DOCUMENTATION)),
    ],
};

static SECURITY_SCHEME: Shape = Shape {
    name: "a Security Scheme Object",
    fields: &[
        ("type", Anything),
        ("description", Anything),
        ("name", Anything),
        ("in", Anything),
        ("scheme", Anything),
        ("bearerFormat", Anything),
        ("flows", One(&FLOWS)),
        ("openIdConnectUrl", Anything),
    ],
};

static FLOWS: Shape = Shape {
    name: "an OAuth Flows Object",
    fields: &[
        ("implicit", One(&FLOW)),
        ("password", One(&FLOW)),
        ("clientCredentials", One(&FLOW)),
        ("authorizationCode", One(&FLOW)),
    ],
};

static FLOW: Shape = Shape {
    name: "an OAuth Flow Object",
    fields: &[
        ("authorizationUrl", Anything),
        ("tokenUrl", Anything),
        ("refreshUrl", Anything),
        ("scopes", Anything),
    ],
};
