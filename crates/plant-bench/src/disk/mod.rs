//! A disk that can fail: a FUSE file system in memory. At a loss of power it forgets
//! data that was not flushed. It can also refuse writes and flushes.
//!
//! Alternatives: device-mapper (dm-flakey, dm-log-writes) needs kernel support, which
//! containers and small virtual machines lack; LazyFS is a C++ program with two
//! protocols that forgets whole files' pages or nothing; an `LD_PRELOAD` library sees
//! no write through a mapping. This disk decides the loss sector by sector, and is a
//! value of the test.
//!
//! It is stricter than most disks: a name is durable only once its directory is
//! flushed, and any sector that was not flushed may survive or not, in any order. No
//! flushed sector is lost, and no unflushed sector is certain to survive.

mod filesystem;
mod image;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fuser::{BackgroundSession, Config, MountOption};
use rand::rngs::SmallRng;

use anyhow::{Context, Result};
use filesystem::Filesystem;
pub use image::Image;

/// A fault can't be injected here; the text says what to do.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unavailable(pub &'static str);

/// The current failure of a disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trouble {
    /// No failure.
    #[default]
    None,
    /// Writes fail (EIO).
    Writes,
    /// Flushes fail (EIO), once for earlier writes: as on Linux, the failed flush drops
    /// these writes, and the next flush succeeds without them.
    Flushes,
    /// The disk is full: writes beyond the end of a file fail (ENOSPC).
    Full,
    /// The disk is read-only (EROFS).
    ReadOnly,
    /// The disk has no power: reads, changes and flushes fail (EIO).
    NoPower,
}

/// A mounted disk.
pub struct Disk {
    shared: Arc<Mutex<Shared>>,
    directory: PathBuf,
    session: Option<BackgroundSession>,
}

#[derive(Default)]
struct Shared {
    image: Image,
    trouble: Trouble,
}

impl Disk {
    /// Mounts a disk with these contents at an existing empty directory.
    pub fn mount(image: Image, directory: &Path) -> Result<Self> {
        let shared = Arc::new(Mutex::new(Shared { image, ..Shared::default() }));
        let mut config = Config::default();
        config.mount_options = vec![MountOption::FSName("plant-bench".to_owned())];
        let filesystem = Filesystem { shared: Arc::clone(&shared) };
        let session = fuser::spawn_mount(filesystem, directory, &config);
        let remedy = "a FUSE file system can't be mounted; be root, or install fuse3";
        let session = session.context(Unavailable(remedy))?;
        Ok(Disk { shared, directory: directory.to_owned(), session: Some(session) })
    }

    /// Returns the path of a file on the disk.
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    /// Sets the current failure of the disk.
    pub fn trouble(&self, trouble: Trouble) {
        self.shared().trouble = trouble;
    }

    /// Cuts the power, unless it is cut already. Returns the remaining contents. No
    /// file on the disk may be open.
    pub fn lose_power(mut self, random: &mut SmallRng) -> Result<Image> {
        self.trouble(Trouble::NoPower);
        if let Some(session) = self.session.take() {
            match session.umount_and_join() {
                // The kernel ends the connection while fuser waits for the next request.
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                result => result?,
            }
        }
        Ok(std::mem::take(&mut self.shared().image).after_power_loss(random))
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        lock(&self.shared)
    }
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
