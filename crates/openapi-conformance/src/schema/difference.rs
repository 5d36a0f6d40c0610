//! How two schemas differ at one place. It must not know which side is the
//! contract and which is emitted: left and right are enough here.

use crate::document::Node;

/// How the values that the right side allows relate to those of the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    /// The right side allows less.
    Narrower,
    /// The right side allows more.
    Wider,
    /// Neither, or it can't be told.
    Different,
}

impl Relation {
    /// What two differences come to: narrower here and wider there is
    /// different.
    pub(crate) fn and(self, other: Relation) -> Relation {
        if self == other {
            self
        } else {
            Relation::Different
        }
    }

    /// The relation of all `differences` together; `None` without any.
    pub(crate) fn of<'a, 'd: 'a>(
        differences: impl Iterator<Item = &'a Difference<'d>>,
    ) -> Option<Relation> {
        differences
            .map(|difference| difference.relation)
            .reduce(Relation::and)
    }
}

/// One difference, at the deepest place where it can be told.
#[derive(Clone, Debug)]
pub(crate) struct Difference<'d> {
    pub(crate) relation: Relation,
    /// A keyword or a part: `minimum`, ``property `name` ``.
    pub(crate) what: String,
    /// What the left side says about it.
    pub(crate) left: String,
    /// What the right side says about it.
    pub(crate) right: String,
    pub(crate) left_at: &'d Node,
    pub(crate) right_at: &'d Node,
    /// The way to the place within a value, like a JSON Pointer with `*` for
    /// any item and any member that isn't named.
    pub(crate) path: String,
}

/// Differences as they are found; each only once, by the first way to it.
#[derive(Debug, Default)]
pub(crate) struct Differences<'d> {
    list: Vec<Difference<'d>>,
}

impl<'d> Differences<'d> {
    /// Adds a difference about the value itself.
    pub(crate) fn add(
        &mut self,
        relation: Relation,
        what: impl Into<String>,
        left: (impl Into<String>, &'d Node),
        right: (impl Into<String>, &'d Node),
    ) {
        self.insert(Difference {
            relation,
            what: what.into(),
            left: left.0.into(),
            right: right.0.into(),
            left_at: left.1,
            right_at: right.1,
            path: String::new(),
        });
    }

    /// Adds a difference about the member `name` of the value.
    pub(crate) fn add_at(
        &mut self,
        name: &str,
        relation: Relation,
        what: String,
        left: (&str, &'d Node),
        right: (&str, &'d Node),
    ) {
        let name = name.replace('~', "~0").replace('/', "~1");
        self.insert(Difference {
            relation,
            what,
            left: left.0.to_owned(),
            right: right.0.to_owned(),
            left_at: left.1,
            right_at: right.1,
            path: format!("/{name}"),
        });
    }

    pub(crate) fn insert(&mut self, difference: Difference<'d>) {
        if !self.list.iter().any(|known| known.same_as(&difference)) {
            self.list.push(difference);
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Difference<'d>> {
        self.list.iter()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn into_vec(self) -> Vec<Difference<'d>> {
        self.list
    }
}

impl Difference<'_> {
    fn same_as(&self, other: &Difference) -> bool {
        std::ptr::eq(self.left_at, other.left_at)
            && std::ptr::eq(self.right_at, other.right_at)
            && self.relation == other.relation
            && self.what == other.what
            && self.left == other.left
            && self.right == other.right
    }
}
