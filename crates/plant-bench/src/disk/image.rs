//! The contents of a disk, and the contents that remain after a loss of power.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};

use rand::RngExt;
use rand::rngs::SmallRng;

/// The size of an atomic write of a disk, in bytes.
const SECTOR: usize = 512;

/// The files of a disk, in one directory.
#[derive(Default)]
pub struct Image {
    files: BTreeMap<u64, File>,
    names: BTreeMap<OsString, u64>,
    durable_names: BTreeMap<OsString, u64>,
}

/// The visible contents of a file, and its contents on stable storage.
#[derive(Default)]
struct File {
    content: Vec<u8>,
    durable: Vec<u8>,
    /// Sectors that may differ between the two contents.
    unflushed: BTreeSet<usize>,
}

impl Image {
    /// Returns the number of the file of this name.
    pub(super) fn find(&self, name: &OsStr) -> Option<u64> {
        self.names.get(name).copied()
    }

    /// Returns the names, with the numbers of their files.
    pub(super) fn names(&self) -> impl Iterator<Item = (&OsString, u64)> {
        self.names.iter().map(|(name, number)| (name, *number))
    }

    /// Creates an empty file. Returns its number.
    pub(super) fn create(&mut self, name: &OsStr) -> u64 {
        // The first number is that of the directory.
        let number = self.files.last_key_value().map_or(2, |(last, _)| last + 1);
        self.files.insert(number, File::default());
        self.names.insert(name.to_owned(), number);
        number
    }

    /// Removes a name. The file stays readable through open descriptors.
    pub(super) fn unlink(&mut self, name: &OsStr) -> bool {
        self.names.remove(name).is_some()
    }

    /// Flushes the names to stable storage.
    pub(super) fn flush_names(&mut self) {
        self.durable_names = self.names.clone();
    }

    pub(super) fn length(&self, number: u64) -> Option<usize> {
        Some(self.files.get(&number)?.content.len())
    }

    /// Returns the bytes of a file at an offset, up to its end.
    pub(super) fn read(&self, number: u64, offset: usize, length: usize) -> Option<&[u8]> {
        let content = &self.files.get(&number)?.content;
        let begin = offset.min(content.len());
        Some(&content[begin..offset.saturating_add(length).min(content.len())])
    }

    pub(super) fn write(&mut self, number: u64, offset: usize, bytes: &[u8]) -> Option<()> {
        let file = self.files.get_mut(&number)?;
        let end = offset + bytes.len();
        if file.content.len() < end {
            file.resize(end);
        }
        file.content[offset..end].copy_from_slice(bytes);
        file.touch(offset, end);
        Some(())
    }

    /// Truncates or extends a file.
    pub(super) fn resize(&mut self, number: u64, length: usize) -> Option<()> {
        self.files.get_mut(&number)?.resize(length);
        Some(())
    }

    /// Flushes a file to stable storage.
    pub(super) fn flush(&mut self, number: u64) -> Option<()> {
        let file = self.files.get_mut(&number)?;
        file.durable.resize(file.content.len(), 0);
        for sector in std::mem::take(&mut file.unflushed) {
            file.keep(sector);
        }
        Some(())
    }

    /// Forgets which sectors of a file are dirty: a later flush does not put them on
    /// stable storage, although they can be read.
    pub(super) fn give_up(&mut self, number: u64) {
        if let Some(file) = self.files.get_mut(&number) {
            file.unflushed.clear();
        }
    }

    /// Returns the contents after a loss of power: everything that was flushed, and
    /// nothing, any part, or all of the rest.
    pub(super) fn after_power_loss(mut self, random: &mut SmallRng) -> Image {
        let chance = [0.0, 0.5, 1.0][random.random_range(0..3)];
        if random.random_bool(chance) {
            self.flush_names();
        }
        let mut left = Image::default();
        for (name, number) in self.durable_names {
            let Some(file) = self.files.remove(&number) else {
                continue;
            };
            let content = file.after_power_loss(chance, random);
            let number = left.create(&name);
            left.write(number, 0, &content);
            left.flush(number);
        }
        left.flush_names();
        left
    }
}

impl File {
    fn resize(&mut self, length: usize) {
        let (shorter, longer) = (length.min(self.content.len()), length.max(self.content.len()));
        self.content.resize(length, 0);
        self.touch(shorter, longer);
    }

    fn touch(&mut self, begin: usize, end: usize) {
        self.unflushed.extend(begin / SECTOR..end.div_ceil(SECTOR));
    }

    /// Copies a sector to stable storage, up to the length there.
    fn keep(&mut self, sector: usize) {
        let begin = sector * SECTOR;
        let end = (begin + SECTOR).min(self.content.len()).min(self.durable.len());
        if begin < end {
            self.durable[begin..end].copy_from_slice(&self.content[begin..end]);
        }
    }

    fn after_power_loss(mut self, chance: f64, random: &mut SmallRng) -> Vec<u8> {
        if random.random_bool(chance) {
            self.durable.resize(self.content.len(), 0);
        }
        for sector in std::mem::take(&mut self.unflushed) {
            if random.random_bool(chance) {
                self.keep(sector);
            }
        }
        self.durable
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    fn name(text: &str) -> &OsStr {
        OsStr::new(text)
    }

    /// Returns the contents of one file that remain after many losses of power.
    fn left(make: impl Fn(&mut Image)) -> BTreeSet<Option<Vec<u8>>> {
        let mut random = SmallRng::seed_from_u64(1);
        let mut loss = || {
            let mut image = Image::default();
            make(&mut image);
            let image = image.after_power_loss(&mut random);
            let number = image.find(name("file"))?;
            Some(image.read(number, 0, usize::MAX)?.to_vec())
        };
        (0..200).map(|_| loss()).collect()
    }

    #[test]
    fn what_was_flushed_is_always_there() {
        let left = left(|image| {
            let number = image.create(name("file"));
            image.write(number, 700, b"flushed");
            image.flush(number);
            image.flush_names();
        });
        let expected = [vec![0; 700], b"flushed".to_vec()].concat();
        assert_eq!(left, BTreeSet::from([Some(expected)]));
    }

    #[test]
    fn a_name_that_was_not_flushed_may_be_gone() {
        let left = left(|image| {
            let number = image.create(name("file"));
            image.flush(number);
        });
        assert_eq!(left, BTreeSet::from([None, Some(Vec::new())]));
    }

    #[test]
    fn of_what_was_not_flushed_any_sector_may_be_there_and_any_may_not() {
        let left = left(|image| {
            let number = image.create(name("file"));
            image.write(number, 0, &[1; 2 * SECTOR]);
            image.flush(number);
            image.flush_names();
            image.write(number, 0, &[2; 2 * SECTOR]);
        });
        let sectors = |first, second| Some([[first; SECTOR], [second; SECTOR]].concat());
        let expected = [(1, 1), (1, 2), (2, 1), (2, 2)].map(|(a, b)| sectors(a, b));
        assert_eq!(left, BTreeSet::from(expected));
    }

    #[test]
    fn what_a_failed_flush_gave_up_is_not_there_after_a_later_one() {
        let left = left(|image| {
            let number = image.create(name("file"));
            // A whole sector: extending a file rewrites its last partial sector.
            image.write(number, 0, &[7; SECTOR]);
            image.give_up(number);
            image.write(number, SECTOR, b"kept");
            image.flush(number);
            image.flush_names();
        });
        let expected = [vec![0; SECTOR], b"kept".to_vec()].concat();
        assert_eq!(left, BTreeSet::from([Some(expected)]));
    }

    #[test]
    fn a_file_that_was_deleted_may_be_back_and_one_that_was_cut_may_be_whole() {
        let flushed = |image: &mut Image| {
            let number = image.create(name("file"));
            image.write(number, 0, b"whole");
            image.flush(number);
            image.flush_names();
            number
        };
        let whole = Some(b"whole".to_vec());
        let deleted = left(|image| {
            flushed(image);
            assert!(image.unlink(name("file")));
        });
        assert_eq!(deleted, BTreeSet::from([None, whole.clone()]));
        let cut = left(|image| {
            let number = flushed(image);
            image.resize(number, 2);
        });
        assert_eq!(cut, BTreeSet::from([Some(b"wh".to_vec()), whole]));
    }
}
