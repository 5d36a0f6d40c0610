//! The objects of the Specification with their fields.

use super::FieldContent::{Anything, Each, Named, NamedSchemas, NamedTwice, One, Schema};
use super::ObjectType;

/// The fields that OpenAPI 3.2 adds, by object. Those with a meaning for the code are
/// replaced before ([`openapi_source::read_3_2_as_3_1`]).
pub(super) const ADDED_IN_3_2: [(&str, &str); 19] = [
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

/// The Reference Object, allowed in place of most objects (§4.8.23); fields other
/// than these are ignored.
pub(super) static REFERENCE: ObjectType = ObjectType {
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
