//! The program `openapi-live`. Everything it does is in the library, so that
//! tests can run it; here is only what a process has and a library hasn't.

use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    let (mut output, mut errors) = (io::stdout().lock(), io::stderr().lock());
    openapi_live::run(std::env::args_os(), &mut output, &mut errors).into()
}
