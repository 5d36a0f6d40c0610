//! Reads declared responses and names their variants.

use openapi_model::{Diagnostic, Method, Operation, Pointer, Status, StatusClass};

use super::content::Side;
use super::read::Reader;
use super::serialization::documented_content;
use super::{Response, ResponseHeader, Role};
use crate::names::Names;
use crate::types::Kind;

impl<'d> Reader<'d, '_> {
    pub(super) fn response(
        &mut self,
        operation: &Operation<'d>,
        response: &openapi_model::Response<'d>,
        type_name: &str,
        variants: &mut Names,
    ) -> Response {
        let variant = variants.claim_type(&status_name(response.status));
        let name = format!("{type_name} {variant}");
        let has_content = !response.content.is_empty();
        let role = if response.status.class() == Some(1) {
            self.warn(
                response.location,
                "an interim response (1XX) is sent by HTTP itself, and not by the handler",
            );
            Role::Interim
        } else if has_content && is_bodiless(operation.method, response.status) {
            let message = "HTTP allows no body in this response; it is sent without the body";
            self.warn(response.location, message);
            Role::Bodiless
        } else {
            Role::Usual
        };
        let side = match role {
            Role::Usual => Side::Response,
            _ => Side::Documented,
        };
        let content = has_content.then(|| self.content(&response.content, side, &name));
        let mut fields = Names::default();
        fields.claim_value("body");
        fields.claim_value("status");
        let mut headers = Vec::new();
        for header in &response.headers {
            let place = format!("{type_name} {}", header.name);
            let content = header.content.as_ref();
            let schema = header.schema.or(content.and_then(|content| content.schema));
            let mut shape = match schema {
                Some(schema) => self.types.shape(schema, &place, self.diagnostics),
                None => {
                    let message = format!(
                        "the header `{}` has no schema; it is emitted and sent as any text",
                        header.name
                    );
                    self.diagnostics
                        .push(Diagnostic::warning(header.location, message));
                    Kind::Any.into()
                }
            };
            if shape.remove_external() {
                let message = format!(
                    "`x-rust-type` has no effect on the header `{}`, whose type is generated",
                    header.name
                );
                self.warn(header.location, &message);
            }
            if let Some(content) = content {
                shape.rules.extend(documented_content(content.name));
            }
            headers.push(ResponseHeader {
                field: fields.claim_value(header.name),
                name: header.name.to_owned(),
                description: header.description.map(str::to_owned),
                required: header.required,
                kind: match shape.kind {
                    _ if content.is_some() => Kind::String,
                    Kind::Integer(_) | Kind::Number(_) | Kind::Boolean | Kind::Uuid => {
                        shape.kind.clone()
                    }
                    _ => Kind::String,
                },
                shape,
            });
        }
        Response {
            status: response.status,
            variant,
            description: response.description.unwrap_or_default().to_owned(),
            role,
            content,
            headers,
            component: component(&response.location.pointer),
            error: None,
        }
    }
}

fn component(pointer: &Pointer) -> Option<String> {
    let tokens: Vec<_> = pointer.tokens().collect();
    match tokens.as_slice() {
        [components, responses, name] if components == "components" && responses == "responses" => {
            Some(name.to_string())
        }
        _ => None,
    }
}

impl Response {
    /// Returns the response of an operation that declares none.
    pub(super) fn undeclared() -> Self {
        Self {
            status: Status::Default,
            variant: status_name(Status::Default),
            description: "a status without a body".to_owned(),
            role: Role::Undeclared,
            content: None,
            headers: Vec::new(),
            component: None,
            error: None,
        }
    }
}

/// Returns whether HTTP allows no body (RFC 9110 §9.3.2, §15.3.5, §15.3.6, §15.4.5).
pub(super) fn is_bodiless(method: Method, status: Status) -> bool {
    method == Method::Head || [204, 205, 304].map(Status::Code).contains(&status)
}

/// Returns the name of a status: HTTP's reason phrase, or the name of the class
/// (RFC 9110 §15).
pub(super) fn status_name(status: Status) -> String {
    let class = |class: StatusClass| match class.digit() {
        2 => "Success",
        3 => "Redirection",
        4 => "Client error",
        _ => "Server error",
    };
    match status {
        Status::Code(code) => http::StatusCode::from_u16(code)
            .ok()
            .and_then(|code| code.canonical_reason())
            .map_or_else(
                || format!("Status {code}"),
                |reason| reason.replace('\'', ""),
            ),
        Status::Class(status) => class(status).to_owned(),
        Status::Default => "Otherwise".to_owned(),
    }
}
