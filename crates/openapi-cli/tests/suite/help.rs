//! The help texts are reviewed text.

use crate::session::Session;

#[test]
fn every_command_explains_itself() {
    let session = Session::new();
    let mut text = session.transcript(&["--help"]);
    for command in
        ["check", "server", "client", "lower", "new", "diff", "compat", "versions", "live"]
    {
        text.push_str(&session.transcript(&[command, "--help"]));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn the_version_is_that_of_the_package() {
    let (code, output, _) = Session::new().run("--version");
    let expected = format!("openapi-dropshot {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!((code, output), (0, expected));
}
