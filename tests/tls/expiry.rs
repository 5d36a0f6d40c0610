//! Certificates that have expired: the service starts, since a later certificate can
//! still be read, and says so.

use test_kit::connection::Connection;
use test_kit::service::{Service, Session};

use crate::certificates::{Authority, FLAGS};

const WARNING: &str = "the certificate certificate.pem expired on 2020-01-01T00:00:00Z";

/// Returns the exported end of validity, in seconds since the epoch.
fn exported_end(admin: &str) -> Option<f64> {
    let mut connection = Connection::open(admin);
    connection.send(format!("GET /metrics HTTP/1.1\r\nHost: {admin}\r\n\r\n").as_bytes());
    let text = String::from_utf8(connection.answer().unwrap().body).unwrap();
    let name = "plant_store_certificate_end_timestamp_seconds ";
    let value = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(value.parse().unwrap())
}

#[test]
fn an_expired_certificate_is_reported_by_serve_check() {
    let (mut session, authority) = (Session::new(), Authority::new());
    let arguments = [&["serve", "--check"], &FLAGS[..]].concat();
    for (end, warnings) in [(2020, 1), (2100, 0)] {
        authority.issue_until(end).write(&session.directory());
        let output = session.run(&arguments);
        assert_eq!(output.status.code(), Some(0));
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said.matches(WARNING).count(), warnings, "{said}");
        assert_eq!(said.lines().count(), warnings, "{said}");
    }
}

#[test]
fn an_expired_certificate_is_logged_at_the_start_and_at_a_renewal_and_its_end_is_exported() {
    let (session, authority) = (Session::new(), Authority::new());
    authority.issue_until(2020).write(&session.directory());
    let arguments = [&["--admin", "127.0.0.1:0"], &FLAGS[..]].concat();
    let service = Service::start(&session.directory(), &arguments);
    service.wait_for_log(WARNING);
    let is_address = |line: String| line.starts_with("listening on https://");
    assert!(std::iter::from_fn(|| service.line()).any(is_address));
    let admin = service.admin_address();
    assert_eq!(exported_end(&admin), Some(1_577_836_800.0));
    service.signal("HUP");
    service.wait_for_log(WARNING);
    authority.issue_until(2100).write(&session.directory());
    service.signal("HUP");
    service.wait_for_log("the certificate is renewed");
    assert_eq!(exported_end(&admin), Some(4_102_444_800.0));
}

#[test]
fn a_service_without_a_certificate_exports_no_end() {
    let session = Session::new();
    let service = Service::start(&session.directory(), &["--admin", "127.0.0.1:0"]);
    service.address();
    assert_eq!(exported_end(&service.admin_address()), None);
}
