//! Reads declared responses and names their variants.

use openapi_model::{Diagnostic, Status, StatusClass};

use super::read::Reader;
use super::{Response, ResponseHeader};
use crate::names::Names;
use crate::types::Kind;

impl<'d> Reader<'d, '_> {
    pub(super) fn response(
        &mut self,
        response: &openapi_model::Response<'d>,
        type_name: &str,
        variants: &mut Names,
    ) -> Option<Response> {
        let variant = variants.claim_type(&status_name(response.status));
        if response.status.class() == Some(1) {
            self.reject(
                response.location,
                "an interim response (1XX) is sent by HTTP itself",
            );
            return None;
        }
        let (body, schema) = if response.content.is_empty() {
            (None, None)
        } else {
            let media_type = self.json(&response.content, response.location)?;
            let name = format!("{type_name} {variant}");
            match media_type.schema {
                Some(schema) => (
                    Some(self.types.body(schema, &name, self.diagnostics)),
                    Some(self.response_schema(schema, &name)),
                ),
                None => (Some(Kind::Any.into()), None),
            }
        };
        let mut fields = Names::default();
        fields.claim_value("body");
        fields.claim_value("status");
        let mut headers = Vec::new();
        for header in &response.headers {
            let shape = match header.schema {
                Some(schema) => self.types.shape(
                    schema,
                    &format!("{type_name} {}", header.name),
                    self.diagnostics,
                ),
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
            headers.push(ResponseHeader {
                field: fields.claim_value(header.name),
                name: header.name.to_owned(),
                description: header.description.map(str::to_owned),
                required: header.required,
                kind: match shape.kind {
                    Kind::Integer(_) | Kind::Number(_) | Kind::Boolean | Kind::Uuid => {
                        shape.kind.clone()
                    }
                    _ => Kind::String,
                },
                shape,
            });
        }
        Some(Response {
            status: response.status,
            variant,
            description: response.description.unwrap_or_default().to_owned(),
            body,
            schema,
            headers,
        })
    }
}

/// Returns the name of a status: HTTP's reason phrase, or the name of the class
/// (RFC 9110 §15).
fn status_name(status: Status) -> String {
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
