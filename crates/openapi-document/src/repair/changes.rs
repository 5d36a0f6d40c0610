//! The actions for each kind of defect.

use std::collections::{HashMap, HashSet};

use openapi_source::role::{Role, traverse};
use openapi_source::{Fix, Pointer};

use super::action::{Action, Change, node, object, text};
use super::{UndeclaredScheme, parameters, schemas};
use crate::{Node, Value};

/// The changes of a document.
pub(super) struct Changes<'r> {
    root: &'r Node,
    undeclared: Option<UndeclaredScheme>,
    /// The operationIds in use, without what functions are not named by; collected when the
    /// first is needed.
    ids: Option<HashSet<String>>,
    /// The last number of each id that is made with a number.
    numbers: HashMap<String, usize>,
    /// The nodes that actions move elsewhere.
    moved: HashSet<Pointer>,
}

impl<'r> Changes<'r> {
    pub(super) fn new(root: &'r Node, undeclared: Option<UndeclaredScheme>) -> Self {
        Self { root, undeclared, ids: None, numbers: HashMap::new(), moved: HashSet::new() }
    }

    /// Returns whether an action moves the node at a pointer, or a node above it.
    pub(super) fn moves(&self, pointer: &Pointer) -> bool {
        let mut above = Some(pointer.clone());
        while let Some(pointer) = above {
            if self.moved.contains(&pointer) {
                return true;
            }
            above = pointer.parent();
        }
        false
    }

    /// Returns the actions that repair a defect at a pointer.
    pub(super) fn of(&mut self, fix: Fix, pointer: &Pointer) -> Change {
        let root = self.root;
        let actions = match fix {
            Fix::ColonVariables => {
                self.moved.insert(pointer.clone());
                parameters::in_braces(root, pointer)?
            }
            Fix::Dialect => schemas::dialect(root, pointer)?,
            Fix::EmptyUnion => schemas::empty_union(root, pointer),
            Fix::ExclusiveBound => schemas::exclusive_bound(root, pointer),
            Fix::ItemsArray => {
                self.moved.insert(pointer.clone());
                let siblings = pointer.parent().unwrap_or_default();
                self.moved.insert(siblings.join("additionalItems"));
                schemas::items_array(root, pointer)?
            }
            Fix::OptionalPathParameter => {
                let reason = "a path without the value is another path".to_owned();
                let required = object([("required", node(Value::Bool(true)))]);
                vec![Action::update(root, pointer, required, reason)]
            }
            Fix::PathParameters => parameters::of(root, pointer)?,
            Fix::RecursiveReference => schemas::recursive_reference(root, pointer)?,
            Fix::RepeatedOperationId => vec![self.operation_id(pointer)],
            Fix::ResponseDescription => vec![description(root, pointer)],
            Fix::UndeclaredScheme => vec![self.scheme(pointer)?],
        };
        Ok(actions)
    }

    fn scheme(&self, pointer: &Pointer) -> Result<Action, String> {
        let name = pointer.last().unwrap_or_default();
        match self.undeclared {
            None => Err(format!(
                "give `--undeclared-scheme bearer` to declare `{name}` as a bearer token, or \
                 `--undeclared-scheme remove` to remove the requirement"
            )),
            Some(UndeclaredScheme::Bearer) => {
                let scheme = object([("type", text("http")), ("scheme", text("bearer"))]);
                let schemes = object([(&*name, scheme)]);
                let components = object([("securitySchemes", schemes)]);
                let reason = format!("the scheme `{name}` is not declared");
                let update = object([("components", components)]);
                Ok(Action::update(self.root, &Pointer::root(), update, reason))
            }
            Some(UndeclaredScheme::Remove) => {
                let requirement = pointer.parent().unwrap_or_default();
                let names = self.root.at(&requirement).map(|node| node.members().count());
                let reason = format!(
                    "the scheme `{name}` is not declared; callers need another credential, or none"
                );
                Ok(match names {
                    Some(2..) => Action::remove(self.root, pointer, reason),
                    _ => Action::remove(self.root, &requirement, reason),
                })
            }
        }
    }

    /// Returns the action that gives an operation an id of its own: by its tag, or by method
    /// and path.
    fn operation_id(&mut self, pointer: &Pointer) -> Action {
        let root = self.root;
        let known = root.at(pointer).and_then(Node::string).unwrap_or_default();
        let operation = pointer.parent().unwrap_or_default();
        let tags = root.at(&operation).and_then(|node| node.get("tags"));
        let tag = tags.and_then(|tags| tags.items().first()?.string());
        let mut place = operation.tokens().collect::<Vec<_>>().into_iter().rev();
        let method = place.next().unwrap_or_default();
        let path = place.next().unwrap_or_default();
        let by_path = words(&format!("{method} {path}"));
        let candidates = tag.map(|tag| words(&format!("{tag} {known}")));
        let last = self.numbers.entry(by_path.clone()).or_insert(1);
        let numbered = std::iter::from_fn(|| {
            *last += 1;
            Some(format!("{by_path}_{last}"))
        });
        let mut candidates = candidates.into_iter().chain([by_path.clone()]).chain(numbered);
        let ids = self.ids.get_or_insert_with(|| ids(root));
        let id = candidates.find(|id| ids.insert(compared(id))).unwrap_or(by_path);
        let reason = format!("the operationId `{known}` is declared twice");
        let update = object([("operationId", text(&id))]);
        Action::update(root, &operation, update, reason)
    }
}

/// Returns the words of a text as an identifier.
fn words(text: &str) -> String {
    let words = text.split(|character: char| !character.is_alphanumeric() && character != '_');
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join("_")
}

/// Returns the part of an operationId by which generated functions are named.
fn compared(id: &str) -> String {
    let characters = id.chars().filter(|character| character.is_alphanumeric());
    characters.flat_map(char::to_lowercase).collect()
}

fn ids(root: &Node) -> HashSet<String> {
    let mut ids = HashSet::new();
    traverse(root, Role::Document, &mut |node, role| {
        if role == Role::Operation {
            ids.extend(node.member_text("operationId").map(compared));
        }
    });
    ids
}

fn description(root: &Node, pointer: &Pointer) -> Action {
    let status = pointer.last().unwrap_or_default();
    let text = match status.as_bytes() {
        [class, _, _] => match class {
            b'1' => "Interim response",
            b'2' => "Success",
            b'3' => "Redirection",
            b'4' => "Client error",
            b'5' => "Server error",
            _ => &status,
        },
        b"default" => "Any other response",
        _ => &status,
    };
    let update = object([("description", self::text(text))]);
    let reason = "a response has a `description`".to_owned();
    Action::update(root, pointer, update, reason)
}
