//! Reports members whose direction has no effect: `readOnly` and `writeOnly`.
//!
//! In OpenAPI 3.1 both are annotations, and `required` applies to requests and responses
//! alike (OpenAPI 3.1.1 §4.8.24). In 3.0 a required member that is `readOnly` was
//! required in responses only, and documents are often meant that way.

use openapi_model::{Diagnostic, MediaType, Node};

use super::content::Side;
use super::read::Reader;

impl<'d> Reader<'d, '_> {
    /// Warns about each required member that is for the other direction. Each schema is
    /// searched once for requests and once for responses.
    pub(super) fn check_directions(&mut self, content: &[MediaType<'d>], side: Side) {
        let mut schemas: Vec<_> = content.iter().filter_map(|one| one.schema).collect();
        while let Some(schema) = schemas.pop() {
            let is_request = side == Side::Request;
            if !self.directions.insert((schema.node(), is_request)) {
                continue;
            }
            let properties = schema.named_schemas("properties").unwrap_or_default();
            let required = schema.required().unwrap_or_default();
            let (keyword, message, direction) = match is_request {
                true => ("readOnly", "a request without it is refused", "requests"),
                false => ("writeOnly", "a response has to contain it", "responses"),
            };
            for (name, property) in &properties {
                let is_other = property.keyword(keyword).and_then(Node::boolean) == Some(true);
                if is_other && required.contains(name) {
                    let message = format!("`{name}` is required and `{keyword}`: {message}");
                    let help = format!(
                        "remove `{name}` from `required`, or describe {direction} by a schema of their own"
                    );
                    let warning = Diagnostic::warning(property.location(), message);
                    self.diagnostics.push(warning.help(help));
                }
            }
            schemas.extend(properties.into_iter().map(|(_, property)| property));
            schemas.extend(schema.reference().ok().flatten());
            for keyword in ["items", "additionalProperties"] {
                schemas.extend(schema.schema(keyword).ok().flatten());
            }
            for keyword in ["allOf", "anyOf", "oneOf"] {
                schemas.extend(schema.schemas(keyword).unwrap_or_default());
            }
        }
    }
}
