//! The example of `docs/versions.md`: three versions of a document, served by one
//! implementation of the newest version.
//!
//! `library.rs` implements version 3.0.0. `compatibility.rs` has everything that a person
//! writes for the older versions.

mod compatibility;
mod library;

pub use library::{Library, State};

pub mod api {
    //! The code that `build.rs` generates from the documents in `openapi/`.

    #![allow(missing_docs, reason = "the document describes what it wants to")]

    include!(concat!(env!("OUT_DIR"), "/api.rs"));
}

pub mod client_1 {
    //! The client of version 1.0.0.

    #![allow(
        missing_docs,
        clippy::unwrap_used,
        reason = "progenitor generates the code"
    )]

    include!(concat!(env!("OUT_DIR"), "/client_1.rs"));
}

pub mod client_2 {
    //! The client of version 2.0.0.

    #![allow(
        missing_docs,
        clippy::unwrap_used,
        reason = "progenitor generates the code"
    )]

    include!(concat!(env!("OUT_DIR"), "/client_2.rs"));
}

pub mod client_3 {
    //! The client of version 3.0.0.

    #![allow(
        missing_docs,
        clippy::unwrap_used,
        reason = "progenitor generates the code"
    )]

    include!(concat!(env!("OUT_DIR"), "/client_3.rs"));
}
