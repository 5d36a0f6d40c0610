//! No text of a document is a test of rustdoc, whatever Markdown it is.

use openapi_document::doc_lines;
use std::path::Path;
use std::process::Command;

/// What begins, continues and ends the blocks of rustdoc's Markdown, and what is in them.
const PARTS: [&str; 64] = [
    "```",
    "```rust",
    "``` rust a",
    "````",
    "~~~",
    "`",
    "``",
    "    ",
    "  ",
    "     ",
    "\t",
    " ",
    "> ",
    ">",
    "- ",
    "* ",
    "+ ",
    "1. ",
    "10) ",
    "- [ ] ",
    "- [x] ",
    "[^1]: ",
    "[^1]:",
    "[^a b]: ",
    "[^1]",
    "[a]: ",
    "[a]: <b> \"",
    "# ",
    "---",
    "===",
    "| a | b |",
    "|---|---|",
    "|",
    "a",
    "b c",
    "~~x~~",
    "\"q\"",
    "<",
    "<!--",
    "-->",
    "<div>",
    "\\",
    "*",
    "_",
    "![x](y)",
    "[x](y)",
    "code();",
    ":",
    "$$",
    "{.c}",
    "\u{a0}",
    "\u{3000}",
    "\u{c}",
    "\n",
    "\n\n",
    "\n    ",
    "\n\n    ",
    "\n  ",
    "\n> ",
    "\n```",
    "\n[^2]: ",
    "\n- ",
    "\n\t",
    "\n|a|\n|-|\n|",
];

/// Returns texts of random parts: those of one seed are always the same.
fn random_texts(seed: u64, count: usize) -> Vec<String> {
    let mut state = seed;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from(state >> 33).expect("31 bits") % below
    };
    let mut text = |_| {
        let parts = 3 + random(21);
        (0..parts).map(|_| PARTS[random(PARTS.len())]).collect()
    };
    (0..count).map(&mut text).collect()
}

/// Returns the tests that rustdoc finds in a crate with these documentations, each after the
/// text that it has as documentation.
fn tests(documented: &[(&str, Vec<String>)]) -> Vec<String> {
    let mut code = String::new();
    for (index, (_, lines)) in documented.iter().enumerate() {
        lines.iter().for_each(|line| code.push_str(&format!("///{line}\n")));
        code.push_str(&format!("pub mod item{index} {{}}\n"));
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documented.rs");
    std::fs::write(&file, code).unwrap();
    let output = Command::new("rustdoc")
        .args(["--test", "--edition", "2021", "--test-args", "--list"])
        .arg(&file)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let listed = String::from_utf8(output.stdout).unwrap();
    let names = listed.lines().filter_map(|line| line.strip_suffix(": test"));
    let item = |name: &str| {
        let (_, item) = name.split_once("item")?;
        item.split(' ').next()?.parse::<usize>().ok()
    };
    names
        .map(|name| {
            let (text, lines) = &documented[item(name).expect("each test is of an item")];
            format!("{text:?}\n{}", lines.join("\n"))
        })
        .collect()
}

#[test]
fn rustdoc_finds_no_test_in_random_markdown() {
    let mut texts = random_texts(1, 40_000);
    texts.push("A tree.[^1]\n\n[^1]: ```rust a\n    grow();\n    ```".to_owned());
    let as_written = |text: &String| text.lines().map(|line| format!(" {line}")).collect();
    let as_written: Vec<_> =
        texts[40_000..].iter().map(|text| (&**text, as_written(text))).collect();
    assert_eq!(tests(&as_written).len(), 1, "the footnote is one as it is written");
    let documented: Vec<_> = texts.iter().map(|text| (&**text, doc_lines(text))).collect();
    let found = tests(&documented);
    assert!(found.is_empty(), "{}", found.join("\n\n"));
}
