//! Texts of a document are not code in what is generated from them: rustdoc finds no test
//! in their code blocks, and rustc accepts their characters.

use crate::session::Session;
use std::process::Command;

const DOCUMENT: &str = include_str!("code_in_texts.yaml");

/// A text with each form of code block.
const CODE: &str = "# Heading
```
fence();
```
~~~rust,should_panic
tildes();
~~~
``` compile_fail, E0382
attributes();
```
````ignore
long();
````

    indented();

\ttab();

- item

      in_a_list();

  1. item
     ```no_run
     in_an_inner_list();
     ```
-     first_in_a_list();

> quote
>
>     in_a_quote();
>
> - ```edition2024
>   in_a_list_in_a_quote();
>   ```

A footnote[^1].

[^1]: ```rust a
    in_a_footnote();
    ```

- [x] ```
  in_a_task();
  ```

<!--
-->
    after_a_comment();
<script>
</script>

    after_a_script();
<details>

```
in_html();
```
</details>

```{.rust}
unclosed();";

/// Characters that rustc refuses in a comment or in a literal.
const REFUSED: &str = "\rcarriage\r\rreturn \u{202e}right to left\u{2066}";

/// Returns the code that is generated from a document.
fn generated(command: &str, text: &str, line: &str) -> String {
    let session = Session::new();
    let escaped = |text: &str| {
        let quoted = serde_json::Value::from(text).to_string();
        quoted[1..quoted.len() - 1].to_owned()
    };
    let document = DOCUMENT.replace("LINE", &escaped(line));
    let document = document.replace("TEXT", &escaped(text));
    session.write("trees.yaml", document);
    let (code, output, errors) = session.run(&format!("{command} trees.yaml --strict"));
    assert_eq!(code, 0, "{errors}");
    output
}

/// Returns what rustdoc prints for a crate that has the documentation of each item.
fn tests(code: &str) -> String {
    let mut documented = String::new();
    let mut lines = code.lines().map(str::trim_start).peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("///") {
            documented.push_str(&format!("{line}\n"));
            if lines.peek().is_none_or(|next| !next.starts_with("///")) {
                let item = format!("pub mod item{} {{}}\n", documented.len());
                documented.push_str(&item);
            }
        }
    }
    let session = Session::new();
    session.write("documented.rs", documented);
    let output = Command::new("rustdoc")
        .args(["--test", "--edition", "2024", "documented.rs"])
        .args(["--test-args", "--list"])
        .current_dir(session.path())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn rustdoc_finds_no_test_in_the_texts_of_a_document() {
    assert!(tests(&CODE.replace('\n', "\n/// ")).contains(": test"));
    for command in ["server", "client"] {
        let code = generated(command, CODE, "line");
        assert!(code.contains("in_a_list_in_a_quote();"), "{code}");
        assert!(!code.contains("/**") && !code.contains("#[doc"), "{code}");
        assert_eq!(tests(&code).trim(), "0 tests, 0 benchmarks", "{code}");
    }
}

#[test]
fn characters_that_rustc_refuses_are_visible() {
    for command in ["server", "client"] {
        let code = generated(command, REFUSED, REFUSED);
        assert!(code.contains(r"\u{202e}right to left"), "{code}");
        let refused = code.find(['\r', '\u{202e}', '\u{2066}']);
        assert_eq!(refused.map(|start| &code[start..]), None);
    }
}
