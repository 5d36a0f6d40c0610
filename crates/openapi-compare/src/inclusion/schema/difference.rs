//! A difference between two schemas at one location. The sides are only `left` and
//! `right`; which one is the contract and which one is emitted is unknown here.

use super::level::PathLevel;
use crate::inclusion::effort::spend;
use bigdecimal::BigDecimal;
use openapi_source::{EXCERPT, Node, excerpt, token};

/// One of the two schemas of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first schema.
    Left,
    /// The second schema.
    Right,
}

/// How the values that the right side allows relate to those of the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The right side allows less.
    Narrower,
    /// The right side allows more.
    Wider,
    /// Each side allows a value that the other rejects, or the relation is unknown.
    Different,
}

impl Relation {
    /// Returns the sides that can allow a value which the other side rejects.
    pub fn sides(self) -> &'static [Side] {
        match self {
            Relation::Narrower => &[Side::Left],
            Relation::Wider => &[Side::Right],
            Relation::Different => &[Side::Left, Side::Right],
        }
    }

    /// Returns `Narrower` if `is_narrower`, and `Wider` otherwise.
    pub(crate) fn narrower_if(is_narrower: bool) -> Relation {
        if is_narrower { Relation::Narrower } else { Relation::Wider }
    }

    /// Combines the relations of two differences. Narrower and wider together are
    /// different.
    pub(crate) fn and(self, other: Relation) -> Relation {
        if self == other { self } else { Relation::Different }
    }
}

/// Whether a difference affects the allowed values or only annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The sides allow different values.
    Values,
    /// Both sides allow the same values, and annotate them differently.
    Annotation,
}

/// How a side declares a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum Presence {
    /// No keyword names the member.
    #[strum(serialize = "not declared")]
    NotDeclared,
    /// The side declares the member and doesn't require it.
    Optional,
    /// The side requires the member.
    Required,
    /// No value of the member is allowed.
    Refused,
}

/// The aspect of the values that a difference concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The keyword at the locations of the difference.
    Keyword,
    /// A keyword that doesn't restrict values.
    Annotation {
        /// The name of the keyword.
        keyword: String,
        /// Whether the right side has it.
        in_right: bool,
    },
    /// A value that only one side enumerates, as JSON.
    Value(String),
    /// The presence of a member.
    Member {
        /// The name of the member.
        name: String,
        /// How the left side declares it.
        left: Presence,
        /// How the right side declares it.
        right: Presence,
    },
    /// Numbers less than or equal to this one.
    Below(BigDecimal),
    /// Numbers greater than or equal to this one.
    Above(BigDecimal),
}

/// One difference, at the deepest location where it can be described.
#[derive(Clone, Debug)]
pub struct Difference<'d> {
    /// Whether the difference affects the allowed values.
    pub about: About,
    /// The aspect of the values that differs.
    pub subject: Subject,
    /// How the allowed values relate.
    pub relation: Relation,
    /// The keyword or the part that differs: `minimum`, ``property `name` ``.
    pub what: String,
    /// The left side's value, as text.
    pub left: String,
    /// The right side's value, as text.
    pub right: String,
    /// The location in the left schema's document.
    pub left_at: &'d Node,
    /// The location in the right schema's document.
    pub right_at: &'d Node,
    /// The instance location, like a JSON Pointer with `*` for any item and any
    /// member that isn't named.
    pub path: String,
    /// Whether the value has the same difference at other paths, too.
    pub(crate) is_elsewhere: bool,
    /// The pairs of schemas on that path, from the outermost pair to the pair whose
    /// values differ.
    pub(crate) levels: Vec<PathLevel<'d>>,
}

impl Difference<'_> {
    /// Returns the place of the difference in the values of `part`. An entry of an allow file for
    /// the path alone is not one for a place that goes on with a semicolon.
    pub fn within(&self, part: &str) -> String {
        match (self.path.as_str(), self.is_elsewhere) {
            ("", _) => part.to_owned(),
            (path, false) => format!("{part}, at {path}"),
            (path, true) => format!("{part}, at {path}; and elsewhere"),
        }
    }
}

/// The value of a keyword as text, and its location; for a side without the keyword, the
/// location of what lacks it.
pub(crate) type KeywordAt<'d> = (Option<String>, &'d Node);

/// Differences in the order in which they are found, without duplicates.
#[derive(Debug, Default)]
pub(crate) struct Differences<'d> {
    pub(super) list: Vec<Difference<'d>>,
}

impl<'d> Differences<'d> {
    /// Adds a difference in the value itself.
    pub(crate) fn add(
        &mut self,
        relation: Relation,
        what: &str,
        left: (impl Into<String>, &'d Node),
        right: (impl Into<String>, &'d Node),
    ) {
        self.insert(Difference::new(relation, what, left, right));
    }

    /// Adds a difference in a keyword.
    pub(crate) fn add_keyword(
        &mut self,
        relation: Relation,
        keyword: &str,
        left: KeywordAt<'d>,
        right: KeywordAt<'d>,
    ) {
        self.insert(Difference::of_keyword(relation, keyword, left, right));
    }

    /// Adds a value, as JSON, that only this side enumerates.
    pub(crate) fn add_value(
        &mut self,
        side: Side,
        value: String,
        left_at: &'d Node,
        right_at: &'d Node,
    ) {
        let (relation, left, right) = match side {
            Side::Left => (Relation::Narrower, "allowed", "not allowed"),
            Side::Right => (Relation::Wider, "not allowed", "allowed"),
        };
        let what = format!("value {}", excerpt(&value, EXCERPT));
        self.insert(Difference {
            subject: Subject::Value(value),
            ..Difference::new(relation, &what, (left, left_at), (right, right_at))
        });
    }

    /// Adds a difference in an annotation of values that both sides allow.
    pub(crate) fn annotate(&mut self, keyword: &str, left: KeywordAt<'d>, right: KeywordAt<'d>) {
        let in_right = right.0.is_some();
        self.insert(Difference {
            about: About::Annotation,
            subject: Subject::Annotation { keyword: keyword.to_owned(), in_right },
            ..Difference::of_keyword(Relation::Different, keyword, left, right)
        });
    }

    /// Adds a difference in the member `name` of the value. Without a relation, both
    /// sides allow the same values, and only one of them declares the member.
    pub(crate) fn add_member(
        &mut self,
        name: &str,
        relation: Option<Relation>,
        left: (Presence, &'d Node),
        right: (Presence, &'d Node),
    ) {
        let what = format!("property `{name}`");
        let [one, other] = [left, right].map(|(presence, at)| (presence.to_string(), at));
        let relation_of_values = relation.unwrap_or(Relation::Different);
        self.insert(Difference {
            about: relation.map_or(About::Annotation, |_| About::Values),
            path: format!("/{}", token(name)),
            subject: Subject::Member { name: name.to_owned(), left: left.0, right: right.0 },
            ..Difference::new(relation_of_values, &what, one, other)
        });
    }

    pub(crate) fn insert(&mut self, difference: Difference<'d>) {
        spend(1 + self.list.len() / 16);
        if !self.list.iter().any(|known| known.same_as(&difference)) {
            self.list.push(difference);
        }
    }
}

impl<'d> Difference<'d> {
    fn new(
        relation: Relation,
        what: &str,
        left: (impl Into<String>, &'d Node),
        right: (impl Into<String>, &'d Node),
    ) -> Difference<'d> {
        Difference {
            about: About::Values,
            subject: Subject::Keyword,
            relation,
            what: what.to_owned(),
            left: left.0.into(),
            right: right.0.into(),
            left_at: left.1,
            right_at: right.1,
            path: String::new(),
            is_elsewhere: false,
            levels: Vec::new(),
        }
    }

    pub(crate) fn of_keyword(
        relation: Relation,
        keyword: &str,
        left: KeywordAt<'d>,
        right: KeywordAt<'d>,
    ) -> Difference<'d> {
        let text = |(text, at): KeywordAt<'d>| (text.unwrap_or_else(|| "none".to_owned()), at);
        Difference::new(relation, &format!("`{keyword}`"), text(left), text(right))
    }

    /// Returns whether both have the same text and the same source locations, whatever their
    /// instance locations.
    pub fn same_as(&self, other: &Difference) -> bool {
        std::ptr::eq(self.left_at, other.left_at)
            && std::ptr::eq(self.right_at, other.right_at)
            && self.relation == other.relation
            && self.what == other.what
            && self.left == other.left
            && self.right == other.right
    }
}
