//! The contract of [`Storage`] as a test suite that every backend runs.
//!
//! A backend implements [`Fixture`], which creates and opens an empty store, and
//! `contract!` expands to one test for each guarantee. The
//! guarantees of a single backend are tested in its own directory.

use std::sync::Arc;

use async_trait::async_trait;
use plant_storage::{Access, Created, Plant, Storage, TrailFilter};

pub mod plants;
pub mod tokens;
pub mod trail;

/// A store that is created empty with the fixture and deleted with it.
#[async_trait]
pub trait Fixture: Send + Sync + Sized {
    /// Creates an empty store.
    async fn new() -> Self;

    /// Opens the store. If it was opened to serve before, it has been closed and
    /// dropped.
    async fn open(&self, access: Access) -> Arc<dyn Storage>;
}

/// Closes and drops a store, like a service that stops.
pub async fn stop(storage: Arc<dyn Storage>) {
    storage.close().await;
    drop(storage);
}

/// Returns a plant.
pub fn plant(id: i64, name: &str, tag: Option<&str>) -> Plant {
    Plant { id, name: name.to_owned(), tag: tag.map(str::to_owned) }
}

/// Creates a plant. Returns the outcome, which must be a success.
pub async fn created(storage: &dyn Storage, plant: &Plant) -> Created {
    storage.plant_create(plant.clone()).await.unwrap()
}

/// Creates a plant without a tag, whose id must be free.
pub async fn create_new(storage: &dyn Storage, id: i64, name: &str) {
    assert_eq!(created(storage, &plant(id, name, None)).await, Created::New);
}

/// Returns a page of all plants, without their trails.
pub async fn page(storage: &dyn Storage, after: Option<i64>) -> Vec<Plant> {
    let records = storage.plant_records(after, &TrailFilter::default()).await.unwrap();
    records.into_iter().map(|record| record.plant).collect()
}

/// Returns every plant of a store, read page by page.
pub async fn export(storage: &dyn Storage) -> Vec<Plant> {
    let mut plants: Vec<Plant> = Vec::new();
    loop {
        let page = page(storage, plants.last().map(|plant| plant.id)).await;
        if page.is_empty() {
            return plants;
        }
        plants.extend(page);
    }
}

/// Returns the id of every plant of a store.
pub async fn exported_ids(storage: &dyn Storage) -> Vec<i64> {
    let plants = export(storage).await;
    plants.iter().map(|plant| plant.id).collect()
}

/// Expands to one test for each guarantee, with the backend of the fixture.
/// Attributes before the fixture's type are added to every test. With the name of a
/// module and of guarantees in it, the macro expands to the tests of these only.
macro_rules! contract {
    (@module $attributes:tt $fixture:ty, $module:ident: $($guarantee:ident)+) => {
        mod $module {
            use super::*;

            $(contract!(@test $attributes $fixture, $module, $guarantee);)+
        }
    };
    (@test [$(#[$attribute:meta])*] $fixture:ty, $module:ident, $guarantee:ident) => {
        #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
        $(#[$attribute])*
        async fn $guarantee() {
            let fixture = <$fixture as crate::contract::Fixture>::new().await;
            crate::contract::$module::$guarantee(&fixture).await;
        }
    };
    ($(#[$attribute:meta])* $fixture:ty) => {
        contract!(@module [$(#[$attribute])*] $fixture, plants:
            a_plant_comes_back_as_it_went_in
            an_unknown_id_has_no_plant
            every_text_comes_back_exactly
            the_extremes_of_ids_are_ids
            a_repeated_create_is_the_same
            a_different_plant_under_a_taken_id_is_a_conflict
            an_absent_tag_is_not_an_empty_one
            racing_creates_of_one_id_have_one_winner
            racing_creates_of_many_ids_are_all_kept
            pages_are_in_the_order_of_ids_and_complete
            pages_of_long_names_are_short
            acknowledged_plants_are_there_after_reopening
            a_create_whose_caller_left_is_done_once
            a_closed_store_refuses_creates
            a_store_opened_to_read_refuses_creates
            a_probe_is_for_the_service_and_changes_no_plant
            each_batch_is_reported
        );
        contract!(@module [$(#[$attribute])*] $fixture, tokens:
            a_new_store_has_no_token
            a_token_is_listed_as_it_was_created
            a_name_is_used_once
            tokens_are_listed_by_name
            a_revoked_token_stays_revoked
            an_unknown_name_cannot_be_revoked
            a_token_expires_at_the_earliest_time
            the_last_use_of_a_token_is_the_latest
            a_last_use_in_the_future_is_replaced
            racing_tokens_of_one_name_have_one_winner
            tokens_are_there_after_reopening
            tokens_are_administered_beside_a_service
        );
        contract!(@module [$(#[$attribute])*] $fixture, trail:
            a_plant_keeps_the_trail_of_its_first_create
            plants_are_found_by_token_and_time
            a_deleted_plant_is_gone_and_its_id_stays_taken
            plants_are_deleted_all_or_none
            a_freed_id_can_be_used_again
        );
    };
    ($fixture:ty, $module:ident: $($guarantee:ident)+) => {
        contract!(@module [] $fixture, $module: $($guarantee)+);
    };
}
