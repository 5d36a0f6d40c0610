//! Pages as a stream of their items.

use futures::stream::{self, Stream, TryStreamExt};
use progenitor_client::{Error, ResponseValue};

use crate::CallError;

/// Returns the items of pages as a stream. `call` requests the page at a cursor, and the first
/// one without a cursor; `split` returns the items of a page and the cursor of the next one,
/// if there is one. A page is requested when the items of the one before are taken. The first
/// error ends the stream.
///
/// progenitor itself generates streams for the pages of dropshot (`x-dropshot-pagination`).
///
/// ```ignore
/// let trees = pages(
///     |cursor: Option<String>| client.list_trees(cursor.as_deref()),
///     |page: types::TreePage| (page.items, page.next),
/// );
/// let all: Vec<types::Tree> = trees.try_collect().await?;
/// ```
pub fn pages<Cursor, Page, Item, E, Call>(
    call: impl FnMut(Option<Cursor>) -> Call,
    split: impl FnMut(Page) -> (Vec<Item>, Option<Cursor>),
) -> impl Stream<Item = Result<Item, CallError<E>>>
where
    Call: Future<Output = Result<ResponseValue<Page>, Error<E>>>,
{
    let first = (call, split, Some(None));
    let pages = stream::try_unfold(first, async |(mut call, mut split, cursor)| {
        let Some(cursor) = cursor else {
            return Ok::<_, CallError<E>>(None);
        };
        let page = call(cursor).await?;
        let (items, next) = split(page.into_inner());
        let items = stream::iter(items.into_iter().map(Ok));
        Ok(Some((items, (call, split, next.map(Some)))))
    });
    pages.try_flatten()
}
