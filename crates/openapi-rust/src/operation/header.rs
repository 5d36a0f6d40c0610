//! The types of response headers, and how they are written.

use openapi_document::Header;
use openapi_schema::http::{Style, essence, is_json};

use super::read::Reader;
use super::serialization::{ValueType, documented_content};
use super::{HeaderForm, ResponseHeader};
use crate::types::{Kind, Shape, unaliased};

impl<'d> Reader<'d, '_> {
    /// Returns a header of a response. `place` names the type if neither a component nor a `title`
    /// does.
    pub(super) fn header(
        &mut self,
        header: &Header<'d>,
        field: String,
        place: &str,
    ) -> ResponseHeader {
        let name = header.name;
        let content = header.content.as_ref();
        let schema = header.schema.or(content.and_then(|content| content.schema));
        let mut documented = match schema {
            Some(schema) => self.types.shape(schema, place, self.diagnostics),
            None => {
                let what = match content.is_some_and(|content| is_json(content.name)) {
                    true => "any JSON",
                    false => "any text",
                };
                let message =
                    format!("the header `{name}` has no schema; it is emitted and sent as {what}");
                self.warn(header.location, &message);
                Kind::Any.into()
            }
        };
        let (form, shape) = self.header_form(header, &documented);
        if let Some(content) = content {
            documented.rules.extend(documented_content(content.name));
        }
        let pointer = schema.map(|schema| unaliased(schema).location().pointer.clone());
        ResponseHeader {
            field,
            name: name.to_owned(),
            description: header.description.map(str::to_owned),
            required: header.required,
            form,
            pointer: pointer.filter(|_| shape.is_some()),
            shape: shape.unwrap_or_else(|| match form.is_list() {
                true => Kind::Array(Box::new(Kind::String.into())).into(),
                false => Kind::String.into(),
            }),
            documented,
        }
    }

    /// Returns how a header is written, with its type unless it is any text: a `String` that no
    /// schema validates.
    fn header_form(
        &mut self,
        header: &Header<'d>,
        documented: &Shape,
    ) -> (HeaderForm, Option<Shape>) {
        // `null` has no text, so the type of a field has none.
        let shape = Shape { nullable: false, ..documented.clone() };
        let types = self.types.value_types(&shape);
        let has_type = shape.kind != Kind::Any || shape.external.is_some();
        let content = header.content.as_ref().map(|content| content.name);
        if header.name.eq_ignore_ascii_case("set-cookie") {
            return match types.as_slice() {
                _ if content.is_some() || !has_type => (HeaderForm::EachLine, None),
                [ValueType::Array(items)] if self.types.has_scalars(items) => {
                    (HeaderForm::Lines, Some(Kind::Array(Box::new(items.clone())).into()))
                }
                [ValueType::Scalar] => {
                    (HeaderForm::EachLine, Some(Kind::Array(Box::new(shape)).into()))
                }
                _ => (HeaderForm::EachLine, None),
            };
        }
        match content {
            Some(content) if is_json(content) => return (HeaderForm::Json, Some(shape)),
            Some(content) if !essence(content).starts_with("text/") => {
                return (HeaderForm::Text, None);
            }
            _ if !has_type => return (HeaderForm::Text, None),
            _ => {}
        }
        let checked = self.types.check_style(Style::Simple, header.explode, &types);
        let any_text = |error| vec![format!("{error}; it is any text")];
        for warning in checked.clone().unwrap_or_else(any_text) {
            let message = format!("the header `{}` {warning}", header.name);
            self.warn(header.location, &message);
        }
        let has = |wanted: fn(&ValueType) -> bool| types.iter().any(wanted);
        let form = match header.explode {
            _ if checked.is_err() => return (HeaderForm::Text, None),
            _ if has(|one| matches!(one, ValueType::Array(_))) => HeaderForm::List,
            _ if !has(|one| matches!(one, ValueType::Object { .. })) => HeaderForm::Text,
            true => HeaderForm::Assignments,
            false => HeaderForm::Members,
        };
        (form, Some(shape))
    }
}
