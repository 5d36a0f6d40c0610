//! The contract of `Storage` for the store in memory, except for what a second process and
//! a second opening see.

#![allow(clippy::unwrap_used)]

#[macro_use]
#[allow(dead_code, reason = "the store in memory has no tokens and no trail")]
mod contract;

use std::sync::Arc;

use crate::contract::Fixture;
use async_trait::async_trait;
use plant_storage::{Access, Storage, in_memory};

struct MemoryFixture(Arc<dyn Storage>);

#[async_trait]
impl Fixture for MemoryFixture {
    async fn new() -> Self {
        MemoryFixture(in_memory())
    }

    async fn open(&self, _: Access) -> Arc<dyn Storage> {
        Arc::clone(&self.0)
    }
}

contract!(MemoryFixture, plants:
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
    a_create_whose_caller_left_is_done_once
    a_closed_store_refuses_creates
);

contract!(MemoryFixture, tokens:
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
    tokens_are_administered_beside_a_service
);

contract!(MemoryFixture, trail:
    a_plant_keeps_the_trail_of_its_first_create
    plants_are_found_by_token_and_time
    a_deleted_plant_is_gone_and_its_id_stays_taken
    plants_are_deleted_all_or_none
    a_freed_id_can_be_used_again
);
