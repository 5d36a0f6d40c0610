//! The frames of a body in parts, which the parser gets one by one: it would buffer all that it
//! can get.

use std::convert::Infallible;

use bytes::Bytes;
use futures::StreamExt;
use futures::channel::mpsc::UnboundedSender;

use super::BodyStream;
use crate::Rejection;

/// The maximum length of the headers of a part, and of what is before the first part.
pub(super) const HEAD: usize = 16 << 10;

/// The number of characters of an error of the parser in a rejection.
const ERROR: usize = 200;

/// The frames of a body.
pub(super) struct Source {
    pub body: BodyStream,
    /// `None` at the end of the body.
    pub feed: Option<UnboundedSender<Result<Bytes, Infallible>>>,
}

impl Source {
    /// Returns what the parser finds next, after as many frames as it needs.
    pub async fn fed<T>(
        &mut self,
        mut parse: impl FnMut() -> Option<Result<T, multer::Error>>,
    ) -> Result<T, Rejection> {
        let mut length = 0;
        loop {
            if let Some(parsed) = parse() {
                return parsed.map_err(refused);
            }
            if length > HEAD {
                return Err(long_head());
            }
            match (self.body.next().await, &self.feed) {
                (Some(data), Some(feed)) => {
                    let data = data?;
                    length += data.len();
                    feed.unbounded_send(Ok(data)).map_err(Rejection::defect)?;
                }
                (None, Some(_)) => self.feed = None,
                (_, None) => return Err(malformed("the last boundary is missing".to_owned())),
            }
        }
    }
}

/// The errors of `multer` quote names of parts and headers, but no content.
fn refused(error: multer::Error) -> Rejection {
    malformed(error.to_string().chars().take(ERROR).collect())
}

pub(super) fn long_head() -> Rejection {
    malformed(format!("more than {HEAD} bytes precede the content of a part"))
}

pub(super) fn malformed(reason: String) -> Rejection {
    Rejection::Malformed { expected: "multipart/form-data", reason }
}
