//! Counts the tests that ran, from the summary lines of the test runners.
//!
//! Other lines are ignored: a test that was only compiled or listed did not run.

use std::{fmt, ops::AddAssign};

/// The number of tests by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TestCount {
    /// Tests that passed.
    pub passed: u64,
    /// Tests among them that passed only when they were repeated.
    pub flaky: u64,
    /// Tests that failed, crashed or timed out.
    pub failed: u64,
    /// Tests that did not run.
    pub skipped: u64,
}

/// A test runner, which determines the format of the summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runner {
    /// `Summary [0.5s] 9 tests run: 8 passed (1 flaky), 1 failed, 2 skipped`, once
    /// at the end. Summaries of libtest before it belong to the output of failed
    /// tests and are ignored.
    Nextest,
    /// `test result: ok. 8 passed; 1 failed; 2 ignored; …`, once per binary.
    Libtest,
}

impl TestCount {
    /// Parses a line of the runner's output, if it is a summary.
    pub fn from_summary(runner: Runner, line: &str) -> Option<Self> {
        let counts = match runner {
            Runner::Nextest => {
                let (head, counts) = line.split_once(" run: ")?;
                head.trim_start().starts_with("Summary [").then_some(counts)
            }
            Runner::Libtest => Some(line.strip_prefix("test result: ")?.split_once(". ")?.1),
        }?;
        let mut total = Self::default();
        for part in counts.split([',', ';', '(', ')']) {
            let mut words = part.split_whitespace();
            let Some(number) = words.next().and_then(|word| word.parse::<u64>().ok()) else {
                continue;
            };
            match words.next() {
                Some("passed") => total.passed += number,
                Some("flaky") => total.flaky += number,
                // "timed out" and "exec failed" are listed beside "failed".
                Some("failed" | "timed" | "exec") => total.failed += number,
                Some("skipped" | "ignored") => total.skipped += number,
                _ => {}
            }
        }
        Some(total)
    }
}

impl AddAssign for TestCount {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.flaky += other.flaky;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl fmt::Display for TestCount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 {
            write!(formatter, ", {} skipped", self.skipped)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    //! Every summary of the two runners is parsed, and other lines are ignored.

    use super::*;

    fn count(passed: u64, failed: u64, skipped: u64) -> Option<TestCount> {
        Some(TestCount {
            passed,
            flaky: 0,
            failed,
            skipped,
        })
    }

    #[test]
    fn summaries_of_nextest_are_parsed() {
        let cases = [
            (
                "     Summary [   0.012s] 3 tests run: 3 passed, 0 skipped",
                count(3, 0, 0),
            ),
            (
                "     Summary [   0.012s] 1 test run: 1 passed, 4 skipped",
                count(1, 0, 4),
            ),
            (
                "     Summary [   9.000s] 9 tests run: 5 passed (1 slow, 2 flaky, 1 leaky), \
                 2 failed, 1 exec failed, 1 timed out, 3 skipped",
                count(5, 4, 3).map(|count| TestCount { flaky: 2, ..count }),
            ),
            (
                "     Summary [   0.100s] 2/5 tests run: 1 passed, 1 failed, 0 skipped",
                count(1, 1, 0),
            ),
        ];
        for (line, expected) in cases {
            let found = TestCount::from_summary(Runner::Nextest, line);
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn summaries_of_libtest_are_parsed() {
        let cases = [
            (
                "test result: ok. 8 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out; \
                 finished in 0.01s",
                count(8, 0, 1),
            ),
            (
                "test result: FAILED. 8 passed; 2 failed; 0 ignored; 0 measured; \
                 0 filtered out; finished in 0.01s",
                count(8, 2, 0),
            ),
        ];
        for (line, expected) in cases {
            let found = TestCount::from_summary(Runner::Libtest, line);
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn other_lines_are_ignored() {
        let cases = [
            (Runner::Nextest, ""),
            (Runner::Nextest, "    Starting 3 tests across 2 binaries"),
            (
                Runner::Nextest,
                "    test result: FAILED. 0 passed; 1 failed",
            ),
            (Runner::Nextest, "a log line about 3 tests run: 3 passed"),
            (Runner::Libtest, ""),
            (Runner::Libtest, "running 3 tests"),
            (Runner::Libtest, "    test result: ok. 1 passed; 0 failed"),
        ];
        for (runner, line) in cases {
            assert_eq!(TestCount::from_summary(runner, line), None, "{line}");
        }
    }

    #[test]
    fn the_total_mentions_skipped_tests_only_if_there_are_any() {
        let mut total = TestCount::default();
        assert_eq!(total.to_string(), "0 passed, 0 failed");
        total += TestCount {
            flaky: 2,
            passed: 2,
            failed: 1,
            skipped: 3,
        };
        assert_eq!(total.to_string(), "2 passed, 1 failed, 3 skipped");
    }
}
