//! Warnings about fields that the Specification doesn't define for an object:
//! mostly misspelled fields, which would otherwise be treated as absent. A reference in
//! place of a map of names, where the Specification has none, is an error: `$ref` would be
//! a name.
//!
//! Schema keywords are open (JSON Schema Core §6.5) and not checked here, nor are
//! extensions.

use crate::{Diagnostic, Diagnostics, Node};

/// An object type of the Specification: its name and its fields.
pub(crate) struct ObjectType {
    pub(crate) name: &'static str,
    pub(crate) fields: &'static [(&'static str, FieldContent)],
}

/// The content of a field.
#[derive(Clone, Copy)]
pub(crate) enum FieldContent {
    /// Text, a number, or a value that the Specification doesn't describe.
    Anything,
    /// An object.
    One(&'static ObjectType),
    /// An array of objects.
    Each(&'static ObjectType),
    /// A map from names to objects.
    Named(&'static ObjectType),
    /// A map from names to maps from names to objects.
    NamedTwice(&'static ObjectType),
    /// A schema.
    Schema,
    /// A map from names to schemas.
    NamedSchemas,
}

use FieldContent::{Anything, Each, Named, NamedSchemas, NamedTwice, One, Schema};

/// The fields that OpenAPI 3.2 adds, by object. Those with a meaning for the code are
/// replaced before ([`openapi_source::read_3_2_as_3_1`]).
const ADDED_IN_3_2: [(&str, &str); 19] = [
    ("the OpenAPI Object", "$self"),
    ("a Server Object", "name"),
    ("the Components Object", "mediaTypes"),
    ("a Path Item Object", "query"),
    ("a Path Item Object", "additionalOperations"),
    ("a Media Type Object", "prefixEncoding"),
    ("a Media Type Object", "itemEncoding"),
    ("an Encoding Object", "encoding"),
    ("an Encoding Object", "prefixEncoding"),
    ("an Encoding Object", "itemEncoding"),
    ("a Response Object", "summary"),
    ("an Example Object", "dataValue"),
    ("an Example Object", "serializedValue"),
    ("a Tag Object", "summary"),
    ("a Tag Object", "parent"),
    ("a Tag Object", "kind"),
    ("a Security Scheme Object", "deprecated"),
    ("a Security Scheme Object", "oauth2MetadataUrl"),
    ("an OAuth Flows Object", "deviceAuthorization"),
];

/// Adds a warning for every unknown field in the document.
pub(crate) fn check(root: &Node, diagnostics: &mut Diagnostics) {
    let mut found = Diagnostics::default();
    check_object(root, &DOCUMENT, &mut found);
    let version = root.member_text("openapi").unwrap_or_default();
    let is_known = |warning: &Diagnostic| {
        let mut added = ADDED_IN_3_2.iter();
        version.starts_with("3.2")
            && added.any(|(object, field)| warning.message == no_field(field, object))
    };
    diagnostics.extend(found.into_iter().filter(|warning| !is_known(warning)));
}

fn no_field(name: &str, object: &str) -> String {
    format!("`{name}` is no field of {object}")
}

/// Adds a warning for every unknown field in an object of this type.
pub(crate) fn check_object(
    node: &Node,
    object_type: &'static ObjectType,
    diagnostics: &mut Diagnostics,
) {
    let Some(members) = node.mapping() else {
        // A wrong type is reported by the reader of this node.
        return;
    };
    let object_type = if members.contains_key("$ref") && object_type.name != PATH_ITEM.name {
        &REFERENCE
    } else {
        object_type
    };
    for (name, value) in members {
        if name.starts_with("x-") {
            continue;
        }
        match object_type.fields.iter().find(|(field, _)| field == name) {
            Some((_, content)) => check_content(value, *content, diagnostics),
            None => diagnostics.push(unknown(name, value, object_type)),
        }
    }
}

fn check_content(node: &Node, content: FieldContent, diagnostics: &mut Diagnostics) {
    match content {
        Anything | Schema | NamedSchemas => {}
        One(object_type) => check_object(node, object_type, diagnostics),
        Each(object_type) => {
            let items = node.sequence().into_iter().flatten();
            items.for_each(|item| check_object(item, object_type, diagnostics));
        }
        Named(object_type) => {
            diagnostics.extend(node.get("$ref").map(misplaced));
            named(node).for_each(|node| check_object(node, object_type, diagnostics));
        }
        NamedTwice(object_type) => {
            let maps = named(node).flat_map(named);
            maps.for_each(|node| check_object(node, object_type, diagnostics));
        }
    }
}

fn named(node: &Node) -> impl Iterator<Item = &Node> {
    let members = node.mapping().into_iter().flatten();
    let members = members.filter(|(name, _)| !name.starts_with("x-"));
    members.map(|(_, node)| node)
}

fn misplaced(reference: &Node) -> Diagnostic {
    let message = "a map of names can't be a reference";
    Diagnostic::error(&reference.location, message)
        .reason("`$ref` stands in place of one value, here it is a name (OpenAPI 3.1.1 §4.8.23)")
        .help("write the names here, each with a `$ref` of its own")
}

fn unknown(name: &str, value: &Node, object_type: &ObjectType) -> Diagnostic {
    let message = no_field(name, object_type.name);
    let diagnostic = Diagnostic::warning(&value.location, message);
    match nearest(name, object_type.fields.iter().map(|(field, _)| *field)) {
        Some(field) => diagnostic.help(format!("did you mean `{field}`?")),
        None => diagnostic,
    }
}

/// Returns the known name that `name` is probably a misspelling of.
pub fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let distance =
        |known: &str| strsim::damerau_levenshtein(&known.to_lowercase(), &name.to_lowercase());
    let near = known.min_by_key(|known| distance(known))?;
    // Above one edit in three letters, it is probably a different word.
    (distance(near) * 3 <= near.len()).then_some(near)
}

/// The Reference Object, allowed in place of most objects (§4.8.23); fields other
/// than these are ignored.
static REFERENCE: ObjectType = ObjectType {
    name: "a Reference Object",
    fields: &[
        ("$ref", Anything),
        ("summary", Anything),
        ("description", Anything),
    ],
};

pub(crate) static DOCUMENT: ObjectType = ObjectType {
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

static INFO: ObjectType = ObjectType {
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

static CONTACT: ObjectType = ObjectType {
    name: "a Contact Object",
    fields: &[("name", Anything), ("url", Anything), ("email", Anything)],
};

static LICENSE: ObjectType = ObjectType {
    name: "a License Object",
    fields: &[
        ("name", Anything),
        ("identifier", Anything),
        ("url", Anything),
    ],
};

static SERVER: ObjectType = ObjectType {
    name: "a Server Object",
    fields: &[
        ("url", Anything),
        ("description", Anything),
        ("variables", Named(&SERVER_VARIABLE)),
    ],
};

static SERVER_VARIABLE: ObjectType = ObjectType {
    name: "a Server Variable Object",
    fields: &[
        ("enum", Anything),
        ("default", Anything),
        ("description", Anything),
    ],
};

static COMPONENTS: ObjectType = ObjectType {
    name: "the Components Object",
    fields: &[
        ("schemas", NamedSchemas),
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

pub(crate) static PATH_ITEM: ObjectType = ObjectType {
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

static OPERATION: ObjectType = ObjectType {
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

static EXTERNAL_DOCUMENTATION: ObjectType = ObjectType {
    name: "an External Documentation Object",
    fields: &[("description", Anything), ("url", Anything)],
};

static PARAMETER: ObjectType = ObjectType {
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
        ("schema", Schema),
        ("example", Anything),
        ("examples", Named(&EXAMPLE)),
        ("content", Named(&MEDIA_TYPE)),
    ],
};

static REQUEST_BODY: ObjectType = ObjectType {
    name: "a Request Body Object",
    fields: &[
        ("description", Anything),
        ("content", Named(&MEDIA_TYPE)),
        ("required", Anything),
    ],
};

static MEDIA_TYPE: ObjectType = ObjectType {
    name: "a Media Type Object",
    fields: &[
        ("schema", Schema),
        ("example", Anything),
        ("examples", Named(&EXAMPLE)),
        ("encoding", Named(&ENCODING)),
    ],
};

static ENCODING: ObjectType = ObjectType {
    name: "an Encoding Object",
    fields: &[
        ("contentType", Anything),
        ("headers", Named(&HEADER)),
        ("style", Anything),
        ("explode", Anything),
        ("allowReserved", Anything),
    ],
};

static RESPONSE: ObjectType = ObjectType {
    name: "a Response Object",
    fields: &[
        ("description", Anything),
        ("headers", Named(&HEADER)),
        ("content", Named(&MEDIA_TYPE)),
        ("links", Named(&LINK)),
    ],
};

static EXAMPLE: ObjectType = ObjectType {
    name: "an Example Object",
    fields: &[
        ("summary", Anything),
        ("description", Anything),
        ("value", Anything),
        ("externalValue", Anything),
    ],
};

static LINK: ObjectType = ObjectType {
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

/// The fields of a Parameter Object without `name` and `in` (§4.8.21).
static HEADER: ObjectType = ObjectType {
    name: "a Header Object",
    fields: &[
        ("description", Anything),
        ("required", Anything),
        ("deprecated", Anything),
        ("allowEmptyValue", Anything),
        ("style", Anything),
        ("explode", Anything),
        ("allowReserved", Anything),
        ("schema", Schema),
        ("example", Anything),
        ("examples", Named(&EXAMPLE)),
        ("content", Named(&MEDIA_TYPE)),
    ],
};

static TAG: ObjectType = ObjectType {
    name: "a Tag Object",
    fields: &[
        ("name", Anything),
        ("description", Anything),
        ("externalDocs", One(&EXTERNAL_DOCUMENTATION)),
    ],
};

static SECURITY_SCHEME: ObjectType = ObjectType {
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

static FLOWS: ObjectType = ObjectType {
    name: "an OAuth Flows Object",
    fields: &[
        ("implicit", One(&FLOW)),
        ("password", One(&FLOW)),
        ("clientCredentials", One(&FLOW)),
        ("authorizationCode", One(&FLOW)),
    ],
};

static FLOW: ObjectType = ObjectType {
    name: "an OAuth Flow Object",
    fields: &[
        ("authorizationUrl", Anything),
        ("tokenUrl", Anything),
        ("refreshUrl", Anything),
        ("scopes", Anything),
    ],
};
