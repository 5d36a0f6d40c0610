//! The generated servers of this package on a real socket, the documents that they emit, and
//! their code as text. One program: each is another ten seconds to compile and link.

#![allow(clippy::unwrap_used)]

mod conformance;
mod external;
mod media;
mod outgoing;
mod parameters;
mod served;
mod validates_responses;
