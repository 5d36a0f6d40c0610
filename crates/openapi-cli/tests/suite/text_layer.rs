//! `check` and `diff` read the text of a file alike: both accept it, or both refuse it with
//! the same sentence.

use crate::session::Session;

/// A text around something odd, and the sentence with which both commands refuse it.
fn cases() -> Vec<(&'static str, String, Option<&'static str>)> {
    let document = |rest: &str| {
        format!("openapi: 3.1.0\ninfo: {{title: Odd, version: '1'}}\npaths: {{}}\n{rest}\n")
    };
    let nested = |depth| {
        let levels = (1..depth).map(|level| format!("{}a:\n", " ".repeat(level)));
        document(&format!("x-a:\n{}", levels.collect::<String>()))
    };
    let aliases = (1..12).fold("x-0: &a0 [1, 2]\n".to_owned(), |text, level| {
        let row = vec![format!("*a{}", level - 1); 10].join(", ");
        format!("{text}x-{level}: &a{level} [{row}]\n")
    });
    vec![
        ("200 levels", nested(200), None),
        ("300 levels", nested(300), Some("nested deeper than 256 levels")),
        (
            "300 lists in a line",
            document(&format!("x-a: {}1{}", "[".repeat(300), "]".repeat(300))),
            Some("nested deeper than 256 levels"),
        ),
        ("a tag of YAML", document("x-a: !!str 7\nx-b: !!map {}"), None),
        (
            "a tag of the author",
            document("x-a: !own 7"),
            Some("the YAML tag `!own` has no meaning here"),
        ),
        (
            "a tag of another type",
            document("x-a: !!int seven"),
            Some("`seven` is not what its YAML tag says"),
        ),
        (
            "a merge key",
            document("x-a: &a {b: 1}\nx-c: {<<: *a}"),
            None,
        ),
        ("a quoted name like it", document("x-c: {'<<': 1}"), None),
        (
            "a number that is merged",
            document("x-c: {<<: 1}"),
            Some("the value of `<<` must be an object, or a list of objects, and is 1"),
        ),
        ("a closing bracket below its key", document("x-a: [\n  'b'\n]"), None),
        (
            "a member twice",
            document("x-a: {b: 1, b: 2}"),
            Some("the member `b` is declared twice, first on line 4"),
        ),
        (
            "an infinite number",
            document("x-a: .inf"),
            Some("`.inf` is a number that JSON doesn't have"),
        ),
        (
            "a number of a billion digits",
            document("x-a: 1e1000000000"),
            Some("the number has more than 1000 digits"),
        ),
        ("aliases", document("x-a: &a {b: [1]}\nx-c: *a"), None),
        (
            "aliases that multiply",
            document(&aliases),
            Some("written out, the aliases are more than 200000 nodes"),
        ),
        ("an alias into itself", document("x-a: &a [*a]"), Some("an alias into itself")),
        (
            "a name that is a list",
            document("? [a]\n: b"),
            Some("a member's name is a string"),
        ),
        (
            "a long pointer",
            document(&format!("x-a: {{? {}\n : 1}}", "a".repeat(3000))),
            Some("the JSON Pointer is longer than 2048 bytes"),
        ),
        (
            "two documents",
            document("---\na: 1"),
            Some("a second YAML document begins here; only one is read"),
        ),
        ("nothing", String::new(), Some("the file is empty")),
        (
            "JSON with tabs and surrogates",
            "{\n\t\"openapi\": \"3.1.0\",\n\t\"info\": {\"title\": \"\\ud83c\\udf35\", \"version\": \"1\"},\n\t\"paths\":\t{}\n}\n"
                .to_owned(),
            None,
        ),
        (
            "broken JSON",
            "{\"openapi\": \"3.1.0\",\n \"paths\" {}}".to_owned(),
            Some("this is not JSON: expected `:`"),
        ),
        (
            "a lone surrogate",
            "{\"openapi\": \"3.1.0\", \"x-a\": \"\\ud83d\"}".to_owned(),
            Some("this is not JSON: unexpected end of hex escape"),
        ),
        (
            "broken YAML",
            "openapi: 3.1.0\npaths: {\n".to_owned(),
            Some("this is not YAML: unclosed bracket '{'"),
        ),
    ]
}

#[test]
fn check_and_diff_accept_the_same_texts_and_refuse_others_with_the_same_sentence() {
    let session = Session::new();
    let mut different = Vec::new();
    for (name, text, refusal) in cases() {
        session.write("odd.yaml", text);
        for arguments in ["check odd.yaml", "diff odd.yaml odd.yaml"] {
            let (code, output, errors) = session.run(arguments);
            let first = format!("{output}{errors}");
            let first = first.lines().next().unwrap_or_default();
            let is_as_expected = match refusal {
                Some(sentence) => code == 2 && first == format!("error: {sentence}"),
                None => code == 0,
            };
            if !is_as_expected {
                different.push(format!("{name}: {arguments}: exit code {code}: {first}"));
            }
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}
