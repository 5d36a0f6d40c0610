//! Renewal of a certificate while the service runs, without a failed request.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::certificates::{Authority, CERTIFICATE, KEY, replace};
use crate::client::{Target, start};
use test_kit::connection::PATIENCE;
use test_kit::service::Session;

const RENEWED: &str = "the certificate is renewed";
const REFUSED: &str = "the certificate is not renewed, the old one stays in use";

/// Callers that create plants without pause until they are stopped, each on a
/// connection that stays open or on a new one for each plant.
struct Load<'a> {
    target: &'a Target,
    authority: &'a Authority,
    last_id: AtomicI64,
    is_over: AtomicBool,
}

impl<'a> Load<'a> {
    fn new(target: &'a Target, authority: &'a Authority) -> Self {
        Load { target, authority, last_id: AtomicI64::new(0), is_over: AtomicBool::new(false) }
    }

    /// Runs a function under load. A failed request fails the test.
    fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        thread::scope(|scope| {
            for keeps_connection in [true, true, false, false] {
                scope.spawn(move || self.create(keeps_connection));
            }
            let stop = Stop(&self.is_over);
            // By then every caller has created plants.
            self.wait_for_creates(20);
            let result = work();
            self.wait_for_creates(20);
            drop(stop);
            result
        })
    }

    fn create(&self, keeps_connection: bool) {
        let mut connection = self.target.open(self.authority);
        while !self.is_over.load(Ordering::Relaxed) {
            let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
            connection.create(&self.target.token, id);
            if !keeps_connection {
                connection = self.target.open(self.authority);
            }
        }
    }

    /// Waits until this number of further plants is created.
    fn wait_for_creates(&self, count: i64) {
        let goal = self.last_id.load(Ordering::Relaxed) + count;
        let deadline = Instant::now() + PATIENCE;
        while self.last_id.load(Ordering::Relaxed) < goal {
            assert!(Instant::now() < deadline, "the callers have stopped");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Stops the callers, also when the work fails.
struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn a_certificate_is_renewed_on_sighup_without_a_dropped_request() {
    let (session, authority) = (Session::new(), Authority::new());
    let first = authority.issue();
    first.write(&session.directory());
    let (service, target) = start(&session, &[]);
    let load = Load::new(&target, &authority);
    let mut early = target.open(&authority);
    assert_eq!(&early.presented, first.der());
    early.create(&target.token, -1);
    load.during(|| {
        for round in 2..5 {
            let renewed = authority.issue();
            renewed.write(&session.directory());
            service.signal("HUP");
            service.log_until(&[RENEWED, "SIGHUP"]);
            let mut late = target.open(&authority);
            assert_eq!(&late.presented, renewed.der());
            late.create(&target.token, -10 * round);
            early.create(&target.token, -10 * round - 1);
        }
    });
}

#[test]
fn sighup_reads_files_again_that_have_not_changed() {
    let (session, authority) = (Session::new(), Authority::new());
    let issued = authority.issue();
    issued.write(&session.directory());
    let (service, target) = start(&session, &[]);
    service.signal("HUP");
    service.log_until(&[RENEWED, "SIGHUP"]);
    assert_eq!(&target.open(&authority).presented, issued.der());
}

#[test]
fn a_certificate_is_renewed_without_a_signal_and_without_a_dropped_request() {
    let (session, authority) = (Session::new(), Authority::new());
    authority.issue().write(&session.directory());
    let (service, target) = start(&session, &[]);
    let mut early = target.open(&authority);
    Load::new(&target, &authority).during(|| {
        let renewed = authority.issue();
        renewed.write(&session.directory());
        let deadline = Instant::now() + PATIENCE;
        while &target.open(&authority).presented != renewed.der() {
            assert!(Instant::now() < deadline, "the old one is presented");
            thread::sleep(Duration::from_millis(100));
        }
        service.log_until(&[RENEWED, "a file changed"]);
        early.create(&target.token, -1);
    });
}

#[test]
fn a_certificate_whose_key_is_written_later_is_in_use_from_then_on() {
    let (session, authority) = (Session::new(), Authority::new());
    let (first, renewed) = (authority.issue(), authority.issue());
    first.write(&session.directory());
    let (service, target) = start(&session, &[]);
    replace(&session.directory().join(CERTIFICATE), &renewed.certificate());
    service.log_until(&[REFUSED]);
    assert_eq!(&target.open(&authority).presented, first.der());
    replace(&session.directory().join(KEY), &renewed.key());
    service.log_until(&[RENEWED]);
    assert_eq!(&target.open(&authority).presented, renewed.der());
}

/// A change of the files of a running service.
enum Change<'a> {
    Write(&'a str, &'a str),
    Remove(&'a str),
}

#[test]
fn files_that_cannot_be_used_are_logged_once_and_the_old_certificate_stays() {
    let authority = Authority::new();
    let (issued, other) = (authority.issue(), authority.issue());
    let damaged = issued.certificate().replace("MII", "AAA");
    let swapped = issued.key();
    let changes = [
        (Change::Write(KEY, &other.key()), "does not belong to"),
        (Change::Write(CERTIFICATE, ""), "no such section"),
        (Change::Write(KEY, ""), "no such section"),
        (Change::Write(CERTIFICATE, "to water on Monday\n"), "no such section"),
        (Change::Write(KEY, "to water on Monday\n"), "no such section"),
        (Change::Write(CERTIFICATE, &damaged), "cannot be used"),
        (Change::Write(CERTIFICATE, &swapped), "no such section"),
        (Change::Remove(CERTIFICATE), "No such file"),
        (Change::Remove(KEY), "No such file"),
    ];
    // In parallel, because each case waits for several checks of the files.
    thread::scope(|scope| {
        for (change, cause) in &changes {
            let (authority, issued) = (&authority, &issued);
            scope.spawn(move || {
                let session = Session::new();
                let directory = session.directory();
                issued.write(&directory);
                let (service, target) = start(&session, &[]);
                match change {
                    Change::Write(file, contents) => replace(&directory.join(file), contents),
                    Change::Remove(file) => std::fs::remove_file(directory.join(file)).unwrap(),
                }
                let record = service.log_until(&[REFUSED]).pop().unwrap();
                assert!(record.contains(cause), "{record}");
                // More than two checks of the files. With fewer checks the test shows
                // less, and does not fail.
                thread::sleep(Duration::from_secs(11));
                let mut connection = target.open(authority);
                assert_eq!(&connection.presented, issued.der());
                connection.create(&target.token, 1);
                issued.write(&directory);
                let mut log = service.log_until(&[RENEWED]);
                service.signal("TERM");
                let (code, _, rest) = service.end();
                assert_eq!(code, Some(0));
                log.extend(rest);
                let again: Vec<_> = log.iter().filter(|line| line.contains(REFUSED)).collect();
                assert!(again.is_empty(), "{again:#?}");
                issued.assert_secret(&log);
            });
        }
    });
}
