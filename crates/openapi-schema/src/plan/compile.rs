//! Compiles a schema to the nodes of a plan.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use serde_json::{Value, json};

use super::keywords::{Keywords, Union};
use super::{Checks, Id, Member, Node, Text, Type, Types, plain};
use crate::Document;
use crate::document::options;
use crate::json_schema::{Compiled, Located, children, resolve};

/// The maximum number of nodes. A plan with more is not used.
const MOST_NODES: usize = 4096;

/// The maximum number of validators of a plan. Each compiles everything that its schema
/// refers to.
const MOST_VALIDATORS: usize = 64;

/// The maximum number of declared and required members of an object.
const MOST_MEMBERS: usize = u128::BITS as usize;

/// The maximum number of schemas that apply to one value.
const MOST_SCHEMAS: usize = 64;

/// The maximum number of schemas in the search for the types of a branch.
const MOST_STEPS: usize = 64;

/// Returns the nodes of the schema at a JSON Pointer in URI fragment form, the root first.
pub(super) fn nodes(document: &'static Document, pointer: &str) -> Option<Vec<Node>> {
    // Its target depends on the way to the schema.
    if document.text().contains("\"$dynamicRef\"") {
        return None;
    }
    let mut compiler = Compiler {
        document,
        json: document.json().ok()?,
        nodes: Vec::new(),
        pending: Vec::new(),
        known: HashMap::new(),
        texts: HashMap::new(),
        validators: 0,
    };
    let root = resolve(compiler.json, pointer)?;
    compiler.id(vec![root])?;
    while let Some((id, schemas)) = compiler.pending.pop() {
        let node = compiler.node(&schemas)?;
        compiler.nodes[id.0] = Some(node);
    }
    let nodes: Vec<_> = compiler.nodes.into_iter().collect::<Option<_>>()?;
    // A plan that builds the whole value gains nothing.
    (!matches!(nodes[..], [Node::Exact(_), ..])).then_some(nodes)
}

/// The schema of a type that no branch of a union accepts.
static NOTHING: Value = Value::Bool(false);

fn key(one: &Located<'_>) -> (usize, bool) {
    (one.place(), one.is_branch_taken)
}

struct Compiler<'d> {
    document: &'static Document,
    json: &'d Value,
    nodes: Vec<Option<Node>>,
    /// The nodes that are not compiled yet, with their schemas.
    pending: Vec<(Id, Vec<Located<'d>>)>,
    known: HashMap<Vec<(usize, bool)>, Id>,
    /// The checks of texts by their keywords.
    texts: HashMap<String, Arc<Text>>,
    validators: usize,
}

/// The schemas that apply to one value, without references and `allOf`.
struct Flat<'d> {
    schemas: Vec<(Located<'d>, Keywords<'d>)>,
    /// Whether a schema accepts nothing.
    is_never: bool,
}

impl<'d> Compiler<'d> {
    /// Returns the index of the node of the schemas that apply to one value.
    fn id(&mut self, schemas: Vec<Located<'d>>) -> Option<Id> {
        let mut key: Vec<_> = schemas.iter().map(key).collect();
        key.sort_unstable();
        key.dedup();
        if let Some(id) = self.known.get(&key) {
            return Some(*id);
        }
        let id = Id(self.nodes.len());
        if id.0 == MOST_NODES {
            return None;
        }
        self.nodes.push(None);
        self.known.insert(key, id);
        self.pending.push((id, schemas));
        Some(id)
    }

    fn node(&mut self, schemas: &[Located<'d>]) -> Option<Node> {
        let planned = match self.flat(schemas) {
            Some(flat) => self.planned(flat)?,
            None => None,
        };
        match planned {
            Some(node) => Some(node),
            None => self.exact(schemas).map(Node::Exact),
        }
    }

    /// Returns the schemas with everything that they refer to, or `None` if one of them has a
    /// keyword that a plan does not know.
    fn flat(&self, schemas: &[Located<'d>]) -> Option<Flat<'d>> {
        let mut flat = Flat { schemas: Vec::new(), is_never: false };
        // A schema whose branch is taken is not met again with its union: the schemas whose
        // branches are taken come before all that refer to them. Otherwise two unions of one
        // value would lead to each other forever.
        let mut pending = schemas.to_vec();
        pending.sort_by_key(|one| !one.is_branch_taken);
        let mut pending = VecDeque::from(pending);
        let mut seen = Vec::new();
        while let Some(one) = pending.pop_front() {
            if seen.contains(&one.place()) {
                continue;
            }
            seen.push(one.place());
            if seen.len() > MOST_SCHEMAS {
                return None;
            }
            if let Value::Bool(accepts) = one.schema {
                flat.is_never |= !accepts;
                continue;
            }
            let keywords = self.own(&one)?;
            pending.extend(self.applied(&one, &keywords)?);
            flat.schemas.push((one, keywords));
        }
        Some(flat)
    }

    fn own(&self, one: &Located<'d>) -> Option<Keywords<'d>> {
        Keywords::of(one.schema.as_object()?)
    }

    /// Returns the schemas that apply wherever a schema does.
    fn applied(&self, one: &Located<'d>, keywords: &Keywords<'d>) -> Option<Vec<Located<'d>>> {
        let mut applied = children(one, "allOf", keywords.all_of);
        if let Some(reference) = keywords.reference {
            applied.push(resolve(self.json, reference)?);
        }
        if let Some(Union { keyword, branches: branches @ [_] }) = keywords.union {
            applied.extend(children(one, keyword, branches));
        }
        Some(applied)
    }

    /// Returns the node of schemas whose keywords are known, or an inner `None` if only a
    /// validator can decide.
    fn planned(&mut self, flat: Flat<'d>) -> Option<Option<Node>> {
        if flat.is_never {
            let nothing = Checks { types: Types::NONE, ..Checks::default() };
            return Some(Some(Node::Checks(Box::new(nothing))));
        }
        let is_union = |(one, keywords): &(Located<'_>, Keywords<'_>)| {
            !one.is_branch_taken && keywords.union.is_some_and(|union| union.branches.len() != 1)
        };
        match flat.schemas.iter().position(is_union) {
            Some(index) => self.by_type(flat, index),
            None => self.checks(&flat),
        }
    }

    /// Returns the node of a union whose branches have no type in common.
    fn by_type(&mut self, flat: Flat<'d>, index: usize) -> Option<Option<Node>> {
        let (one, keywords) = &flat.schemas[index];
        let Some(Union { keyword, branches }) = keywords.union else {
            return Some(None);
        };
        let branches = children(one, keyword, branches);
        let types: Vec<_> =
            branches.iter().map(|branch| self.types(branch, &mut { MOST_STEPS })).collect();
        let mut schemas: Vec<_> = flat.schemas.iter().map(|(one, _)| one.clone()).collect();
        schemas[index].is_branch_taken = true;
        // References and `allOf` of these schemas are among them.
        let mut ids = [Id::ROOT; Type::ALL.len()];
        for (found, id) in Type::ALL.into_iter().zip(&mut ids) {
            let mut of_type =
                branches.iter().zip(&types).filter(|(_, types)| types.contains(found));
            let branch = match (of_type.next(), of_type.next()) {
                (None, _) => {
                    Located { schema: &NOTHING, pointer: String::new(), is_branch_taken: false }
                }
                (Some((branch, _)), None) => branch.clone(),
                (Some(_), Some(_)) => return Some(None),
            };
            let all = schemas.iter().cloned().chain([branch]);
            *id = self.id(all.collect())?;
        }
        Some(Some(Node::ByType(ids)))
    }

    /// Returns the types of which a schema may accept a value.
    fn types(&self, one: &Located<'d>, steps: &mut usize) -> Types {
        if one.schema == &Value::Bool(false) {
            return Types::NONE;
        }
        let keywords = self.own(one).filter(|_| *steps > 0);
        let Some(keywords) = keywords else {
            return own_types(one.schema);
        };
        *steps -= 1;
        let mut types = keywords.types;
        for applied in self.applied(one, &keywords).unwrap_or_default() {
            types = types.and(self.types(&applied, steps));
        }
        if let Some(Union { keyword, branches }) = keywords.union {
            let branches = children(one, keyword, branches);
            let branches = branches.iter().map(|branch| self.types(branch, steps));
            types = types.and(branches.fold(Types::NONE, Types::or));
        }
        types
    }

    /// Returns the checks of all schemas together.
    fn checks(&mut self, flat: &Flat<'d>) -> Option<Option<Node>> {
        let mut checks = Checks::default();
        let (mut items, mut additional) = (Vec::new(), Vec::new());
        let mut names: Vec<&str> = Vec::new();
        for (one, keywords) in &flat.schemas {
            checks.types = checks.types.and(keywords.types);
            checks.listed.extend(keywords.listed.iter().cloned());
            checks.bounds = checks.bounds.and(keywords.bounds);
            checks.multiple_of.extend(keywords.multiple_of);
            checks.length = checks.length.and(keywords.length);
            checks.item_count = checks.item_count.and(keywords.item_count);
            checks.member_count = checks.member_count.and(keywords.member_count);
            for (keyword, value) in &keywords.texts {
                checks.texts.push(self.text(keyword, value)?);
            }
            items.extend(keywords.items.map(|schema| one.child("items", None, schema)));
            additional.extend(additional_of(one, keywords));
            let declared = keywords.properties.iter().flat_map(|properties| properties.keys());
            for name in declared.map(String::as_str).chain(keywords.required.iter().copied()) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            if names.len() > MOST_MEMBERS {
                return Some(None);
            }
        }
        for (index, name) in names.iter().enumerate() {
            let schemas = flat.schemas.iter().filter_map(|(one, keywords)| {
                match keywords.properties.and_then(|properties| properties.get(*name)) {
                    Some(schema) => Some(one.child("properties", Some(name), schema)),
                    None => additional_of(one, keywords),
                }
            });
            let value = self.id(schemas.collect())?;
            checks.members.push(Member { name: (*name).into(), value });
            if flat.schemas.iter().any(|(_, keywords)| keywords.required.contains(name)) {
                checks.required |= 1 << index;
            }
        }
        checks.items = self.id(items)?;
        checks.additional = self.id(additional)?;
        Some(Some(Node::Checks(Box::new(checks))))
    }

    /// Returns the check of a `pattern` or a `format`.
    fn text(&mut self, keyword: &'static str, value: &Value) -> Option<Arc<Text>> {
        let schema = json!({ keyword: value });
        let key = schema.to_string();
        if let Some(text) = self.texts.get(&key) {
            return Some(Arc::clone(text));
        }
        let format = value.as_str().filter(|_| keyword == "format");
        let text = Arc::new(Text {
            is_plain: format.and_then(plain::of_format),
            validator: options().build(&schema).ok()?,
        });
        self.texts.insert(key, Arc::clone(&text));
        Some(text)
    }

    /// Returns the validators of whole schemas.
    fn exact(&mut self, schemas: &[Located<'d>]) -> Option<Vec<Arc<Compiled>>> {
        self.validators += schemas.len();
        if self.validators > MOST_VALIDATORS {
            return None;
        }
        let all = self.document.schemas().ok()?;
        let mut validators = Vec::new();
        for one in schemas {
            // A branch that is absent has no place in the document.
            validators.push(match one.schema {
                Value::Bool(_) => {
                    Arc::new(Compiled { validator: options().build(one.schema).ok()?, tag: None })
                }
                _ => all.compile(&one.pointer).ok()?,
            });
        }
        Some(validators)
    }
}

/// Returns the types of a schema with keywords that a plan does not know.
fn own_types(schema: &Value) -> Types {
    schema.get("type").and_then(super::keywords::types).unwrap_or(Types::ALL)
}

/// Returns the schema of the members that a schema does not declare.
fn additional_of<'d>(one: &Located<'d>, keywords: &Keywords<'d>) -> Option<Located<'d>> {
    let schema = keywords.additional?;
    Some(one.child("additionalProperties", None, schema))
}
