//! What callers sent and what was acknowledged, and whether a store agrees with
//! it. What a plant is follows from its id alone, so that a plant that is stored
//! half, or twice, or under another's id, can be told from one that isn't.

use std::collections::{BTreeMap, HashSet};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use plant_client::types::NewPlant;

use crate::Error;

/// What the callers of one store know.
#[derive(Default)]
pub struct Ledger {
    entries: Mutex<Entries>,
}

#[derive(Default)]
struct Entries {
    sent: HashSet<i64>,
    acknowledged: HashSet<i64>,
    /// How often there was which answer that was no success.
    refusals: BTreeMap<String, u64>,
    /// Answers that break the promises.
    violations: Vec<String>,
    last: Option<Instant>,
    longest_silence: Duration,
    longest_answer: Duration,
}

/// Figures of a ledger.
pub struct Summary {
    /// How many plants were sent.
    pub sent: usize,
    /// How many were acknowledged.
    pub acknowledged: usize,
    /// How often there was which answer that was no success.
    pub refusals: String,
    /// The longest time without an acknowledgement.
    pub longest_silence: Duration,
    /// How many answers broke the promises, and the first of them.
    pub violations: (usize, Option<String>),
}

/// What a store has, compared with a ledger.
#[derive(Debug, Default)]
pub struct Comparison {
    /// How many plants it has.
    pub stored: usize,
    /// Acknowledged, and not there.
    pub lost: Vec<i64>,
    /// There twice.
    pub doubled: Vec<i64>,
    /// There, and not what was sent.
    pub mangled: Vec<i64>,
    /// There, and never sent.
    pub invented: Vec<i64>,
}

/// The plant of this id; some are as large as several pages of a store, and
/// tags are absent, empty and there.
pub fn plant(id: i64) -> NewPlant {
    let length = if id % 50 == 0 {
        9000
    } else {
        id.unsigned_abs() as usize % 60
    };
    NewPlant {
        id,
        name: format!("plant {id} {}", "\u{1f331}".repeat(length / 4)),
        tag: match id % 3 {
            0 => None,
            1 => Some(String::new()),
            _ => Some(format!("tag of {id}")),
        },
    }
}

impl Ledger {
    /// Notes that a plant is about to be sent.
    pub fn send(&self, id: i64) {
        self.entries().sent.insert(id);
    }

    /// Notes that a plant was acknowledged.
    pub fn acknowledge(&self, id: i64) {
        let mut entries = self.entries();
        entries.acknowledged.insert(id);
        let now = Instant::now();
        let silence = entries.last.map_or(Duration::ZERO, |last| now - last);
        entries.longest_silence = entries.longest_silence.max(silence);
        entries.last = Some(now);
    }

    /// Notes an answer that was no success, and may be.
    pub fn refuse(&self, what: &str) {
        *self.entries().refusals.entry(what.to_owned()).or_default() += 1;
    }

    /// Notes an answer that may not be.
    pub fn violate(&self, what: String) {
        self.entries().violations.push(what);
    }

    /// Notes how long an answer took.
    pub fn answered_in(&self, time: Duration) {
        let mut entries = self.entries();
        entries.longest_answer = entries.longest_answer.max(time);
    }

    /// The longest that an answer took.
    pub fn longest_answer(&self) -> Duration {
        self.entries().longest_answer
    }

    /// How often there was this answer.
    pub fn refused(&self, what: &str) -> u64 {
        self.entries().refusals.get(what).copied().unwrap_or(0)
    }

    /// How many plants were acknowledged.
    pub fn acknowledged(&self) -> usize {
        self.entries().acknowledged.len()
    }

    /// The figures; the longest silence is counted anew afterwards.
    pub fn summary(&self) -> Summary {
        let mut entries = self.entries();
        let refusals = entries.refusals.iter();
        let refusals: Vec<_> = refusals
            .map(|(what, count)| format!("{count} × {what}"))
            .collect();
        Summary {
            sent: entries.sent.len(),
            acknowledged: entries.acknowledged.len(),
            refusals: refusals.join(", "),
            violations: (
                entries.violations.len(),
                entries.violations.first().cloned(),
            ),
            longest_silence: std::mem::take(&mut entries.longest_silence),
        }
    }

    /// Compares the ledger with what `export` prints, while callers may go on.
    pub fn compare(&self, mut export: Command) -> Result<Comparison, Error> {
        let acknowledged = self.entries().acknowledged.clone();
        let program = export.get_program().to_string_lossy().into_owned();
        let failed = |source| Error::Run {
            program: program.clone(),
            source,
        };
        let mut child = export.stdout(Stdio::piped()).spawn().map_err(failed)?;
        let mut comparison = Comparison::default();
        let mut stored = HashSet::new();
        let lines = child.stdout.take().into_iter();
        for line in lines.flat_map(|output| BufReader::new(output).lines()) {
            let line = line.map_err(Error::system("to read"))?;
            let found: NewPlant = serde_json::from_str(&line).map_err(|_| Error::Unexpected {
                program: "plant-store",
                said: line,
            })?;
            let sent = plant(found.id);
            if (&sent.name, &sent.tag) != (&found.name, &found.tag) {
                comparison.mangled.push(found.id);
            }
            if !stored.insert(found.id) {
                comparison.doubled.push(found.id);
            }
        }
        let status = child.wait().map_err(failed)?;
        if !status.success() {
            let said = "its export failed".to_owned();
            return Err(Error::Failed {
                program,
                status,
                said,
            });
        }
        let entries = self.entries();
        comparison.stored = stored.len();
        comparison.lost = acknowledged.difference(&stored).copied().collect();
        comparison.invented = stored.difference(&entries.sent).copied().collect();
        Ok(comparison)
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Comparison {
    /// Whether the store has what it must have, and nothing else.
    pub fn is_faithful(&self) -> bool {
        let wrongs = [&self.lost, &self.doubled, &self.mangled, &self.invented];
        wrongs.iter().all(|wrong| wrong.is_empty())
    }
}
