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
use crate::memory::{BodyDisk, RETRY_AFTER, Taken};

/// The number of bytes that are written or read at a time.
pub(super) const PIECE: usize = 64 << 10;

/// A temporary file fails.
#[derive(Debug, thiserror::Error)]
#[error("the temporary file for the files of a form, in {}, {action}", tempfile::env::temp_dir().display())]
struct SpoolError {
    action: &'static str,
    source: io::Error,
}

/// A temporary file, and its part of the disk. Its position is that of the last access.
pub(super) struct Spool(Mutex<(File, Taken)>);

/// Each temporary file is equal to itself alone.
impl PartialEq for Spool {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Spool {
    pub async fn create(disk: &'static BodyDisk) -> Result<Arc<Self>, Rejection> {
        let file = blocking("can't be created", tempfile::tempfile).await?;
        Ok(Arc::new(Self(Mutex::new((file, disk.nothing())))))
    }

    /// Appends bytes.
    pub async fn append(self: &Arc<Self>, bytes: Vec<u8>) -> Result<(), Rejection> {
        let write = move |(file, taken): &mut (File, Taken)| {
            if !taken.take(bytes.len()) {
                let full = "the forms of all requests fill `RequestLimits::disk`";
                return Err(io::Error::new(io::ErrorKind::StorageFull, full));
            }
            file.seek(SeekFrom::End(0))?;
            file.write_all(&bytes)
        };
        self.access("can't be written", write).await
    }

    /// Returns the bytes at an offset.
    pub async fn read(self: &Arc<Self>, offset: u64, length: usize) -> Result<Bytes, Rejection> {
        let read = move |(file, _): &mut (File, Taken)| {
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
        work: impl FnOnce(&mut (File, Taken)) -> io::Result<T> + Send + 'static,
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
    done.map_err(|source| {
        let is_full = is_full(&source);
        let cause = SpoolError { action, source }.into();
        match is_full {
            true => Rejection::Unavailable { retry_after: RETRY_AFTER, cause },
            false => Rejection::Defect(cause),
        }
    })
}

/// Returns whether the machine lacks what other requests give back when they end: room on the
/// disk, or descriptors.
fn is_full(error: &io::Error) -> bool {
    /// `ENFILE` and `EMFILE`, for which the standard library has no stable kind.
    const TOO_MANY_OPEN_FILES: [Option<i32>; 2] = [Some(23), Some(24)];
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
        || cfg!(unix) && TOO_MANY_OPEN_FILES.contains(&error.raw_os_error())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::DISK;

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn a_full_disk_is_no_defect_of_the_service() {
        let file = File::options().read(true).write(true).open("/dev/full");
        let file = file.expect("Linux has a device that is full");
        let spool = Arc::new(Spool(Mutex::new((file, DISK.nothing()))));
        let rejection = spool.append(vec![1]).await.expect_err("it is full");
        assert_eq!(rejection.status(), 503);
        assert_eq!(rejection.retry_after::<u32>(), Some(1));
        let cause = rejection.cause();
        assert!(cause.contains("can't be written: "), "{cause}");
        assert!(cause.contains("No space left on device"), "{cause}");
    }

    #[tokio::test]
    async fn only_what_others_give_back_is_worth_another_attempt() {
        use io::ErrorKind;
        let kind = |kind: ErrorKind| io::Error::from(kind);
        let mut cases = vec![
            (kind(ErrorKind::StorageFull), 503),
            (kind(ErrorKind::QuotaExceeded), 503),
            (kind(ErrorKind::NotFound), 500),
            (kind(ErrorKind::PermissionDenied), 500),
            (kind(ErrorKind::ReadOnlyFilesystem), 500),
        ];
        #[cfg(target_os = "linux")]
        for (code, status) in [(28, 503), (122, 503), (23, 503), (24, 503), (5, 500)] {
            cases.push((io::Error::from_raw_os_error(code), status));
        }
        for (error, status) in cases {
            let shown = error.to_string();
            let rejection = blocking::<()>("fails", || Err(error)).await.err();
            assert_eq!(rejection.map(|one| one.status().as_u16()), Some(status), "{shown}");
        }
    }
}
