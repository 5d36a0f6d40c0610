//! Certificates for a service on the loopback address, made for one test.

use std::path::Path;
use std::process::{Command, Output};

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use rustls::pki_types::CertificateDer;

/// The names of the two files in the directory of a service.
pub const CERTIFICATE: &str = "certificate.pem";
pub const KEY: &str = "key.pem";

/// The flags that name these files.
pub const FLAGS: [&str; 4] = ["--tls-certificate", CERTIFICATE, "--tls-key", KEY];

/// A certificate authority.
pub struct Authority {
    pub certificate: rcgen::Certificate,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    pub fn new() -> Self {
        let key = KeyPair::generate().unwrap();
        let mut parameters = CertificateParams::default();
        // A different name than in the certificates: OpenSSL would treat them as
        // self-signed.
        let name = &mut parameters.distinguished_name;
        name.push(DnType::CommonName, "authority");
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let certificate = parameters.self_signed(&key).unwrap();
        Authority { certificate, issuer: Issuer::new(parameters, key) }
    }

    /// Returns a certificate for a new ECDSA key.
    pub fn issue(&self) -> Issued {
        self.issue_for(KeyPair::generate().unwrap())
    }

    /// Returns a certificate that is valid until the beginning of a year.
    pub fn issue_until(&self, year: i32) -> Issued {
        self.sign(KeyPair::generate().unwrap(), |parameters| {
            parameters.not_after = rcgen::date_time_ymd(year, 1, 1);
        })
    }

    pub fn issue_for(&self, key: KeyPair) -> Issued {
        self.sign(key, |_| ())
    }

    fn sign(&self, key: KeyPair, change: impl FnOnce(&mut CertificateParams)) -> Issued {
        let mut parameters = CertificateParams::new(["127.0.0.1".to_owned()]).unwrap();
        change(&mut parameters);
        let certificate = parameters.signed_by(&key, &self.issuer).unwrap();
        Issued { certificate, key }
    }
}

/// A certificate and its private key.
pub struct Issued {
    certificate: rcgen::Certificate,
    key: KeyPair,
}

impl Issued {
    pub fn certificate(&self) -> String {
        self.certificate.pem()
    }

    pub fn der(&self) -> &CertificateDer<'static> {
        self.certificate.der()
    }

    /// The key as PKCS#8.
    pub fn key(&self) -> String {
        self.key.serialize_pem()
    }

    /// Writes both files.
    pub fn write(&self, directory: &Path) {
        replace(&directory.join(CERTIFICATE), &self.certificate());
        replace(&directory.join(KEY), &self.key());
    }

    /// Fails if a part of the key is in a line, as PEM or as Rust's debug output of
    /// bytes.
    pub fn assert_secret(&self, lines: &[String]) {
        let pem = self.key();
        // The first line of base64 begins with the same header for each key.
        let secrets = pem.lines().skip(2).take_while(|line| !line.starts_with('-'));
        for secret in secrets {
            let secret = &secret[..16];
            let numbers = format!("{:?}", secret.as_bytes());
            let numbers = numbers.trim_matches(['[', ']']);
            let shown = lines.iter().find(|line| line.contains(secret) || line.contains(numbers));
            assert_eq!(shown, None);
        }
    }
}

/// Replaces a file atomically, as ACME clients do. The service could read a file that
/// is written in place while it is incomplete.
pub fn replace(path: &Path, contents: &str) {
    let new = path.with_extension("new");
    std::fs::write(&new, contents).unwrap();
    std::fs::rename(new, path).unwrap();
}

/// Rewrites a key in OpenSSL's format before PKCS#8: SEC1 for ECDSA, PKCS#1 for RSA.
/// Returns `None` if OpenSSL is not installed.
pub fn traditional(key: &Path) -> Option<String> {
    let output = run(Command::new("openssl").args(["pkey", "-traditional", "-in"]).arg(key))?;
    assert!(output.status.success(), "{output:?}");
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Runs another program. Returns `None` if it is not installed; then the test is
/// skipped, but not in CI.
pub fn run(command: &mut Command) -> Option<Output> {
    match command.output() {
        Ok(output) => Some(output),
        Err(error) => {
            let program = command.get_program().display();
            let is_ci =
                std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false");
            assert!(!is_ci, "{program} is needed in CI: {error}");
            eprintln!("skipped: {program} cannot be run: {error}");
            None
        }
    }
}
