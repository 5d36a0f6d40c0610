//! The temporary file of a form, which has the contents of its large files.
//!
//! A form has one, because each takes a descriptor of the process. It has no name, so that it
//! vanishes when it is closed, also if the process is killed.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use futures::{Stream, stream};
use tokio::task::spawn_blocking;

use crate::Rejection;

/// The number of bytes that are written or read at a time.
pub(super) const PIECE: usize = 64 << 10;

/// A temporary file fails.
#[derive(Debug, thiserror::Error)]
#[error("the temporary file for the files of a form, in {}, {action}", tempfile::env::temp_dir().display())]
struct SpoolError {
    action: &'static str,
    source: io::Error,
}

/// A temporary file. Its position is that of the last access.
pub(super) struct Spool(Mutex<File>);

/// Each temporary file is equal to itself alone.
impl PartialEq for Spool {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Spool {
    pub async fn create() -> Result<Arc<Self>, Rejection> {
        let file = blocking("can't be created", tempfile::tempfile).await?;
        Ok(Arc::new(Self(Mutex::new(file))))
    }

    /// Appends bytes.
    pub async fn append(self: &Arc<Self>, bytes: Vec<u8>) -> Result<(), Rejection> {
        let write = move |file: &mut File| {
            file.seek(SeekFrom::End(0))?;
            file.write_all(&bytes)
        };
        self.access("can't be written", write).await
    }

    /// Returns the bytes at an offset.
    pub async fn read(self: &Arc<Self>, offset: u64, length: usize) -> Result<Bytes, Rejection> {
        let read = move |file: &mut File| {
            let mut bytes = vec![0; length];
            file.seek(SeekFrom::Start(offset))?;
            file.read_exact(&mut bytes)?;
            Ok(bytes.into())
        };
        self.access("can't be read", read).await
    }

    /// Returns the bytes at an offset in pieces.
    pub fn pieces(
        self: Arc<Self>,
        offset: u64,
        length: usize,
    ) -> impl Stream<Item = Result<Bytes, Rejection>> {
        stream::try_unfold((self, offset, length), async |(spool, offset, length)| {
            if length == 0 {
                return Ok(None);
            }
            let piece = spool.read(offset, length.min(PIECE)).await?;
            let rest = (spool, offset + piece.len() as u64, length - piece.len());
            Ok(Some((piece, rest)))
        })
    }

    async fn access<T: Send + 'static>(
        self: &Arc<Self>,
        action: &'static str,
        work: impl FnOnce(&mut File) -> io::Result<T> + Send + 'static,
    ) -> Result<T, Rejection> {
        let spool = self.clone();
        // The position is set before each access, so that a panic leaves nothing unfinished.
        let work = move || work(&mut spool.0.lock().unwrap_or_else(PoisonError::into_inner));
        blocking(action, work).await
    }
}

/// Works on a thread that may wait for a disk.
async fn blocking<T: Send + 'static>(
    action: &'static str,
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, Rejection> {
    let done = spawn_blocking(work).await.map_err(Rejection::defect)?;
    done.map_err(|source| Rejection::defect(SpoolError { action, source }))
}
