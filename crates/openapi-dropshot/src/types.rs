//! Schemas to Rust types.
//!
//! Every schema gets a [`Shape`]: a Rust type, and the rules that the type
//! can't say, which go into the emitted schema. Objects, enumerations and
//! unions become definitions of their own, named after their component, their
//! `title`, or the place they stand in.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::marker::PhantomData;

use openapi_model::{Diagnostic, Diagnostics, Document, Node, Schema, TypeName};
use serde_json::{Map, Value};

use crate::keywords;
use crate::merge::Merged;
use crate::names::Names;
use crate::union::UnionVariant;

/// A Rust type without what surrounds it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// `serde_json::Value`
    Any,
    /// `serde_json::Map`
    Object,
    /// `()`, which is `null`
    Null,
    /// `bool`
    Boolean,
    /// An integer of that name
    Integer(&'static str),
    /// A float of that name
    Number(&'static str),
    /// `String`
    String,
    /// `DateTime<FixedOffset>`
    DateTime,
    /// `NaiveDate`
    Date,
    /// `Uuid`
    Uuid,
    /// `Vec`
    Array(Box<Shape>),
    /// `BTreeMap<String, _>`
    Map(Box<Shape>),
    /// A definition of the generated file
    Named(String),
}

/// A Rust type and what it can't say.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    /// The type.
    pub kind: Kind,
    /// Whether `null` is allowed beside it.
    pub nullable: bool,
    /// Whether it is boxed, because it contains itself.
    pub boxed: bool,
    /// Keywords to add to the emitted schema; `null` takes one away.
    pub rules: Map<String, Value>,
}

impl From<Kind> for Shape {
    fn from(kind: Kind) -> Self {
        Self { kind, nullable: false, boxed: false, rules: Map::new() }
    }
}

impl Shape {
    /// Whether schemars makes the right schema of the type by itself.
    pub fn is_plain(&self) -> bool {
        self.rules.is_empty()
            && match &self.kind {
                Kind::Array(inner) | Kind::Map(inner) => inner.is_plain(),
                _ => true,
            }
    }

    /// The definition that a value holds directly, not through a `Vec` or map.
    fn held(&self) -> Option<&str> {
        match &self.kind {
            Kind::Named(name) => Some(name),
            _ => None,
        }
    }
}

/// A member of a struct.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub name: String,
    pub wire_name: String,
    pub description: Option<String>,
    pub required: bool,
    pub shape: Shape,
}

/// What a definition is.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// An object with known members. `additional` is the type of others;
    /// `closed` refuses them.
    Struct { fields: Vec<Field>, additional: Option<Shape>, closed: bool },
    /// A string out of a list: variants and what they stand for.
    Enumeration(Vec<(String, String)>),
    /// A number that may be out of a list: `x-extensible-enum`.
    OpenEnumeration { integer: &'static str, values: Vec<OpenValue> },
    /// A body whose type alone says too little.
    Transparent(Shape),
    /// One of several.
    Union { exclusive: bool, tag: Option<String>, variants: Vec<UnionVariant> },
}

/// A known value of an open enumeration.
#[derive(Clone, Debug)]
pub(crate) struct OpenValue {
    pub variant: String,
    pub value: i64,
    pub description: Option<String>,
}

/// A type of the generated file.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub name: String,
    pub description: Option<String>,
    pub body: Body,
}

/// All types that a document needs.
pub(crate) struct Types<'d> {
    pub names: Names,
    components: HashMap<*const Node, String>,
    shapes: HashMap<*const Node, Option<Shape>>,
    definitions: BTreeMap<usize, Definition>,
    reserved: usize,
    document: PhantomData<&'d Document>,
}

impl<'d> Types<'d> {
    /// No types yet, but every component has its name.
    pub fn new(document: &'d Document) -> Self {
        let mut names = Names::default();
        let schemas = document.root().get("components").and_then(|components| components.get("schemas"));
        let components = schemas.and_then(Node::mapping).into_iter().flatten();
        let components =
            components.map(|(name, node)| (std::ptr::from_ref(node), names.claim_type(name))).collect();
        Self {
            names,
            components,
            shapes: HashMap::new(),
            definitions: BTreeMap::new(),
            reserved: 0,
            document: PhantomData,
        }
    }

    /// The definitions in the order in which they were first needed.
    pub fn finish(self) -> Vec<Definition> {
        let mut definitions: Vec<_> = self.definitions.into_values().collect();
        box_recursive(&mut definitions);
        definitions
    }

    /// The shape of a schema. `place` names it if nothing else does.
    pub fn shape(&mut self, schema: Schema<'d>, place: &str, diagnostics: &mut Diagnostics) -> Shape {
        self.shape_of_all(&[schema], place, diagnostics)
    }

    /// The shape of a value to which several schemas apply.
    pub fn shape_of_all(
        &mut self,
        schemas: &[Schema<'d>],
        place: &str,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        let key = match schemas {
            [only] => {
                if let Some(target) = alias(only) {
                    return self.shape(target, place, diagnostics);
                }
                std::ptr::from_ref(only.node())
            }
            _ => std::ptr::null(),
        };
        match self.shapes.get(&key) {
            Some(Some(shape)) if !key.is_null() => return shape.clone(),
            Some(None) if !key.is_null() => {
                let message = "a type that contains itself, and is neither an object nor a union";
                diagnostics.push(Diagnostic::error(schemas[0].location(), message));
                return Kind::Any.into();
            }
            _ => {}
        }
        self.shapes.insert(key, None);
        let merged = Merged::new(schemas, diagnostics);
        let component = self.components.get(&key).cloned();
        let shape = self.merged(merged, component, place, key, diagnostics);
        self.shapes.insert(key, Some(shape.clone()));
        shape
    }

    fn merged(
        &mut self,
        mut merged: Merged<'d>,
        component: Option<String>,
        place: &str,
        key: *const Node,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        let Some(location) = merged.schemas.first().map(Schema::location) else {
            return Kind::Any.into();
        };
        merged.take_null();
        if !merged.unions.is_empty() {
            return self.union(merged, component, place, key, diagnostics);
        }
        let nullable = merged.nullable;
        infer_type(&mut merged, diagnostics);
        let types: Vec<_> = single_types(&merged);
        let mut shape = match types.as_slice() {
            [] => Kind::Any.into(),
            [only] => self.single(merged, *only, component, place, key, diagnostics),
            several => self.union_of_types(merged, several, component, place, key, diagnostics),
        };
        if shape.kind == Kind::Null && nullable {
            diagnostics.push(Diagnostic::error(location, "only `null` is left"));
        }
        shape.nullable |= nullable;
        shape
    }

    /// The shape of a body. dropshot shows a body by its type alone, so one
    /// with further rules gets a type of its own.
    pub fn body(&mut self, schema: Schema<'d>, place: &str, diagnostics: &mut Diagnostics) -> Shape {
        let shape = self.shape(schema, place, diagnostics);
        if shape.is_plain() {
            return shape;
        }
        let name = self.names.claim_type(place);
        self.reserved += 1;
        let description = schema.text("description").map(str::to_owned);
        let definition = Definition { name: name.clone(), description, body: Body::Transparent(shape) };
        self.insert(self.reserved, definition);
        Kind::Named(name).into()
    }

    /// Whether a value is written as one text: a parameter.
    pub fn is_scalar(&self, shape: &Shape) -> bool {
        match &shape.kind {
            Kind::Any | Kind::Object | Kind::Null | Kind::Array(_) | Kind::Map(_) => false,
            Kind::Named(name) => self.definitions.values().any(|definition| {
                let scalar = matches!(definition.body, Body::Enumeration(_) | Body::OpenEnumeration { .. });
                definition.name == *name && scalar
            }),
            _ => true,
        }
    }

    /// A name for a definition, which can be referred to from now on.
    pub(crate) fn define(
        &mut self,
        merged: &Merged<'d>,
        component: Option<String>,
        place: &str,
        key: *const Node,
    ) -> (usize, String) {
        let name = component
            .or_else(|| merged.text("title").map(|title| self.names.claim_type(title)))
            .unwrap_or_else(|| self.names.claim_type(place));
        if !key.is_null() {
            let shape = Shape { nullable: merged.nullable, ..Kind::Named(name.clone()).into() };
            self.shapes.insert(key, Some(shape));
        }
        self.reserved += 1;
        (self.reserved, name)
    }

    pub(crate) fn insert(&mut self, number: usize, definition: Definition) {
        self.definitions.insert(number, definition);
    }

    /// The shape of a value of one type.
    pub(crate) fn single(
        &mut self,
        mut merged: Merged<'d>,
        type_name: TypeName,
        component: Option<String>,
        place: &str,
        key: *const Node,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        let rules = rules_for(&merged, type_name);
        let shape = |kind: Kind, rules| Shape { rules, ..Shape::from(kind) };
        match type_name {
            TypeName::Null => Kind::Null.into(),
            TypeName::Boolean => shape(Kind::Boolean, with_values(rules, &merged)),
            TypeName::Integer | TypeName::Number => {
                if let Some(open) = self.open_enumeration(&merged, component, place, key) {
                    return open;
                }
                let (kind, format) = number(type_name, merged.format);
                let mut rules = with_values(rules, &merged);
                if let Some(format) = format {
                    rules.insert("format".to_owned(), format);
                }
                shape(kind, rules)
            }
            TypeName::String if merged.values.is_some() => {
                self.enumeration(&merged, component, place, key, diagnostics)
            }
            TypeName::String => {
                let (kind, mut rules) = (string(merged.format), rules);
                if let (Kind::String, Some(format)) = (&kind, merged.format) {
                    rules.insert("format".to_owned(), format.into());
                }
                shape(kind, rules)
            }
            TypeName::Array => {
                let items = std::mem::take(&mut merged.items);
                let items = match items.as_slice() {
                    [] => Kind::Any.into(),
                    items => {
                        let place = format!("{} item", component.as_deref().unwrap_or(place));
                        self.shape_of_all(items, &place, diagnostics)
                    }
                };
                shape(Kind::Array(Box::new(items)), rules)
            }
            TypeName::Object => {
                let named = !merged.properties.is_empty() || !merged.required.is_empty() || merged.closed;
                if named {
                    if !rules.is_empty() {
                        let keywords: Vec<_> = rules.keys().map(|keyword| format!("`{keyword}`")).collect();
                        let message = format!("{} of an object with known members is not supported", keywords.join(", "));
                        diagnostics.push(Diagnostic::error(merged.schemas[0].location(), message));
                    }
                    return self.object(merged, component, place, key, diagnostics);
                }
                if merged.additional.is_empty() {
                    return shape(Kind::Object, rules);
                }
                let place = format!("{} value", component.as_deref().unwrap_or(place));
                let values = self.shape_of_all(&merged.additional, &place, diagnostics);
                shape(Kind::Map(Box::new(values)), rules)
            }
        }
    }

    fn object(
        &mut self,
        merged: Merged<'d>,
        component: Option<String>,
        place: &str,
        key: *const Node,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        let (number, name) = self.define(&merged, component, place, key);
        let mut field_names = Names::default();
        let mut fields = Vec::new();
        let unlisted = merged.required.iter().filter(|name| !merged.properties.contains_key(*name));
        let unlisted: Vec<_> = unlisted.map(|name| (*name, Vec::new())).collect();
        for (wire_name, schemas) in merged.properties.iter().map(|(name, schemas)| (*name, schemas.clone())).chain(unlisted) {
            let shape = match schemas.as_slice() {
                [] => Kind::Any.into(),
                schemas => self.shape_of_all(schemas, &format!("{name} {wire_name}"), diagnostics),
            };
            fields.push(Field {
                name: field_names.claim_value(wire_name),
                wire_name: wire_name.to_owned(),
                description: schemas.iter().find_map(|schema| described(*schema)),
                required: merged.required.contains(wire_name),
                shape,
            });
        }
        let additional = (!merged.additional.is_empty() && !merged.closed)
            .then(|| self.shape_of_all(&merged.additional, &format!("{name} value"), diagnostics));
        let description = merged.text("description").map(str::to_owned);
        let body = Body::Struct { fields, additional, closed: merged.closed };
        self.insert(number, Definition { name: name.clone(), description, body });
        Kind::Named(name).into()
    }

    fn enumeration(
        &mut self,
        merged: &Merged<'d>,
        component: Option<String>,
        place: &str,
        key: *const Node,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        let (number, name) = self.define(merged, component, place, key);
        let mut variants = Names::default();
        let mut values = Vec::new();
        for node in merged.values.iter().flatten() {
            match node.string() {
                Some(value) => values.push((variants.claim_variant(value), value.to_owned())),
                None => {
                    let message = format!("{} among the values of a string", node.type_name());
                    diagnostics.push(Diagnostic::error(&node.location, message));
                }
            }
        }
        if values.is_empty() {
            let message = "no value is left: nothing would be accepted";
            diagnostics.push(Diagnostic::error(merged.schemas[0].location(), message));
        }
        let description = merged.text("description").map(str::to_owned);
        self.insert(number, Definition { name: name.clone(), description, body: Body::Enumeration(values) });
        Kind::Named(name).into()
    }

    /// `x-extensible-enum` with `x-enum-varnames`: known values of an integer
    /// that may have others too. Without names it stays an integer.
    fn open_enumeration(
        &mut self,
        merged: &Merged<'d>,
        component: Option<String>,
        place: &str,
        key: *const Node,
    ) -> Option<Shape> {
        let list = |name: &str| {
            let node = merged.schemas.iter().find_map(|schema| schema.keyword(name));
            node.and_then(Node::sequence).unwrap_or_default()
        };
        let (Kind::Integer(integer), None) = number(TypeName::Integer, merged.format) else { return None };
        let numbers = list("x-extensible-enum").iter().map(|node| node.to_json().as_i64());
        let numbers: Vec<_> = numbers.collect::<Option<_>>()?;
        let names = list("x-enum-varnames");
        if numbers.is_empty() || numbers.len() != names.len() {
            return None;
        }
        let (number, name) = self.define(merged, component, place, key);
        let mut variants = Names::default();
        variants.claim_variant("Other");
        let descriptions = list("x-enum-descriptions");
        let values = numbers.into_iter().zip(names).enumerate().map(|(index, (value, name))| OpenValue {
            variant: variants.claim_variant(name.string().unwrap_or("Unnamed")),
            value,
            description: descriptions.get(index).and_then(Node::string).map(str::to_owned),
        });
        let body = Body::OpenEnumeration { integer, values: values.collect() };
        let description = merged.text("description").map(str::to_owned);
        self.insert(number, Definition { name: name.clone(), description, body });
        Some(Kind::Named(name).into())
    }
}

/// What a schema is another name for: its only keyword beside annotations is a
/// `$ref`, or an `allOf`, `oneOf` or `anyOf` of one.
fn alias<'d>(schema: &Schema<'d>) -> Option<Schema<'d>> {
    let mut asserting = schema.keywords().filter(|name| {
        ["$ref", "allOf", "anyOf", "oneOf"].contains(name) || !keywords::is_annotation(name)
    });
    let (only, None) = (asserting.next()?, asserting.next()) else { return None };
    match only {
        "$ref" => schema.reference().ok().flatten(),
        "allOf" | "anyOf" | "oneOf" => match schema.schemas(only).ok()?.as_slice() {
            [branch] => Some(*branch),
            _ => None,
        },
        _ => None,
    }
}

/// A description, also from what a reference points to.
fn described(schema: Schema<'_>) -> Option<String> {
    let own = schema.text("description").map(str::to_owned);
    own.or_else(|| alias(&schema).and_then(described))
}

fn single_types(merged: &Merged<'_>) -> Vec<TypeName> {
    let types = merged.types.iter().flatten().copied();
    let number = merged.types.as_ref().is_some_and(|types| types.contains(&TypeName::Number));
    types.filter(|name| !(number && *name == TypeName::Integer)).collect()
}

/// A type for schemas that name none, from what they say otherwise.
fn infer_type(merged: &mut Merged<'_>, diagnostics: &mut Diagnostics) {
    if merged.types.is_some() {
        return;
    }
    if let Some(values) = &merged.values {
        let types: HashSet<_> = values.iter().map(|node| json_type(node)).collect();
        match types.into_iter().collect::<Vec<_>>().as_slice() {
            [only] => merged.types = Some([*only].into()),
            _ => {
                let message = "values of different types in one list are not supported";
                diagnostics.push(Diagnostic::error(merged.schemas[0].location(), message));
            }
        }
        return;
    }
    let says = |keywords: &[&str]| {
        let schemas = merged.schemas.iter();
        schemas.clone().any(|schema| schema.keywords().any(|name| keywords.contains(&name)))
    };
    let inferred = if says(&["properties", "additionalProperties", "required", "minProperties", "maxProperties"]) {
        TypeName::Object
    } else if says(&["items", "minItems", "maxItems", "uniqueItems"]) {
        TypeName::Array
    } else if says(&["minLength", "maxLength", "pattern"]) {
        TypeName::String
    } else if says(&["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]) {
        TypeName::Number
    } else if merged.format.is_some() {
        TypeName::String
    } else {
        return;
    };
    let message = format!("no `type`; only {inferred} values are taken, where the document allows any other too");
    let diagnostic = Diagnostic::warning(merged.schemas[0].location(), message);
    diagnostics.push(diagnostic.help(format!("say `type: {inferred}`")));
    merged.types = Some([inferred].into());
}

fn json_type(node: &Node) -> TypeName {
    match &node.value {
        openapi_model::Value::Null => TypeName::Null,
        openapi_model::Value::Bool(_) => TypeName::Boolean,
        openapi_model::Value::Number(number) if number.is_f64() => TypeName::Number,
        openapi_model::Value::Number(_) => TypeName::Integer,
        openapi_model::Value::String(_) => TypeName::String,
        openapi_model::Value::Sequence(_) => TypeName::Array,
        openapi_model::Value::Mapping(_) => TypeName::Object,
    }
}

fn string(format: Option<&str>) -> Kind {
    match format {
        Some("date-time") => Kind::DateTime,
        Some("date") => Kind::Date,
        Some("uuid") => Kind::Uuid,
        _ => Kind::String,
    }
}

/// The Rust number for a format, and the `format` to emit where schemars would
/// emit another.
fn number(type_name: TypeName, format: Option<&str>) -> (Kind, Option<Value>) {
    const INTEGERS: [(&str, &str); 8] = [
        ("int8", "i8"),
        ("int16", "i16"),
        ("int32", "i32"),
        ("int64", "i64"),
        ("uint8", "u8"),
        ("uint16", "u16"),
        ("uint32", "u32"),
        ("uint64", "u64"),
    ];
    let other = || Some(format.map_or(Value::Null, Value::from));
    let integer = INTEGERS.iter().find(|(name, _)| Some(*name) == format);
    match (type_name, format, integer) {
        (_, _, Some((_, rust))) => (Kind::Integer(rust), None),
        (TypeName::Integer, _, None) => (Kind::Integer("i64"), other()),
        (_, Some("float"), None) => (Kind::Number("f32"), None),
        (_, Some("double"), None) => (Kind::Number("f64"), None),
        (_, _, None) => (Kind::Number("f64"), other()),
    }
}

/// The rules that say something about values of a type.
fn rules_for(merged: &Merged<'_>, type_name: TypeName) -> Map<String, Value> {
    let about: &[&str] = match type_name {
        TypeName::Array => &["maxItems", "minItems", "uniqueItems"],
        TypeName::Boolean | TypeName::Null => &[],
        TypeName::Integer | TypeName::Number => {
            &["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"]
        }
        TypeName::Object => &["maxProperties", "minProperties"],
        TypeName::String => &["maxLength", "minLength", "pattern"],
    };
    let rules = merged.rules.iter().filter(|(keyword, _)| about.contains(&keyword.as_str()));
    rules.map(|(keyword, value)| (keyword.clone(), value.clone())).collect()
}

fn with_values(mut rules: Map<String, Value>, merged: &Merged<'_>) -> Map<String, Value> {
    if let Some(values) = &merged.values {
        rules.insert("enum".to_owned(), values.iter().map(|node| node.to_json()).collect());
    }
    rules
}

/// Boxes what would make a type contain itself.
fn box_recursive(definitions: &mut [Definition]) {
    let held: HashMap<String, Vec<String>> = definitions
        .iter()
        .map(|definition| {
            let held = shapes(&definition.body).into_iter().filter_map(Shape::held);
            (definition.name.clone(), held.map(str::to_owned).collect())
        })
        .collect();
    let reaches = |from: &str, to: &str| {
        let (mut seen, mut open) = (HashSet::new(), vec![from]);
        while let Some(name) = open.pop() {
            if name == to {
                return true;
            }
            if seen.insert(name) {
                open.extend(held.get(name).into_iter().flatten().map(String::as_str));
            }
        }
        false
    };
    for definition in definitions {
        let Definition { name, body, .. } = definition;
        for shape in shapes_mut(body) {
            shape.boxed = shape.held().is_some_and(|held| reaches(held, name));
        }
    }
}

fn shapes(body: &Body) -> Vec<&Shape> {
    match body {
        Body::Struct { fields, .. } => fields.iter().map(|field| &field.shape).collect(),
        Body::Union { variants, .. } => variants.iter().map(|variant| &variant.shape).collect(),
        Body::Transparent(shape) => vec![shape],
        Body::Enumeration(_) | Body::OpenEnumeration { .. } => Vec::new(),
    }
}

fn shapes_mut(body: &mut Body) -> Vec<&mut Shape> {
    match body {
        Body::Struct { fields, .. } => fields.iter_mut().map(|field| &mut field.shape).collect(),
        Body::Union { variants, .. } => variants.iter_mut().map(|variant| &mut variant.shape).collect(),
        Body::Transparent(shape) => vec![shape],
        Body::Enumeration(_) | Body::OpenEnumeration { .. } => Vec::new(),
    }
}

