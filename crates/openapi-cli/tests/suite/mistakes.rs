//! Legal elements of a document that are probably mistakes.

use crate::session::Session;

#[test]
fn check_warns_about_probable_mistakes_and_about_nothing_that_is_near_one() {
    let session = Session::new();
    session.write("trees.yaml", include_str!("mistakes.yaml"));
    insta::assert_snapshot!(session.transcript(&["check", "trees.yaml"]));
}
