//! The description of a client's operations, as its generated code contains it.
//!
//! `openapi-progenitor-build` writes the values of these types.

use openapi_schema::http::{HeaderForm, ItemFormat, ParameterLocation, Status, Style, ValueKind};

/// An operation with a client method.
#[derive(Debug)]
pub struct Operation {
    /// The name of the method.
    pub id: &'static str,
    /// The path template, for example `/trees/{id}`.
    pub path: &'static str,
    /// The parameters that the client sends.
    pub parameters: &'static [Parameter],
    /// The body, if it is validated.
    pub body: Option<RequestBody>,
    /// The range of media types of the body, of which the caller gives one.
    pub content_type: Option<&'static str>,
    /// The declared responses.
    pub responses: &'static [Response],
    /// The alternative credentials, each with all of its requirements; none if no credential
    /// is required.
    pub security: &'static [&'static [Requirement]],
}

impl Operation {
    /// An operation without anything, from which generated code takes what it leaves out.
    pub const EMPTY: Self = Self {
        id: "",
        path: "",
        parameters: &[],
        body: None,
        content_type: None,
        responses: &[],
        security: &[],
    };

    /// Returns whether a success is declared.
    pub(crate) fn declares_successes(&self) -> bool {
        self.responses
            .iter()
            .any(|response| matches!(response.status, Status::Code(200..300) | Status::Class(2)))
    }

    /// The schemas with which requests and responses are validated.
    pub(crate) fn schemas(&self) -> impl Iterator<Item = SchemaPointer> {
        let parameters = self.parameters.iter().filter_map(|p| p.values.schema());
        let (body, fields): (_, &[FormField]) = match self.body {
            Some(RequestBody::Json(schema)) => (Some(schema), &[]),
            Some(RequestBody::Form(form)) => (Some(form.schema), form.fields),
            None => (None, &[]),
        };
        let fields = fields.iter().filter_map(|field| field.schema);
        let responses = self.responses.iter().flat_map(|response| {
            let headers = response.headers.iter().map(|header| header.schema);
            let content = response.content.iter().map(|content| match content.form {
                Form::Json(schema) => Some(schema),
                Form::Items(_, schema) => schema,
                Form::AnyJson | Form::Text | Form::Stream => None,
            });
            headers.chain(content).flatten()
        });
        parameters.chain(body).chain(fields).chain(responses)
    }
}

/// A security scheme of the document.
#[derive(Debug)]
pub struct Scheme {
    /// The name under `components/securitySchemes`.
    pub name: &'static str,
    /// The parameter that has its credential. Without one the HTTP client sends it, such as a
    /// certificate.
    pub place: Option<(ParameterLocation, &'static str)>,
}

/// A required credential: the name of the security scheme, and the required scopes.
pub type Requirement = (&'static str, &'static [&'static str]);

/// The place of a schema in the document: a JSON Pointer in URI fragment form.
pub type SchemaPointer = &'static str;

/// The body of a request.
#[derive(Clone, Copy, Debug)]
pub enum RequestBody {
    /// JSON that the schema accepts.
    Json(SchemaPointer),
    /// `multipart/form-data`, which a caller makes with `MultipartForm`.
    Form(FormBody),
}

/// A body of `multipart/form-data`.
#[derive(Clone, Copy, Debug)]
pub struct FormBody {
    /// The schema of the object whose members are the fields.
    pub schema: SchemaPointer,
    /// The declared fields.
    pub fields: &'static [FormField],
}

/// A field of `multipart/form-data`.
pub type FormField = openapi_schema::FormField<SchemaPointer>;

/// A parameter of an operation.
#[derive(Debug)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// The location.
    pub location: ParameterLocation,
    /// Whether every request contains a parameter with this name.
    pub required: bool,
    /// Its values, and how they are written.
    pub values: Values,
}

/// The values of a parameter.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// A single value of this schema.
    One(SchemaPointer),
    /// A value of this schema in a query. A generated method writes it as a
    /// [`QueryValue`](crate::QueryValue); it is sent in this style, exploded or not, or, without
    /// a style, as JSON.
    Value(Option<(Style, bool)>, SchemaPointer),
    /// The text of the caller in this style, which represents a value of this schema.
    Styled(TextStyle, SchemaPointer),
    /// Values that are not validated, because their serialization is not supported here.
    Unvalidated,
}

impl Values {
    fn schema(self) -> Option<SchemaPointer> {
        match self {
            Self::One(schema) | Self::Value(_, schema) | Self::Styled(_, schema) => Some(schema),
            Self::Unvalidated => None,
        }
    }
}

/// The serialization of a parameter as one text (OpenAPI 3.1.1 §4.8.12.3).
#[derive(Clone, Copy, Debug)]
pub struct TextStyle {
    /// `simple`, `label` or `matrix`; `form` for a cookie.
    pub style: Style,
    /// Whether each item or member is written by itself.
    pub explode: bool,
    /// The type of value. A choice of forms is an array, or else a scalar.
    pub kind: ValueKind,
}

/// A declared response of an operation.
#[derive(Debug)]
pub struct Response {
    /// The statuses that it covers, unless a more specific response does.
    pub status: Status,
    /// The headers.
    pub headers: &'static [Header],
    /// The media types of the body that the client accepts; empty for a response
    /// without a body.
    pub content: &'static [MediaType],
}

/// A header of a response.
#[derive(Debug)]
pub struct Header {
    /// The field name.
    pub name: &'static str,
    /// Whether the response must contain the header.
    pub required: bool,
    /// How the value is written.
    pub form: HeaderForm,
    /// The schema of the value, unless it is any text.
    pub schema: Option<SchemaPointer>,
}

/// A media type of a body.
#[derive(Debug)]
pub struct MediaType {
    /// The media type or range.
    pub name: &'static str,
    /// The validation of such a body.
    pub form: Form,
}

impl MediaType {
    /// Returns `application/json` of this schema.
    pub const fn json(schema: SchemaPointer) -> Self {
        Self { name: "application/json", form: Form::Json(schema) }
    }
}

/// The validation of a body.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// The body must be a JSON document that the schema accepts.
    Json(SchemaPointer),
    /// The body must be a JSON document.
    AnyJson,
    /// The body is a stream of items, each of which the schema must accept when it
    /// arrives.
    Items(ItemFormat, Option<SchemaPointer>),
    /// The body is not validated: the caller receives a `String`, or a stream.
    Text,
    /// The body is not validated: the caller receives it as a stream, or as bytes.
    Stream,
}
