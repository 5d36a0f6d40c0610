//! The command line that sends a request. Tokens are represented by placeholders `${TOKEN_…}`.

use openapi_values::wire::Request;
use untrusted_text::is_escaped;

/// Returns a command line that sends the same request. The shell substitutes the placeholders of
/// tokens in the URL and in header fields, and nothing else. A report for people shortens a long
/// line.
pub(crate) fn curl(request: &Request, url: &str, placeholders: &[&str]) -> String {
    let mut line = match (request.method.as_str(), &request.body) {
        ("HEAD", None) => "curl -I".to_owned(),
        // curl would wait for a body, and has `-I` only without one.
        ("HEAD", Some(_)) => "curl -i -m 5 -X HEAD".to_owned(),
        (method, _) => format!("curl -i -X {method}"),
    };
    // To curl, brackets are a pattern of several URLs, and braces, which a URL has encoded.
    let is_pattern = url.contains('[');
    line.push_str(if is_pattern { " -g " } else { " " });
    line.push_str(&quoted(url, placeholders));
    for (name, text) in request.fields() {
        line.push_str(&format!(" -H {}", quoted(&format!("{name}: {text}"), placeholders)));
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
        // The report escapes some characters, and the line would send the escapes.
        Ok(text) if !text.contains(is_escaped) => {
            format!("{line} --data-raw {}", quoted(text, &[]))
        }
        _ => {
            let bytes: String = body.iter().map(|byte| format!("\\{byte:03o}")).collect();
            format!("printf '{bytes}' | {line} --data-binary @-")
        }
    }
}

/// Quotes a word for a POSIX shell. The word may have any text of the document, so all of it is in
/// single quotes, except the placeholders, which the shell substitutes.
fn quoted(word: &str, placeholders: &[&str]) -> String {
    let mut quoted = format!("'{}'", word.replace('\'', r"'\''"));
    // The report escapes the second of two.
    if quoted.contains("##") {
        quoted = quoted.replace('#', "#''");
    }
    for one in placeholders {
        quoted = quoted.replace(one, &format!("'\"{one}\"'"));
    }
    // Only at the end of a placeholder.
    quoted.replace("\"''", "\"")
}
