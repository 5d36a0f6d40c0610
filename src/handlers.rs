//! The one implementation of the generated trait: unwrap, call the store, wrap.
//! It knows no SQL, no status and no `error` value.

use std::sync::Arc;

use openapi_runtime::{BearerToken, Challenge, Fault, Limits, Request};
use plant_storage::{CreateError, Storage, TokenRecord};

use crate::api::{Api, CreatePlantResponse, Error, NewPlant, Plant};
use crate::error;
use crate::tokens::TokenVerifier;

/// The service: where plants are kept, and who may create them.
pub struct PlantStore {
    storage: Arc<dyn Storage>,
    tokens: TokenVerifier,
    limits: Limits,
}

impl PlantStore {
    /// A service on a store.
    pub fn new(storage: Arc<dyn Storage>, limits: Limits) -> Self {
        Self {
            tokens: TokenVerifier::new(Arc::clone(&storage)),
            storage,
            limits,
        }
    }
}

impl Api for PlantStore {
    type BearerAuth = Arc<TokenRecord>;
    const BEARER_AUTH: Challenge = Challenge { realm: "plants" };

    async fn bearer_auth(
        &self,
        _: &Request,
        token: BearerToken<'_>,
    ) -> Result<Option<Arc<TokenRecord>>, Fault> {
        let verified = self.tokens.verify(token.reveal()).await;
        verified.map_err(error::unavailable)
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    fn error_for(fault: &Fault) -> Error {
        error::error_for(fault)
    }

    async fn create_plant(
        &self,
        _: &Request,
        _: Arc<TokenRecord>,
        NewPlant { id, name, tag }: NewPlant,
    ) -> Result<CreatePlantResponse, Fault> {
        let plant = Plant {
            name: name.clone(),
            tag: tag.clone(),
        };
        let created = self
            .storage
            .plant_create(plant_storage::Plant { id, name, tag });
        match created.await {
            Ok(_) => Ok(CreatePlantResponse::Ok(plant)),
            Err(CreateError::Conflict { id }) => {
                Ok(CreatePlantResponse::BadRequest(error::id_taken(id)))
            }
            Err(error) => Err(error::not_created(error)),
        }
    }
}
