//! The functions between the versions of the example.

use dropshot::RequestContext;
use openapi_dropshot::Rejection;

use crate::api::{v1_0_0, v2_0_0, v3_0_0};
use crate::{StandIn, State};

impl v1_0_0::Compatibility for StandIn {
    fn request_new_note_color(_: v1_0_0::types::NewNote) -> Result<String, Rejection> {
        Ok("white".to_owned())
    }

    async fn clear_notes(
        _: &RequestContext<State>,
    ) -> Result<v1_0_0::types::ClearNotesResponse, Rejection> {
        Ok(v1_0_0::types::ClearNotesResponse::NoContent)
    }
}

impl v2_0_0::Compatibility for StandIn {
    fn response_state(value: v3_0_0::types::State) -> v2_0_0::types::State {
        match value {
            v3_0_0::types::State::Open => v2_0_0::types::State::Open,
            v3_0_0::types::State::Done | v3_0_0::types::State::Moved => v2_0_0::types::State::Done,
        }
    }
}
