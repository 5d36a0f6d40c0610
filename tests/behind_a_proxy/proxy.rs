//! A running reverse proxy with the shipped configuration. It ends with the test.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicU16, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::configuration::{Place, Product, TimeLimit};
use crate::peers::{NEIGHBOUR, connect};
use crate::tls;

/// The time limit for the start of a proxy.
const START: Duration = Duration::from_secs(60);

/// A running proxy.
pub struct Proxy {
    child: Child,
    directory: TempDir,
    /// The addresses without TLS and with TLS.
    pub plain: String,
    pub tls: String,
    /// The certificate of the proxy, as PEM.
    pub certificate: String,
}

impl Proxy {
    /// Starts a proxy in front of a service. The time limit `short` is one second; all
    /// other time limits are ten minutes.
    pub fn start(product: Product, service: &str, short: Option<TimeLimit>) -> Self {
        Self::launch(product, &[(service, 0)], short, None)
    }

    /// Starts a proxy that limits the requests and the bytes of each token in ten minutes.
    pub fn start_with_token_limits(product: Product, service: &str, limits: [u32; 2]) -> Self {
        Self::launch(product, &[(service, 0)], None, Some(limits))
    }

    /// Starts HAProxy in front of several services, each with the port of its admin
    /// listener.
    pub fn start_several(services: &[(&str, u16)]) -> Self {
        Self::launch(Product::HaproxySeveral, services, None, None)
    }

    fn launch(
        product: Product,
        services: &[(&str, u16)],
        short: Option<TimeLimit>,
        token_limits: Option<[u32; 2]>,
    ) -> Self {
        let directory = TempDir::new().unwrap();
        let path = directory.path();
        let (certificate, key) = tls::certificate();
        fs::write(path.join("proxy.crt"), &certificate).unwrap();
        fs::write(path.join("proxy.key"), &key).unwrap();
        fs::write(path.join("proxy.pem"), certificate.clone() + &key).unwrap();
        let [plain, tls] = [free_address(), free_address()];
        let configuration = product.configuration(&Place {
            directory: path,
            plain: &plain,
            tls: &tls,
            services,
            short,
            token_limits,
        });
        fs::write(path.join("configuration"), configuration).unwrap();
        // Workers of nginx are not root.
        fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
        let output = File::create(path.join("output")).unwrap();
        let mut command = command(product, path);
        match product {
            Product::Haproxy | Product::HaproxySeveral => command.arg("-db"),
            Product::Nginx => command.args(["-g", "daemon off;"]),
        };
        command.stdout(output.try_clone().unwrap()).stderr(output);
        let mut proxy =
            Proxy { child: command.spawn().unwrap(), directory, plain, tls, certificate };
        proxy.wait();
        proxy
    }

    /// Waits until the proxy accepts connections.
    fn wait(&mut self) {
        let began = Instant::now();
        while [&self.plain, &self.tls].iter().any(|address| connect(NEIGHBOUR, address).is_err()) {
            let ended = self.child.try_wait().unwrap();
            assert!(ended.is_none() && began.elapsed() < START, "{}", self.log());
            sleep(Duration::from_millis(10));
        }
    }

    /// Returns the contents of all logs of the proxy.
    pub fn log(&self) -> String {
        let files = ["output", "error.log", "access.log"];
        let files = files.map(|file| self.directory.path().join(file));
        files.iter().filter_map(|file| fs::read_to_string(file).ok()).collect()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // By SIGTERM: the workers of nginx would survive `Child::kill`, which sends SIGKILL.
        let id = self.child.id().to_string();
        let _ = Command::new("kill").args(["-s", "TERM", &id]).status();
        let _ = self.child.wait();
    }
}

/// Returns an unused address: a loopback address derived from the process id, and a port that this
/// function has not returned before. Beyond 127.64, because peers have addresses of 127.0.0, and a
/// process id of Linux has 22 bits.
pub fn free_address() -> String {
    static PORT: AtomicU16 = AtomicU16::new(8000);
    let [_, high, middle, low] = std::process::id().to_be_bytes();
    let port = PORT.fetch_add(1, Ordering::Relaxed);
    format!("127.{}.{middle}.{low}:{port}", 64 + high)
}

fn command(product: Product, directory: &Path) -> Command {
    let mut command = Command::new(test_kit::programs::find(product.name()).unwrap());
    let file = directory.join("configuration");
    match product {
        Product::Haproxy | Product::HaproxySeveral => command.arg("-f").arg(file),
        // For messages before nginx has read the path of its log.
        Product::Nginx => command.args(["-e", "stderr", "-c"]).arg(file),
    };
    command
}

/// The program's own check of its configuration passes.
pub fn accepts_its_configuration(product: Product) {
    let proxy = Proxy::start(product, "127.0.0.1:9", None);
    let mut command = command(product, proxy.directory.path());
    let flag = match product {
        Product::Haproxy | Product::HaproxySeveral => "-c",
        Product::Nginx => "-t",
    };
    let output = command.arg(flag).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
