//! The objects of the Specification with their fields.

use super::FieldContent::{
    Anything, Boolean, Each, Named, NamedSchemas, NamedTwice, One, Schema, Text, Texts,
};
use super::{FieldContent, ObjectType};

/// The fields that OpenAPI 3.2 adds, by object. Those with a meaning for the code are
/// replaced before ([`openapi_source::read_as_3_1`]).
pub(super) static ADDED_IN_3_2: [(&str, &str, FieldContent); 18] = [
    ("the OpenAPI Object", "$self", Anything),
    ("a Server Object", "name", Text),
    ("the Components Object", "mediaTypes", Named(&MEDIA_TYPE)),
    ("a Path Item Object", "additionalOperations", Named(&OPERATION)),
    ("a Media Type Object", "prefixEncoding", Anything),
    ("a Media Type Object", "itemEncoding", Anything),
    ("an Encoding Object", "encoding", Anything),
    ("an Encoding Object", "prefixEncoding", Anything),
    ("an Encoding Object", "itemEncoding", Anything),
    ("a Response Object", "summary", Text),
    ("an Example Object", "dataValue", Anything),
    ("an Example Object", "serializedValue", Anything),
    ("a Tag Object", "summary", Text),
    ("a Tag Object", "parent", Anything),
    ("a Tag Object", "kind", Anything),
    ("a Security Scheme Object", "deprecated", Boolean),
    ("a Security Scheme Object", "oauth2MetadataUrl", Anything),
    ("an OAuth Flows Object", "deviceAuthorization", Anything),
];

/// The Reference Object, allowed in place of most objects (§4.8.23); fields other
/// than these are ignored.
pub(super) static REFERENCE: ObjectType = ObjectType {
    name: "a Reference Object",
    fields: &[("$ref", Anything), ("summary", Anything), ("description", Anything)],
};

pub(super) static DOCUMENT: ObjectType = ObjectType {
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
        ("title", Text),
        ("summary", Text),
        ("description", Text),
        ("termsOfService", Text),
        ("contact", One(&CONTACT)),
        ("license", One(&LICENSE)),
        ("version", Text),
    ],
};

static CONTACT: ObjectType = ObjectType {
    name: "a Contact Object",
    fields: &[("name", Text), ("url", Text), ("email", Text)],
};

static LICENSE: ObjectType = ObjectType {
    name: "a License Object",
    fields: &[("name", Text), ("identifier", Text), ("url", Text)],
};

static SERVER: ObjectType = ObjectType {
    name: "a Server Object",
    fields: &[("url", Text), ("description", Text), ("variables", Named(&SERVER_VARIABLE))],
};

static SERVER_VARIABLE: ObjectType = ObjectType {
    name: "a Server Variable Object",
    fields: &[("enum", Anything), ("default", Anything), ("description", Text)],
};

pub(crate) static COMPONENTS: ObjectType = ObjectType {
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

/// Those for operations are `Method::fields`.
pub(super) static PATH_ITEM: ObjectType = ObjectType {
    name: "a Path Item Object",
    fields: &[
        ("$ref", Anything),
        ("summary", Text),
        ("description", Text),
        ("servers", Each(&SERVER)),
        ("parameters", Each(&PARAMETER)),
    ],
};

pub(super) static OPERATION: ObjectType = ObjectType {
    name: "an Operation Object",
    fields: &[
        ("tags", Texts),
        ("summary", Text),
        ("description", Text),
        ("externalDocs", One(&EXTERNAL_DOCUMENTATION)),
        ("operationId", Text),
        ("parameters", Each(&PARAMETER)),
        ("requestBody", One(&REQUEST_BODY)),
        ("responses", Named(&RESPONSE)),
        ("callbacks", NamedTwice(&PATH_ITEM)),
        ("deprecated", Boolean),
        ("security", Anything),
        ("servers", Each(&SERVER)),
    ],
};

static EXTERNAL_DOCUMENTATION: ObjectType = ObjectType {
    name: "an External Documentation Object",
    fields: &[("description", Text), ("url", Text)],
};

static PARAMETER: ObjectType = ObjectType {
    name: "a Parameter Object",
    fields: &[
        ("name", Text),
        ("in", Anything),
        ("description", Text),
        ("required", Boolean),
        ("deprecated", Boolean),
        ("allowEmptyValue", Boolean),
        ("style", Text),
        ("explode", Boolean),
        ("allowReserved", Boolean),
        ("schema", Schema),
        ("example", Anything),
        ("examples", Named(&EXAMPLE)),
        ("content", Named(&MEDIA_TYPE)),
    ],
};

static REQUEST_BODY: ObjectType = ObjectType {
    name: "a Request Body Object",
    fields: &[("description", Text), ("content", Named(&MEDIA_TYPE)), ("required", Boolean)],
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
        ("style", Text),
        ("explode", Boolean),
        ("allowReserved", Boolean),
    ],
};

static RESPONSE: ObjectType = ObjectType {
    name: "a Response Object",
    fields: &[
        ("description", Text),
        ("headers", Named(&HEADER)),
        ("content", Named(&MEDIA_TYPE)),
        ("links", Named(&LINK)),
    ],
};

static EXAMPLE: ObjectType = ObjectType {
    name: "an Example Object",
    fields: &[
        ("summary", Text),
        ("description", Text),
        ("value", Anything),
        ("externalValue", Anything),
    ],
};

static LINK: ObjectType = ObjectType {
    name: "a Link Object",
    fields: &[
        ("operationRef", Anything),
        ("operationId", Text),
        ("parameters", Anything),
        ("requestBody", Anything),
        ("description", Text),
        ("server", One(&SERVER)),
    ],
};

/// The fields of a Parameter Object without `name` and `in` (§4.8.21).
static HEADER: ObjectType =
    ObjectType { name: "a Header Object", fields: PARAMETER.fields.split_at(2).1 };

static TAG: ObjectType = ObjectType {
    name: "a Tag Object",
    fields: &[
        ("name", Text),
        ("description", Text),
        ("externalDocs", One(&EXTERNAL_DOCUMENTATION)),
    ],
};

static SECURITY_SCHEME: ObjectType = ObjectType {
    name: "a Security Scheme Object",
    fields: &[
        ("type", Text),
        ("description", Text),
        ("name", Text),
        ("in", Text),
        ("scheme", Text),
        ("bearerFormat", Anything),
        ("flows", One(&FLOWS)),
        ("openIdConnectUrl", Text),
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
