//! A store in the memory of the process, for tests of callers: plants and tokens are gone
//! when the process ends. Against the contract of [`Storage`], no write is durable.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;

use crate::plant::{PAGE_BYTES, PAGE_PLANTS, first_id_of_page, now};
use crate::{
    CreateError, CreateResult, Created, DeleteError, Deletion, OnDecided, Plant, PlantRecord,
    Storage, StorageError, TokenError, TokenRecord, Trail, TrailFilter, UnixSeconds,
};

/// Creates an empty store that nothing else can open. Its size has no limit but the memory.
pub fn in_memory() -> Arc<dyn Storage> {
    Arc::new(MemoryStorage::default())
}

#[derive(Default)]
struct MemoryStorage {
    content: Mutex<Content>,
}

#[derive(Default)]
struct Content {
    /// The plants; `None` for a deleted one.
    plants: BTreeMap<i64, Option<PlantRecord>>,
    tokens: BTreeMap<String, TokenRecord>,
    is_closed: bool,
}

impl MemoryStorage {
    fn content(&self) -> MutexGuard<'_, Content> {
        // No change has two steps, so that the content is whole after a panic.
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn writable(&self) -> Result<MutexGuard<'_, Content>, StorageError> {
        let content = self.content();
        if content.is_closed {
            return Err(StorageError::Closed);
        }
        Ok(content)
    }

    /// Changes the record of a token.
    fn change(&self, name: &str, change: impl FnOnce(&mut TokenRecord)) -> Result<(), TokenError> {
        let mut content = self.writable()?;
        let token = content.tokens.get_mut(name);
        let token = token.ok_or_else(|| TokenError::Unknown { name: name.to_owned() })?;
        change(token);
        Ok(())
    }
}

#[async_trait]
impl Storage for MemoryStorage {
    async fn plant_create_by(&self, plant: Plant, trail: Trail, then: OnDecided) -> CreateResult {
        let created = match self.writable()?.plants.entry(plant.id) {
            Entry::Vacant(entry) => {
                entry.insert(Some(PlantRecord { plant, trail }));
                Ok(Created::New)
            }
            Entry::Occupied(entry) => match entry.get() {
                Some(stored) if stored.plant == plant => Ok(Created::AlreadyExists),
                _ => Err(CreateError::Conflict { id: plant.id }),
            },
        };
        then(&created);
        created
    }

    async fn plant_delete(
        &self,
        ids: &BTreeSet<i64>,
        _: &Deletion,
        free_ids: bool,
    ) -> Result<(), DeleteError> {
        let plants = &mut self.writable()?.plants;
        let unknown: Vec<_> = ids.iter().filter(|id| !plants.contains_key(id)).copied().collect();
        if !unknown.is_empty() {
            return Err(DeleteError::Unknown(unknown));
        }
        for id in ids {
            plants.insert(*id, None);
        }
        if free_ids {
            plants.retain(|id, _| !ids.contains(id));
        }
        Ok(())
    }

    async fn plant_get(&self, id: i64) -> Result<Option<Plant>, StorageError> {
        let content = self.content();
        let record = content.plants.get(&id).and_then(Option::as_ref);
        Ok(record.map(|record| record.plant.clone()))
    }

    async fn plant_records(
        &self,
        after: Option<i64>,
        filter: &TrailFilter,
    ) -> Result<Vec<PlantRecord>, StorageError> {
        let Some(first) = first_id_of_page(after) else {
            return Ok(Vec::new());
        };
        let content = self.content();
        let mut bytes = 0;
        let plants = content.plants.range(first..);
        let plants = plants.filter_map(|(_, record)| record.as_ref());
        let plants = plants.filter(|PlantRecord { trail, .. }| {
            (filter.token.is_none() || filter.token == trail.token)
                && (filter.since.is_none() || filter.since <= trail.created_at)
        });
        let page = plants.take(PAGE_PLANTS).take_while(|record| {
            let plant = &record.plant;
            let has_room = bytes < PAGE_BYTES;
            bytes += plant.name.len() + plant.tag.as_ref().map_or(0, String::len);
            has_room
        });
        Ok(page.cloned().collect())
    }

    async fn token_create(&self, token: TokenRecord) -> Result<(), TokenError> {
        match self.writable()?.tokens.entry(token.name.clone()) {
            Entry::Vacant(entry) => {
                entry.insert(token);
                Ok(())
            }
            Entry::Occupied(_) => Err(TokenError::NameTaken { name: token.name }),
        }
    }

    async fn token_list(&self) -> Result<Vec<TokenRecord>, StorageError> {
        Ok(self.content().tokens.values().cloned().collect())
    }

    async fn token_revoke(&self, name: &str, at: UnixSeconds) -> Result<(), TokenError> {
        self.change(name, |token| {
            token.revoked_at.get_or_insert(at);
        })
    }

    async fn token_expire(&self, name: &str, at: UnixSeconds) -> Result<(), TokenError> {
        self.change(name, |token| {
            token.expires_at = Some(token.expires_at.map_or(at, |earlier| earlier.min(at)));
        })
    }

    async fn token_used(&self, name: &str, at: UnixSeconds) -> Result<(), StorageError> {
        if let Some(token) = self.writable()?.tokens.get_mut(name) {
            // A use in the future is of a clock that was ahead.
            let recorded = token.last_used_at.filter(|recorded| *recorded <= now());
            token.last_used_at = recorded.max(Some(at));
        }
        Ok(())
    }

    async fn token_any(&self) -> Result<bool, StorageError> {
        Ok(!self.content().tokens.is_empty())
    }

    async fn probe(&self) -> Result<(), StorageError> {
        self.writable().map(drop)
    }

    async fn close(&self) {
        self.content().is_closed = true;
    }
}
