//! Repairs defects of a document that a mechanical change removes, as the actions of an
//! OpenAPI Overlay.
//!
//! A diagnostic with a [`Fix`] is the only source of a repair: the reader that finds a
//! defect names the kind of the repair. Actions change the document as it is written, before
//! it is lifted and separated by direction, so that their targets are located by the position
//! of the diagnostic.

mod action;
mod changes;
mod parameters;
mod schemas;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use openapi_source::{Fix, Pointer};

use crate::{Diagnostic, Node};
use action::Action;

/// The change for a security requirement whose scheme the document doesn't declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum UndeclaredScheme {
    /// Declare it as a bearer token.
    Bearer,
    /// Remove the requirement: callers then need another credential, or none.
    Remove,
}

/// The repairs of a document.
#[derive(Debug, Default)]
pub struct Repairs {
    undeclared: Option<UndeclaredScheme>,
    actions: Vec<Action>,
    done: HashSet<(Fix, Pointer)>,
    left: Vec<Diagnostic>,
}

/// Returns the advice that belongs to this number of errors with a [`Fix`].
pub fn repair_hint(errors: usize) -> Option<String> {
    let text = match errors {
        0 => return None,
        1 => "1 error can".to_owned(),
        count => format!("{count} errors can"),
    };
    Some(format!("{text} be repaired: `openapi-dropshot check --fix FILE` writes an overlay"))
}

impl Repairs {
    /// Returns no repairs yet.
    pub fn new(undeclared: Option<UndeclaredScheme>) -> Self {
        Self { undeclared, ..Self::default() }
    }

    /// Adds the repairs of the errors of a document, to which the repairs so far are
    /// applied already. `root` is the document as it is written. Returns whether there is a
    /// new one; then the document can have further errors, which these hid.
    pub fn add<'e>(
        &mut self,
        root: &Node,
        errors: impl IntoIterator<Item = &'e Diagnostic>,
    ) -> bool {
        self.left.clear();
        let mut errors: Vec<_> = errors.into_iter().filter(|error| error.fix.is_some()).collect();
        errors.sort_by(|left, right| left.location.cmp_in_text(&right.location));
        let places = places(root, &errors);
        let mut changes = changes::Changes::new(root, self.undeclared);
        let mut actions = Vec::new();
        let mut explained = HashSet::new();
        for (error, pointers) in errors.into_iter().zip(places) {
            let Some(fix) = error.fix else { continue };
            for pointer in pointers {
                if self.done.contains(&(fix, pointer.clone())) || changes.moves(&pointer) {
                    continue;
                }
                match changes.of(fix, &pointer) {
                    Ok(added) => {
                        self.done.insert((fix, pointer));
                        actions.extend(added);
                    }
                    Err(reason) => {
                        let key = (&error.location, &error.message, reason.clone());
                        if explained.insert(key) {
                            self.left.push(error.clone().reason(reason));
                        }
                    }
                }
            }
        }
        // The indices of other items stay valid.
        let (mut items, mut others): (Vec<_>, Vec<_>) =
            actions.into_iter().partition(Action::removes_item);
        items.sort_by_key(|action| (action.pointer.parent(), Reverse(action.index())));
        others.append(&mut items);
        let before = self.actions.len();
        let mut known = HashSet::new();
        others.retain(|action| known.insert(action.to_node().value.to_string()));
        self.actions.append(&mut others);
        self.actions.len() > before
    }

    /// Returns the errors that have a [`Fix`] and no repair, each with the reason.
    pub fn left(&self) -> &[Diagnostic] {
        &self.left
    }

    /// Returns the number of actions.
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Returns whether there are no repairs.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// Returns the OpenAPI Overlay 1.0.0 with all repairs.
    pub fn overlay(&self, title: &str) -> Node {
        let actions = self.actions.iter().map(Action::to_node).collect();
        let info = [("title", action::text(title)), ("version", action::text("1.0.0"))];
        action::object([
            ("overlay", action::text("1.0.0")),
            ("info", action::object(info)),
            ("actions", action::array(actions)),
        ])
    }
}

/// Returns, for each error, the pointers of its element in the document as it is written.
/// After a document is lifted or separated by direction, an element can have another pointer,
/// and still has its position.
fn places(root: &Node, errors: &[&Diagnostic]) -> Vec<Vec<Pointer>> {
    let is_at = |node: &Node, error: &Diagnostic| {
        let (location, wanted) = (&node.location, &error.location);
        location.cmp_in_text(wanted).is_eq() && location.pointer.last() == wanted.pointer.last()
    };
    let mut places = Vec::new();
    let mut moved: HashMap<_, Vec<_>> = HashMap::new();
    for (index, error) in errors.iter().enumerate() {
        let pointer = &error.location.pointer;
        match root.at(pointer) {
            Some(node) if is_at(node, error) => places.push(vec![pointer.clone()]),
            _ => {
                let position = (error.location.line, error.location.column);
                moved.entry(position).or_default().push(index);
                places.push(Vec::new());
            }
        }
    }
    if !moved.is_empty() {
        root.for_each(&mut |node| {
            let position = (node.location.line, node.location.column);
            for index in moved.get(&position).into_iter().flatten() {
                if is_at(node, errors[*index]) {
                    places[*index].push(node.location.pointer.clone());
                }
            }
        });
    }
    places
}
