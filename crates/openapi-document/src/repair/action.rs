//! An action of an overlay, and how it is written.

use openapi_source::{Location, Pointer};

use crate::{Node, Value};

/// The actions for a defect, or the reason why there are none.
pub(super) type Change = Result<Vec<Action>, String>;

/// An action that changes one node.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Action {
    /// The pointer to the node.
    pub(super) pointer: Pointer,
    /// The JSONPath of the node (RFC 9535).
    target: String,
    /// The reason for the change.
    description: String,
    /// The value to merge into the node; without it the node is removed.
    update: Option<Node>,
    /// Whether the node is an item of an array.
    is_item: bool,
}

impl Action {
    /// Returns the action that merges a value into a node.
    pub(super) fn update(root: &Node, pointer: &Pointer, value: Node, reason: String) -> Self {
        let (target, is_item) = json_path(root, pointer);
        Self { pointer: pointer.clone(), target, description: reason, update: Some(value), is_item }
    }

    /// Returns the action that removes a node.
    pub(super) fn remove(root: &Node, pointer: &Pointer, reason: String) -> Self {
        let (target, is_item) = json_path(root, pointer);
        Self { pointer: pointer.clone(), target, description: reason, update: None, is_item }
    }

    pub(super) fn removes_item(&self) -> bool {
        self.is_item && self.update.is_none()
    }

    /// Returns the index of an item.
    pub(super) fn index(&self) -> Option<usize> {
        self.pointer.last()?.parse().ok()
    }

    pub(super) fn to_node(&self) -> Node {
        let change = match &self.update {
            Some(value) => ("update", value.clone()),
            None => ("remove", node(Value::Bool(true))),
        };
        object([("target", text(&self.target)), ("description", text(&self.description)), change])
    }
}

/// Returns the JSONPath of a node, and whether the node is an item of an array.
fn json_path(root: &Node, pointer: &Pointer) -> (String, bool) {
    let mut path = "$".to_owned();
    let mut is_item = false;
    let mut node = Some(root);
    for token in pointer.tokens() {
        is_item = node.is_some_and(|node| node.sequence().is_some());
        let is_short = token.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && token.chars().all(|one| one.is_ascii_alphanumeric() || one == '_');
        path += &match (is_item, is_short) {
            (true, _) => format!("[{token}]"),
            (false, true) => format!(".{token}"),
            (false, false) => format!("['{}']", escaped(&token)),
        };
        node = node.and_then(|node| node.at(&Pointer::root().join(&token)));
    }
    (path, is_item)
}

/// Escapes a name in single quotes (RFC 9535 §2.3.1.1).
fn escaped(name: &str) -> String {
    let mut escaped = String::new();
    for character in name.chars() {
        match character {
            '\'' | '\\' => escaped.extend(['\\', character]),
            '\n' => escaped += "\\n",
            '\r' => escaped += "\\r",
            '\t' => escaped += "\\t",
            '\0'..='\x1f' => escaped += &format!("\\u{:04x}", u32::from(character)),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Returns a node without a position.
pub(super) fn node(value: Value) -> Node {
    Node { value, location: Location::start_of("") }
}

pub(super) fn text(text: &str) -> Node {
    node(Value::String(text.to_owned()))
}

pub(super) fn array(items: Vec<Node>) -> Node {
    node(Value::Sequence(items))
}

pub(super) fn object<const N: usize>(members: [(&str, Node); N]) -> Node {
    let members = members.map(|(name, node)| (name.to_owned(), node));
    node(Value::Mapping(members.into_iter().collect()))
}

#[cfg(test)]
mod tests {
    use super::{array, json_path, object, text};
    use openapi_source::Pointer;
    use serde_json_path::JsonPath;

    #[test]
    fn the_path_of_a_node_selects_it_whatever_its_name() {
        let names = [
            "a",
            "_1",
            "1",
            "$ref",
            "",
            "it's",
            "\"",
            "\\",
            "\\'",
            "/a~b",
            "ä",
            "a b",
            "a\u{0}\n\t\u{1b}\u{7f}",
            "']|$..*",
            "日本",
            "😀",
            "[0]",
            ".",
            "*",
            "@",
            "\u{2028}",
            "0x",
            "-1",
        ];
        for name in names {
            let root = object([("x", array(vec![object([(name, text("here"))])]))]);
            let pointer = Pointer::root().join("x").join("0").join(name);
            let (path, is_item) = json_path(&root, &pointer);
            let json = root.to_json();
            let found = JsonPath::parse(&path).unwrap().query(&json).all();
            assert_eq!(found, ["here"], "{path}");
            assert!(!is_item, "{path}");
        }
    }
}
