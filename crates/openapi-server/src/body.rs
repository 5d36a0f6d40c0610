//! A request's body, on loan to its operation. What the operation leaves unread
//! comes back, so that it can be known before the answer goes out whether the
//! connection can be used again (RFC 9112 §9.6).

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body as _, Frame};
use http_body_util::{BodyExt, Empty};
use hyper::body::Incoming;
use openapi_runtime::Body;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::activity::Activity;

/// The most that is read of a body whose operation has no use for it, in bytes.
const SHORT: usize = 64 << 10;

/// How long the answer waits for that. What is sent along with a head is there
/// at once.
const MOMENT: Duration = Duration::from_millis(20);

/// Lends a body, and tells the activity when it has arrived to its end.
pub(crate) fn lend(body: Incoming, activity: &Arc<Activity>) -> (Body, Rest) {
    if body.is_end_stream() {
        activity.completed();
        let nothing = Empty::new().map_err(|never| match never {});
        return (nothing.boxed_unsync(), Rest(None));
    }
    let (sender, receiver) = oneshot::channel();
    let lent = Lent {
        body: Some(body),
        lender: Some(sender),
        activity: Arc::clone(activity),
    };
    (
        lent.map_err(Into::into).boxed_unsync(),
        Rest(Some(receiver)),
    )
}

/// What comes back of a body: what is left of it, unless it broke off.
type Returned = Option<Incoming>;

/// A body on loan.
struct Lent {
    body: Option<Incoming>,
    lender: Option<oneshot::Sender<Returned>>,
    activity: Arc<Activity>,
}

impl http_body::Body for Lent {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let Some(body) = &mut self.body else {
            return Poll::Ready(None);
        };
        let frame = ready!(Pin::new(&mut *body).poll_frame(context));
        match &frame {
            Some(Err(_)) => {
                self.body = None;
                self.give_back(None);
            }
            Some(Ok(_)) if !body.is_end_stream() => {}
            _ => {
                self.body = None;
                self.activity.completed();
            }
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_none()
    }
}

impl Lent {
    fn give_back(&mut self, returned: Returned) {
        if let Some(lender) = self.lender.take() {
            // Nobody waits for it if the connection has ended meanwhile.
            let _ = lender.send(returned);
        }
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(body) = self.body.take() {
            self.give_back(Some(body));
        }
    }
}

/// What may come back of a body.
pub(crate) struct Rest(Option<oneshot::Receiver<Returned>>);

impl Rest {
    /// Reads a short rest, now that the operation has answered, unless its sender
    /// still waits for `100 (Continue)`. Returns whether the body is at its end.
    pub(crate) async fn read_to_end(self, is_expecting: bool) -> bool {
        match self.0.map(|mut rest| rest.try_recv()) {
            None | Some(Err(_)) => true,
            Some(Ok(None)) => false,
            Some(Ok(Some(_))) if is_expecting => false,
            Some(Ok(Some(body))) => timeout(MOMENT, forget(body)).await.unwrap_or(false),
        }
    }
}

/// Reads a short body and forgets it. Returns whether it was one.
async fn forget(mut body: Incoming) -> bool {
    if body.size_hint().lower() > SHORT as u64 {
        return false;
    }
    let mut length = 0;
    while let Some(frame) = body.frame().await {
        match frame {
            Ok(frame) => length += frame.data_ref().map_or(0, Bytes::len),
            Err(_) => return false,
        }
        if length > SHORT {
            return false;
        }
    }
    true
}
