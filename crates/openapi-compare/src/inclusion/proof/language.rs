//! Intersections of regular languages, decided by exploring the product of their
//! automata. Emptiness is sound: a pattern without an automaton (one with a
//! lookahead, for example) is left out, which only makes the language larger.

use crate::inclusion::effort::{spend, spend_bytes};
use crate::inclusion::schema::string::matches;
use regex_automata::dfa::{Automaton, StartKind, dense};
use regex_automata::nfa::thompson;
use regex_automata::util::{primitives::StateID, start, syntax};
use regex_automata::{Anchored, MatchKind};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::rc::Rc;

type Dfa = dense::DFA<Vec<u32>>;

/// Limits on the bytes of one automaton and on the explored states of the product.
const MAXIMUM_SIZE: usize = 1 << 21;
const MAXIMUM_STATES: usize = 20_000;

/// The largest limit on the length that an automaton expresses. A greater maximum is
/// left out, and a greater minimum is replaced by this one.
const MAXIMUM_LENGTH: u64 = 512;

/// A language: patterns that match, patterns that don't, lengths and exclusions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Language {
    /// Patterns of ECMA-262, and whether each must match or must not.
    patterns: BTreeSet<(String, bool)>,
    minimum: u64,
    maximum: Option<u64>,
    without: BTreeSet<String>,
}

/// The result of exploring the product automaton.
enum Search {
    /// A shortest string of the language.
    Found(String),
    /// The language has no string.
    Empty,
    /// A limit ended the search.
    Incomplete,
}

impl Language {
    pub(crate) fn pattern(&mut self, pattern: &str, is_found: bool) {
        self.patterns.insert((pattern.to_owned(), is_found));
    }

    pub(crate) fn at_least(&mut self, length: u64) {
        self.minimum = self.minimum.max(length);
    }

    pub(crate) fn at_most(&mut self, length: u64) {
        self.maximum = Some(self.maximum.map_or(length, |known| known.min(length)));
    }

    pub(crate) fn without(&mut self, text: &str) {
        self.without.insert(text.to_owned());
    }

    /// Returns whether the language is certainly empty.
    pub(crate) fn is_empty(&self) -> bool {
        if self.maximum.is_some_and(|maximum| maximum < self.minimum) {
            return true;
        }
        let contradicts = |(pattern, is_found): &(String, bool)| {
            *is_found && self.patterns.contains(&(pattern.clone(), false))
        };
        if self.patterns.iter().any(contradicts) {
            return true;
        }
        // Without a pattern, the language is infinite except for finitely many
        // exclusions, unless only the empty string is short enough.
        let is_short = self.maximum.is_some_and(|maximum| maximum == 0);
        (!self.patterns.is_empty() || is_short) && matches!(self.explore(), Search::Empty)
    }

    /// Returns a shortest string of the language, if the search finds one.
    pub(crate) fn shortest(&self) -> Option<String> {
        match self.explore() {
            Search::Found(text) => Some(text),
            Search::Empty | Search::Incomplete => None,
        }
    }

    fn dfas(&self) -> Vec<(Rc<Dfa>, bool)> {
        // The strings consist of characters, not of arbitrary bytes.
        let mut wanted = vec![(r"^(?s:.)*$".to_owned(), true)];
        let patterns = self.patterns.iter();
        wanted.extend(patterns.filter_map(|(one, found)| Some((to_rust_syntax(one)?, *found))));
        let maximum = self.maximum.filter(|maximum| *maximum <= MAXIMUM_LENGTH);
        let minimum = self.minimum.min(MAXIMUM_LENGTH);
        if minimum > 0 || maximum.is_some() {
            let maximum = maximum.map_or(String::new(), |maximum| maximum.to_string());
            wanted.push((format!("^(?s:.){{{minimum},{maximum}}}$"), true));
        }
        if !self.without.is_empty() {
            let texts = self.without.iter().map(|text| regex_syntax::escape(text));
            let texts: Vec<String> = texts.collect();
            wanted.push((format!("^(?:{})$", texts.join("|")), false));
        }
        spend(wanted.len() * 64);
        wanted.iter().filter_map(|(pattern, is_found)| Some((dfa(pattern)?, *is_found))).collect()
    }

    /// Explores the product automaton breadth first, so that the first string found
    /// is a shortest one.
    fn explore(&self) -> Search {
        let dfas = self.dfas();
        let Some(first) = start_states(&dfas) else {
            return Search::Incomplete;
        };
        let bytes = representatives(&dfas);
        let mut reached = vec![(first.clone(), 0, 0)];
        let mut known: HashMap<States, usize> = HashMap::from([(first, 0)]);
        let mut queue = VecDeque::from([0]);
        while let Some(index) = queue.pop_front() {
            let states = reached[index].0.clone();
            if is_accepting(&dfas, &states) {
                return text_at(&reached, index).map_or(Search::Incomplete, Search::Found);
            }
            for byte in &bytes {
                spend(1 + dfas.len() / 8);
                let Some(next) = step(&dfas, &states, *byte) else {
                    continue;
                };
                if !known.contains_key(&next) {
                    if reached.len() == MAXIMUM_STATES {
                        return Search::Incomplete;
                    }
                    known.insert(next.clone(), reached.len());
                    queue.push_back(reached.len());
                    reached.push((next, index, *byte));
                }
            }
        }
        Search::Empty
    }
}

/// A state of the product: the state of each automaton, or `None` once its pattern
/// has matched.
type States = Vec<Option<StateID>>;

fn start_states(dfas: &[(Rc<Dfa>, bool)]) -> Option<States> {
    let begin = start::Config::new().anchored(Anchored::No);
    dfas.iter().map(|(dfa, _)| dfa.start_state(&begin).ok().map(Some)).collect()
}

/// Returns the successor of `states` for `byte`; `None` if no string of the language
/// continues with it.
fn step(dfas: &[(Rc<Dfa>, bool)], states: &States, byte: u8) -> Option<States> {
    let mut next = Vec::with_capacity(states.len());
    for ((dfa, is_wanted), state) in dfas.iter().zip(states) {
        let Some(state) = state else {
            next.push(None);
            continue;
        };
        let state = dfa.next_state(*state, byte);
        let is_found = dfa.is_match_state(state);
        if is_found && !is_wanted || *is_wanted && dfa.is_dead_state(state) {
            return None;
        }
        next.push((!is_found).then_some(state));
    }
    Some(next)
}

/// Returns whether a string that ends at `states` is in the language.
fn is_accepting(dfas: &[(Rc<Dfa>, bool)], states: &States) -> bool {
    dfas.iter().zip(states).all(|((dfa, is_wanted), state)| {
        let is_found = state.is_none_or(|state| {
            let end = dfa.next_eoi_state(state);
            dfa.is_match_state(end)
        });
        is_found == *is_wanted
    })
}

/// Returns one byte of each class of bytes that no automaton distinguishes.
fn representatives(dfas: &[(Rc<Dfa>, bool)]) -> Vec<u8> {
    spend(1 + dfas.len() * 32);
    let mut known: BTreeSet<Vec<u8>> = BTreeSet::new();
    let class = |byte: &u8| dfas.iter().map(|(dfa, _)| dfa.byte_classes().get(*byte)).collect();
    // Readable characters first.
    let bytes = (b'a'..=b'z').chain(b'0'..=b'9').chain(0..=255);
    bytes.filter(|byte| known.insert(class(byte))).collect()
}

/// Returns the string on the path to `index`; `None` if the bytes aren't UTF-8.
fn text_at(reached: &[(States, usize, u8)], mut index: usize) -> Option<String> {
    let mut bytes = Vec::new();
    while index > 0 {
        let (_, before, byte) = reached[index];
        bytes.push(byte);
        index = before;
    }
    bytes.reverse();
    String::from_utf8(bytes).ok()
}

/// Returns whether an automaton decides about `pattern`.
pub(super) fn has_automaton(pattern: &str) -> bool {
    to_rust_syntax(pattern).is_some_and(|pattern| dfa(&pattern).is_some())
}

/// Translates a pattern of ECMA-262 to the syntax of the `regex` crates. Returns
/// `None` if there is no equivalent.
fn to_rust_syntax(pattern: &str) -> Option<String> {
    // In Rust's syntax these have another meaning or none.
    if [r"\b", r"\B", "(?"].iter().any(|special| pattern.replace("(?:", "(").contains(special)) {
        return None;
    }
    // An invalid pattern matches nowhere, even if it is valid in Rust's syntax.
    matches(pattern, "")?;
    let pattern = jsonschema_regex::to_rust_regex(pattern).ok()?;
    let mut text = String::new();
    let mut is_class = false;
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => {
                text.push(character);
                text.extend(characters.next());
                continue;
            }
            '[' => is_class = true,
            ']' => is_class = false,
            // All characters but the four line terminators (ECMA-262 §12.3).
            '.' if !is_class => {
                text.push_str(r"[^\n\r\x{2028}\x{2029}]");
                continue;
            }
            _ => {}
        }
        text.push(character);
    }
    Some(text)
}

/// Returns the automaton that searches for `pattern` anywhere in a string; `None` if
/// the automaton is too large.
fn dfa(pattern: &str) -> Option<Rc<Dfa>> {
    thread_local! {
        static BUILT: RefCell<HashMap<String, Option<Rc<Dfa>>>> = RefCell::default();
    }
    BUILT.with_borrow_mut(|built| {
        let build = || {
            let config = dense::Config::new()
                .match_kind(MatchKind::All)
                .start_kind(StartKind::Unanchored)
                .determinize_size_limit(Some(MAXIMUM_SIZE))
                .dfa_size_limit(Some(MAXIMUM_SIZE));
            let dfa = dense::Builder::new()
                .configure(config)
                .syntax(syntax::Config::new())
                .thompson(thompson::Config::new().nfa_size_limit(Some(MAXIMUM_SIZE)))
                .build(pattern);
            spend_bytes(dfa.as_ref().map_or(MAXIMUM_SIZE, dense::DFA::memory_usage));
            dfa.ok().map(Rc::new)
        };
        built.entry(pattern.to_owned()).or_insert_with(build).clone()
    })
}
