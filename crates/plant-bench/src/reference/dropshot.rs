//! The cost of dropshot: its server with typed body and typed response, default
//! settings, and the log discarded. Nothing is stored.

use dropshot::{
    ApiDescription, ConfigDropshot, HttpError, HttpResponseOk, RequestContext, ServerBuilder,
    TypedBody, endpoint,
};
use slog::{Discard, Logger, o};

use super::{NewPlant, Plant, announce};
use crate::Error;

pub(super) async fn serve() -> Result<(), Error> {
    let mut api = ApiDescription::new();
    api.register(plant_create)
        .map_err(|error| Error::Reference(error.to_string()))?;
    let server = ServerBuilder::new(api, (), Logger::root(Discard, o!()))
        .config(ConfigDropshot::default())
        .start()
        .map_err(|error| Error::Reference(error.to_string()))?;
    announce(server.local_addr());
    server.await.map_err(Error::Reference)
}

#[endpoint { method = POST, path = "/plants" }]
async fn plant_create(
    _: RequestContext<()>,
    body: TypedBody<NewPlant>,
) -> Result<HttpResponseOk<Plant>, HttpError> {
    let NewPlant { id: _, name, tag } = body.into_inner();
    Ok(HttpResponseOk(Plant { name, tag }))
}
