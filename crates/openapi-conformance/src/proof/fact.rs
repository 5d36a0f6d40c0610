//! What must be so for a value to be one that is looked for: the vocabulary
//! between the keywords of schemas and what is decided about each type. It must
//! only hold what JSON Schema says of values, and decide nothing.

use crate::document::Node;
use crate::schema::Part;
use bigdecimal::BigDecimal;

/// That a schema allows the value (or a part of it), or refuses it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim<'d> {
    pub(super) part: Part<'d>,
    pub(super) holds: bool,
}

impl<'d> Claim<'d> {
    pub(super) fn new(part: Part<'d>, node: &'d Node, holds: bool) -> Claim<'d> {
        Claim {
            part: Part { node, ..part },
            holds,
        }
    }

    pub(super) fn key(&self) -> (*const Node, bool) {
        (std::ptr::from_ref(self.part.node), self.holds)
    }

    /// The values that the schema lists, if it does.
    pub(super) fn listed(&self) -> Option<&'d [Node]> {
        let node = self.part.node;
        let one = node.get("const").map(std::slice::from_ref);
        one.or_else(|| node.get("enum").map(Node::items))
    }

    pub(super) fn turned(self) -> Claim<'d> {
        Claim {
            holds: !self.holds,
            ..self
        }
    }
}

/// One thing that must be so.
#[derive(Clone, Debug)]
pub(super) enum Atom<'d> {
    Claim(Claim<'d>),
    /// A keyword of a schema, beside its neighbours.
    Keyword {
        schema: Part<'d>,
        keyword: &'d str,
        holds: bool,
    },
    Fact(Fact<'d>),
}

/// Of these one must be so, with all that it consists of. Without any, nothing
/// can be.
pub(super) type Ways<'d> = Vec<Vec<Atom<'d>>>;

/// Something about a value of one type that no schema has to be asked for.
#[derive(Clone, Debug)]
pub(super) enum Fact<'d> {
    /// It is one of these.
    Listed(Vec<&'d Node>),
    Unlisted(&'d Node),
    /// A string that it isn't.
    Unnamed(&'d str),
    /// A number and its bounds, which it may equal unless they are exclusive.
    Above(BigDecimal, bool),
    Below(BigDecimal, bool),
    /// Whether it is a multiple; of one, that it is an integer.
    Multiple(BigDecimal, bool),
    /// How many characters, items or members it has.
    AtLeast(u64),
    AtMost(u64),
    /// Whether the pattern is found in it.
    Pattern(&'d str, bool),
    /// Whether it is of a format that is judged.
    Format(&'d str, bool),
    /// All items from this index on, up to the second one, if there are any.
    Items(usize, Option<usize>, Claim<'d>),
    /// So many items from this index on, up to the second one.
    SomeItems(usize, Option<usize>, u64, Claim<'d>),
    /// No more than so many items.
    FewItems(u64, Claim<'d>),
    /// Whether no two items are the same.
    Unique(bool),
    Present(&'d str),
    Absent(&'d str),
    /// A member, if it is there.
    Member(&'d str, Claim<'d>),
    /// All members of such names.
    Members(Names<'d>, Claim<'d>),
    /// A member of such a name.
    SomeMember(Names<'d>, Claim<'d>),
    /// The names of all members, and that of one.
    Names(Claim<'d>),
    SomeName(Claim<'d>),
}

impl Fact<'_> {
    /// Whether both can't be so, as can be seen at once: most ways end like this.
    pub(super) fn contradicts(&self, other: &Fact) -> bool {
        match (self, other) {
            (Fact::Present(one), Fact::Absent(other))
            | (Fact::Absent(one), Fact::Present(other)) => one == other,
            _ => false,
        }
    }
}

/// Names of members.
#[derive(Clone, Debug, Default)]
pub(super) struct Names<'d> {
    /// The pattern that is found in them.
    pub(super) matching: Option<&'d str>,
    pub(super) except: Vec<&'d str>,
    pub(super) except_matching: Vec<&'d str>,
}

/// All of these must be so.
pub(super) fn all<'d>(atoms: impl IntoIterator<Item = Atom<'d>>) -> Vec<Ways<'d>> {
    vec![vec![atoms.into_iter().collect()]]
}

/// One of these must be so.
pub(super) fn any<'d>(atoms: impl IntoIterator<Item = Atom<'d>>) -> Vec<Ways<'d>> {
    vec![atoms.into_iter().map(|atom| vec![atom]).collect()]
}

/// A fact, or its opposite.
pub(super) fn fact<'d>(holds: bool, fact: Fact<'d>, opposite: Fact<'d>) -> Vec<Ways<'d>> {
    all([Atom::Fact(if holds { fact } else { opposite })])
}

/// What is always so; its opposite never is.
pub(super) fn always<'d>(holds: bool) -> Vec<Ways<'d>> {
    if holds { Vec::new() } else { vec![Vec::new()] }
}
