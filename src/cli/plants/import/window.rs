//! The creates that run at the same time.

use std::collections::{HashSet, VecDeque};

use tokio::sync::OwnedSemaphorePermit;
use tokio::task::JoinHandle;

use super::lines::{Line, LineInMemory};
use super::target::{Outcome, Target, Unstored};

/// The creates that run, with at most one for each id.
pub(super) struct Window {
    target: Target,
    /// In the order of the lines, which is that of the report.
    creates: VecDeque<Create>,
    ids: HashSet<i64>,
}

struct Create {
    line: u64,
    id: Option<i64>,
    task: JoinHandle<Outcome>,
    _share: OwnedSemaphorePermit,
}

impl Window {
    pub(super) fn new(target: Target) -> Self {
        Window { target, creates: VecDeque::new(), ids: HashSet::new() }
    }

    /// Returns whether another create may begin.
    pub(super) fn has_room(&self) -> bool {
        self.creates.len() < self.target.concurrency()
    }

    /// Returns whether a create with the id of this line runs.
    pub(super) fn has_id_of(&self, (line, _): &LineInMemory) -> bool {
        let plant = line.plant.as_ref();
        plant.is_ok_and(|plant| self.ids.contains(&plant.id))
    }

    /// Begins the create of a line, whose id no other create has.
    pub(super) fn begin(&mut self, (line, share): LineInMemory) {
        let Line { number, plant, .. } = line;
        let id = plant.as_ref().ok().map(|plant| plant.id);
        self.ids.extend(id);
        let target = self.target.clone();
        let task = tokio::spawn(async move {
            match plant {
                Ok(plant) => target.create(plant).await,
                Err(refusal) => Err(Unstored::Refused(refusal)),
            }
        });
        self.creates.push_back(Create { line: number, id, task, _share: share });
    }

    /// Waits for the outcome of the first create. Returns the number of its line, too, or
    /// `None` if no create runs. Nothing is lost if the future is dropped.
    pub(super) async fn next(&mut self) -> Option<(u64, Outcome)> {
        let first = self.creates.front_mut()?;
        let outcome = (&mut first.task).await;
        let first = self.creates.pop_front()?;
        if let Some(id) = first.id {
            self.ids.remove(&id);
        }
        Some((first.line, outcome.expect("a create does not panic")))
    }
}
