//! The fields of forms: `application/x-www-form-urlencoded` and
//! `multipart/form-data` (OpenAPI 3.1.1 §4.8.15).

use openapi_document::{Diagnostics, MediaType, Node, Pointer, RustType, Schema};
use openapi_schema::http::{FieldContent, FieldEncoding, Syntax, is_json};

use super::content::is_binary;
use super::read::Reader;
use super::serialization::{Serialization, Style, ValueType};
use super::{Alternative, Format, ParameterSource, Part};
use crate::merge::{Merged, is_null};
use crate::types::{Definition, Kind, Shape, unaliased};
use crate::union::subtypes;

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

/// Returns how a field is written that has this Encoding Object, or none.
pub fn field_encoding(encoding: Option<&Node>) -> FieldEncoding {
    encoding.and_then(|one| serde_json::from_value(one.to_json()).ok()).unwrap_or_default()
}

/// Returns the schemas that apply to each branch and subtype of a form.
fn branches<'d>(schemas: Vec<Schema<'d>>) -> Vec<Vec<Schema<'d>>> {
    let mut ignored = Diagnostics::default();
    let union = Merged::new(&schemas, &mut ignored).take_union(&mut ignored);
    let below = schemas.last().filter(|_| union.is_none());
    let below =
        below.and_then(|last| subtypes(unaliased(*last))).map_or_else(Vec::new, |one| one.1);
    let own = union.is_none().then(|| schemas.clone());
    let branches = union.map_or_else(Vec::new, |union| union.branches).into_iter();
    let branches = branches.chain(below.into_iter().map(|subtype| subtype.schema));
    let branches = branches.flat_map(|one| self::branches([&schemas[..], &[one]].concat()));
    own.into_iter().chain(branches).collect()
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

    /// Returns the members of each branch or subtype of a form, and their number.
    fn members_of_branches(
        &mut self,
        media_type: &MediaType<'d>,
        form: Schema<'d>,
        name: &str,
    ) -> (Vec<Member<'d>>, usize) {
        let branches = branches(vec![form]);
        let members = branches.iter().flat_map(|one| self.members(media_type, one, name)).collect();
        (members, branches.len())
    }

    pub(super) fn form_fields(
        &mut self,
        media_type: &MediaType<'d>,
        schema: Schema<'d>,
        name: &str,
        shape: &Shape,
    ) -> Vec<ParameterSource> {
        let mut members = self.members(media_type, &[schema], name);
        let all = self.types.value_types(shape).into_iter();
        let mut all = all.flat_map(|one| match one {
            ValueType::Object { members, .. } => members,
            _ => Vec::new(),
        });
        let is_own = |name: &str| members.iter().any(|member| member.name == name);
        // Branches of a union declare the others, each with values of its own.
        if !all.all(|member| is_own(&member.name)) {
            members.clear();
            if media_type.encoding.is_some() {
                members = self.members_of_branches(media_type, schema, name).0;
            }
            members.retain(|member| member.encoding.is_some());
            members.sort_by_key(|member| member.name);
            members.dedup_by_key(|member| member.name);
        }
        self.check_encoding(media_type, &members);
        for member in &members {
            self.check_null(member, member.is_json() == Some(true));
        }
        let field = |member: Member<'d>| ParameterSource {
            name: member.name.to_owned(),
            required: false,
            serialization: self.field_serialization(&member),
            pointer: member.pointer,
            allows_empty: false,
        };
        members.into_iter().map(field).collect()
    }

    /// Returns how a field is read: a text or texts in a style, unless it has JSON.
    fn field_serialization(&self, member: &Member<'d>) -> Serialization {
        let types = self.types.value_types(&member.shape);
        let encoding = field_encoding(member.encoding);
        let is_text = |one: &ValueType| match one {
            ValueType::Array(items) => self.types.value_types(items) == [ValueType::Scalar],
            one => *one == ValueType::Scalar,
        };
        let (style, explode) = match encoding {
            FieldEncoding::Json => return Serialization::Field(encoding),
            FieldEncoding::Usual if !types.iter().all(is_text) => {
                return Serialization::Field(encoding);
            }
            _ if types == [ValueType::Scalar] => return Serialization::Usual,
            FieldEncoding::Usual => (Style::Form, true),
            FieldEncoding::Style(style, explode) => (style, explode),
        };
        Serialization::of(style, explode, &types)
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
        let encoding = media_type.encoding.map(Node::to_json);
        let key = (form.location().pointer.clone(), encoding, self.is_patch);
        if let Some((_, known)) = self.forms.iter().find(|(known, _)| *known == key) {
            let Alternative { format, shape, pointer, documented, .. } = known.clone();
            return Alternative { format, shape, pointer, documented, ..alternative };
        }
        let name = &self.types.form_name(form, name);
        if [schema, form].into_iter().any(RustType::is_named_by) {
            let message =
                "`x-rust-type` has no effect on `multipart/form-data`, whose type is generated";
            self.warn(schema.location(), message);
        }
        self.check_part_headers(media_type);
        let mut definitions = self.types.form(form, name, self.diagnostics).unwrap_or_default();
        let (members, count) = self.members_of_branches(media_type, form, name);
        self.check_encoding(media_type, &members);
        let mut parts: Vec<Part> = Vec::new();
        for member in &members {
            let part = self.part(member, &mut definitions);
            if member.is_json() == Some(false) && part.content == FieldContent::Json {
                let name = &part.name;
                let message = format!("no type has the part `{name}` in its media type");
                self.warn(member.schemas[0].location(), &message);
                definitions.clear();
            }
            let is_file = |part: &Part| matches!(part.content, FieldContent::File(_));
            match parts.iter_mut().find(|known| known.name == part.name) {
                Some(known) if known.content == part.content && known.repeated == part.repeated => {
                    known.schema.take_if(|own| Some(&*own) != part.schema.as_ref());
                }
                Some(known) if !is_file(known) && !is_file(&part) => {
                    let content = FieldContent::TextOrJson;
                    *known = Part { schema: None, content, repeated: false, ..part };
                }
                Some(_) => {
                    let name = &part.name;
                    let message =
                        format!("branches of the form write the part `{name}` in several ways");
                    self.warn(member.schemas[0].location(), &message);
                    definitions.clear();
                }
                None => parts.push(part),
            }
        }
        // A branch that does not declare a part may accept any value of it.
        for part in &mut parts {
            let declared = members.iter().filter(|member| member.name == part.name).count();
            part.schema.take_if(|_| declared < count);
        }
        // The types know a file by the name of its part.
        let has_unnamed_files = |schemas: &Vec<Schema<'d>>| {
            let merged = Merged::new(schemas, &mut Diagnostics::default());
            merged.additional.into_iter().any(is_file)
        };
        if branches(vec![form]).iter().any(has_unnamed_files) {
            definitions.clear();
        }
        let Some(first) = definitions.first() else {
            let message = "the parts are not declared, so that the handler receives the bytes";
            self.warn(media_type.location, message);
            let documented = self.types.shape(schema, name, self.diagnostics);
            return Alternative { documented: Some(documented), ..alternative };
        };
        let shape: Shape = Kind::Named(first.name.clone()).into();
        let shared = Alternative {
            documented: Some(shape.clone()),
            shape,
            pointer: Some(schema.location().pointer.clone()),
            format: Format::Multipart(parts.clone(), Vec::new()),
            ..alternative
        };
        self.forms.push((key, shared.clone()));
        Alternative { format: Format::Multipart(parts, definitions), ..shared }
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

    /// Warns about a member that a PATCH can't set to null.
    fn check_null(&mut self, member: &Member<'d>, has_null: bool) {
        if self.is_patch && member.shape.nullable && !has_null {
            let message = format!("the field `{}` can't be null: it is not JSON", member.name);
            self.warn(member.schemas[0].location(), &message);
        }
    }

    /// Returns whether each value of a part is a scalar.
    fn is_text(&self, item: &Shape) -> bool {
        item.kind != Kind::Any && self.types.value_types(item) == [ValueType::Scalar]
    }

    /// Returns the part for a member. That of a file has another type in the form.
    fn part(&mut self, member: &Member<'d>, form: &mut [Definition]) -> Part {
        let types = self.types.value_types(&member.shape);
        let is_usual = |style, explode| match types.as_slice() {
            [ValueType::Scalar] => true,
            [ValueType::Array(_)] => style == Style::Form && explode,
            _ => false,
        };
        if let FieldEncoding::Style(style, explode) = field_encoding(member.encoding)
            && !is_usual(style, explode)
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
        for one in member.schemas.iter().filter(|_| is_file) {
            let item = unaliased(*one).schema("items").ok().flatten().unwrap_or(*one);
            if let Some(pattern) = unaliased(item).keyword("pattern") {
                let message =
                    format!("the `pattern` of the part `{}` accepts no file", member.name);
                self.reject(&pattern.location, &message);
            }
        }
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
            FieldContent::File(member.media_types().collect::<Vec<_>>().join(", "))
        } else if member.is_json() == Some(true)
            || !self.types.value_types(item).contains(&ValueType::Scalar)
        {
            FieldContent::Json
        } else if self.is_text(item) {
            FieldContent::Text
        } else {
            FieldContent::TextOrJson
        };
        let has_null = content == FieldContent::Json;
        self.check_null(member, has_null);
        let fields = form.iter_mut().flat_map(|one| one.body.fields_mut());
        for field in fields.filter(|one| one.wire_name == member.name) {
            let is_told_apart = self.is_patch && has_null;
            field.null_is_absent = !field.required && field.shape.nullable && !is_told_apart;
        }
        let schema = (member.schemas.len() == 1).then(|| member.pointer.clone());
        Part { name: member.name.to_owned(), content, repeated, schema }
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
            let mut others = branches.into_iter().filter(|branch| !is_null(branch));
            others.next().is_some_and(is_file) && others.all(is_file)
        }
        None => is_binary(schema),
    }
}
