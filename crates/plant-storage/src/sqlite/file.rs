//! The database file in the file system: readable only by its owner, identified
//! by device and inode, with a single hard link. What root creates belongs to the
//! user of the service: the owner of the store, or of its directory.
//!
//! **A descriptor of a database file is never closed.** Closing any descriptor of
//! a file releases every POSIX lock of the process on the file, including the
//! locks of SQLite's connections
//! (<https://www.sqlite.org/howtocorrupt.html>, §2.2). So each file is opened
//! once, and stays open until the process ends.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, fchown};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustix::fs::StatVfsMountFlags;

use crate::{OpenError, OpenWarning};

/// The permissions of files that this program creates: only the owner may use
/// them. SQLite gives the log and its index the permissions of the database.
pub(super) const MODE: u32 = 0o600;

/// Every database file that this process has opened.
static OPENED: Mutex<Vec<Arc<DatabaseFile>>> = Mutex::new(Vec::new());

/// The identity of a file: the device number and the inode number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Identity(u64, u64);

impl Identity {
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        Ok(Self::from(&fs::metadata(path)?))
    }
}

impl From<&Metadata> for Identity {
    fn from(metadata: &Metadata) -> Self {
        Identity(metadata.dev(), metadata.ino())
    }
}

/// An open database file.
pub(super) struct DatabaseFile {
    pub(super) file: File,
    identity: Identity,
    owned_at: Mutex<Option<PathBuf>>,
}

impl DatabaseFile {
    /// Opens the file at `path`. With `create` a missing file is created empty.
    pub(super) fn open(path: &Path, create: bool) -> Result<Arc<Self>, OpenError> {
        Self::open_by(path, create, || if create { open_or_create(path, path) } else { open(path) })
    }

    /// Opens the file at `path` of a database that is only read.
    pub(super) fn open_to_read(path: &Path) -> Result<Arc<Self>, OpenError> {
        Self::open_by(path, false, || match open(path) {
            Err(error) if error.kind() == io::ErrorKind::ReadOnlyFilesystem => File::open(path),
            opened => opened,
        })
    }

    fn open_by(
        path: &Path,
        create: bool,
        open: impl FnOnce() -> io::Result<File>,
    ) -> Result<Arc<Self>, OpenError> {
        let file = Self::opened(path, open).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound if !create => OpenError::Missing(path.display().to_string()),
            _ => denied(path, error),
        })?;
        has_one_name(path)?;
        Ok(file)
    }

    /// Returns the path under which a service of this process owns the file.
    pub(super) fn owned_at(&self) -> MutexGuard<'_, Option<PathBuf>> {
        self.owned_at.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn opened(path: &Path, open: impl FnOnce() -> io::Result<File>) -> io::Result<Arc<Self>> {
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        let find = |opened: &[Arc<Self>], identity| {
            opened.iter().find(|file| file.identity == identity).cloned()
        };
        if let Ok(identity) = Identity::of(path)
            && let Some(known) = find(&opened, identity)
        {
            return Ok(known);
        }
        let file = open()?;
        let identity = Identity::from(&file.metadata()?);
        // Another process may have replaced the file meanwhile by a file that is
        // open already. The second descriptor stays open as well.
        let known = find(&opened, identity);
        let file = Arc::new(DatabaseFile { file, identity, owned_at: Mutex::new(None) });
        opened.push(Arc::clone(&file));
        Ok(known.unwrap_or(file))
    }
}

fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).open(path)
}

/// Opens the file at `path`, which belongs to `store`, or creates it empty.
pub(super) fn open_or_create(path: &Path, store: &Path) -> io::Result<File> {
    match open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => match create(path, store) {
            // Another process has just created it.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => open(path),
            created => created,
        },
        opened => opened,
    }
}

fn create(path: &Path, store: &Path) -> io::Result<File> {
    let wanted = owner(store)?;
    let mut options = OpenOptions::new();
    // `create_new` follows no symbolic link: root would create a file elsewhere, and give it
    // away.
    let options = options.read(true).write(true).create_new(true).mode(MODE);
    let file = options.open(path)?;
    // Nobody but root can give files away.
    if file.metadata()?.uid() == 0 {
        give(&file, &wanted).inspect_err(|_| {
            let _ = fs::remove_file(path);
        })?;
    }
    Ok(file)
}

/// Returns the metadata of a store or, if it is new, of its directory: the owner of these
/// can use the files of the store.
pub(super) fn owner(store: &Path) -> io::Result<Metadata> {
    let directory = store.parent().unwrap_or(Path::new("."));
    fs::metadata(store).or_else(|_| fs::metadata(directory))
}

/// Changes the user and the group of a file to those of another one.
pub(super) fn give(file: &File, owner: &Metadata) -> io::Result<()> {
    let found = file.metadata()?;
    if (found.uid(), found.gid()) != (owner.uid(), owner.gid()) {
        fchown(file, Some(owner.uid()), Some(owner.gid()))?;
    }
    Ok(())
}

/// Requires that the file has a single name and so a single log.
fn has_one_name(path: &Path) -> Result<(), OpenError> {
    let links = fs::metadata(path).map_or(1, |metadata| metadata.nlink());
    if links > 1 {
        let path = path.to_path_buf();
        return Err(OpenError::HardLinks { path, links });
    }
    if is_mounted(path) {
        return Err(OpenError::MountedFile(path.to_path_buf()));
    }
    Ok(())
}

/// Returns whether the file is a mount point, as is a container's volume that is
/// a single file. Returns false on systems that do not report it.
#[cfg(target_os = "linux")]
fn is_mounted(path: &Path) -> bool {
    use rustix::fs::{AtFlags, CWD, StatxAttributes, StatxFlags, statx};

    let found = statx(CWD, path, AtFlags::empty(), StatxFlags::BASIC_STATS);
    found.is_ok_and(|found| found.stx_attributes.contains(StatxAttributes::MOUNT_ROOT))
}

#[cfg(not(target_os = "linux"))]
fn is_mounted(_: &Path) -> bool {
    false
}

/// Returns a warning for each file of the database at `path` that other users
/// than the owner may use. An earlier version of this program, or a copy, has
/// created such files.
pub(super) fn exposed(path: &Path) -> Vec<OpenWarning> {
    let files = ["", "-wal", "-shm"].map(|suffix| beside(path, suffix));
    let exposed = files.into_iter().filter_map(|path| {
        let mode = fs::metadata(&path).ok()?.mode() & 0o777;
        (mode & !MODE != 0).then_some(OpenWarning::Exposed { path, mode })
    });
    exposed.collect()
}

/// Returns the path of a companion file of the database, `plants.db-wal` for
/// example.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Returns the error for a file that the operating system does not let this user
/// use.
pub(super) fn denied(path: &Path, error: io::Error) -> OpenError {
    match error.kind() {
        io::ErrorKind::StorageFull => OpenError::DiskFull(path.to_path_buf()),
        _ => OpenError::Denied { path: path.to_path_buf(), reason: Arc::new(error) },
    }
}

/// Returns whether a file is on a read-only file system.
pub(super) fn is_read_only(path: &Path) -> bool {
    let system = rustix::fs::statvfs(path);
    system.is_ok_and(|system| system.f_flag.contains(StatVfsMountFlags::RDONLY))
}

/// Returns whether the file system of a file has less space than SQLite needs to open it.
pub(super) fn is_disk_full(path: &Path) -> bool {
    /// The index of the log, `-shm`, has 32 KiB.
    const NEEDED: u64 = 64 << 10;
    rustix::fs::statvfs(path).is_ok_and(|system| system.f_bavail * system.f_frsize < NEEDED)
}
