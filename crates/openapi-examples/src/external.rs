//! A server whose document names types of other crates. Its responses return the input.

pub mod api {
    //! The code that `build.rs` generates from `external.yaml`.

    #![allow(missing_docs, reason = "the document describes what it wants to")]

    include!(concat!(env!("OUT_DIR"), "/external.rs"));
}

use std::convert::Infallible;
use std::net::Ipv4Addr;
use std::time::Duration;

use api::Api;
use api::types::{
    CreateAddressesOk, CreateAddressesResponse, CreateSpanResponse, Form, Host, ListSpansResponse,
    Problem, PutDefaultAddressResponse, PutHostResponse, ReadAddressPath, ReadAddressQuery,
    ReadAddressResponse,
};
use dropshot::RequestContext;
use futures::stream;
use openapi_dropshot::{JsonLines, Rejection, StatusCode};

/// The service.
pub enum External {}

impl Api for External {
    type Context = ();

    fn validates_responses(_: &RequestContext<()>) -> bool {
        true
    }

    fn problem_for(rejection: &Rejection, _: StatusCode) -> Problem {
        Problem { message: rejection.to_string() }
    }

    async fn read_address(
        _: &RequestContext<()>,
        path: ReadAddressPath,
        query: ReadAddressQuery,
    ) -> Result<ReadAddressResponse, Rejection> {
        let via = query.via.into_iter().flatten().next();
        let mask = u32::MAX << (32 - query.mask.get());
        let address = via.unwrap_or(path.address).to_bits() & mask;
        Ok(ReadAddressResponse::Ok(address.into()))
    }

    async fn put_default_address(
        _: &RequestContext<()>,
        address: Ipv4Addr,
    ) -> Result<PutDefaultAddressResponse, Rejection> {
        Ok(PutDefaultAddressResponse::Ok(address))
    }

    async fn list_spans(_: &RequestContext<()>) -> Result<ListSpansResponse, Rejection> {
        let spans = [1, 60].map(|seconds| Ok::<_, Infallible>(Duration::from_secs(seconds)));
        let spans = JsonLines::new(stream::iter(spans));
        Ok(ListSpansResponse::Ok(spans))
    }

    async fn create_span(
        _: &RequestContext<()>,
        span: Duration,
    ) -> Result<CreateSpanResponse, Rejection> {
        Ok(CreateSpanResponse::Ok(span))
    }

    async fn put_host(_: &RequestContext<()>, host: Host) -> Result<PutHostResponse, Rejection> {
        Ok(PutHostResponse::Ok(host))
    }

    async fn create_addresses(
        _: &RequestContext<()>,
        form: Form,
    ) -> Result<CreateAddressesResponse, Rejection> {
        let addresses = form.more.into_iter().flatten().chain([form.address]);
        let addresses = CreateAddressesOk(addresses.collect());
        Ok(CreateAddressesResponse::Ok(addresses))
    }
}
