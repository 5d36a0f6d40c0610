//! Merges all schemas that apply to the same value.
//!
//! `allOf`, a `$ref` with siblings and a member that several branches describe are
//! equivalent: a list of schemas that must all accept the value. Merging computes
//! the intersection where a type can express it, and never accepts more than the
//! schemas.

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use indexmap::{IndexMap, IndexSet};
use openapi_document::{Diagnostic, Diagnostics, Location, Node, RustType, Schema, TypeName};
use serde_json::{Map, Value, json};

use crate::keywords::{self, is_annotation};
use crate::types::alias::unaliased;
use crate::types::definition::External;

/// The greatest number of variants of two unions together that declare members of one object.
const MOST_VARIANTS: usize = 64;

/// The value of a branch with the type null.
static NULL: LazyLock<Node> = LazyLock::new(|| Node {
    value: openapi_document::Value::Null,
    location: Location::start_of("null"),
});

/// The combined assertions of a list of schemas.
#[derive(Debug, Default)]
pub struct Merged<'d> {
    /// The schemas themselves, including those reached through references and
    /// `allOf`.
    pub schemas: Vec<Schema<'d>>,
    /// Whether `null` is allowed beside other values.
    pub nullable: bool,
    /// `type`; `None` allows all types.
    pub types: Option<BTreeSet<TypeName>>,
    /// `properties`; a member may have several schemas.
    pub properties: IndexMap<&'d str, Vec<Schema<'d>>>,
    /// `required`
    pub required: IndexSet<&'d str>,
    /// The members that `then`, `else`, `dependentSchemas` or `dependentRequired` name, for some of
    /// the values.
    conditional: IndexSet<&'d str>,
    /// The schemas that do.
    conditions: Vec<Schema<'d>>,
    /// `additionalProperties`: the schemas of undeclared members.
    pub additional: Vec<Schema<'d>>,
    /// The schemas that reject undeclared members.
    pub closing: Vec<Schema<'d>>,
    /// `items`
    pub items: Vec<Schema<'d>>,
    /// `enum` and `const`: the values that all schemas allow.
    pub values: Option<Vec<&'d Node>>,
    /// The branches of the unions whose values are among them.
    pub constants: Vec<Schema<'d>>,
    /// The known values of a text that may have others, and the schema with their names.
    pub known: Option<(&'d Node, Vec<Value>)>,
    /// `format`
    pub format: Option<&'d str>,
    /// Bounds and similar keywords, as they are emitted.
    pub rules: Map<String, Value>,
    /// `oneOf` and `anyOf` with more than one branch.
    pub unions: Vec<Union<'d>>,
    /// Keywords that neither a type nor OpenAPI 3.0 can express.
    pub beyond: Map<String, Value>,
    /// Whether undeclared members are significant although no schema for them is
    /// known.
    pub keeps_others: bool,
    /// The type of another crate that values have.
    pub external: Option<External>,
    /// The schema that accepts nothing of what the others accept.
    excluding: Option<Schema<'d>>,
}

/// A `oneOf` or `anyOf`.
#[derive(Clone, Debug)]
pub struct Union<'d> {
    /// The schema that contains it.
    pub schema: Schema<'d>,
    /// Whether exactly one branch must accept the value.
    pub exclusive: bool,
    /// The branches.
    pub branches: Vec<Schema<'d>>,
}

impl<'d> Union<'d> {
    /// Returns the values of a union that says the same as one `enum`.
    fn values(&self) -> Option<Vec<&'d Node>> {
        let (nulls, lists): (Vec<_>, Vec<_>) = self.branches.iter().partition(|one| is_null(one));
        let lists = lists.into_iter().map(constants).collect::<Option<Vec<_>>>()?;
        let listed = lists.iter().copied().flatten();
        let listed: Vec<_> = listed.chain(nulls.iter().map(|_| &*NULL)).collect();
        let distinct: IndexMap<_, _> = listed.iter().map(|one| (one.to_json(), *one)).collect();
        let is_disjoint = !self.exclusive || distinct.len() == listed.len();
        let is_enum = lists.len() > 1 && is_disjoint && are_scalars(&listed);
        is_enum.then(|| distinct.into_values().collect())
    }

    /// Returns the known values of texts of which another branch accepts all, and the schema with
    /// their names: what `x-extensible-enum` says in a keyword of JSON Schema.
    pub fn known_texts(&self) -> Option<(&'d Node, Vec<Value>)> {
        let is_text = |one: &&Schema<'d>| {
            let asserting = one.keywords().filter(|name| !is_annotation(name));
            one.text("type") == Some("string") && asserting.count() == 1
        };
        let branches = self.branches.iter().filter(|one| !is_null(one));
        let (texts, lists): (Vec<_>, Vec<_>) = branches.partition(is_text);
        let values = lists.iter().map(|one| constants(one)).collect::<Option<Vec<_>>>()?;
        let values: IndexSet<_> = values.into_iter().flatten().map(Node::to_json).collect();
        let is_open = !self.exclusive && !texts.is_empty() && !values.is_empty();
        let named = if let [only] = lists[..] { only } else { self.schema };
        (is_open && values.iter().all(Value::is_string))
            .then(|| (named.node(), values.into_iter().collect()))
    }
}

impl<'d> Merged<'d> {
    /// Merges schemas that all apply to a value.
    pub fn new(schemas: &[Schema<'d>], diagnostics: &mut Diagnostics) -> Self {
        let mut merged = Self::default();
        merged.add_all(schemas.to_vec(), diagnostics);
        merged.add_conditional();
        // A union is decided where one of its branches applies anyway.
        let applies = |branch: &Schema<'d>| {
            let target = unaliased(*branch).node();
            let mut known = merged.schemas.iter();
            known.any(|known| std::ptr::eq(known.node(), target))
        };
        let decided = |union: &Union<'d>| union.branches.iter().any(applies);
        let mut unions = std::mem::take(&mut merged.unions);
        unions.retain(|union| !decided(union));
        Self { unions, ..merged }
    }

    /// Returns the text of an annotation, from the first schema that has it. A schema
    /// that is referred to describes the value less than one that is written here.
    pub fn text(&self, keyword: &str) -> Option<&'d str> {
        let here = &self.schemas.first()?.location().pointer;
        let is_here = |schema: &&Schema<'d>| schema.location().pointer.is_within(here);
        let own = self.schemas.iter().filter(is_here);
        own.chain(&self.schemas).find_map(|schema| schema.text(keyword))
    }

    /// Returns whether undeclared members are rejected.
    pub fn is_closed(&self) -> bool {
        !self.closing.is_empty()
    }

    /// Returns a schema that excludes all values which the other schemas accept, if there is
    /// one.
    pub fn excluding(&self) -> Option<Schema<'d>> {
        let accepts_null = |branch: &Schema<'d>| match unaliased(*branch).types() {
            Ok(Some(types)) => types.contains(&TypeName::Null),
            _ => true,
        };
        let only_null = self.types.iter().flatten().eq([&TypeName::Null]);
        let mut unions = self.unions.iter();
        let union = unions.find(|union| only_null && !union.branches.iter().any(accepts_null));
        self.excluding.or(union.map(|union| union.schema))
    }

    /// Removes `null` from the types and values if other types or values remain,
    /// and sets `nullable`.
    pub fn take_null(&mut self) {
        let null = |types: &BTreeSet<_>| types.len() > 1 && types.contains(&TypeName::Null);
        let mut nullable = self.types.as_ref().is_some_and(null);
        if let Some(values) = &mut self.values {
            let has_null = values.iter().any(|node| node.value == openapi_document::Value::Null);
            if self.types.is_none() && values.len() > 1 {
                nullable = has_null;
            }
            if nullable && !has_null {
                nullable = false;
            }
            values.retain(|node| node.value != openapi_document::Value::Null);
        }
        if let Some(types) = self.types.as_mut().filter(|types| types.len() > 1) {
            types.remove(&TypeName::Null);
        }
        self.nullable = nullable;
    }

    fn add_all(&mut self, schemas: Vec<Schema<'d>>, diagnostics: &mut Diagnostics) {
        for schema in schemas {
            let added = self.add(schema, diagnostics);
            diagnostics.report(added);
        }
    }

    fn add(&mut self, schema: Schema<'d>, diagnostics: &mut Diagnostics) -> Result<(), Diagnostic> {
        if self.schemas.iter().any(|known| std::ptr::eq(known.node(), schema.node())) {
            return Ok(());
        }
        self.schemas.push(schema);
        if schema.boolean() == Some(false) {
            self.excluding = Some(schema);
            let message = "the schema `false` accepts nothing, which no type can say";
            return Err(Diagnostic::error(schema.location(), message));
        }
        keywords::check(&schema, diagnostics);
        self.add_types(&schema)?;
        self.add_all(schema.reference()?.into_iter().collect(), diagnostics);
        self.add_all(schema.schemas("allOf")?, diagnostics);
        for (name, property) in schema.named_schemas("properties")? {
            self.properties.entry(name).or_default().push(property);
        }
        self.required.extend(schema.required()?);
        let dependent = schema.named_schemas("dependentSchemas")?.into_iter();
        self.conditions.extend(dependent.map(|(_, schema)| schema));
        for keyword in ["then", "else"] {
            self.conditions.extend(schema.schema(keyword)?);
        }
        self.add_beyond(&schema)?;
        // Beside these two, `additionalProperties` and `items` apply only to the
        // remaining members and items.
        let patterns = schema.keyword("patternProperties").is_some();
        let prefix = schema.keyword("prefixItems").is_some();
        self.keeps_others |= patterns;
        if let Some(additional) = schema.schema("additionalProperties")?.filter(|_| !patterns) {
            if additional.boolean() == Some(false) {
                self.closing.push(schema);
            } else if additional.node().allows_everything() {
                self.keeps_others = true;
            } else {
                self.additional.push(additional);
            }
        }
        self.items.extend(schema.schema("items")?.filter(|_| !prefix));
        self.add_values(&schema)?;
        self.add_format(&schema, diagnostics);
        self.add_rules(&schema)?;
        for (keyword, exclusive) in [("oneOf", true), ("anyOf", false)] {
            match schema.schemas(keyword)?.as_slice() {
                [] => {}
                [only] => self.add_all(vec![*only], diagnostics),
                branches => {
                    let union = Union { schema, exclusive, branches: branches.to_vec() };
                    let Some(values) = union.values() else {
                        self.unions.push(union);
                        continue;
                    };
                    branches.iter().for_each(|branch| keywords::check(branch, diagnostics));
                    self.restrict_values(values, schema);
                    self.constants.extend(branches);
                }
            }
        }
        Ok(())
    }

    fn add_conditional(&mut self) {
        let mut declared = Self::default();
        let mut pending = std::mem::take(&mut self.conditions);
        while !pending.is_empty() {
            declared.add_all(pending, &mut Diagnostics::default());
            pending = std::mem::take(&mut declared.conditions);
            let unions = std::mem::take(&mut declared.unions).into_iter();
            pending.extend(unions.flat_map(|union| union.branches));
        }
        if !self.is_closed() {
            let names = declared.properties.keys().chain(&declared.required);
            self.conditional.extend(names);
            let schemas = self.schemas.iter().chain(&declared.schemas);
            let dependent = schemas.filter_map(|schema| schema.keyword("dependentRequired"));
            let names = dependent.flat_map(Node::members).flat_map(|(_, names)| names.items());
            self.conditional.extend(names.filter_map(Node::string));
        }
    }

    fn add_types(&mut self, schema: &Schema<'d>) -> Result<(), Diagnostic> {
        let Some(mut types) = schema.types()? else {
            return Ok(());
        };
        if types.contains(&TypeName::Number) {
            types.insert(TypeName::Integer);
        }
        let known = self.types.take();
        if let Some(known) = &known {
            // Until all schemas are merged, `number` includes `integer`.
            types.retain(|one| known.contains(one));
        }
        if types.is_empty() {
            self.excluding = known.map(|_| *schema);
            let message = "no type is left: the schemas that apply together exclude each other";
            return Err(Diagnostic::error(schema.location(), message));
        }
        self.types = Some(types);
        Ok(())
    }

    fn add_values(&mut self, schema: &Schema<'d>) -> Result<(), Diagnostic> {
        if let Some(node) = schema.keyword("enum") {
            let Some(values) = node.sequence() else {
                return Err(Diagnostic::error(&node.location, "`enum` is an array"));
            };
            self.restrict_values(values.iter().collect(), *schema);
        }
        if let Some(node) = schema.keyword("const") {
            self.restrict_values(vec![node], *schema);
        }
        Ok(())
    }

    /// Removes the values that are not in a list.
    fn restrict_values(&mut self, list: Vec<&'d Node>, schema: Schema<'d>) {
        let known = self.values.take();
        let known: Option<HashSet<_>> =
            known.map(|known| known.into_iter().map(Node::to_json).collect());
        let allowed = |node: &&Node| {
            let mut known = known.iter();
            known.all(|known| known.contains(&node.to_json()))
        };
        let values: Vec<_> = list.into_iter().filter(allowed).collect();
        if values.is_empty() && known.is_some() {
            self.excluding = Some(schema);
        }
        self.values = Some(values);
    }

    fn add_format(&mut self, schema: &Schema<'d>, diagnostics: &mut Diagnostics) {
        let Some(format) = schema.text("format") else {
            return;
        };
        if self.format.is_some_and(|known| known != format) {
            let message = format!("`format: {format}` beside another format");
            diagnostics.push(Diagnostic::error(schema.location(), message));
        }
        self.format = Some(format);
    }

    fn add_beyond(&mut self, schema: &Schema<'d>) -> Result<(), Diagnostic> {
        let mut keywords = Vec::from_iter(keywords::beyond());
        if schema.keyword("patternProperties").is_some() {
            keywords.push("additionalProperties");
        }
        if schema.keyword("prefixItems").is_some() {
            keywords.push("items");
        }
        for keyword in keywords {
            if let Some(node) = schema.keyword(keyword) {
                let value = schema.document().inlined(node)?;
                self.beyond(keyword, value);
            }
        }
        Ok(())
    }

    /// Adds a keyword. A second value of the same keyword goes into a separate
    /// schema.
    pub fn beyond(&mut self, keyword: &str, value: Value) {
        match self.beyond.get(keyword) {
            Some(known) if *known == value => {}
            Some(_) => self.add_conjunct(json!({ keyword: value })),
            None => {
                self.beyond.insert(keyword.to_owned(), value);
            }
        }
    }

    /// Adds a schema to the `allOf` of the remaining keywords.
    fn add_conjunct(&mut self, schema: Value) {
        match self.beyond.get_mut("allOf").and_then(Value::as_array_mut) {
            Some(schemas) => schemas.push(schema),
            None => {
                self.beyond.insert("allOf".to_owned(), json!([schema]));
            }
        }
    }

    /// Returns the only `oneOf` or `anyOf`, if it alone determines the shape of the
    /// value. Otherwise keeps all unions as rules.
    pub fn take_union(&mut self, diagnostics: &mut Diagnostics) -> Option<Union<'d>> {
        let mut unions = std::mem::take(&mut self.unions);
        if let [union] = unions.as_slice()
            && (!self.has_shape() || self.gains_members(union))
        {
            return unions.pop();
        }
        // Each variant of the first is a union by the second.
        if let [first, second] = unions.as_slice()
            && [first, second].iter().all(|one| one.exclusive && self.gains_members(one))
            && first.branches.len() * second.branches.len() <= MOST_VARIANTS
        {
            self.unions = unions.split_off(1);
            return unions.pop();
        }
        for union in unions {
            if self.gains_members(&union) {
                self.keeps_others = true;
                let message = "several unions declare members of one object; those members have \
                               no types";
                diagnostics.push(Diagnostic::warning(union.schema.location(), message));
            }
            let keyword = if union.exclusive { "oneOf" } else { "anyOf" };
            let branches =
                union.branches.iter().map(|branch| branch.document().inlined(branch.node()));
            if let Some(branches) = diagnostics.report(branches.collect::<Result<Vec<_>, _>>()) {
                self.beyond(keyword, branches.into());
            }
        }
        None
    }

    /// Returns whether there are keywords beside a union that determine the type of a value.
    pub fn has_shape(&self) -> bool {
        !self.properties.is_empty() || !self.items.is_empty() || self.values.is_some()
    }

    /// Returns whether a branch of a union declares members that are not declared beside it.
    /// Branches without such members, such as `required: [a]`, only restrict the object.
    fn gains_members(&self, union: &Union<'d>) -> bool {
        let adds = |branch: &Schema<'d>| {
            let branch = Self::new(&[*branch], &mut Diagnostics::default());
            let mut members = branch.properties.keys();
            members.any(|name| !self.properties.contains_key(name))
                || !branch.unions.is_empty()
                || !branch.additional.is_empty()
                || branch.keeps_others
        };
        self.items.is_empty() && self.values.is_none() && union.branches.iter().any(adds)
    }

    /// Returns the members that are required or conditional, and have no schema of their own.
    pub fn untyped(&self) -> impl Iterator<Item = &'d str> {
        let names = self.required.union(&self.conditional).copied();
        names.filter(|name| !self.properties.contains_key(name))
    }

    /// Keeps the keywords beside a union, which no type of a branch has.
    pub fn keep_beside_union(&mut self, diagnostics: &mut Diagnostics) {
        let beside = ["type", "format", "required", "additionalProperties"];
        for schema in self.schemas.clone() {
            for keyword in beside.into_iter().chain(keywords::rules()) {
                let inlined = schema.keyword(keyword).map(|node| schema.document().inlined(node));
                if let Some(value) = inlined.and_then(|value| diagnostics.report(value)) {
                    self.beyond(keyword, value);
                }
            }
        }
    }

    fn add_rules(&mut self, schema: &Schema<'d>) -> Result<(), Diagnostic> {
        for keyword in keywords::rules() {
            let Some(node) = schema.keyword(keyword) else {
                continue;
            };
            let value = node.to_json();
            let tighter = match (self.rules.get(keyword), keyword) {
                (None, _) => true,
                (Some(known), _) if *known == value => false,
                (Some(known), _) if keyword.to_lowercase().contains("max") => {
                    value.as_f64() < known.as_f64()
                }
                (Some(known), _) if keyword.to_lowercase().contains("min") => {
                    value.as_f64() > known.as_f64()
                }
                (Some(_), _) => {
                    self.add_conjunct(json!({ keyword: value }));
                    continue;
                }
            };
            if tighter {
                self.rules.insert(keyword.to_owned(), value);
            }
        }
        Ok(())
    }
}

/// Returns whether the type of a schema has a place for members that all objects may have. `depth`
/// is the number of unions within each other that are read.
pub fn holds(schema: &Schema<'_>, mut members: Vec<&str>, depth: usize) -> bool {
    let merged = Merged::new(&[*schema], &mut Diagnostics::default());
    let is_object = |types: &BTreeSet<_>| types.contains(&TypeName::Object);
    if merged.keeps_others
        || !merged.additional.is_empty()
        || !merged.types.as_ref().is_none_or(is_object)
    {
        return true;
    }
    let names: HashSet<_> = merged.properties.keys().copied().chain(merged.untyped()).collect();
    members.retain(|name| !names.contains(name));
    let holds = |branch: &Schema<'_>| depth > 0 && holds(branch, members.clone(), depth - 1);
    let mut unions = merged.unions.iter();
    members.is_empty() || unions.any(|union| union.branches.iter().all(holds))
}

/// Returns whether a schema accepts only null.
pub fn is_null(schema: &Schema<'_>) -> bool {
    let schema = unaliased(*schema);
    let types = schema.types().ok().flatten();
    let is_null = |one: &Node| one.value == openapi_document::Value::Null;
    types.is_some_and(|types| types.iter().eq([&TypeName::Null]))
        || listed(&schema).is_some_and(|values| !values.is_empty() && values.iter().all(is_null))
}

/// Returns the schema, or the only branch of a choice between it and null.
pub fn not_null(schema: Schema<'_>) -> Schema<'_> {
    let schema = unaliased(schema);
    let branches = ["anyOf", "oneOf"].into_iter();
    let branches = branches.flat_map(|keyword| schema.schemas(keyword).unwrap_or_default());
    let (nulls, others): (Vec<_>, Vec<_>) = branches.partition(is_null);
    match others.as_slice() {
        [only] if !nulls.is_empty() => unaliased(*only),
        _ => schema,
    }
}

/// Returns whether values are scalars of one type beside null.
pub fn are_scalars(values: &[&Node]) -> bool {
    let mut types: HashSet<_> = values.iter().map(|value| json_type(&value.to_json())).collect();
    types.remove(&TypeName::Null);
    let is_structure = |one| matches!(one, &TypeName::Array | &TypeName::Object);
    types.len() == 1 && !types.iter().any(is_structure)
}

/// Returns the values of a schema that does no more than list them.
fn constants<'d>(schema: &Schema<'d>) -> Option<&'d [Node]> {
    let lists = |name: &str| ["const", "enum", "type"].contains(&name) || is_annotation(name);
    let types = schema.types().ok()?;
    let is_accepted = |value: &Node| {
        let value = value.to_json();
        types.as_ref().is_none_or(|types| types.iter().any(|one| has_type(&value, *one)))
    };
    let does_more = !schema.keywords().all(lists) || RustType::is_named_by(*schema);
    listed(schema).filter(|values| !does_more && values.iter().all(is_accepted))
}

/// Returns the values of `const` or `enum`.
pub fn listed<'d>(schema: &Schema<'d>) -> Option<&'d [Node]> {
    let constant = schema.keyword("const").map(std::slice::from_ref);
    constant.or_else(|| schema.keyword("enum")?.sequence())
}

/// Returns whether a value has a type.
pub fn has_type(value: &Value, type_name: TypeName) -> bool {
    match type_name {
        TypeName::Integer => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        TypeName::Number => value.is_number(),
        other => json_type(value) == other,
    }
}

/// Returns the type of a value. A number is an integer if it is written as one.
pub fn json_type(value: &Value) -> TypeName {
    match value {
        Value::Null => TypeName::Null,
        Value::Bool(_) => TypeName::Boolean,
        Value::Number(number) if number.is_f64() => TypeName::Number,
        Value::Number(_) => TypeName::Integer,
        Value::String(_) => TypeName::String,
        Value::Array(_) => TypeName::Array,
        Value::Object(_) => TypeName::Object,
    }
}
