//! The ledger of sent and acknowledged plants, and its comparison with a store. The
//! contents of a plant are a function of its id, so that a plant that is stored partly,
//! twice or under another id is detected.

use std::collections::{HashMap, HashSet};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use plant_client::ErrorCode;
use plant_client::types::NewPlant;

/// The knowledge of the callers of one store.
#[derive(Default)]
pub struct Ledger {
    entries: Mutex<Entries>,
}

#[derive(Default)]
pub struct Entries {
    pub sent: HashSet<i64>,
    pub acknowledged: HashSet<i64>,
    /// The number of plants that were acknowledged when they were sent again.
    pub repeated: usize,
    /// The number of attempts that were not acknowledged.
    pub refusals: HashMap<Refusal, u64>,
    /// Responses that break the contract.
    pub violations: Vec<String>,
    /// The time of the last acknowledgement.
    last: Option<Instant>,
    /// The longest time between two acknowledgements. Only the second one ends a silence.
    pub longest_silence: Duration,
    /// The longest attempt, with or without an answer.
    pub longest_attempt: Duration,
}

/// The reason why an attempt was not acknowledged.
#[derive(Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// A 503 with this number.
    Unavailable(ErrorCode),
    NoAnswer,
}

/// The comparison of a store with a ledger.
#[derive(Debug, Default)]
pub struct Comparison {
    /// Plants that were acknowledged and are not in the store.
    pub lost: Vec<i64>,
    /// Plants that are in the store twice.
    pub doubled: Vec<i64>,
    /// Plants that differ from what was sent.
    pub mangled: Vec<i64>,
    /// Plants that were never sent.
    pub invented: Vec<i64>,
}

/// Returns the plant of this id. Some plants are as large as several pages of a store;
/// tags are absent, empty or not empty.
pub fn plant(id: i64) -> NewPlant {
    let length = if id % 50 == 0 { 9000 } else { id.unsigned_abs() as usize % 60 };
    NewPlant {
        id,
        name: format!("plant {id} {}", "\u{1f331}".repeat(length / 4)),
        tag: match id.rem_euclid(3) {
            0 => None,
            1 => Some(String::new()),
            _ => Some(format!("tag of {id}")),
        },
    }
}

impl Ledger {
    /// Records that a plant is about to be sent.
    pub fn send(&self, id: i64) {
        self.entries().sent.insert(id);
    }

    /// Records that a plant was acknowledged, also whether it had been sent before.
    pub fn acknowledge(&self, id: i64, is_repeated: bool) {
        let mut entries = self.entries();
        entries.repeated += usize::from(is_repeated);
        entries.acknowledged.insert(id);
        let now = Instant::now();
        let silence = entries.last.map_or(Duration::ZERO, |last| now - last);
        entries.longest_silence = entries.longest_silence.max(silence);
        entries.last = Some(now);
    }

    /// Records an attempt that was not acknowledged.
    pub fn refuse(&self, refusal: Refusal) {
        *self.entries().refusals.entry(refusal).or_default() += 1;
    }

    /// Records a response that breaks the contract.
    pub fn violate(&self, what: String) {
        self.entries().violations.push(what);
    }

    /// Records the time of an attempt, with or without an answer.
    pub fn attempted_for(&self, time: Duration) {
        let mut entries = self.entries();
        entries.longest_attempt = entries.longest_attempt.max(time);
    }

    /// Returns the number of acknowledged plants.
    pub fn acknowledged(&self) -> usize {
        self.entries().acknowledged.len()
    }

    /// Compares the ledger with the output of `export`. Callers may continue meanwhile.
    pub fn compare(&self, mut export: Command) -> Result<Comparison> {
        let acknowledged = self.entries().acknowledged.clone();
        let mut comparison = Comparison::default();
        let mut stored = HashSet::new();
        for line in test_kit::run(&mut export)?.lines() {
            let found: NewPlant = serde_json::from_str(line)
                .with_context(|| format!("plant-store exports {line}"))?;
            let sent = plant(found.id);
            if (&sent.name, &sent.tag) != (&found.name, &found.tag) {
                comparison.mangled.push(found.id);
            }
            if !stored.insert(found.id) {
                comparison.doubled.push(found.id);
            }
        }
        let entries = self.entries();
        comparison.lost = acknowledged.difference(&stored).copied().collect();
        comparison.invented = stored.difference(&entries.sent).copied().collect();
        Ok(comparison)
    }

    pub fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Comparison {
    /// Returns whether the store has every acknowledged plant, once and complete, and no plant
    /// that was not sent.
    pub fn is_faithful(&self) -> bool {
        let wrongs = [&self.lost, &self.doubled, &self.mangled, &self.invented];
        wrongs.iter().all(|wrong| wrong.is_empty())
    }
}
