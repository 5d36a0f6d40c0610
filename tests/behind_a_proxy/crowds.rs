//! Hundreds of connections from one address. The limit for each address keeps them
//! from shutting out callers at other addresses.

use std::io::Write;
use std::net::TcpStream;

use crate::configuration::Product;
use crate::peers::{CROWD, connect, create, has_ended, head, wait_until};
use crate::requests::start;
use test_kit::service::Session;

/// The number of pairs of a silent connection and one with a slow body.
const PAIRS: usize = 300;

/// Connections for each address, as both configurations have it.
const LIMIT: usize = 200;

/// One connection of a crowd.
struct Peer {
    /// `None` if the connection was refused at once.
    stream: Option<TcpStream>,
    said: Vec<u8>,
}

impl Peer {
    fn new(to: &str, sent: &str) -> Self {
        let stream = connect(CROWD, to).and_then(|mut stream| {
            stream.write_all(sent.as_bytes())?;
            stream.set_nonblocking(true)?;
            Ok(stream)
        });
        Peer { stream: stream.ok(), said: Vec::new() }
    }

    /// Sends a byte of a body.
    fn trickle(&mut self) {
        if let Some(stream) = &mut self.stream {
            // Fails when the proxy has closed the connection.
            let _ = stream.write_all(b" ");
        }
    }

    /// Returns whether the proxy has closed or rejected the connection.
    fn is_refused(&mut self) -> bool {
        if let Some(stream) = &mut self.stream
            && has_ended(stream, &mut self.said)
        {
            self.stream = None;
        }
        self.stream.is_none() || self.is_told_why()
    }

    fn is_told_why(&self) -> bool {
        self.said.starts_with(b"HTTP/1.1 503 ")
    }
}

fn refused(crowd: &mut [Peer]) -> usize {
    let refused = crowd.iter_mut().map(Peer::is_refused);
    refused.filter(|is_refused| *is_refused).count()
}

pub fn neighbour(product: Product) {
    let session = Session::new();
    let (_service, proxy, token) = start(&session, product);
    let begun = head(&token, 100_000) + "{";
    let mut crowd: Vec<_> =
        ["", &begun].repeat(PAIRS).iter().map(|sent| Peer::new(&proxy.plain, sent)).collect();
    // nginx does not count silent connections.
    let counted = match product {
        Product::Haproxy | Product::HaproxySeveral => 2 * PAIRS,
        Product::Nginx => PAIRS,
    };
    wait_until("too few are refused", || refused(&mut crowd) >= counted - LIMIT);
    for id in 0..20 {
        // Every second connection has begun a body.
        crowd.iter_mut().skip(1).step_by(2).for_each(Peer::trickle);
        let plant = format!(r#"{{"id":{id},"name":"a"}}"#);
        assert_eq!(create(&proxy.plain, &token, &plant).status, 200);
    }
    // The limit is not smaller than configured.
    assert_eq!(refused(&mut crowd), counted - LIMIT);
    if product == Product::Nginx {
        // HAProxy closes the connection without a response.
        let told = crowd.iter().filter(|peer| peer.is_told_why()).count();
        assert_eq!(told, counted - LIMIT);
    }
}
