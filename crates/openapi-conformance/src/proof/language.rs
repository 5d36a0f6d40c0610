//! The strings that several patterns leave over, found by walking their
//! automata side by side. It must never call a language empty that isn't: a
//! pattern that no automaton can hold (one with a look ahead, say) is left out,
//! which leaves more strings over.

use crate::schema::string::matches;
use regex_automata::dfa::{Automaton, StartKind, dense};
use regex_automata::nfa::thompson;
use regex_automata::util::{primitives::StateID, start, syntax};
use regex_automata::{Anchored, MatchKind};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::rc::Rc;

type Machine = dense::DFA<Vec<u32>>;

/// Bytes of one automaton, and states of all automata side by side, that are
/// looked at.
const MAXIMUM_SIZE: usize = 1 << 21;
const MAXIMUM_STATES: usize = 20_000;

/// Longer limits than this are left out.
const MAXIMUM_LENGTH: u64 = 512;

/// Strings by what is found in them and what isn't.
#[derive(Clone, Debug, Default)]
pub(crate) struct Language {
    /// Patterns of ECMA-262, and whether each is found.
    patterns: BTreeSet<(String, bool)>,
    minimum: u64,
    maximum: Option<u64>,
    without: BTreeSet<String>,
}

/// What a walk came to.
enum Walk {
    Found(String),
    Nothing,
    /// It didn't see all.
    Unfinished,
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

    /// Whether there certainly is no such string.
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
        // Without a pattern, finitely many strings are taken out of infinitely
        // many, unless they are short.
        let is_short = self.maximum.is_some_and(|maximum| maximum == 0);
        (!self.patterns.is_empty() || is_short) && matches!(self.walk(), Walk::Nothing)
    }

    /// The shortest such string, if one is found.
    pub(crate) fn shortest(&self) -> Option<String> {
        match self.walk() {
            Walk::Found(text) => Some(text),
            Walk::Nothing | Walk::Unfinished => None,
        }
    }

    fn machines(&self) -> Vec<(Rc<Machine>, bool)> {
        // Whatever else: characters, and not any bytes.
        let mut wanted = vec![(r"^(?s:.)*$".to_owned(), true)];
        let patterns = self.patterns.iter();
        wanted.extend(patterns.filter_map(|(one, found)| Some((translated(one)?, *found))));
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
        let machines = wanted.iter();
        machines
            .filter_map(|(pattern, is_found)| Some((machine(pattern)?, *is_found)))
            .collect()
    }

    /// Breadth first, so that the first string is a shortest one.
    fn walk(&self) -> Walk {
        let machines = self.machines();
        let Some(first) = start_of(&machines) else {
            return Walk::Unfinished;
        };
        let bytes = representatives(&machines);
        let mut reached = vec![(first.clone(), 0, 0)];
        let mut known: HashMap<States, usize> = HashMap::from([(first, 0)]);
        let mut queue = VecDeque::from([0]);
        while let Some(index) = queue.pop_front() {
            let states = reached[index].0.clone();
            if is_end(&machines, &states) {
                return written(&reached, index).map_or(Walk::Unfinished, Walk::Found);
            }
            for byte in &bytes {
                let Some(next) = step(&machines, &states, *byte) else {
                    continue;
                };
                if !known.contains_key(&next) {
                    if reached.len() == MAXIMUM_STATES {
                        return Walk::Unfinished;
                    }
                    known.insert(next.clone(), reached.len());
                    queue.push_back(reached.len());
                    reached.push((next, index, *byte));
                }
            }
        }
        Walk::Nothing
    }
}

/// The state of each automaton; `None` once its pattern was found.
type States = Vec<Option<StateID>>;

fn start_of(machines: &[(Rc<Machine>, bool)]) -> Option<States> {
    let begin = start::Config::new().anchored(Anchored::No);
    let states = machines.iter();
    states
        .map(|(machine, _)| machine.start_state(&begin).ok().map(Some))
        .collect()
}

/// `None` if no string goes on like this.
fn step(machines: &[(Rc<Machine>, bool)], states: &States, byte: u8) -> Option<States> {
    let mut next = Vec::with_capacity(states.len());
    for ((machine, is_wanted), state) in machines.iter().zip(states) {
        let Some(state) = state else {
            next.push(None);
            continue;
        };
        let state = machine.next_state(*state, byte);
        let is_found = machine.is_match_state(state);
        if is_found && !is_wanted || *is_wanted && machine.is_dead_state(state) {
            return None;
        }
        next.push((!is_found).then_some(state));
    }
    Some(next)
}

/// Whether a string that ends here is one.
fn is_end(machines: &[(Rc<Machine>, bool)], states: &States) -> bool {
    machines
        .iter()
        .zip(states)
        .all(|((machine, is_wanted), state)| {
            let is_found = state.is_none_or(|state| {
                let end = machine.next_eoi_state(state);
                machine.is_match_state(end)
            });
            is_found == *is_wanted
        })
}

/// One byte of each class that all automata take for the same.
fn representatives(machines: &[(Rc<Machine>, bool)]) -> Vec<u8> {
    let mut known: BTreeSet<Vec<u8>> = BTreeSet::new();
    let class = |byte: &u8| {
        let machines = machines.iter();
        machines
            .map(|(machine, _)| machine.byte_classes().get(*byte))
            .collect()
    };
    // Legible ones first.
    let bytes = (b'a'..=b'z').chain(b'0'..=b'9').chain(0..=255);
    bytes.filter(|byte| known.insert(class(byte))).collect()
}

/// The bytes on the way to `index`; `None` if they are no text.
fn written(reached: &[(States, usize, u8)], mut index: usize) -> Option<String> {
    let mut bytes = Vec::new();
    while index > 0 {
        let (_, before, byte) = reached[index];
        bytes.push(byte);
        index = before;
    }
    bytes.reverse();
    String::from_utf8(bytes).ok()
}

/// A pattern of ECMA-262 in the words of Rust; `None` if it has none.
fn translated(pattern: &str) -> Option<String> {
    // These mean another thing to Rust, or nothing.
    if [r"\b", r"\B", "(?"]
        .iter()
        .any(|special| pattern.replace("(?:", "(").contains(special))
    {
        return None;
    }
    // What is no expression is found nowhere, whatever Rust makes of it.
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
            // Any but the four ends of a line (ECMA-262 §12.3).
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

/// The automaton that looks for `pattern` anywhere; `None` if it is too large.
fn machine(pattern: &str) -> Option<Rc<Machine>> {
    thread_local! {
        static BUILT: RefCell<HashMap<String, Option<Rc<Machine>>>> = RefCell::default();
    }
    BUILT.with_borrow_mut(|built| {
        let build = || {
            let config = dense::Config::new()
                .match_kind(MatchKind::All)
                .start_kind(StartKind::Unanchored)
                .determinize_size_limit(Some(MAXIMUM_SIZE))
                .dfa_size_limit(Some(MAXIMUM_SIZE));
            let machine = dense::Builder::new()
                .configure(config)
                .syntax(syntax::Config::new())
                .thompson(thompson::Config::new().nfa_size_limit(Some(MAXIMUM_SIZE)))
                .build(pattern);
            machine.ok().map(Rc::new)
        };
        let known = built.entry(pattern.to_owned());
        known.or_insert_with(build).clone()
    })
}
