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
    pub(crate) fn of(differences: &[Difference]) -> Option<Relation> {
        differences
            .iter()
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

    /// Takes over what was found one step (`token`) down.
    pub(crate) fn below(&mut self, token: &str, differences: Vec<Difference<'d>>) {
        let token = token.replace('~', "~0").replace('/', "~1");
        for mut difference in differences {
            difference.path = format!("/{token}{}", difference.path);
            self.insert(difference);
        }
    }

    /// Takes over what was found at the same place.
    pub(crate) fn extend(&mut self, differences: Vec<Difference<'d>>) {
        for difference in differences {
            self.insert(difference);
        }
    }

    pub(crate) fn into_vec(self) -> Vec<Difference<'d>> {
        self.list
    }

    fn insert(&mut self, difference: Difference<'d>) {
        if !self.list.iter().any(|known| known.same_as(&difference)) {
            self.list.push(difference);
        }
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
