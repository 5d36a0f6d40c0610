//! The FUSE operations of the disk. Each operation fails if the current trouble of the
//! disk says so; otherwise [`Image`](super::Image) performs it.

use std::ffi::OsStr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use fuser::{
    BsdFileFlags, Errno, FileAttr, FileHandle, FileType, FopenFlags, Generation, INodeNo,
    LockOwner, OpenAccMode, OpenFlags, ReplyAttr, ReplyCreate, ReplyData, ReplyDirectory,
    ReplyEmpty, ReplyEntry, ReplyOpen, ReplyStatfs, ReplyWrite, Request, TimeOrNow, WriteFlags,
};

use super::{Shared, Trouble, lock};

/// The time for which the kernel may cache attributes; only the kernel changes them.
const VALID: Duration = Duration::from_secs(3600);

const BLOCK: u32 = 4096;

pub(super) struct Filesystem {
    pub(super) shared: Arc<Mutex<Shared>>,
}

/// The kind of an operation, as far as it matters to a trouble.
enum Kind {
    Read,
    Change,
    Flush,
}

impl Shared {
    fn allow(&self, kind: Kind) -> Result<(), Errno> {
        let error = match (self.trouble, kind) {
            (Trouble::NoPower, _)
            | (Trouble::Writes, Kind::Change)
            | (Trouble::Flushes, Kind::Flush) => Errno::EIO,
            (Trouble::ReadOnly, Kind::Change) => Errno::EROFS,
            _ => return Ok(()),
        };
        Err(error)
    }

    fn attributes(&self, number: u64) -> Result<FileAttr, Errno> {
        let is_directory = number == INodeNo::ROOT.0;
        let length =
            if is_directory { 0 } else { self.image.length(number).ok_or(Errno::ENOENT)? as u64 };
        Ok(FileAttr {
            ino: INodeNo(number),
            size: length,
            blocks: length.div_ceil(512),
            atime: UNIX_EPOCH,
            mtime: UNIX_EPOCH,
            ctime: UNIX_EPOCH,
            crtime: UNIX_EPOCH,
            kind: if is_directory { FileType::Directory } else { FileType::RegularFile },
            perm: if is_directory { 0o755 } else { 0o644 },
            nlink: 1,
            uid: rustix::process::geteuid().as_raw(),
            gid: rustix::process::getegid().as_raw(),
            rdev: 0,
            flags: 0,
            blksize: BLOCK,
        })
    }
}

impl Filesystem {
    /// Performs an operation unless the disk's trouble forbids it.
    fn attempt<T>(
        &self,
        kind: Kind,
        operation: impl FnOnce(&mut Shared) -> Result<T, Errno>,
    ) -> Result<T, Errno> {
        let mut shared = lock(&self.shared);
        shared.allow(kind)?;
        operation(&mut shared)
    }
}

fn place(offset: u64) -> Result<usize, Errno> {
    usize::try_from(offset).map_err(|_| Errno::EFBIG)
}

fn answer(reply: ReplyEmpty, outcome: Result<(), Errno>) {
    match outcome {
        Ok(()) => reply.ok(),
        Err(error) => reply.error(error),
    }
}

impl fuser::Filesystem for Filesystem {
    fn lookup(&self, _: &Request, _: INodeNo, name: &OsStr, reply: ReplyEntry) {
        let found = self.attempt(Kind::Read, |shared| {
            shared.attributes(shared.image.find(name).ok_or(Errno::ENOENT)?)
        });
        match found {
            Ok(attributes) => reply.entry(&VALID, &attributes, Generation(0)),
            Err(error) => reply.error(error),
        }
    }

    fn getattr(&self, _: &Request, file: INodeNo, _: Option<FileHandle>, reply: ReplyAttr) {
        match self.attempt(Kind::Read, |shared| shared.attributes(file.0)) {
            Ok(attributes) => reply.attr(&VALID, &attributes),
            Err(error) => reply.error(error),
        }
    }

    fn setattr(
        &self,
        _: &Request,
        file: INodeNo,
        _: Option<u32>,
        _: Option<u32>,
        _: Option<u32>,
        size: Option<u64>,
        _: Option<TimeOrNow>,
        _: Option<TimeOrNow>,
        _: Option<SystemTime>,
        _: Option<FileHandle>,
        _: Option<SystemTime>,
        _: Option<SystemTime>,
        _: Option<SystemTime>,
        _: Option<BsdFileFlags>,
        reply: ReplyAttr,
    ) {
        let changed = self.attempt(Kind::Change, |shared| {
            if let Some(size) = size {
                let resized = shared.image.resize(file.0, place(size)?);
                resized.ok_or(Errno::ENOENT)?;
            }
            shared.attributes(file.0)
        });
        match changed {
            Ok(attributes) => reply.attr(&VALID, &attributes),
            Err(error) => reply.error(error),
        }
    }

    fn create(
        &self,
        _: &Request,
        _: INodeNo,
        name: &OsStr,
        _: u32,
        _: u32,
        _: i32,
        reply: ReplyCreate,
    ) {
        let created = self.attempt(Kind::Change, |shared| {
            let number = shared.image.create(name);
            shared.attributes(number)
        });
        match created {
            Ok(attributes) => {
                let (generation, handle) = (Generation(0), FileHandle(0));
                reply.created(&VALID, &attributes, generation, handle, FopenFlags::empty());
            }
            Err(error) => reply.error(error),
        }
    }

    fn open(&self, _: &Request, _: INodeNo, flags: OpenFlags, reply: ReplyOpen) {
        // Opening for writing changes nothing yet; a full disk allows it.
        let kind = match flags.acc_mode() {
            OpenAccMode::O_RDONLY => Kind::Read,
            _ if lock(&self.shared).trouble == Trouble::ReadOnly => Kind::Change,
            _ => Kind::Read,
        };
        match self.attempt(kind, |_| Ok(())) {
            Ok(()) => reply.opened(FileHandle(0), FopenFlags::empty()),
            Err(error) => reply.error(error),
        }
    }

    fn read(
        &self,
        _: &Request,
        file: INodeNo,
        _: FileHandle,
        offset: u64,
        size: u32,
        _: OpenFlags,
        _: Option<LockOwner>,
        reply: ReplyData,
    ) {
        let read = self.attempt(Kind::Read, |shared| {
            let bytes = shared.image.read(file.0, place(offset)?, size as usize);
            Ok(bytes.ok_or(Errno::ENOENT)?.to_vec())
        });
        match read {
            Ok(bytes) => reply.data(&bytes),
            Err(error) => reply.error(error),
        }
    }

    fn write(
        &self,
        _: &Request,
        file: INodeNo,
        _: FileHandle,
        offset: u64,
        data: &[u8],
        _: WriteFlags,
        _: OpenFlags,
        _: Option<LockOwner>,
        reply: ReplyWrite,
    ) {
        let written = self.attempt(Kind::Change, |shared| {
            let offset = place(offset)?;
            let is_longer = shared.image.length(file.0) < Some(offset.saturating_add(data.len()));
            if is_longer && shared.trouble == Trouble::Full {
                return Err(Errno::ENOSPC);
            }
            shared.image.write(file.0, offset, data).ok_or(Errno::ENOENT)
        });
        match written {
            // The kernel never sends more bytes at once than the reply can count.
            Ok(()) => reply.written(u32::try_from(data.len()).unwrap_or(u32::MAX)),
            Err(error) => reply.error(error),
        }
    }

    fn flush(&self, _: &Request, _: INodeNo, _: FileHandle, _: LockOwner, reply: ReplyEmpty) {
        // FUSE's flush is the close of a descriptor, unrelated to stable storage.
        reply.ok();
    }

    fn fsync(&self, _: &Request, file: INodeNo, _: FileHandle, _: bool, reply: ReplyEmpty) {
        let mut shared = lock(&self.shared);
        let flushed = shared
            .allow(Kind::Flush)
            .and_then(|()| shared.image.flush(file.0).ok_or(Errno::ENOENT));
        // Without power, each sector that was not flushed may survive.
        if shared.trouble == Trouble::Flushes {
            shared.image.give_up(file.0);
        }
        drop(shared);
        answer(reply, flushed);
    }

    fn fsyncdir(&self, _: &Request, _: INodeNo, _: FileHandle, _: bool, reply: ReplyEmpty) {
        let flushed = self.attempt(Kind::Flush, |shared| {
            shared.image.flush_names();
            Ok(())
        });
        answer(reply, flushed);
    }

    fn unlink(&self, _: &Request, _: INodeNo, name: &OsStr, reply: ReplyEmpty) {
        let unlinked = self.attempt(Kind::Change, |shared| {
            shared.image.unlink(name).then_some(()).ok_or(Errno::ENOENT)
        });
        answer(reply, unlinked);
    }

    fn readdir(
        &self,
        _: &Request,
        _: INodeNo,
        _: FileHandle,
        offset: u64,
        mut reply: ReplyDirectory,
    ) {
        let listed = self.attempt(Kind::Read, |shared| {
            for (index, (name, number)) in shared.image.names().enumerate() {
                let next = index as u64 + 1;
                let is_full =
                    next > offset && reply.add(INodeNo(number), next, FileType::RegularFile, name);
                if is_full {
                    break;
                }
            }
            Ok(())
        });
        match listed {
            Ok(()) => reply.ok(),
            Err(error) => reply.error(error),
        }
    }

    fn statfs(&self, _: &Request, _: INodeNo, reply: ReplyStatfs) {
        let blocks = 1 << 20;
        let free = blocks / 2;
        reply.statfs(blocks, free, free, 0, 0, BLOCK, 255, BLOCK);
    }
}
