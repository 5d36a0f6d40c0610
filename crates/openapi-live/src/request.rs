//! The command line that sends a request. Tokens are represented by placeholders `${TOKEN_…}`.

use openapi_values::wire::Request;
use untrusted_text::is_escaped;

/// Returns a command line that sends the same request. The shell substitutes the
/// placeholders of tokens and nothing else.
pub(crate) fn curl(request: &Request, server: &str, placeholders: &[&str]) -> String {
    let quoted = |word: &str| quoted(word, placeholders);
    let mut line = match request.method.as_str() {
        "HEAD" => "curl -I".to_owned(),
        method => format!("curl -i -X {method}"),
    };
    line.push_str(&format!(" {}", quoted(&format!("{server}{}", request.target()))));
    for (name, text) in request.fields() {
        line.push_str(&format!(" -H {}", quoted(&format!("{name}: {text}"))));
    }
    let Some(body) = &request.body else {
        return line;
    };
    if !request.headers.iter().any(|(name, _)| name == "Content-Type") {
        // curl would declare the body as a form.
        line.push_str(" -H 'Content-Type:'");
    }
    match std::str::from_utf8(body) {
        // Not `--data-binary`, which reads the file after an `@`.
        Ok(text) if !text.contains(is_escaped) => {
            format!("{line} --data-raw {}", quoted(text))
        }
        _ => {
            let bytes: String = body.iter().map(|byte| format!("\\{byte:03o}")).collect();
            format!("printf '{bytes}' | {line} --data-binary @-")
        }
    }
}

/// Quotes a word for a POSIX shell, which substitutes only the placeholders: the word
/// has text of the document.
fn quoted(word: &str, placeholders: &[&str]) -> String {
    let positions =
        placeholders.iter().filter_map(|placeholder| Some((word.find(placeholder)?, *placeholder)));
    match positions.min() {
        None => format!("'{}'", word.replace('\'', r"'\''")),
        Some((at, placeholder)) => {
            let (before, after) = (&word[..at], &word[at + placeholder.len()..]);
            let around = |text: &str| match text {
                "" => String::new(),
                text => quoted(text, placeholders),
            };
            format!("{}\"{placeholder}\"{}", around(before), around(after))
        }
    }
}
