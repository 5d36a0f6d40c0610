//! The keyword `$ref`, which remembers what it has judged.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock, Weak};

use jsonschema::{Keyword, ValidationError, Validator};
use serde_json::Value;

use super::{AllCompiled, lock};

/// The minimum number of judgements below one that is remembered. To remember all would take
/// more memory than the value; to repeat few costs little.
const WORTH: u64 = 8;

/// The beginning of the message of a reference, which ends with the reference.
pub(super) const REFUSED: &str = "value is refused by ";

/// A schema that a reference leads to.
pub struct Compiled {
    pub(crate) validator: Validator,
    /// A required member with a single allowed value. It decides most branches of a union
    /// without a look at the rest of the value.
    pub(crate) tag: Option<(String, Value)>,
}

/// Returns the first member that a schema requires and that has one value.
pub(super) fn tag(schema: &Value) -> Option<(String, Value)> {
    let required = schema.get("required")?.as_array()?;
    let mut names = required.iter().filter_map(Value::as_str);
    names.find_map(|name| {
        let member = schema.get("properties")?.get(name)?;
        let only = match member.get("enum").and_then(Value::as_array) {
            Some(values) if values.len() == 1 => values.first(),
            _ => member.get("const"),
        };
        let text = only.filter(|value| value.is_string())?;
        Some((name.to_owned(), text.clone()))
    })
}

/// The addresses of a schema and a value.
type Pair = (usize, usize);

/// What is known while a value is judged, in which no address is used again.
#[derive(Default)]
struct Memory {
    /// The pairs that are being judged.
    open: Vec<Pair>,
    /// Of arrays and objects.
    verdicts: HashMap<Pair, bool>,
    /// Of the scalar that is being judged: others have its address later.
    scalar: HashMap<Pair, bool>,
    /// The number of judgements and explanations.
    steps: u64,
}

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// Closes a pair, also when a validator panics.
struct Open;

impl Open {
    fn new(pair: Pair) -> Self {
        MEMORY.with_borrow_mut(|memory| {
            memory.open.push(pair);
            memory.steps += 1;
        });
        Self
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        MEMORY.with_borrow_mut(|memory| {
            memory.open.pop();
            if memory.open.is_empty() {
                memory.verdicts = HashMap::new();
            }
        });
    }
}

/// Counts a step of an explanation.
pub(super) fn step() {
    MEMORY.with_borrow_mut(|memory| memory.steps += 1);
}

/// Keeps what is known about a value while a function runs.
pub(super) fn remembering<T>(run: impl FnOnce() -> T) -> T {
    let _open = Open::new((0, 0));
    run()
}

/// Returns whether a schema accepts a value.
pub fn judge(target: &Compiled, value: &Value) -> bool {
    if let (Some((name, tag)), Some(members)) = (&target.tag, value.as_object())
        && members.get(name) != Some(tag)
    {
        return false;
    }
    let pair = (std::ptr::from_ref(target).addr(), std::ptr::from_ref(value).addr());
    let is_scalar = !value.is_array() && !value.is_object();
    let known = MEMORY.with_borrow_mut(|memory| {
        let mut open = memory.open.iter().rev();
        // What leads to itself requires nothing more.
        if open.clone().take_while(|one| one.1 == pair.1).any(|one| *one == pair) {
            return Some(true);
        }
        if !is_scalar {
            return memory.verdicts.get(&pair).copied();
        }
        if open.next().is_none_or(|one| one.1 != pair.1) {
            memory.scalar.clear();
        }
        memory.scalar.get(&pair).copied()
    });
    if let Some(known) = known {
        return known;
    }
    let before = MEMORY.with_borrow(|memory| memory.steps);
    let open = Open::new(pair);
    let verdict = target.validator.is_valid(value);
    MEMORY.with_borrow_mut(|memory| {
        if memory.steps - before >= WORTH {
            let known = if is_scalar { &mut memory.scalar } else { &mut memory.verdicts };
            known.insert(pair, verdict);
        }
    });
    drop(open);
    verdict
}

/// Returns the number of judgements of this thread.
#[cfg(test)]
pub(crate) fn steps() -> u64 {
    MEMORY.with_borrow(|memory| memory.steps)
}

struct Reference {
    targets: Weak<AllCompiled>,
    reference: String,
    /// Weak, since schemas refer to each other.
    target: OnceLock<Weak<Compiled>>,
}

pub(super) fn keyword(
    targets: Weak<AllCompiled>,
    reference: String,
) -> Box<dyn for<'i> Keyword<'i>> {
    Box::new(Reference { targets, reference, target: OnceLock::new() })
}

impl<'i> Keyword<'i> for Reference {
    fn validate(&self, value: &'i Value) -> Result<(), ValidationError<'i>> {
        if Keyword::is_valid(self, value) {
            Ok(())
        } else {
            Err(ValidationError::custom(format!("{REFUSED}{}", self.reference)))
        }
    }

    fn is_valid(&self, value: &'i Value) -> bool {
        let target = self.target.get_or_init(|| {
            let all = self.targets.upgrade();
            let target = all.and_then(|all| lock(&all).get(&self.reference).cloned());
            target.map_or_else(Weak::new, |target| Arc::downgrade(&target))
        });
        target.upgrade().is_some_and(|target| judge(&target, value))
    }
}
