//! The fields of forms: `application/x-www-form-urlencoded` and
//! `multipart/form-data` (OpenAPI 3.1.1 §4.8.15).

use openapi_document::{Diagnostics, MediaType, Node, Pointer, RustType, Schema};
use openapi_schema::http::{Syntax, is_json};

use super::content::is_binary;
use super::read::Reader;
use super::serialization::{Serialization, Style, ValueType};
use super::{Alternative, FormField, Format, ParameterSource, Part, PartContent};
use crate::merge::Merged;
use crate::types::{Definition, Kind, Shape, unaliased};

/// A member of the object that is sent as a form.
struct Member<'d> {
    name: &'d str,
    schemas: Vec<Schema<'d>>,
    pointer: Pointer,
    shape: Shape,
    encoding: Option<&'d Node>,
}

impl<'d> Member<'d> {
    fn text(&self, field: &str) -> Option<&'d str> {
        self.encoding?.get(field)?.string()
    }

    fn explode(&self) -> Option<bool> {
        self.encoding?.get("explode")?.boolean()
    }

    /// Returns whether the declared media type of the field is JSON, and no other.
    fn is_json(&self) -> Option<bool> {
        self.text("contentType").map(is_json)
    }

    /// Returns the declared media types of the field.
    fn media_types(&self) -> impl Iterator<Item = &'d str> {
        let media_types = self.text("contentType").unwrap_or_default().split(',');
        media_types.map(str::trim).filter(|one| !one.is_empty())
    }

    /// Returns whether the field is a string that is declared as bytes, such as an image.
    fn is_declared_file(&self, item: &Shape) -> bool {
        let mut media_types = self.media_types().map(Syntax::of).peekable();
        item.kind == Kind::String
            && media_types.peek().is_some()
            && media_types.all(|syntax| syntax == Syntax::Bytes)
    }
}

/// Returns the schemas that apply to each branch of a form.
fn branches<'d>(schemas: Vec<Schema<'d>>) -> Vec<Vec<Schema<'d>>> {
    let mut ignored = Diagnostics::default();
    match Merged::new(&schemas, &mut ignored).take_union(&mut ignored) {
        Some(union) => {
            let branches = union.branches.into_iter();
            branches.flat_map(|branch| self::branches([&schemas[..], &[branch]].concat())).collect()
        }
        None => vec![schemas],
    }
}

impl<'d> Reader<'d, '_> {
    /// Returns the members of a form. `name` is the prefix of the names of their
    /// types.
    fn members(
        &mut self,
        media_type: &MediaType<'d>,
        schemas: &[Schema<'d>],
        name: &str,
    ) -> Vec<Member<'d>> {
        let merged = Merged::new(schemas, self.diagnostics);
        let mut members = Vec::new();
        for (property, schemas) in merged.properties {
            let name = format!("{name} {property}");
            let shape = self.types.shape_of_all(&schemas, &name, self.diagnostics);
            members.extend(schemas.first().map(|first| Member {
                name: property,
                pointer: first.location().pointer.clone(),
                shape,
                encoding: media_type.encoding.and_then(|all| all.get(property)),
                schemas: schemas.clone(),
            }));
        }
        members
    }

    pub(super) fn form_fields(
        &mut self,
        media_type: &MediaType<'d>,
        schema: Schema<'d>,
        name: &str,
        shape: &Shape,
    ) -> Vec<FormField> {
        let members = self.members(media_type, &[schema], name);
        self.check_encoding(media_type, &members);
        let all = self.types.value_types(shape).into_iter();
        let all = all.flat_map(|one| match one {
            ValueType::Object { members, .. } => members,
            _ => Vec::new(),
        });
        let all: Vec<_> = all.collect();
        let is_own = |name: &str| members.iter().any(|member| member.name == name);
        // Branches of a union declare the others, each with values of its own.
        if !all.iter().all(|member| is_own(&member.name)) {
            for member in all {
                let types = self.types.value_types(&member.shape);
                let has_list = types.iter().any(|one| matches!(one, ValueType::Array(_)));
                let has_list = has_list && !self.types.has_compound_items(&types);
                if !has_list && !types.contains(&ValueType::Scalar) {
                    let what = format!("the field `{}` of a branch has no text", member.name);
                    self.warn(schema.location(), &format!("{what}: it can't be sent"));
                }
            }
            return Vec::new();
        }
        let field = |member: Member<'d>| FormField {
            name: member.name.to_owned(),
            source: ParameterSource {
                serialization: self.field_serialization(&member),
                pointer: member.pointer,
                allows_empty: false,
                credentials: Vec::new(),
            },
        };
        members.into_iter().map(field).collect()
    }

    /// Returns how a field is written: in its style, or else a scalar as text, an
    /// array item by item, and an object as JSON.
    fn field_serialization(&self, member: &Member<'d>) -> Serialization {
        let types = self.types.value_types(&member.shape);
        let has_style = ["style", "explode", "allowReserved"]
            .iter()
            .any(|field| member.encoding.is_some_and(|one| one.get(field).is_some()));
        let has_objects = types.iter().any(|one| match one {
            ValueType::Object { .. } => true,
            ValueType::Array(items) => !self.types.value_types(items).contains(&ValueType::Scalar),
            ValueType::Scalar => false,
        });
        if !has_style && member.is_json().unwrap_or(has_objects) {
            return Serialization::Json;
        }
        if types == [ValueType::Scalar] {
            return Serialization::Usual;
        }
        let style = match member.text("style") {
            Some("spaceDelimited") => Style::SpaceDelimited,
            Some("pipeDelimited") => Style::PipeDelimited,
            Some("deepObject") => Style::DeepObject,
            _ => Style::Form,
        };
        Serialization::Style {
            style,
            explode: member.explode().unwrap_or(style == Style::Form),
            types,
        }
    }

    /// Returns `multipart/form-data`, whose files have a type of their own. Without
    /// declared parts, the handler receives the bytes.
    pub(super) fn multipart(
        &mut self,
        media_type: &MediaType<'d>,
        schema: Schema<'d>,
        name: &str,
        alternative: Alternative,
    ) -> Alternative {
        let form = unaliased(schema);
        if [schema, form].into_iter().any(RustType::is_named_by) {
            let message =
                "`x-rust-type` has no effect on `multipart/form-data`, whose type is generated";
            self.warn(schema.location(), message);
        }
        self.check_part_headers(media_type);
        let mut definitions = self.types.form(form, name, self.diagnostics).unwrap_or_default();
        let mut members = Vec::new();
        for schemas in branches(vec![form]) {
            members.extend(self.members(media_type, &schemas, name));
        }
        self.check_encoding(media_type, &members);
        let mut parts: Vec<Part> = Vec::new();
        for member in &members {
            let part = self.part(member, &mut definitions);
            match parts.iter_mut().find(|known| known.name == part.name) {
                Some(known) if known.content != part.content || known.repeated != part.repeated => {
                    let name = &part.name;
                    let message =
                        format!("branches of the form write the part `{name}` in several ways");
                    self.warn(member.schemas[0].location(), &message);
                    definitions.clear();
                }
                Some(known) => {
                    known.pointer.take_if(|own| Some(&*own) != part.pointer.as_ref());
                }
                None => parts.push(part),
            }
        }
        let Some(first) = definitions.first() else {
            let message = "the parts are not declared, so that the handler receives the bytes";
            self.warn(media_type.location, message);
            let documented = self.types.shape(schema, name, self.diagnostics);
            return Alternative { documented: Some(documented), ..alternative };
        };
        let shape: Shape = Kind::Named(first.name.clone()).into();
        Alternative {
            documented: Some(shape.clone()),
            shape,
            pointer: Some(schema.location().pointer.clone()),
            format: Format::Multipart(parts, definitions),
            ..alternative
        }
    }

    /// Warns about the headers of parts: no type has them, and nothing validates them.
    pub(super) fn check_part_headers(&mut self, media_type: &MediaType<'d>) {
        let encoding = media_type.encoding.and_then(Node::mapping);
        for (name, one) in encoding.into_iter().flatten() {
            if let Some(headers) = one.get("headers") {
                let message =
                    format!("the headers of the part `{name}` are neither checked nor emitted");
                self.warn(&headers.location, &message);
            }
        }
    }

    /// Warns about the encoding of a field that the schema does not declare (§4.8.14).
    fn check_encoding(&mut self, media_type: &MediaType<'d>, members: &[Member<'d>]) {
        let encoding = media_type.encoding.and_then(Node::mapping);
        for (name, one) in encoding.into_iter().flatten() {
            if !members.iter().any(|member| member.name == name) {
                let message =
                    format!("the schema has no property `{name}`; its encoding has no effect");
                self.warn(&one.location, &message);
            }
        }
    }

    /// Returns whether each value of a part is a scalar.
    fn is_text(&self, item: &Shape) -> bool {
        item.kind != Kind::Any && self.types.value_types(item) == [ValueType::Scalar]
    }

    /// Returns the part for a member. That of a file has another type in the form.
    fn part(&mut self, member: &Member<'d>, form: &mut [Definition]) -> Part {
        if member
            .encoding
            .is_some_and(|one| one.get("style").is_some() || one.get("explode").is_some())
        {
            let message = format!(
                "the style of the part `{}` is not applied: an item of an array is a part, and an object is JSON",
                member.name
            );
            self.warn(member.schemas[0].location(), &message);
        }
        let (item, repeated) = match &member.shape.kind {
            Kind::Array(items) => (&**items, true),
            _ => (&member.shape, false),
        };
        let is_file = member.is_json() != Some(true)
            && (member.is_declared_file(item) || member.schemas.iter().any(|one| is_file(*one)));
        let content = if is_file {
            let fields = form.iter_mut().flat_map(|one| one.body.fields_mut());
            for field in fields.filter(|one| one.wire_name == member.name) {
                if field.shape.remove_external() {
                    let message = format!(
                        "`x-rust-type` has no effect on the part `{}`, which is a file",
                        member.name
                    );
                    self.warn(member.schemas[0].location(), &message);
                }
                field.default = None;
                make_file(&mut field.shape);
            }
            PartContent::File(member.media_types().map(str::to_owned).collect())
        } else if member.is_json().unwrap_or(!self.is_text(item)) {
            PartContent::Json
        } else {
            PartContent::Text
        };
        let pointer = (member.schemas.len() == 1).then(|| member.pointer.clone());
        Part { name: member.name.to_owned(), pointer, content, repeated }
    }
}

/// Makes the type of a part that of a file, or of several. The emitted schema has the
/// keywords that `FilePart` lacks. A part is never `null`.
fn make_file(shape: &mut Shape) {
    if let Kind::Array(items) = &mut shape.kind {
        return make_file(items);
    }
    if shape.kind == Kind::String {
        shape.rules.insert("type".to_owned(), "string".into());
    }
    if std::mem::take(&mut shape.nullable) {
        shape.rules.insert("nullable".to_owned(), true.into());
    }
    shape.kind = Kind::File;
}

/// Returns whether a part is a file: bytes, an array of bytes, or `null` beside them.
fn is_file(schema: Schema<'_>) -> bool {
    let schema = unaliased(schema);
    if let Ok(Some(items)) = schema.schema("items") {
        return is_file(items);
    }
    let branches = ["anyOf", "oneOf"].into_iter().find_map(|keyword| {
        schema.keyword(keyword)?;
        schema.schemas(keyword).ok()
    });
    match branches {
        Some(branches) => {
            let is_null = |branch: &Schema<'_>| branch.text("type") == Some("null");
            let mut others = branches.into_iter().filter(|branch| !is_null(branch));
            others.next().is_some_and(is_file) && others.all(is_file)
        }
        None => is_binary(schema),
    }
}
