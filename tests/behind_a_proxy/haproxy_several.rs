//! Two services on one PostgreSQL database behind `haproxy-several.cfg`: one after the
//! other is replaced, and no caller notices.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::thread;

use test_kit::postgres::Server;
use test_kit::service::{Service, Session, plant_store};

use crate::configuration::Product;
use crate::peers::{caller, wait_until};
use crate::proxy::{Proxy, free_address};

/// The tests, with their names.
pub const TESTS: [(&str, fn()); 2] = [
    ("both_configurations_have_the_same_limits", both_configurations_have_the_same_limits),
    ("no_request_fails_while_a_service_is_replaced", no_request_fails_while_a_service_is_replaced),
];

/// The number of callers.
const CALLERS: i64 = 4;

/// Everything but the backend is the same, comments included: they have lines that an
/// operator may switch on.
fn both_configurations_have_the_same_limits() {
    let [one, several] = [Product::Haproxy, Product::HaproxySeveral].map(|product| {
        let text = product.shipped();
        let (_, rest) = text.split_once("\nglobal\n").unwrap();
        let (limits, _) = rest.split_once("\nbackend plant_store\n").unwrap();
        limits.to_owned()
    });
    assert_eq!(one, several);
}

fn no_request_fails_while_a_service_is_replaced() {
    let server = Server::start_new(&[]);
    let store = server.url("plants");
    let session = Session::new();
    let directory = session.directory();
    let mut create_token = plant_store(&directory);
    create_token.args(["token", "create", "--new-store", "--name", "load"]);
    let output = create_token.args(["--store", &store]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let token = String::from_utf8(output.stdout).unwrap();
    let token = token.trim_end();

    let [a, b] = [(); 2].map(|()| [free_address(), free_address()]);
    let start = |[listen, admin]: &[String; 2]| {
        let flags = ["--listen", listen, "--admin", admin, "--store", &store];
        let service = Service::serve(&directory, &flags);
        service.address();
        service
    };
    let (first, second) = (start(&a), start(&b));
    let port = |[_, admin]: &[String; 2]| admin.rsplit_once(':').unwrap().1.parse().unwrap();
    let proxy = Proxy::start_several(&[(&a[0], port(&a)), (&b[0], port(&b))]);

    let (stop, created) = (AtomicBool::new(false), AtomicI64::new(0));
    let failures = Mutex::new(Vec::new());
    let _first = thread::scope(|scope| {
        for number in 0..CALLERS {
            let (stop, created, failures, proxy) = (&stop, &created, &failures, &proxy);
            scope.spawn(move || {
                let mut connection = caller(&proxy.plain);
                for step in 0.. {
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let plant = format!(r#"{{"id":{},"name":"a"}}"#, step * CALLERS + number);
                    connection.create(token, "", &plant);
                    match connection.answer() {
                        Some(answer) if answer.status == 200 => {}
                        answer => {
                            failures.lock().unwrap().push(format!("{answer:?}"));
                            connection = caller(&proxy.plain);
                        }
                    }
                    created.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let more = || {
            let enough = created.load(Ordering::Relaxed) + 200;
            wait_until("creates are answered", || created.load(Ordering::Relaxed) >= enough);
        };
        let waits_for_log = |text: &str| wait_until(text, || proxy.log().contains(text));
        let replace = || {
            more();
            drop(first);
            waits_for_log("plant_store/a is DOWN");
            more();
            let first = start(&a);
            waits_for_log("plant_store/a is UP");
            second.signal("TERM");
            assert_eq!(second.end().0, Some(0));
            waits_for_log("plant_store/b is DOWN");
            more();
            first
        };
        // The callers end also if a wait fails.
        let replaced = std::panic::catch_unwind(std::panic::AssertUnwindSafe(replace));
        stop.store(true, Ordering::Relaxed);
        replaced.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    let failures = failures.into_inner().unwrap();
    assert_eq!(failures, [""; 0], "of {created:?}");
}
