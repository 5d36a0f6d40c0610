//! Errors of TLS settings, on the command line and at start.

use expectorate::assert_contents;
use rcgen::KeyPair;

use crate::certificates::{Authority, CERTIFICATE, FLAGS, KEY};
use test_kit::service::{Session, plant_store};

/// An address that no machine has, so that a start with valid files ends as well.
const NOWHERE: &str = "192.0.2.1:1";

#[test]
fn a_start_with_an_unusable_certificate_is_refused_and_leaves_nothing() {
    let mut session = Session::new();
    let issued = Authority::new().issue();
    let (certificate, key) = (issued.certificate(), issued.key());
    let other = KeyPair::generate().unwrap().serialize_pem();
    let truncated = key.replace("-----END PRIVATE KEY-----\n", "");
    let damaged = certificate.replace("MII", "AAA");
    let malformed = "-----BEGIN PRIVATE KEY-----\n!\n-----END PRIVATE KEY-----\n";
    let words = "to water on Monday\n";
    let directory = session.directory();
    for (remark, certificate, key) in [
        ("no certificate", None, Some(&*key)),
        ("no key", Some(&*certificate), None),
        ("an empty certificate", Some(""), Some(&*key)),
        ("an empty key", Some(&*certificate), Some("")),
        ("a certificate that is no PEM", Some(words), Some(&*key)),
        ("a key that is no PEM", Some(&*certificate), Some(words)),
        ("a key that is no base64", Some(&*certificate), Some(malformed)),
        ("a key without its end", Some(&*certificate), Some(&*truncated)),
        ("a certificate that is no DER", Some(&*damaged), Some(&*key)),
        ("each file in the place of the other", Some(&*key), Some(&*certificate)),
        ("the key of another certificate", Some(&*certificate), Some(&*other)),
    ] {
        session.note(remark);
        for (file, contents) in [(CERTIFICATE, certificate), (KEY, key)] {
            let path = directory.join(file);
            match contents {
                Some(contents) => std::fs::write(path, contents).unwrap(),
                None => drop(std::fs::remove_file(path)),
            }
        }
        let output = session.run(&[&["serve", "--listen", NOWHERE], &FLAGS[..]].concat());
        assert_eq!(output.status.code(), Some(1), "{remark}");
        assert!(output.stdout.is_empty(), "{remark}: no token is printed");
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    let names = directory.read_dir().unwrap();
    let mut names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, [CERTIFICATE, KEY], "no store was made");
    assert_contents("tests/output/unusable_certificate.txt", &session.transcript());
}

#[test]
fn a_certificate_and_a_key_are_given_together_or_not_at_all() {
    let session = Session::new();
    Authority::new().issue().write(&session.directory());
    for (flag, variable, missing) in [
        ("--tls-key", "PLANT_STORE_TLS_KEY", "--tls-certificate"),
        ("--tls-certificate", "PLANT_STORE_TLS_CERTIFICATE", "--tls-key"),
    ] {
        for by_flag in [true, false] {
            let mut command = plant_store(&session.directory());
            command.args(["serve", "--listen", NOWHERE]);
            if by_flag {
                command.args([flag, KEY])
            } else {
                command.env(variable, KEY)
            };
            let output = command.output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{flag}");
            let message = String::from_utf8(output.stderr).unwrap();
            assert!(message.contains(missing), "{message}");
        }
    }
}
