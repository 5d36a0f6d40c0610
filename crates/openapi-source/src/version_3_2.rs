//! Reads a document of OpenAPI 3.2 as one of 3.1, so that nothing else has to know what 3.2
//! adds to the meaning of a document.
//!
//! - `itemSchema` is the `schema` of a stream, which 3.1 doesn't define: both generators and
//!   all checks take it as that of an item. For server-sent events it is the schema of `data`;
//!   for events with known names it is that of objects with `event` and `data`, and has
//!   `x-events`. A `schema` of such objects, or of an array of them, is read as `itemSchema` in
//!   every version: documents and generators of 3.0 and 3.1 describe events by it.
//! - A `schema` of arrays beside a stream is that of all items together, as 3.2 defines it and
//!   generators of 3.0 and 3.1 write it. `x-events: false` beside it keeps arrays as items.
//! - `in: querystring` with a form is a query parameter in the style `form` with `explode`.
//! - References to media types are replaced by their targets, and those to the document's own
//!   URI (`$self`) are local.
//! - The `defaultMapping` of a discriminator is removed: the schemas decide where a value of
//!   another branch belongs, and a base still names the schemas that extend it.

use std::collections::{BTreeMap, HashSet};

use crate::role::{Role, change_children};
use crate::{Diagnostic, Diagnostics, Location, Mapping, Node, Pointer, Value};

/// The nesting of the unions of an event, and of their references.
const MAX_NESTING: usize = 16;

/// The greatest number of kinds of events in one stream.
const MAX_EVENTS: usize = 1_000;

/// The media type of server-sent events.
const EVENTS: &str = "text/event-stream";

/// The members of an event.
const FIELDS: [&str; 4] = ["data", "event", "id", "retry"];

/// Changes the root of a document: that of an older version only where it has events. Returns
/// warnings.
pub fn read_as_3_1(root: &mut Node, is_3_2: bool) -> Diagnostics {
    let warnings = Diagnostics::default();
    let mut is_changed = is_3_2;
    root.for_each(&mut |node| {
        is_changed |= node.members().any(|(name, _)| is_stream(name));
    });
    if !is_changed {
        return warnings;
    }
    let (original, events) = (root.clone(), BTreeMap::new());
    let mut others = HashSet::new();
    original.for_each(&mut |node| {
        let reference = node.string().filter(|text| text.starts_with('#') && !is_of_stream(node));
        others.extend(reference.map(str::to_owned));
    });
    let mut reduction = Reduction { original, is_3_2, others, events, warnings };
    reduction.node(root, Role::Document, "");
    for (component, mut schema) in std::mem::take(&mut reduction.events) {
        reduction.node(&mut schema, Role::Schema, "");
        if let Some(component) = root.at_mut(&component) {
            *component = schema;
        }
    }
    root.relocate(&Pointer::root());
    reduction.warnings
}

struct Reduction {
    original: Node,
    is_3_2: bool,
    /// The references, without those of streams to the schemas of their items.
    others: HashSet<String>,
    /// The components that only streams refer to, as unions of events.
    events: BTreeMap<Pointer, Node>,
    warnings: Diagnostics,
}

impl Reduction {
    fn node(&mut self, node: &mut Node, role: Role, name: &str) {
        self.localize(node);
        match role {
            Role::MediaType => self.media_type(node, name),
            _ if !self.is_3_2 => {}
            Role::Parameter => querystring(node),
            Role::Schema => {
                let discriminator = Pointer::root().join("discriminator");
                if let Some(discriminator) = node.at_mut(&discriminator)
                    && let Value::Mapping(fields) = &mut discriminator.value
                {
                    fields.shift_remove("defaultMapping");
                }
            }
            _ => {}
        }
        change_children(node, role, |name, child, role| self.node(child, role, name));
    }

    /// Removes the URI of the document from a reference.
    fn localize(&self, node: &mut Node) {
        if let Value::Mapping(members) = &mut node.value
            && let Some(Value::String(reference)) = members.get_mut("$ref").map(|to| &mut to.value)
            && let Some(uri) = self.original.member_text("$self")
            && let Some(fragment) = reference.strip_prefix(uri)
            && fragment.starts_with('#')
        {
            *reference = fragment.to_owned();
        }
    }

    fn media_type(&mut self, node: &mut Node, name: &str) {
        if self.is_3_2 && node.get("$ref").is_some() {
            *node = self.resolved(node).clone();
        }
        let Value::Mapping(members) = &mut node.value else {
            return;
        };
        let has_events = name.starts_with(EVENTS);
        let declared = members.get("itemSchema").filter(|_| self.is_3_2 || has_events);
        let is_read = members.get("x-events").is_some();
        let stream = members.get("schema").filter(|_| is_stream(name) && !is_read);
        let described = stream.filter(|_| has_events).and_then(|one| self.described(one));
        let item = declared.or(described.filter(|(_, are_all)| *are_all).map(|(item, _)| item));
        let Some(item) = item.cloned() else {
            if let Some((item, _)) = described {
                let message = "some branches are events, with `event` and `data`, and others have \
                               members that no event has; so all of them are data of events";
                let help = "describe each kind of event by its `event` and `data`; or write \
                            `x-events: false` beside `schema` if all of it is data";
                let warning = Diagnostic::warning(&item.location, message).help(help);
                self.warnings.push(warning);
            }
            if let Some(list) = stream.and_then(|stream| self.list(stream)).cloned()
                && let Some(items) = list.get("items")
            {
                let rules = ["minItems", "maxItems", "uniqueItems", "contains"].into_iter();
                self.warnings.extend(rules.filter_map(|name| {
                    let message = format!("`{name}` of a list that is a stream is not validated");
                    Some(Diagnostic::warning(&list.get(name)?.location, message))
                }));
                self.keep(members, items);
                members.insert("schema".to_owned(), items.clone());
            }
            return;
        };
        members.shift_remove("itemSchema");
        if !has_events {
            self.keep(members, &item);
            members.insert("schema".to_owned(), item);
            return;
        }
        members.shift_remove("schema");
        let mut events = self.events_of(&item);
        // What has no name accepts any.
        events.sort_by_key(|event| event.name.is_none());
        let schema = match events.as_slice() {
            [Event { name: None, data, .. } | Event { data: data @ None, .. }] => data.clone(),
            events if events.len() > MAX_EVENTS => None,
            events => Some(union(events, &item.location)),
        };
        if let Some(schema) = schema {
            self.keep(members, &schema);
            members.insert("schema".to_owned(), self.named(&item, schema));
            return;
        }
        let message = if events.len() > MAX_EVENTS {
            "the stream has more than 1000 kinds of events; events are texts"
        } else {
            "the schema of an event has no property `data`; events are texts"
        };
        let warning = Diagnostic::warning(&node.location, message);
        self.warnings.push(warning);
    }

    /// Marks the schema of an item that is still one when the document is read again: of data with
    /// the members of an event, or of arrays.
    fn keep(&self, members: &mut Mapping, schema: &Node) {
        if self.described(schema).is_some() || self.list(schema).is_some() {
            let (value, location) = (Value::Bool(false), schema.location.clone());
            members.insert("x-events".to_owned(), Node { value, location });
        }
    }

    /// Returns a schema of arrays of items.
    fn list<'n>(&'n self, schema: &'n Node) -> Option<&'n Node> {
        let list = self.resolved(schema);
        let is_list = list.member_text("type") == Some("array") && list.get("items").is_some();
        (is_list && list.get("prefixItems").is_none()).then_some(list)
    }

    /// Returns the union of the events of an item: a reference to it, if the item refers to a
    /// component that has no other use, and whose name it gets.
    fn named(&mut self, item: &Node, schema: Node) -> Node {
        let reference = item.member_text("$ref").filter(|one| !self.others.contains(*one));
        let component = reference.and_then(Pointer::from_reference);
        let is_named = item.members().count() == 1 && schema.get("x-events").is_some();
        match component.filter(|one| is_named && one.component_name("schemas").is_some()) {
            Some(component) => {
                self.events.insert(component, schema);
                item.clone()
            }
            None => schema,
        }
    }

    /// Returns the schema of an item if that of a stream describes events, and not their data, in
    /// some branches, and whether it does so in all of them.
    fn described<'n>(&'n self, stream: &'n Node) -> Option<(&'n Node, bool)> {
        let item = self.resolved(stream).get("items").unwrap_or(stream);
        let mut events = self.events_of(item);
        let count = events.len();
        events.retain(|event| !event.has_others);
        let is_event = self.resolved(item).get("x-events").is_none()
            && events.iter().any(|event| event.data.is_some() && event.has_event);
        is_event.then_some((item, events.len() == count))
    }

    fn events_of(&self, schema: &Node) -> Vec<Event> {
        let mut events = Vec::new();
        self.events(schema, Event::default(), MAX_NESTING, &mut events);
        events
    }

    /// Adds the events that a schema describes: one for each branch, with what is beside it.
    fn events(&self, schema: &Node, outer: Event, depth: usize, found: &mut Vec<Event>) {
        let mut parts = vec![schema];
        for next in 0..MAX_NESTING {
            let Some(part) = parts.get(next).copied() else {
                break;
            };
            let target = Some(self.resolved(part)).filter(|target| !std::ptr::eq(*target, part));
            parts.extend(target.into_iter().chain(items(part, "allOf")));
        }
        let lists = parts.iter().rev().filter_map(|part| part.get("properties"));
        let own: BTreeMap<_, _> = lists.flat_map(Node::members).collect();
        let is_name = |name: &&&Node| {
            let name = self.resolved(name);
            name.get("const").or(name.get("enum")).is_some()
        };
        let data = own.get("data").map(|data| data.get("contentSchema").unwrap_or(data));
        let event = Event {
            name: own.get("event").filter(is_name).copied().cloned().or(outer.name),
            data: data.cloned().or(outer.data),
            has_event: outer.has_event || own.contains_key("event"),
            has_others: outer.has_others || own.keys().any(|name| !FIELDS.contains(name)),
        };
        let branches = |keyword| parts.iter().flat_map(move |part| items(part, keyword));
        let mut branches = branches("oneOf").chain(branches("anyOf")).peekable();
        if depth == 0 || branches.peek().is_none() {
            return found.push(event);
        }
        for branch in branches {
            if found.len() > MAX_EVENTS {
                return;
            }
            self.events(branch, event.clone(), depth - 1, found);
        }
    }

    /// Returns a node, or the target of its chain of references.
    fn resolved<'n>(&'n self, node: &'n Node) -> &'n Node {
        let mut current = node;
        // No realistic chain without a cycle is longer than this.
        for _ in 0..64 {
            let pointer = current.member_text("$ref").and_then(Pointer::from_reference);
            match pointer.and_then(|pointer| self.original.at(&pointer)) {
                Some(target) => current = target,
                None => break,
            }
        }
        current
    }
}

/// The schemas of the name and of the data of an event, and whether it has a member `event` and
/// members that events don't have.
#[derive(Clone, Default)]
struct Event {
    name: Option<Node>,
    data: Option<Node>,
    has_event: bool,
    has_others: bool,
}

/// Returns whether a text is the reference of a stream of events, or of its items, to their schema.
fn is_of_stream(text: &Node) -> bool {
    let tokens: Vec<_> = text.location.pointer.tokens().filter(|one| *one != "items").collect();
    matches!(&tokens[..], [.., media_type, schema, reference] if media_type.starts_with(EVENTS)
        && ["schema", "itemSchema"].contains(&&**schema) && *reference == "$ref")
}

/// Returns whether a media type is that of items, each by itself.
fn is_stream(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let mut ends = ["jsonl", "jsonlines", "ndjson", "json-seq"].into_iter();
    essence == EVENTS || ends.any(|end| essence.ends_with(end))
}

fn items<'n>(schema: &'n Node, keyword: &str) -> impl Iterator<Item = &'n Node> {
    schema.get(keyword).map_or(&[][..], Node::items).iter()
}

/// Returns the union of events as objects. The names tell them apart, which may have the same data.
fn union(events: &[Event], location: &Location) -> Node {
    let node = |value| Node { value, location: location.clone() };
    let text = |text: &str| node(Value::String(text.to_owned()));
    let mapping = |members: Vec<(&str, Node)>| {
        let members = members.into_iter().map(|(name, value)| (name.to_owned(), value));
        node(Value::Mapping(members.collect()))
    };
    let branch = |event: &Event| {
        let name = event.name.clone().map(|name| ("event", name));
        let data = event.data.clone().unwrap_or_else(|| mapping(vec![("type", text("string"))]));
        let members: Vec<_> = name.into_iter().chain([("data", data)]).collect();
        let required = members.iter().map(|(name, _)| text(name)).collect();
        mapping(vec![
            ("type", text("object")),
            ("required", node(Value::Sequence(required))),
            ("properties", mapping(members)),
        ])
    };
    let mut branches: Vec<_> = events.iter().map(branch).collect();
    let only = branches.pop_if(|_| events.len() == 1);
    let mut union =
        only.unwrap_or_else(|| mapping(vec![("anyOf", node(Value::Sequence(branches)))]));
    if let Value::Mapping(members) = &mut union.value {
        members.insert("x-events".to_owned(), node(Value::Bool(true)));
    }
    union
}

/// Replaces a form that is the whole query by an object in the query.
fn querystring(parameter: &mut Node) {
    if parameter.member_text("in") != Some("querystring") {
        return;
    }
    let location = parameter.location.clone();
    let Value::Mapping(members) = &mut parameter.value else {
        return;
    };
    let form = "application/x-www-form-urlencoded";
    let content = members.get("content").and_then(|content| content.get(form));
    let Some(schema) = content.and_then(|form| form.get("schema")).cloned() else {
        return;
    };
    members.shift_remove("content");
    let set = |members: &mut Mapping, name: &str, value| {
        let location = location.clone();
        members.insert(name.to_owned(), Node { value, location });
    };
    set(members, "in", Value::String("query".to_owned()));
    set(members, "style", Value::String("form".to_owned()));
    set(members, "explode", Value::Bool(true));
    members.insert("schema".to_owned(), schema);
}
