//! A store in the memory of the process, for tests of callers: plants and tokens are gone
//! when the process ends. Against the contract of [`Storage`], no write is durable.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use async_trait::async_trait;

use crate::plant::{PAGE_BYTES, PAGE_PLANTS, first_id_of_page};
use crate::{
    CreateError, Created, Plant, Storage, StorageError, TokenError, TokenRecord, UnixSeconds,
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
    plants: BTreeMap<i64, Plant>,
    tokens: BTreeMap<String, TokenRecord>,
    is_closed: bool,
}

impl MemoryStorage {
    fn content(&self) -> MutexGuard<'_, Content> {
        // No change has two steps, so that the content is whole after a panic.
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the content to write to.
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
        let token = token.ok_or_else(|| TokenError::Unknown {
            name: name.to_owned(),
        })?;
        change(token);
        Ok(())
    }
}

#[async_trait]
impl Storage for MemoryStorage {
    async fn plant_create(&self, plant: Plant) -> Result<Created, CreateError> {
        match self.writable()?.plants.entry(plant.id) {
            Entry::Vacant(entry) => {
                entry.insert(plant);
                Ok(Created::New)
            }
            Entry::Occupied(entry) if *entry.get() == plant => Ok(Created::AlreadyExists),
            Entry::Occupied(_) => Err(CreateError::Conflict { id: plant.id }),
        }
    }

    async fn plant_get(&self, id: i64) -> Result<Option<Plant>, StorageError> {
        Ok(self.content().plants.get(&id).cloned())
    }

    async fn plant_page(&self, after: Option<i64>) -> Result<Vec<Plant>, StorageError> {
        let Some(first) = first_id_of_page(after) else {
            return Ok(Vec::new());
        };
        let content = self.content();
        let mut bytes = 0;
        let plants = content.plants.range(first..).map(|(_, plant)| plant);
        let page = plants.take(PAGE_PLANTS).take_while(|plant| {
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
            let now = SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .unwrap_or_default();
            let now = UnixSeconds::try_from(now.as_secs()).unwrap_or(UnixSeconds::MAX);
            let recorded = token.last_used_at.filter(|recorded| *recorded <= now);
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
