//! The limits of tokens, which are commented out in the shipped configuration of HAProxy.

use crate::configuration::Product;
use crate::peers::{create, wait_until};
use crate::proxy::Proxy;
use test_kit::service::{Service, Session};

/// A number that no test reaches.
const MANY: u32 = 1_000_000_000;

/// Starts a service behind a proxy with limits. Returns both, and two tokens.
fn start(
    session: &mut Session,
    product: Product,
    limits: [u32; 2],
) -> (Service, Proxy, [String; 2]) {
    let service = Service::start(&session.directory(), &[]);
    let (token, address) = service.first_start();
    let other = session.run(&["token", "create", "--name", "other"]).stdout;
    let other = String::from_utf8(other).unwrap().trim().to_owned();
    let proxy = Proxy::start_with_token_limits(product, &address, limits);
    (service, proxy, [token, other])
}

/// Requires that a token is beyond a limit, and another one is not.
fn assert_limited(proxy: &Proxy, [token, other]: &[String; 2]) {
    let refused = create(&proxy.plain, token, "{}");
    assert_eq!(refused.status, 503);
    assert_eq!(refused.json()["error"], 301);
    assert_eq!(refused.field("retry-after"), ["1"]);
    assert_eq!(create(&proxy.plain, other, "{}").status, 400);
}

pub fn requests(product: Product) {
    let mut session = Session::new();
    let (_service, proxy, tokens) = start(&mut session, product, [5, MANY]);
    for id in 0..5 {
        let plant = format!(r#"{{"id":{id},"name":"a"}}"#);
        assert_eq!(create(&proxy.plain, &tokens[0], &plant).status, 200);
    }
    assert_limited(&proxy, &tokens);
}

pub fn bytes(product: Product) {
    let mut session = Session::new();
    let (_service, proxy, tokens) = start(&mut session, product, [MANY, 50_000]);
    let plant = format!(r#"{{"id":1,"name":"{}"}}"#, "a".repeat(100_000));
    assert_eq!(create(&proxy.plain, &tokens[0], &plant).status, 200);
    // Counted when the request has ended in the proxy, a moment after the answer.
    wait_until("the bytes are counted", || create(&proxy.plain, &tokens[0], "{}").status == 503);
    assert_limited(&proxy, &tokens);
}
