//! A disk that can fail: a FUSE file system in memory. It forgets at a loss of
//! power what was not flushed, and can refuse writes and flushes.
//!
//! Why our own: device-mapper (dm-flakey, dm-log-writes) needs a kernel that has
//! it, which those of containers and small virtual machines don't; LazyFS is a
//! C++ program with two protocols around it that forgets whole files' pages or
//! nothing; an `LD_PRELOAD` library sees no write through a mapping. Here what
//! is lost is decided sector by sector, and the disk is a value of the test.
//!
//! It is stricter than most disks: a name is durable only once its directory is
//! flushed, and of what was not flushed any sector may survive or not, in any
//! order. It must never keep a write that was not flushed for certain, nor lose
//! one that was.

mod filesystem;
mod image;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fuser::{BackgroundSession, Config, MountOption};
use rand::rngs::SmallRng;

use crate::Error;
use filesystem::Filesystem;
pub use image::Image;

/// What is wrong with a disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trouble {
    /// Nothing.
    #[default]
    None,
    /// Writes fail (EIO).
    Writes,
    /// Flushes fail (EIO), once for what was written before: as Linux has it,
    /// that is given up then, and the next flush knows nothing of it.
    Flushes,
    /// Nothing may be changed (EROFS).
    ReadOnly,
    /// It has no power; everything fails (EIO).
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
    /// Mounts a disk with these contents at a directory that is there and empty.
    pub fn mount(image: Image, directory: &Path) -> Result<Self, Error> {
        let shared = Arc::new(Mutex::new(Shared {
            image,
            ..Shared::default()
        }));
        let mut config = Config::default();
        config.mount_options = vec![MountOption::FSName("plant-bench".to_owned())];
        let filesystem = Filesystem {
            shared: Arc::clone(&shared),
        };
        let session = fuser::spawn_mount(filesystem, directory, &config);
        let session = session.map_err(|source| Error::Mount {
            path: directory.to_owned(),
            source,
        })?;
        Ok(Disk {
            shared,
            directory: directory.to_owned(),
            session: Some(session),
        })
    }

    /// A file on it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    /// From now on this is wrong with it.
    pub fn trouble(&self, trouble: Trouble) {
        self.shared().trouble = trouble;
    }

    /// Loses its power, or has lost it before: what is left on it then. Nobody
    /// may have a file open on it any more.
    pub fn lose_power(mut self, random: &mut SmallRng) -> Result<Image, Error> {
        self.trouble(Trouble::NoPower);
        if let Some(session) = self.session.take() {
            let directory = &self.directory;
            session.umount_and_join().map_err(Error::file(directory))?;
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
