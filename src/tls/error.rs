//! The errors of the certificate and its key, none of which repeats a private key.

use std::borrow::Cow;
use std::io;
use std::path::PathBuf;

use rustls::pki_types::pem;

/// An error of the certificate and its key.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("{} cannot be read", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        #[source]
        source: io::Error,
    },
    /// The files are on a file system that does not answer.
    #[error(
        "{} and {} cannot be read: their file system has not answered for {seconds} s",
        .certificate.display(), .key.display()
    )]
    Slow {
        /// The file of the certificate.
        certificate: PathBuf,
        /// The file of the key.
        key: PathBuf,
        /// The time that has passed.
        seconds: u64,
    },
    /// The certificate file is not PEM.
    #[error("{} is not a PEM file with certificates", .path.display())]
    Certificate {
        /// The file.
        path: PathBuf,
        /// The cause.
        #[source]
        source: PemError,
    },
    /// The key file is not PEM.
    #[error("{} is not a PEM file with a private key (PKCS#8, SEC1 or PKCS#1)", .path.display())]
    Key {
        /// The file.
        path: PathBuf,
        /// The cause.
        #[source]
        source: PemError,
    },
    /// The key does not belong to the certificate.
    #[error("the key {} does not belong to the certificate {}", .key.display(), .certificate.display())]
    Mismatch {
        /// The file of the certificate.
        certificate: PathBuf,
        /// The file of the key.
        key: PathBuf,
    },
    /// rustls does not support the certificate or the key.
    #[error("the certificate {} cannot be used with the key {}", .certificate.display(), .key.display())]
    Pair {
        /// The file of the certificate.
        certificate: PathBuf,
        /// The file of the key.
        key: PathBuf,
        /// The cause.
        #[source]
        source: rustls::Error,
    },
    /// The process cannot wait for SIGHUP.
    #[error("SIGHUP cannot be received")]
    Signal(#[source] io::Error),
}

/// An error in a PEM file. `pem::Error` is not used because it repeats lines of the
/// file, which may be the private key: a key without line breaks is a single line.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct PemError(&'static str);

impl PemError {
    pub(super) const MISSING: Self = Self("it has no such section");
}

impl From<pem::Error> for PemError {
    fn from(error: pem::Error) -> Self {
        Self(match error {
            pem::Error::NoItemsFound => return Self::MISSING,
            pem::Error::MissingSectionEnd { .. } => "a section has no END line",
            pem::Error::IllegalSectionStart { .. } => "a BEGIN line is malformed",
            pem::Error::Base64Decode(_) => "a section is not base64",
            _ => "it cannot be parsed",
        })
    }
}

/// Returns a text without PEM, which may be a private key. A message contains PEM if
/// the contents of a file are given instead of its name.
pub(crate) fn without_pem(text: &str) -> Cow<'_, str> {
    const BEGIN: &str = "-----BEGIN ";
    const END: &str = "-----END ";
    const DASHES: &str = "-----";
    let Some(begin) = text.find(BEGIN) else {
        return Cow::Borrowed(text);
    };
    let (before, pem) = text.split_at(begin);
    let after = pem
        .rsplit_once(END)
        .map_or("", |(_, label)| label.split_once(DASHES).map_or("", |(_, after)| after));
    Cow::Owned(format!("{before}(PEM){after}"))
}
