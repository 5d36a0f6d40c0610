//! A service with scopes, a stream of events, uploads and a webhook.

use std::collections::BTreeMap;

use dropshot::{HttpServer, RequestContext};
use futures::{StreamExt, TryStreamExt, stream};
use openapi_dropshot::{BearerToken, BodyStream, EventStream, Rejection, RequestLimits, testing};
use tempfile::TempDir;
use tokio::fs::File;
use tokio::sync::broadcast;

pub mod api {
    //! The code that `build.rs` generates.
    #![allow(missing_docs, clippy::large_enum_variant)]
    include!(concat!(env!("OUT_DIR"), "/shop.rs"));
}

use api::types::{
    AddPhotoResponse, ChangeOrdersResponse, CreateOrderResponse, NewOrder, Order, OrderChange,
    OrderEventsResponse, Photo, PutBackupResponse, PutPinBody, PutPinResponse, StoredPhoto,
};

/// The state of the server.
pub struct State {
    /// The scopes of each token.
    tokens: BTreeMap<&'static str, Vec<&'static str>>,
    /// The new orders, for the streams of events.
    pub orders: broadcast::Sender<Order>,
    /// The photos.
    pub photos: TempDir,
}

/// The implementation.
pub enum Shop {}

impl api::Api for Shop {
    type Context = State;
    type Staff = ();

    async fn staff(
        rqctx: &RequestContext<State>,
        token: BearerToken<'_>,
        scopes: &'static [&'static str],
    ) -> Result<Option<()>, Rejection> {
        let Some(granted) = rqctx.context().tokens.get(token.reveal()) else {
            return Ok(None);
        };
        if scopes.iter().all(|scope| granted.contains(scope)) {
            Ok(Some(()))
        } else {
            Err(Rejection::InsufficientScope { scopes })
        }
    }

    fn limits(rqctx: &RequestContext<State>) -> RequestLimits {
        let body = match rqctx.endpoint.operation_id.as_str() {
            "addPhoto" => 8 << 20,
            "putBackup" => 1 << 30,
            _ => 64 << 10,
        };
        RequestLimits { body, part: 6 << 20, ..RequestLimits::of(rqctx) }
    }

    async fn create_order(
        rqctx: &RequestContext<State>,
        (): (),
        body: NewOrder,
    ) -> Result<CreateOrderResponse, Rejection> {
        let order = Order { note: body.note, ..Order::new(1, body.item, body.count) };
        // An error means that nobody reads the stream of events.
        let _ = rqctx.context().orders.send(order.clone());
        Ok(CreateOrderResponse::Created(order))
    }

    async fn change_orders(
        _: &RequestContext<State>,
        (): (),
        body: OrderChange,
    ) -> Result<ChangeOrdersResponse, Rejection> {
        Ok(ChangeOrdersResponse::Ok(body))
    }

    async fn order_events(
        rqctx: &RequestContext<State>,
        (): (),
    ) -> Result<OrderEventsResponse, Rejection> {
        let orders = rqctx.context().orders.subscribe();
        let events = stream::unfold(orders, async |mut orders| {
            // The stream ends when the server stops, or this caller reads too slowly.
            let order = orders.recv().await.ok()?;
            Some((order, orders))
        });
        Ok(OrderEventsResponse::Ok(EventStream::new(events.map(Ok::<_, Rejection>))))
    }

    async fn add_photo(
        rqctx: &RequestContext<State>,
        body: Photo,
    ) -> Result<AddPhotoResponse, Rejection> {
        let path = rqctx.context().photos.path().join("1");
        let mut file = File::create(path).await.map_err(Rejection::defect)?;
        let bytes = tokio::io::copy(&mut body.image.content.reader(), &mut file)
            .await
            .map_err(Rejection::defect)?;
        let bytes = i64::try_from(bytes).map_err(Rejection::defect)?;
        Ok(AddPhotoResponse::Created(StoredPhoto {
            title: Some(body.title),
            public: body.public,
            sizes: Some(body.sizes),
            bytes,
        }))
    }

    async fn put_pin(
        _: &RequestContext<State>,
        _: PutPinBody,
    ) -> Result<PutPinResponse, Rejection> {
        Ok(PutPinResponse::NoContent)
    }

    async fn put_backup(
        _: &RequestContext<State>,
        mut body: BodyStream,
    ) -> Result<PutBackupResponse, Rejection> {
        let mut length = 0;
        while let Some(bytes) = body.try_next().await? {
            length += bytes.len();
        }
        let length = i64::try_from(length).map_err(Rejection::defect)?;
        Ok(PutBackupResponse::Ok(length))
    }
}

/// Starts the service.
pub fn start() -> HttpServer<State> {
    let state = State {
        tokens: BTreeMap::from([
            ("reader", vec!["orders:read"]),
            ("owner", vec!["orders:read", "orders:write"]),
        ]),
        orders: broadcast::Sender::new(16),
        photos: TempDir::new().unwrap(),
    };
    let api = api::api_mod::api_description::<Shop>().unwrap();
    testing::serve(api, state).unwrap()
}
