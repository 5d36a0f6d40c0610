//! Reads the files of the certificate and the key. What the paths name may be anything:
//! the service reads regular files of limited size, on a thread that may block, and does
//! not wait longer than [`TIMEOUT`] for a file system.

use std::fs::OpenOptions;
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::OFlags;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::timeout;

use super::TlsError;

/// The time limit for reading both files.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The maximum size of a file, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The contents of the two files.
#[derive(PartialEq, Eq)]
pub(super) struct Contents {
    pub(super) certificate: Vec<u8>,
    pub(super) key: Vec<u8>,
}

/// The paths of the two files.
pub(super) struct Files {
    pub(super) certificate: PathBuf,
    pub(super) key: PathBuf,
    /// The reading that has begun, so that a file system that does not answer holds one
    /// thread and not one for each check of the files.
    reading: Option<JoinHandle<Result<Contents, TlsError>>>,
}

impl Files {
    pub(super) fn new(certificate: &Path, key: &Path) -> Self {
        Files { certificate: certificate.to_owned(), key: key.to_owned(), reading: None }
    }

    /// Reads both files, or waits for the reading that has begun.
    pub(super) async fn read(&mut self) -> Result<Contents, TlsError> {
        let reading = self.reading.get_or_insert_with(|| {
            let (certificate, key) = (self.certificate.clone(), self.key.clone());
            spawn_blocking(move || {
                Ok(Contents { certificate: read(certificate)?, key: read(key)? })
            })
        });
        let Ok(read) = timeout(TIMEOUT, reading).await else {
            return Err(TlsError::Slow {
                certificate: self.certificate.clone(),
                key: self.key.clone(),
                seconds: TIMEOUT.as_secs(),
            });
        };
        self.reading = None;
        read.expect("reading a file does not panic")
    }
}

fn read(path: PathBuf) -> Result<Vec<u8>, TlsError> {
    read_regular(&path).map_err(|source| TlsError::Read { path, source })
}

fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    // Without the flag, opening a FIFO waits for a writer.
    let flag = OFlags::NONBLOCK.bits().cast_signed();
    let file = OpenOptions::new().read(true).custom_flags(flag).open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut contents = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut contents)?;
    if contents.len() as u64 > MAX_BYTES {
        return Err(io::Error::other("it is larger than 1 MiB"));
    }
    Ok(contents)
}
