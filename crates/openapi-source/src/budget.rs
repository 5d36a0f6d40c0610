//! What a process may use for one command: memory, and time of the processor.
//!
//! A document of a kilobyte can describe more than a computer holds, in more ways than limits
//! of single steps foresee. A thread reads what the system counts for the process, and ends it
//! with one sentence. A limit of the system alone would end it without a sentence: an
//! allocation that fails aborts. That limit is only for what the thread can't see in time.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use memory_stats::memory_stats;
use untrusted_text::one_line;

use crate::Location;

/// The shortest and the longest time between two readings.
const PAUSES: [Duration; 2] = [Duration::from_millis(5), Duration::from_millis(100)];

/// The bytes that a processor fills in a second, at most.
const BYTES_PER_SECOND: u64 = 2 << 30;

/// The place in a document that the process works on.
static PLACE: Mutex<Option<Location>> = Mutex::new(None);

/// The memory and the time of the processor that a command or a build script may use. Waiting,
/// for a disk or a network, does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The memory of the process in bytes. The default is 2 GiB.
    pub memory: u64,
    /// The time of the processor. The default is 60 seconds.
    pub time: Duration,
}

impl Default for Budget {
    fn default() -> Self {
        Self { memory: 2 << 30, time: Duration::from_secs(60) }
    }
}

impl Budget {
    /// Returns the result of `work`. If the process uses more than this budget meanwhile, it
    /// ends with exit code 2 and a sentence on standard error that names `command`, the bound,
    /// the setting that raises it, and the place of the last [`work_at`].
    ///
    /// Calls in other threads count for each other, because the process is one.
    pub fn within<T>(
        self,
        command: &str,
        [memory_setting, time_setting]: [&str; 2],
        work: impl FnOnce() -> T,
    ) -> T {
        let start = processor_time();
        // Until the next reading, half of what is left can be used.
        let reading = || {
            let Some(time) = self.time.checked_sub(processor_time().saturating_sub(start)) else {
                let seconds = self.time.as_secs_f64();
                return Err(format!("{seconds} s of processor time ({time_setting} raises it)"));
            };
            let used = memory_stats().map_or(0, |used| used.physical_mem as u64);
            let Some(memory) = self.memory.checked_sub(used) else {
                let mebibytes = self.memory >> 20;
                return Err(format!("{mebibytes} MiB of memory ({memory_setting} raises it)"));
            };
            let filled = Duration::from_secs_f64(memory as f64 / BYTES_PER_SECOND as f64);
            Ok((filled.min(time) / 2).clamp(PAUSES[0], PAUSES[1]))
        };
        thread::scope(|scope| {
            let (_working, ended) = channel();
            let watch = move || watch(&ended, command, reading);
            let watcher = thread::Builder::new().name("budget".to_owned());
            let watcher = watcher.spawn_scoped(scope, watch);
            watcher.expect("the system has memory for a small thread");
            work()
        })
    }

    /// Returns the result of `work` in a build script, as [`Budget::within`].
    pub fn within_build_script<T>(self, work: impl FnOnce() -> T) -> T {
        let settings = ["`Budget::memory`", "`Budget::time`"];
        self.within("the build script", settings, work)
    }

    /// Sets limits of the system above this budget, for the rest of the process.
    pub fn limit_process(self) {
        #[cfg(unix)]
        {
            use rustix::process::{Resource, getrlimit, setrlimit};
            let seconds = self.time.as_secs().saturating_add(10);
            // Addresses are more than memory: stacks, and what the allocator reserves.
            let addresses = self.memory.saturating_mul(4).saturating_add(4 << 30);
            for (resource, limit) in [(Resource::Cpu, seconds), (Resource::As, addresses)] {
                let mut limits = getrlimit(resource);
                let current = limits.current.unwrap_or(u64::MAX);
                limits.current = Some(limit.min(current));
                // Without it the thread is the only bound.
                let _ = setrlimit(resource, limits);
            }
        }
    }
}

/// Ends the process when a reading is an excess, until the work ends. Other readings are the time
/// until the next one.
fn watch(ended: &Receiver<()>, command: &str, reading: impl Fn() -> Result<Duration, String>) {
    let mut pause = PAUSES[0];
    let bound = loop {
        if ended.recv_timeout(pause) != Err(RecvTimeoutError::Timeout) {
            return;
        }
        match reading() {
            Ok(next) => pause = next,
            Err(bound) => break bound,
        }
    };
    let place = PLACE.lock().ok().and_then(|place| place.clone());
    let place = place.map(|place| format!(", at {}", one_line(&place.to_string())));
    let place = place.unwrap_or_default();
    eprintln!("error: {command} needs more than {bound}{place}");
    std::process::exit(2);
}

/// Notes the place in a document that the process works on, for the sentence of a [`Budget`].
pub fn work_at(location: &Location) {
    if let Ok(mut place) = PLACE.lock() {
        *place = Some(location.clone());
    }
}

/// Returns the time that processors worked for this process.
fn processor_time() -> Duration {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::ProcessCPUTime);
        Duration::try_from(time).unwrap_or_default()
    }
    #[cfg(not(unix))]
    Duration::ZERO
}

#[cfg(test)]
mod tests {
    use super::{Budget, processor_time, work_at};
    use crate::{MemberAt, parse};
    use std::process::{Command, Output};
    use std::time::Duration;

    const VARIABLE: &str = "OPENAPI_TEST_OF_A_BUDGET";

    fn work(time: Duration) {
        let start = processor_time();
        while processor_time() - start < time {}
    }

    /// Runs the test with this name again, as a process of its own.
    fn run_again(name: &str, value: &str) -> Output {
        let program = std::env::current_exe().expect("the test has a program");
        let mut command = Command::new(program);
        command.args(["--exact", "--nocapture", name]).env(VARIABLE, value);
        command.output().expect("the test can be started")
    }

    #[test]
    fn a_process_that_needs_more_than_its_budget_ends_with_one_sentence() {
        let budget =
            |memory, milliseconds| Budget { memory, time: Duration::from_millis(milliseconds) };
        let endless = || {
            let (place, _) = parse("a.yaml", "a: 1", MemberAt::Value).expect("it is YAML");
            work_at(&place.get("a").expect("it is there").location);
            work(Duration::from_secs(60));
        };
        match std::env::var(VARIABLE).as_deref() {
            Ok("time") => return budget(2 << 30, 20).within_build_script(endless),
            Ok("memory") => return budget(1 << 20, 60_000).within_build_script(endless),
            _ => {}
        }
        let name =
            "budget::tests::a_process_that_needs_more_than_its_budget_ends_with_one_sentence";
        for (value, bound) in [
            ("time", "0.02 s of processor time (`Budget::time` raises it)"),
            ("memory", "1 MiB of memory (`Budget::memory` raises it)"),
        ] {
            let Output { status, stderr, .. } = run_again(name, value);
            let text = String::from_utf8_lossy(&stderr);
            assert_eq!(status.code(), Some(2), "{text}");
            let sentence = format!("error: the build script needs more than {bound}");
            let lines: Vec<_> = text.lines().filter(|line| line.contains("needs more")).collect();
            let [line] = lines.as_slice() else {
                panic!("{text}");
            };
            assert!(line.starts_with(&sentence), "{text}");
            // The memory can be exceeded before the first place.
            assert!(value == "memory" || line.ends_with(", at a.yaml:1:4 (#/a)"), "{text}");
        }
    }

    #[test]
    fn the_second_generator_of_a_build_script_has_a_budget_of_its_own() {
        work(Duration::from_millis(300));
        let budget = Budget { time: Duration::from_millis(200), ..Budget::default() };
        assert_eq!(budget.within_build_script(|| 1), 1);
        work(Duration::from_millis(300));
        assert_eq!(budget.within_build_script(|| 2), 2);
    }
}
