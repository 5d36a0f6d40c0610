//! A private key appears neither in the log nor in messages.

use std::ffi::{OsStr, OsString};

use crate::certificates::{Authority, CERTIFICATE, KEY, replace};
use crate::client::start;
use test_kit::service::{Session, plant_store};

/// Forms of a key in which a parser may repeat it.
fn forms(key: &str) -> Vec<String> {
    let line = key.replace('\n', "");
    vec![
        key.to_owned(),
        // As an unquoted shell variable expands.
        key.trim().replace('\n', " "),
        line.replace("-----END PRIVATE KEY-----", ""),
        key.replace("-----END PRIVATE KEY-----\n", ""),
        key.replace("-----BEGIN PRIVATE KEY-----\n", "-----BEGIN PRIVATE KEY "),
        line,
    ]
}

#[test]
fn a_private_key_that_cannot_be_parsed_is_not_repeated() {
    let session = Session::new();
    let directory = session.directory();
    let issued = Authority::new().issue();
    issued.write(&directory);
    for form in forms(&issued.key()) {
        std::fs::write(directory.join("form.pem"), &form).unwrap();
        let files: [[&OsStr; 2]; 4] = [
            [CERTIFICATE.as_ref(), "form.pem".as_ref()],
            ["form.pem".as_ref(), KEY.as_ref()],
            // The contents instead of the name.
            [CERTIFICATE.as_ref(), form.as_ref()],
            [form.as_ref(), KEY.as_ref()],
        ];
        for [certificate, key] in files {
            let joined = |flag: &str, value: &OsStr| {
                let mut argument = OsString::from(flag);
                argument.push(value);
                argument
            };
            let mut commands = [(); 3].map(|()| plant_store(&directory));
            for command in &mut commands {
                // With a valid pair, the start fails because of the address.
                command.args(["serve", "--listen", "192.0.2.1:1"]);
            }
            let [apart, together, variables] = &mut commands;
            apart.arg("--tls-certificate").arg(certificate);
            apart.arg("--tls-key").arg(key);
            together.arg(joined("--tls-certificate=", certificate));
            together.arg(joined("--tls-key=", key));
            variables.env("PLANT_STORE_TLS_CERTIFICATE", certificate);
            variables.env("PLANT_STORE_TLS_KEY", key);
            for mut command in commands {
                let output = command.output().unwrap();
                assert!(!output.status.success(), "{command:?}");
                let said = [output.stdout, output.stderr].concat();
                let said = String::from_utf8(said).unwrap();
                let lines: Vec<_> = said.lines().map(str::to_owned).collect();
                issued.assert_secret(&lines);
            }
        }
    }
}

#[test]
fn a_private_key_is_not_logged() {
    let (session, authority) = (Session::new(), Authority::new());
    let directory = session.directory();
    let issued = authority.issue();
    issued.write(&directory);
    let (service, target) = start(&session, &["--log-level", "trace"]);
    target.open(&authority).create(&target.token, 1);
    let mut log = Vec::new();
    for file in [CERTIFICATE, KEY] {
        for form in forms(&issued.key()).iter().skip(1) {
            replace(&directory.join(file), form);
            service.signal("HUP");
            log.extend(service.log_until(&["not renewed", "SIGHUP"]));
        }
        issued.write(&directory);
        service.signal("HUP");
        log.extend(service.log_until(&["is renewed", "SIGHUP"]));
    }
    service.signal("TERM");
    let (code, _, rest) = service.end();
    assert_eq!(code, Some(0));
    log.extend(rest);
    assert!(log.len() > 14, "{log:#?}");
    issued.assert_secret(&log);
}
