//! Locks on byte ranges of files: that of a service, on its database file and on its lock file, and
//! that of SQLite's connections, which a restore takes so that there are none. Each lock belongs to an open file description (`F_OFD_SETLK`), and the
//! operating system releases it when the process ends.
//!
//! The range of a service is outside the bytes that SQLite locks, so the two do
//! not conflict. `flock` was tried and dropped for the database file: NFS and BSD
//! treat it as a lock on all bytes, SQLite's included, and a process cannot test
//! it without taking it.
//!
//! They are used on Linux only, where they are tested. On other systems these functions lock
//! nothing, and the lock file beside the database is the only protection.

use std::fs::File;
use std::io;

/// The byte range of a lock.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(target_os = "linux"), allow(dead_code))]
pub(super) struct Range {
    start: i64,
    length: i64,
}

/// The range locked by the service that owns the file. Beyond the longest
/// database and beyond SQLite's locks.
pub(super) const SERVICE: Range = Range { start: 1 << 62, length: 1 };

/// The range that SQLite locks: each connection that has read a database in WAL mode keeps a lock in
/// it (`os_unix.c`, `PENDING_BYTE` to the end of `SHARED_SIZE`).
pub(super) const SQLITE: Range = Range { start: 0x4000_0000, length: 512 };

#[cfg(target_os = "linux")]
mod system {
    use nix::errno::Errno;
    use nix::fcntl::{FcntlArg, fcntl};
    use nix::libc;

    use super::{File, Range, io};

    fn description(kind: libc::c_int, range: Range) -> io::Result<libc::flock> {
        let narrow = |number: libc::c_int| libc::c_short::try_from(number);
        Ok(libc::flock {
            l_type: narrow(kind).map_err(io::Error::other)?,
            l_whence: narrow(libc::SEEK_SET).map_err(io::Error::other)?,
            l_start: range.start,
            l_len: range.length,
            l_pid: 0,
        })
    }

    /// Locks the range, unless another open file description has a lock in it.
    /// Returns whether `file` has the lock.
    pub(in super::super) fn try_lock(file: &File, range: Range) -> io::Result<bool> {
        let lock = description(libc::F_WRLCK, range)?;
        match fcntl(file, FcntlArg::F_OFD_SETLK(&lock)) {
            Ok(_) => Ok(true),
            Err(Errno::EAGAIN | Errno::EACCES) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Unlocks the range.
    pub(in super::super) fn unlock(file: &File, range: Range) -> io::Result<()> {
        let lock = description(libc::F_UNLCK, range)?;
        fcntl(file, FcntlArg::F_OFD_SETLK(&lock))?;
        Ok(())
    }

    /// Returns whether another open file description has a lock in the range.
    /// Does not lock anything.
    pub(in super::super) fn is_locked(file: &File, range: Range) -> io::Result<bool> {
        let mut lock = description(libc::F_WRLCK, range)?;
        fcntl(file, FcntlArg::F_OFD_GETLK(&mut lock))?;
        Ok(libc::c_int::from(lock.l_type) != libc::F_UNLCK)
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::{File, Range, io};

    pub(in super::super) fn try_lock(_: &File, _: Range) -> io::Result<bool> {
        Ok(true)
    }

    pub(in super::super) fn unlock(_: &File, _: Range) -> io::Result<()> {
        Ok(())
    }

    pub(in super::super) fn is_locked(_: &File, _: Range) -> io::Result<bool> {
        Ok(false)
    }
}

pub(super) use system::{is_locked, try_lock, unlock};
