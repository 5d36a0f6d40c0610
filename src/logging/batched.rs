//! Records of a log, written many at a time: with a system call for each, a
//! create takes 25 µs of processor time instead of 23. A record waits for
//! company no longer than [`DELAY`], and is never cut in two, so that lines of
//! several processes don't mingle.
//!
//! To let the thread sleep that takes the records, so that it need not be woken
//! for each, was tried and gained nothing.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a record waits at most, about.
const DELAY: Duration = Duration::from_millis(10);

/// With how many bytes records wait no longer.
const FULL: usize = 64 << 10;

/// Writes records; `flush` says that one is whole.
pub(super) struct Batched<W: Write> {
    /// The record that is being written.
    record: Vec<u8>,
    batch: Arc<Mutex<Batch<W>>>,
    /// Tells the thread that writes late that something waits.
    waits: SyncSender<()>,
}

struct Batch<W> {
    records: Vec<u8>,
    output: W,
}

impl<W: Write + Send + 'static> Batched<W> {
    /// Writes to `output`.
    ///
    /// # Errors
    ///
    /// When the system has no thread left.
    pub(super) fn new(output: W) -> io::Result<Self> {
        let batch = Arc::new(Mutex::new(Batch {
            records: Vec::new(),
            output,
        }));
        let (waits, waiting) = sync_channel(1);
        let late = Arc::clone(&batch);
        std::thread::Builder::new()
            .name("log-flush".to_owned())
            .spawn(move || write_late(&late, &waiting))?;
        Ok(Batched {
            record: Vec::new(),
            batch,
            waits,
        })
    }
}

impl<W: Write> Write for Batched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.record.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut batch = lock(&self.batch);
        let is_first = batch.records.is_empty();
        batch.records.append(&mut self.record);
        if batch.records.len() >= FULL {
            return batch.write();
        }
        if is_first {
            // Full when it has been told already.
            let _ = self.waits.try_send(());
        }
        Ok(())
    }
}

impl<W: Write> Drop for Batched<W> {
    fn drop(&mut self) {
        // There is nobody left to tell.
        let _ = lock(&self.batch).write();
    }
}

impl<W: Write> Batch<W> {
    fn write(&mut self) -> io::Result<()> {
        let written = self.output.write_all(&self.records);
        self.records.clear();
        written.and_then(|()| self.output.flush())
    }
}

/// Writes what waits, until nobody is left to write more.
fn write_late<W: Write>(batch: &Mutex<Batch<W>>, waiting: &Receiver<()>) {
    while waiting.recv().is_ok() {
        std::thread::sleep(DELAY);
        // As above.
        let _ = lock(batch).write();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};

    use super::*;

    /// Sends what is written at once.
    struct Writes(Sender<String>);

    impl Write for Writes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let text = String::from_utf8(bytes.to_vec()).unwrap();
            self.0.send(text).map_err(io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn log(to: &mut impl Write, record: &str) {
        for piece in record.as_bytes().chunks(3) {
            to.write_all(piece).unwrap();
        }
        to.flush().unwrap();
    }

    #[test]
    fn a_record_that_is_alone_is_written_by_itself_and_whole() {
        let (writes, written) = channel();
        let mut batched = Batched::new(Writes(writes)).unwrap();
        for record in ["the first one\n", "the second one\n"] {
            log(&mut batched, record);
            assert_eq!(written.recv().unwrap(), record);
        }
    }

    #[test]
    fn what_waits_at_the_end_is_written() {
        let (writes, written) = channel();
        let mut batched = Batched::new(Writes(writes)).unwrap();
        log(&mut batched, "one\n");
        log(&mut batched, "two\n");
        drop(batched);
        assert_eq!(written.iter().collect::<String>(), "one\ntwo\n");
    }

    #[test]
    fn many_records_are_few_writes_in_their_order_none_cut_in_two() {
        let (writes, written) = channel();
        let mut batched = Batched::new(Writes(writes)).unwrap();
        let records: Vec<String> = (0..50_000).map(|number| format!("{number}\n")).collect();
        for record in &records {
            log(&mut batched, record);
        }
        drop(batched);
        let writes: Vec<String> = written.iter().collect();
        assert!(writes.len() < records.len() / 10, "{}", writes.len());
        assert!(writes.iter().all(|write| write.ends_with('\n')));
        assert_eq!(writes.concat(), records.concat());
    }
}
