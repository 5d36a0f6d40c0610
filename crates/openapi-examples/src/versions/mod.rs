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

    include!(concat!(env!("OUT_DIR"), "/versions.rs"));
}

macro_rules! client {
    ($name:ident, $docs:literal) => {
        #[doc = $docs]
        #[allow(missing_docs, clippy::unwrap_used, reason = "progenitor generates the code")]
        pub mod $name {
            include!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".rs"));
        }
    };
}

client!(client_1, "The client of version 1.0.0.");
client!(client_2, "The client of version 2.0.0.");
client!(client_3, "The client of version 3.0.0.");
