//! The cost of dropshot: its server with typed body and typed response, default
//! settings, and the log discarded. Nothing is stored.

use anyhow::{Error, Result};
use dropshot::{
    ApiDescription, ConfigDropshot, HttpError, HttpResponseOk, RequestContext, ServerBuilder,
    TypedBody, endpoint,
};
use slog::{Discard, Logger, o};

use super::{NewPlant, Plant, announce};

pub(super) async fn serve() -> Result<()> {
    let mut api = ApiDescription::new();
    api.register(plant_create)?;
    let server = ServerBuilder::new(api, (), Logger::root(Discard, o!()))
        .config(ConfigDropshot::default())
        .start()?;
    announce(server.local_addr());
    server.await.map_err(Error::msg)
}

#[endpoint { method = POST, path = "/plants" }]
async fn plant_create(
    _: RequestContext<()>,
    body: TypedBody<NewPlant>,
) -> Result<HttpResponseOk<Plant>, HttpError> {
    let NewPlant { id: _, name, tag } = body.into_inner();
    Ok(HttpResponseOk(Plant { name, tag }))
}
