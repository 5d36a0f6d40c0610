//! Reads declared responses and names their variants.

use openapi_document::{MediaType, Method, Operation, Status};

use super::read::{Reader, Side};
use super::{Content, Endpoint, Response, ResponseType, Role};
use crate::names::{Names, header_names};

impl<'d> Reader<'d, '_> {
    pub(super) fn response(
        &mut self,
        operation: &Operation<'d>,
        response: &openapi_document::Response<'d>,
        type_name: &str,
        variants: &mut Names,
    ) -> Response {
        let variant = variants.claim_type(&status_name(response.status));
        let component = response.location.pointer.component_name("responses");
        let (name, headers_of) = match &component {
            Some(component) => (component.clone(), component.as_str()),
            None => (format!("{type_name} {variant}"), type_name),
        };
        let has_content = !response.content.is_empty();
        let role = if response.status.class() == Some(1) {
            let message =
                "an interim response (1XX) is sent by HTTP itself, and not by the handler";
            self.warn(response.location, message);
            Role::Interim
        } else if has_content && is_bodiless(&operation.method, response.status) {
            let message = "HTTP allows no body in this response; it is sent without the body";
            self.warn(response.location, message);
            Role::Bodiless
        } else {
            Role::Usual
        };
        let content = has_content.then(|| match (role, &component) {
            (Role::Usual, Some(component)) => self.component_body(component, &response.content),
            (Role::Usual, None) => self.content(&response.content, Side::Response, &name),
            _ => self.content(&response.content, Side::Documented, &name),
        });
        let names = response.headers.iter().map(|header| header.name);
        let fields = header_names(&names.collect::<Vec<_>>());
        let headers = response.headers.iter().zip(fields).map(|(header, field)| {
            let place = match header.location.pointer.component_name("headers") {
                Some(name) => self.types.names.unless_taken(&name, "header"),
                None => format!("{headers_of} {}", header.name),
            };
            self.header(header, field, &place)
        });
        Response {
            status: response.status,
            variant,
            description: response.description.unwrap_or_default().to_owned(),
            role,
            content,
            headers: headers.collect(),
            component,
            type_name: None,
        }
    }

    /// Returns the body of a component, which is read once: operations share its type.
    fn component_body(&mut self, component: &str, media_types: &[MediaType<'d>]) -> Content {
        let mut known = self.service.response_bodies.iter();
        if let Some((_, content)) = known.find(|(name, _)| name == component) {
            return content.clone();
        }
        let name = self.types.names.unless_taken(component, "body");
        let content = self.content(media_types, Side::Response, &name);
        self.service.response_bodies.push((component.to_owned(), content.clone()));
        content
    }

    /// Lists the responses that are structs, after the operations and the schemas have
    /// their names.
    pub(super) fn response_types(&mut self, endpoints: &mut [Endpoint]) -> Vec<ResponseType> {
        let mut types: Vec<ResponseType> = Vec::new();
        for endpoint in endpoints {
            for (index, response) in endpoint.responses.iter_mut().enumerate() {
                let is_rejection = endpoint.rejections.contains(&index);
                let is_created = is_rejection && !response.is_determined();
                let component = response.component.clone().filter(|_| response.role == Role::Usual);
                let is_shared = component.is_some() && !response.headers.is_empty();
                if !is_created && !is_shared {
                    continue;
                }
                let own = || format!("{} {}", endpoint.value_name, response.variant);
                let name = component.clone().unwrap_or_else(own);
                let known = types
                    .iter()
                    .position(|other| component.is_some() && other.response.component == component);
                let index = known.unwrap_or(types.len());
                if known.is_none() {
                    let names = &mut self.types.names;
                    let type_name = names.unless_taken(&name, "response");
                    types.push(ResponseType {
                        name: names.claim_type(&type_name),
                        function: None,
                        response: Response { component, ..response.clone() },
                        is_reported: false,
                    });
                }
                let found = &mut types[index];
                if is_created && found.function.is_none() {
                    found.function = Some(self.names.claim_value(&name));
                }
                found.is_reported |= is_rejection && !is_created;
                response.type_name = Some(found.name.clone());
            }
        }
        types
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
            type_name: None,
        }
    }
}

/// Returns whether HTTP allows no body (RFC 9110 §9.3.2, §15.3.5, §15.3.6, §15.4.5).
pub(super) fn is_bodiless(method: &Method, status: Status) -> bool {
    *method == "HEAD" || [204, 205, 304].map(Status::Code).contains(&status)
}

/// Returns the name of a status: HTTP's reason phrase, or the name of the class
/// (RFC 9110 §15).
pub fn status_name(status: Status) -> String {
    match status {
        Status::Code(code) => http::StatusCode::from_u16(code)
            .ok()
            .and_then(|code| code.canonical_reason())
            .map_or_else(|| format!("Status {code}"), |reason| reason.replace('\'', "")),
        Status::Class(2) => "Success".to_owned(),
        Status::Class(3) => "Redirection".to_owned(),
        Status::Class(4) => "Client error".to_owned(),
        Status::Class(_) => "Server error".to_owned(),
        Status::Default => "Otherwise".to_owned(),
    }
}
