//! Files of the certificate and the key that cannot be read in the usual way: what is not
//! a regular file, and a file system that does not answer. Neither keeps the service from
//! stopping.

use std::fs::File;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};

use fuser::{Config, Errno, FileHandle, INodeNo, ReplyAttr, Request};
use test_kit::service::Session;

use crate::certificates::{Authority, FLAGS, KEY};
use crate::client::start;

fn make_fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_start_reads_only_regular_files_up_to_a_mebibyte() {
    let mut session = Session::new();
    let directory = session.directory();
    Authority::new().issue().write(&directory);
    let key = directory.join(KEY);
    type Make = fn(&Path);
    let cases: [(Make, &str); 4] = [
        (make_fifo, "it is not a regular file"),
        (|path| std::fs::create_dir(path).unwrap(), "it is not a regular file"),
        (|path| symlink("/dev/zero", path).unwrap(), "it is not a regular file"),
        (
            |path| File::create(path).unwrap().set_len((1 << 20) + 1).unwrap(),
            "it is larger than 1 MiB",
        ),
    ];
    for (make, cause) in cases {
        std::fs::remove_file(&key).or_else(|_| std::fs::remove_dir(&key)).unwrap();
        make(&key);
        for check in [&[][..], &["--check"]] {
            let arguments = [&["serve", "--listen", "192.0.2.1:1"], &FLAGS[..], check].concat();
            let output = session.run(&arguments);
            assert_eq!(output.status.code(), Some(1), "{cause}");
            let message = String::from_utf8(output.stderr).unwrap();
            assert_eq!(message, format!("error: {KEY} cannot be read: {cause}\n"));
        }
    }
}

/// Asks for a renewal after `change` of the path of the key, which fails for this reason;
/// the service then serves the old certificate, and stops on SIGTERM.
fn assert_stops_after(change: impl FnOnce(&Path), reason: &str) {
    let (session, authority) = (Session::new(), Authority::new());
    let (directory, issued) = (session.directory(), authority.issue());
    issued.write(&directory);
    let (service, target) = start(&session, &[]);
    let key = directory.join(KEY);
    std::fs::remove_file(&key).unwrap();
    change(&key);
    service.signal("HUP");
    service.log_until(&["the certificate is not renewed", "SIGHUP", reason]);
    let mut connection = target.open(&authority);
    assert_eq!(&connection.presented, issued.der());
    connection.create(&target.token, 1);
    drop(connection);
    service.signal("TERM");
    assert_eq!(service.end().0, Some(0));
}

#[test]
fn a_service_whose_key_becomes_a_fifo_stops_on_sigterm() {
    assert_stops_after(make_fifo, "it is not a regular file");
}

/// A file system that answers no request until the test ends. Later requests stay in the
/// kernel: a process that waits for one of these can end.
struct Silent {
    begun: Sender<()>,
    end: Mutex<Receiver<()>>,
}

impl fuser::Filesystem for Silent {
    fn getattr(&self, _: &Request, _: INodeNo, _: Option<FileHandle>, reply: ReplyAttr) {
        // Each fails when the test has ended.
        let _ = self.begun.send(());
        let _ = self.end.lock().unwrap().recv();
        reply.error(Errno::EIO);
    }
}

#[test]
fn a_service_whose_key_is_on_a_file_system_that_does_not_answer_stops_on_sigterm() {
    let directory = tempfile::TempDir::new().unwrap();
    let (begun, has_begun) = channel();
    let (end, ended) = channel();
    let silent = Silent { begun, end: Mutex::new(ended) };
    let mounted = match fuser::spawn_mount(silent, directory.path(), &Config::default()) {
        Ok(mounted) => mounted,
        Err(error) => return eprintln!("skipped: FUSE cannot be used: {error}"),
    };
    let key = directory.path().join(KEY);
    let root = directory.path().to_owned();
    let first = std::thread::spawn(move || root.metadata());
    has_begun.recv().unwrap();
    assert_stops_after(|path| symlink(key, path).unwrap(), "their file system has not answered");
    drop(end);
    first.join().unwrap().unwrap_err();
    drop(mounted);
}
