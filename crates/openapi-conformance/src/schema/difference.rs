//! How two schemas differ at one place. It must not know which side is the
//! contract and which is emitted: left and right are enough here.

use super::level::Level;
use crate::document::{Node, excerpt};
use bigdecimal::BigDecimal;

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
    /// By which side's values it shows: those that the left one alone allows
    /// (`true`), or the right one.
    pub(crate) fn directions(self) -> &'static [bool] {
        match self {
            Relation::Narrower => &[true],
            Relation::Wider => &[false],
            Relation::Different => &[true, false],
        }
    }

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

/// What is said of a member that one side doesn't name.
pub(crate) const NOT_DECLARED: &str = "not declared";

/// What is said of a member that one side declares and doesn't require.
pub(crate) const OPTIONAL: &str = "optional";

/// What a difference is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// Which values are allowed.
    Values,
    /// What is said about values that both sides allow.
    Annotation,
}

/// What of the values a difference is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// A keyword, which stands at the places of the difference.
    Keyword,
    /// One value that only one side lists.
    Value(String),
    /// Whether there is a member of this name.
    Member(String),
    /// Numbers that are as low as this, or lower.
    Below(BigDecimal),
    /// Numbers that are as high as this, or higher.
    Above(BigDecimal),
}

/// One difference, at the deepest place where it can be told.
#[derive(Clone, Debug)]
pub(crate) struct Difference<'d> {
    pub(crate) about: About,
    pub(crate) subject: Subject,
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
    /// The pairs of schemas on that way, from the outermost to the one whose
    /// values differ.
    pub(crate) levels: Vec<Level<'d>>,
}

/// Differences as they are found, each only once.
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
        self.insert(Difference::new(relation, what, left, right));
    }

    /// Adds a difference about the numbers beyond a limit.
    pub(crate) fn add_limit(
        &mut self,
        (relation, beyond): (Relation, Subject),
        what: &str,
        left: (String, &'d Node),
        right: (String, &'d Node),
    ) {
        self.insert(Difference {
            subject: beyond,
            ..Difference::new(relation, what, left, right)
        });
    }

    /// Adds a value, written as JSON, that only one side lists.
    pub(crate) fn add_value(
        &mut self,
        relation: Relation,
        value: String,
        left_at: &'d Node,
        right_at: &'d Node,
    ) {
        let (left, right) = match relation {
            Relation::Wider => ("not allowed", "allowed"),
            _ => ("allowed", "not allowed"),
        };
        let what = format!("value {}", excerpt(&value));
        self.insert(Difference {
            subject: Subject::Value(value),
            ..Difference::new(relation, what, (left, left_at), (right, right_at))
        });
    }

    /// Adds a difference in what is said about values that both sides allow.
    pub(crate) fn annotate(
        &mut self,
        what: impl Into<String>,
        left: (impl Into<String>, &'d Node),
        right: (impl Into<String>, &'d Node),
    ) {
        self.insert(Difference {
            about: About::Annotation,
            ..Difference::new(Relation::Different, what, left, right)
        });
    }

    /// Adds a difference about the member `name` of the value; without a
    /// relation, it is only declared on one side.
    pub(crate) fn add_at(
        &mut self,
        name: &str,
        relation: Option<Relation>,
        left: (&str, &'d Node),
        right: (&str, &'d Node),
    ) {
        let what = format!("property `{name}`");
        let pointer = name.replace('~', "~0").replace('/', "~1");
        self.insert(Difference {
            about: match relation {
                Some(_) => About::Values,
                None => About::Annotation,
            },
            path: format!("/{pointer}"),
            subject: Subject::Member(name.to_owned()),
            ..Difference::new(relation.unwrap_or(Relation::Different), what, left, right)
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

impl<'d> Difference<'d> {
    fn new(
        relation: Relation,
        what: impl Into<String>,
        left: (impl Into<String>, &'d Node),
        right: (impl Into<String>, &'d Node),
    ) -> Difference<'d> {
        Difference {
            about: About::Values,
            subject: Subject::Keyword,
            relation,
            what: what.into(),
            left: left.0.into(),
            right: right.0.into(),
            left_at: left.1,
            right_at: right.1,
            path: String::new(),
            levels: Vec::new(),
        }
    }

    /// Whether both say the same of the same places, whichever values these are
    /// about.
    pub(crate) fn same_as(&self, other: &Difference) -> bool {
        std::ptr::eq(self.left_at, other.left_at)
            && std::ptr::eq(self.right_at, other.right_at)
            && self.relation == other.relation
            && self.what == other.what
            && self.left == other.left
            && self.right == other.right
    }
}
