//! How the values of a parameter are written as text (OpenAPI 3.1.1 §4.8.12.2).

use openapi_document::{Parameter, ParameterLocation};
pub use openapi_schema::http::{FieldEncoding, Style, ValueKind};
use serde_json::{Map, Value};

use crate::types::{Body, Field, Kind, Shape, Types};

/// How the value of a parameter is written.
#[derive(Clone, Debug, PartialEq)]
pub enum Serialization {
    /// A scalar in the usual style of its location.
    Usual,
    /// Text with the delimiters of a style, and the members of an object. An open object has
    /// others, too, except these names of API keys.
    Style {
        style: Style,
        explode: bool,
        kinds: Vec<ValueKind>,
        members: Vec<String>,
        open: Option<Vec<String>>,
    },
    /// A JSON document.
    Json,
    /// A field of a form that has JSON.
    Field(FieldEncoding),
}

impl Serialization {
    /// Returns text with the delimiters of a style, for values of these types.
    pub(super) fn of(style: Style, explode: bool, types: &[ValueType]) -> Self {
        let (mut all, mut others) = (Vec::new(), None);
        let kinds = types.iter().map(|one| match one {
            ValueType::Scalar => ValueKind::Scalar,
            ValueType::Array(_) => ValueKind::Array,
            ValueType::Object { members, open } => {
                all.extend(members.iter().map(|member| member.name.clone()));
                others = open.then(Vec::new);
                ValueKind::Object
            }
        });
        let kinds = kinds.collect();
        Self::Style { style, explode, kinds, members: all, open: others }
    }
}

/// A type of values that the schema of a parameter allows.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueType {
    Scalar,
    Array(Shape),
    Object { members: Vec<Member>, open: bool },
}

/// A declared member of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    pub name: String,
    pub required: bool,
    pub shape: Shape,
}

/// Returns the style of a parameter, or nothing if its location does not have the style.
pub fn style(parameter: &Parameter<'_>) -> Option<Style> {
    use ParameterLocation::{Cookie, Header, Path, Query};
    let usual = match parameter.place {
        Path | Header => Style::Simple,
        Query | Cookie => Style::Form,
    };
    let style = parameter.style.map_or(Some(usual), Style::named)?;
    let is_known = match style {
        Style::Label | Style::Matrix => parameter.place == Path,
        Style::SpaceDelimited | Style::PipeDelimited | Style::DeepObject => {
            parameter.place == Query
        }
        Style::Simple | Style::Form => style == usual,
    };
    is_known.then_some(style)
}

/// Returns whether the style writes members of an object under names of their own, so that
/// one of them can be repeated.
fn repeats_members(style: Style, explode: bool) -> bool {
    style == Style::DeepObject || (style == Style::Form && explode)
}

/// The part that no style can write.
const NO_SCALARS: &str = "has items that are no scalars, which no style can write; \
                          describe it with `content` and `application/json` instead";

/// The nesting of types at which the search for members ends.
const DEEPEST: usize = 8;

impl Types<'_> {
    /// Returns the types of the values of a shape.
    pub fn value_types(&self, shape: &Shape) -> Vec<ValueType> {
        let mut types = Vec::new();
        self.add_value_types(shape, 0, &mut types);
        types
    }

    fn add_value_types(&self, shape: &Shape, depth: usize, types: &mut Vec<ValueType>) {
        let open = || ValueType::Object { members: Vec::new(), open: true };
        match &shape.kind {
            Kind::Null => {}
            Kind::Any => {
                add(types, ValueType::Scalar);
                add(types, ValueType::Array(Kind::Any.into()));
            }
            Kind::Object | Kind::Map(_) => add(types, open()),
            Kind::Array(items) => add(types, ValueType::Array((**items).clone())),
            Kind::Named(name) => {
                let mut definitions = self.definitions.values();
                let definition = definitions.find(|definition| definition.name == *name);
                match definition.map(|definition| &definition.body) {
                    Some(Body::Struct { fields, additional, .. }) => {
                        let members = fields.iter().map(Member::new).collect();
                        let open = additional.is_some();
                        add(types, ValueType::Object { members, open });
                    }
                    Some(Body::Transparent(shape)) if depth < DEEPEST => {
                        self.add_value_types(shape, depth + 1, types);
                    }
                    Some(Body::Union { variants, .. }) if depth < DEEPEST => {
                        for variant in variants {
                            self.add_value_types(&variant.shape, depth + 1, types);
                        }
                    }
                    _ => add(types, ValueType::Scalar),
                }
            }
            _ => add(types, ValueType::Scalar),
        }
    }

    /// Checks that a style can write values of these types. Returns warnings about
    /// what the Specification does not define.
    ///
    /// # Errors
    /// The part that the style cannot write.
    pub fn check_style(
        &self,
        style: Style,
        explode: bool,
        types: &[ValueType],
    ) -> Result<Vec<String>, String> {
        if types.is_empty() {
            return Err("has no value that a text can represent".to_owned());
        }
        let mut warnings = Vec::new();
        for value_type in types {
            match value_type {
                ValueType::Scalar => {}
                ValueType::Array(items) if self.has_scalars(items) => {
                    let message = "is an array, for which the Specification defines no form: it is \
                                   read as `name[]=a`, `name[0]=a` or `name=a`";
                    warnings.extend((style == Style::DeepObject).then(|| message.to_owned()));
                }
                ValueType::Array(items) => {
                    let items = self.value_types(items);
                    let [ValueType::Object { members, .. }] = items.as_slice() else {
                        return Err(NO_SCALARS.to_owned());
                    };
                    if style != Style::DeepObject {
                        return Err(NO_SCALARS.to_owned());
                    }
                    for member in members {
                        warnings.extend(self.check_member(style, explode, member, 0)?);
                    }
                    warnings.push(
                        "has items that are objects, for which the Specification defines no form: \
                         they are read as `name[0][member]`"
                            .to_owned(),
                    );
                }
                ValueType::Object { members, .. } => {
                    for member in members {
                        warnings.extend(self.check_member(style, explode, member, 0)?);
                    }
                }
            }
        }
        Ok(warnings)
    }

    fn check_member(
        &self,
        style: Style,
        explode: bool,
        member: &Member,
        depth: usize,
    ) -> Result<Option<String>, String> {
        let Member { name, required, shape } = member;
        let types = self.value_types(shape);
        let is_repeated = repeats_members(style, explode)
            && types
                .iter()
                .any(|one| matches!(one, ValueType::Array(items) if self.has_scalars(items)));
        let object = types.iter().find_map(|one| match one {
            ValueType::Object { members, .. } if style == Style::DeepObject => Some(members),
            _ => None,
        });
        if types.contains(&ValueType::Scalar) {
            return Ok(None);
        }
        if is_repeated {
            return Ok(Some(format!(
                "has the array `{name}`, for which the Specification defines no form: each item is sent under the name of the array"
            )));
        }
        if let Some(members) = object.filter(|_| depth < DEEPEST) {
            for member in members {
                self.check_member(style, explode, member, depth + 1)?;
            }
            return Ok(Some(format!(
                "has the object `{name}`, for which the Specification defines no form: its members are sent as `[{name}][member]`"
            )));
        }
        let message = format!("has the member `{name}`, which its style cannot write");
        if *required { Err(message) } else { Ok(Some(format!("{message}: it can't be sent"))) }
    }

    /// Returns whether values are arrays whose items no text in a list can represent.
    pub fn has_compound_items(&self, types: &[ValueType]) -> bool {
        types.iter().any(|one| matches!(one, ValueType::Array(items) if !self.has_scalars(items)))
    }

    pub(super) fn has_scalars(&self, shape: &Shape) -> bool {
        self.value_types(shape).contains(&ValueType::Scalar)
    }
}

impl Member {
    fn new(field: &Field) -> Self {
        Self { name: field.wire_name.clone(), required: field.required, shape: field.shape.clone() }
    }
}

/// Adds a type. Objects of several alternatives are one type with all members, of
/// which none is required.
fn add(types: &mut Vec<ValueType>, added: ValueType) {
    let ValueType::Object { members, open } = &added else {
        if !types.contains(&added) {
            types.push(added);
        }
        return;
    };
    let known = types.iter_mut().find_map(|one| match one {
        ValueType::Object { members, open } => Some((members, open)),
        _ => None,
    });
    let Some((known, is_open)) = known else {
        types.push(added);
        return;
    };
    *is_open |= open;
    known.iter_mut().for_each(|member| member.required = false);
    for member in members {
        if known.iter().all(|known| known.name != member.name) {
            let required = false;
            known.push(Member { required, ..member.clone() });
        }
    }
}

/// Returns the fields of a Parameter Object that dropshot cannot emit, as the value
/// of a keyword in the schema of the parameter.
pub(super) fn documented(parameter: &Parameter<'_>, is_partial: bool) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("in".to_owned(), parameter.place.to_string().into());
    for (name, value) in [
        ("style", parameter.style.map(Value::from)),
        ("explode", parameter.explode.map(Value::from)),
        ("content", parameter.content.map(Value::from)),
        ("allowReserved", parameter.allows_reserved.then(|| true.into())),
        ("allowEmptyValue", parameter.allows_empty.then(|| true.into())),
        ("partial", is_partial.then(|| true.into())),
    ] {
        fields.extend(value.map(|value| (name.to_owned(), value)));
    }
    keyword(fields)
}

/// Returns the media type of a header with `content`, as [`documented`] returns that of a
/// parameter.
pub(super) fn documented_content(media_type: &str) -> Map<String, Value> {
    keyword(Map::from_iter([("content".to_owned(), media_type.into())]))
}

fn keyword(fields: Map<String, Value>) -> Map<String, Value> {
    Map::from_iter([("x-parameter".to_owned(), Value::Object(fields))])
}
