//! The shipped configurations, and the few lines of them that a test replaces.

use std::fs;
use std::path::Path;

/// A reverse proxy with a configuration in `deploy/`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Product {
    Haproxy,
    /// HAProxy in front of two services.
    HaproxySeveral,
    Nginx,
}

/// A part of the exchange with a time limit.
#[derive(Clone, Copy, Debug)]
pub enum TimeLimit {
    Head,
    Body,
    Idle,
    Reading,
    Handshake,
}

/// The settings that differ between tests.
pub struct Place<'a> {
    /// A directory for files, among them `proxy.crt`, `proxy.key`, and both in
    /// `proxy.pem`.
    pub directory: &'a Path,
    /// The addresses of the proxy.
    pub plain: &'a str,
    pub tls: &'a str,
    /// The address of each service, and the port of its admin listener, which only
    /// [`Product::HaproxySeveral`] uses.
    pub services: &'a [(&'a str, u16)],
    /// The time limit that is one second; all other limits are ten minutes.
    pub short: Option<TimeLimit>,
    /// The requests and the bytes of a token in ten minutes, if the limits of tokens are
    /// switched on.
    pub token_limits: Option<[u32; 2]>,
}

impl Product {
    /// Returns the name of the program, which is also that of Debian's package.
    pub fn name(self) -> &'static str {
        match self {
            Product::Haproxy | Product::HaproxySeveral => "haproxy",
            Product::Nginx => "nginx",
        }
    }

    /// Returns the name of the shipped configuration.
    fn file(self) -> &'static str {
        match self {
            Product::Haproxy => "haproxy.cfg",
            Product::HaproxySeveral => "haproxy-several.cfg",
            Product::Nginx => "nginx.conf",
        }
    }

    /// Returns the shipped configuration.
    pub fn shipped(self) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy");
        fs::read_to_string(path.join(self.file())).unwrap()
    }

    /// Returns the shipped configuration, adapted to a test.
    pub fn configuration(self, place: &Place) -> String {
        let (file, mut text) = (self.file(), self.shipped());
        let mut lines = match self {
            Product::Haproxy | Product::HaproxySeveral => haproxy(place),
            Product::Nginx => nginx(place),
        };
        lines.extend(self.servers(place));
        for (shipped, replacement) in lines {
            let count = text.matches(&shipped).count();
            assert_eq!(count, 1, "{file} has {shipped:?} {count} times");
            text = text.replace(&shipped, &replacement);
        }
        if let Some(limits) = place.token_limits {
            text = with_limits_of_tokens(&text, limits);
        }
        for (directive, shipped) in self.time_limits() {
            let short = place.short.map(|limit| self.directive(limit));
            let seconds = if short == Some(directive) { 1 } else { 600 };
            let shipped = format!("\n    {directive} {shipped}");
            let count = text.matches(&shipped).count();
            assert_eq!(count, 1, "{file} has {shipped:?} {count} times");
            text = text.replace(&shipped, &format!("\n    {directive} {seconds}s"));
        }
        text
    }

    /// Returns the lines with the addresses of the services, with their replacements.
    fn servers(self, place: &Place) -> Vec<(String, String)> {
        let services = place.services.iter();
        match self {
            Product::Haproxy => services
                .map(|(address, _)| {
                    let server = format!("\n    server plant_store {address} ");
                    line("\n    server plant_store 127.0.0.1:8080 ", server)
                })
                .collect(),
            Product::HaproxySeveral => services
                .zip(["a 192.0.2.1", "b 192.0.2.2"])
                .map(|((address, admin), shipped)| {
                    let name = &shipped[..1];
                    let server = format!("\n    server {name} {address} check port {admin}\n");
                    let shipped = format!("\n    server {shipped}:8080 check port 9090\n");
                    line(&shipped, server)
                })
                .collect(),
            Product::Nginx => services
                .map(|(address, _)| {
                    let server = format!("\n        server {address} ");
                    line("\n        server 127.0.0.1:8080 ", server)
                })
                .collect(),
        }
    }

    /// Returns the directives of the time limits, and their values.
    fn time_limits(self) -> Vec<(&'static str, &'static str)> {
        match self {
            Product::Haproxy | Product::HaproxySeveral => vec![
                ("timeout http-request", "10s"),
                ("timeout http-keep-alive", "60s"),
                ("timeout client", "30s"),
            ],
            Product::Nginx => vec![
                ("client_header_timeout", "10s"),
                ("client_body_timeout", "10s"),
                ("keepalive_timeout", "60s"),
                ("send_timeout", "30s"),
            ],
        }
    }

    fn directive(self, limit: TimeLimit) -> &'static str {
        use Product::{Haproxy, HaproxySeveral};
        match (self, limit) {
            (Haproxy | HaproxySeveral, TimeLimit::Head | TimeLimit::Body) => "timeout http-request",
            (Haproxy | HaproxySeveral, TimeLimit::Idle) => "timeout http-keep-alive",
            (Haproxy | HaproxySeveral, TimeLimit::Reading | TimeLimit::Handshake) => {
                "timeout client"
            }
            (Product::Nginx, TimeLimit::Head | TimeLimit::Handshake) => "client_header_timeout",
            (Product::Nginx, TimeLimit::Body) => "client_body_timeout",
            (Product::Nginx, TimeLimit::Idle) => "keepalive_timeout",
            (Product::Nginx, TimeLimit::Reading) => "send_timeout",
        }
    }
}

/// Returns whole lines of `haproxy.cfg`, with their replacements.
fn haproxy(place: &Place) -> Vec<(String, String)> {
    let directory = place.directory.display();
    vec![
        // Only root can change these.
        line("\n    user haproxy\n", "\n"),
        line("\n    group haproxy\n", "\n"),
        line("\n    chroot /var/lib/haproxy\n", "\n"),
        line(
            "\n    bind :443 ssl crt /etc/haproxy/plant-store.pem ",
            format!("\n    bind {} ssl crt {directory}/proxy.pem ", place.tls),
        ),
        line("\n    # bind :80\n", format!("\n    bind {}\n", place.plain)),
    ]
}

/// Returns whole lines of `nginx.conf`, with their replacements.
fn nginx(place: &Place) -> Vec<(String, String)> {
    let directory = place.directory.display();
    let set = |name: &str, shipped: &str, file: &str| {
        let shipped = format!("{name} {shipped}");
        line(&shipped, format!("{name} {directory}/{file}"))
    };
    vec![
        set("pid", "/run/nginx.pid", "pid"),
        set("error_log", "/var/log/nginx/error.log", "error.log"),
        set("access_log", "/var/log/nginx/access.log", "access.log"),
        set("client_body_temp_path", "/var/lib/nginx/body", "body"),
        // nginx creates the other directories at start, although it does not use them.
        line(
            "proxy_temp_path /var/lib/nginx/proxy;",
            ["proxy", "fastcgi", "uwsgi", "scgi"]
                .map(|name| format!("{name}_temp_path {directory}/{name};"))
                .join("\n"),
        ),
        set("ssl_certificate", "/etc/nginx/plant-store.crt", "proxy.crt"),
        set("ssl_certificate_key", "/etc/nginx/plant-store.key", "proxy.key"),
        line("\n        listen 443 ssl;", format!("\n        listen {} ssl;", place.tls)),
        line("\n        # listen 80;", format!("\n        listen {};", place.plain)),
    ]
}

/// Switches the limits of tokens in a configuration of HAProxy on.
fn with_limits_of_tokens(text: &str, [requests, bytes]: [u32; 2]) -> String {
    let lines = text.lines().map(|line| {
        let setting = line.trim_start().strip_prefix('#');
        // A disabled setting has no blank after the `#`, unlike a comment.
        let setting = setting.filter(|rest| rest.starts_with(|first: char| first.is_lowercase()));
        format!("{}\n", setting.unwrap_or(line))
    });
    let mut text: String = lines.collect();
    for (shipped, replacement) in [
        line("gt 500\n", format!("gt {requests}\n")),
        line("gt 50000000\n", format!("gt {bytes}\n")),
        line("http_req_rate(1s)", "http_req_rate(10m)"),
        line("bytes_in_rate(10s)", "bytes_in_rate(10m)"),
    ] {
        assert_eq!(text.matches(&shipped).count(), 1, "{shipped}");
        text = text.replace(&shipped, &replacement);
    }
    text
}

fn line(shipped: &str, replacement: impl Into<String>) -> (String, String) {
    (shipped.to_owned(), replacement.into())
}
