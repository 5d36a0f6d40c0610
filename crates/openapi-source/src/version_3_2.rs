//! Reads a document of OpenAPI 3.2 as one of 3.1, so that nothing else has to know what 3.2
//! adds to the meaning of a document.
//!
//! - `itemSchema` is the `schema` of a stream, which 3.1 doesn't define: both generators and
//!   all checks take it as that of an item. For server-sent events it is the schema of `data`;
//!   for a union of events it is the union of their data, whose branches have the names of the
//!   events as titles.
//! - `in: querystring` with a form is a query parameter in the style `form` with `explode`.
//! - References to media types are replaced by their targets, and those to the document's own
//!   URI (`$self`) are local.
//! - The `defaultMapping` of a discriminator is removed: the schemas decide where a value of
//!   another branch belongs, and a base still names the schemas that extend it.

use crate::role::{Role, change_children};
use crate::{Diagnostic, Diagnostics, Mapping, Node, Pointer, Value};

/// The nesting of the unions of an event, and of their references.
const MAX_NESTING: usize = 16;

/// Changes the root of a document. Returns warnings.
pub fn read_3_2_as_3_1(root: &mut Node) -> Diagnostics {
    let mut reduction = Reduction {
        original: root.clone(),
        warnings: Diagnostics::default(),
    };
    reduction.node(root, Role::Document, "");
    root.relocate(&Pointer::root());
    reduction.warnings
}

struct Reduction {
    original: Node,
    warnings: Diagnostics,
}

impl Reduction {
    fn node(&mut self, node: &mut Node, role: Role, name: &str) {
        self.localize(node);
        match role {
            Role::MediaType => self.media_type(node, name),
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
        if node.get("$ref").is_some() {
            *node = self.resolved(node).clone();
        }
        let Value::Mapping(members) = &mut node.value else {
            return;
        };
        let Some(item) = members.shift_remove("itemSchema") else {
            return;
        };
        if !name.starts_with("text/event-stream") {
            members.insert("schema".to_owned(), item);
            return;
        }
        members.shift_remove("schema");
        let schema = self.data(&item, MAX_NESTING);
        let is_union =
            ["oneOf", "anyOf"].map(|keyword| self.resolved(&item).get(keyword).is_some());
        let data = schema.as_ref().filter(|_| is_union != [false; 2]);
        let data = data.and_then(|schema| schema.get("anyOf"));
        let mut data = data.map_or(&[][..], Node::items).iter();
        let message = match schema {
            // The text of a string and JSON can't be told apart.
            Some(_) if data.any(|data| self.is_string(data)) => {
                "the data of one of these events is a text; all are texts"
            }
            Some(schema) => {
                members.insert("schema".to_owned(), schema);
                return;
            }
            None => "the schema of an event has no property `data`; events are texts",
        };
        self.warnings
            .push(Diagnostic::warning(&node.location, message));
    }

    fn is_string(&self, schema: &Node) -> bool {
        let schema = self.resolved(schema);
        let value = schema.get("const").and_then(Node::string);
        schema.member_text("type") == Some("string") || value.is_some()
    }

    /// Returns the schema of the data of an event, or the union of those of its branches.
    fn data(&self, event: &Node, depth: usize) -> Option<Node> {
        let depth = depth.checked_sub(1)?;
        let event = self.resolved(event);
        let branches = |keyword| event.get(keyword).map_or(&[][..], Node::items).iter();
        let mut data: Vec<Node> = Vec::new();
        for branch in branches("oneOf").chain(branches("anyOf")) {
            let mut found = self.data(branch, depth);
            if let Some(found) = &mut found {
                title(found, self.resolved(branch));
            }
            data.extend(found.filter(|new| !data.iter().any(|old| old.to_json() == new.to_json())));
        }
        match data.len() {
            0 => {
                let own = event.get("properties").and_then(|all| all.get("data"));
                let own = own.map(|data| data.get("contentSchema").unwrap_or(data).clone());
                own.or_else(|| branches("allOf").find_map(|part| self.data(part, depth)))
            }
            1 => data.pop(),
            _ => {
                // Not `oneOf`: two events may have the same data, since their names differ.
                let location = event.location.clone();
                let value = Value::Sequence(data);
                let union = Node {
                    value,
                    location: location.clone(),
                };
                let value = Value::Mapping(Mapping::from_iter([("anyOf".to_owned(), union)]));
                Some(Node { value, location })
            }
        }
    }

    /// Returns a node, or the target of its chain of references.
    fn resolved<'n>(&'n self, node: &'n Node) -> &'n Node {
        let mut current = node;
        // No realistic chain without a cycle is longer than this.
        for _ in 0..64 {
            let pointer = current
                .member_text("$ref")
                .and_then(Pointer::from_reference);
            match pointer.and_then(|pointer| self.original.at(&pointer)) {
                Some(target) => current = target,
                None => break,
            }
        }
        current
    }
}

/// Gives the schema of an event's data the name of the event as its title.
fn title(data: &mut Node, event: &Node) {
    let name = event.get("properties").and_then(|all| all.get("event"));
    let listed = || Some(name?.get("enum")?.items()).and_then(|values| values.first());
    let name = name.and_then(|name| name.get("const")).or_else(listed);
    if let (Some(name), Value::Mapping(members)) = (name, &mut data.value)
        && !members.contains_key("$ref")
    {
        members
            .entry("title".to_owned())
            .or_insert_with(|| name.clone());
    }
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
