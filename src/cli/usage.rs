//! The output for clap's errors: help unchanged, any other error in one line. Tokens,
//! private keys and passwords in the URL of a store are masked, also in arguments
//! where they don't belong.

use std::process::ExitCode;

use clap::error::ErrorKind;

use crate::tls::without_pem;
use crate::tokens;

/// Prints help on standard output, or an error on standard error.
pub(super) fn report(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => error.exit(),
        _ => {
            let line = one_line(&error.render().to_string());
            let line = without_password(&line);
            eprintln!("{}", tokens::masked(&without_pem(&line)));
        }
    }
    ExitCode::from(2)
}

/// Returns clap's message in one line, without the usage that follows it.
fn one_line(message: &str) -> String {
    let lines = message.lines().map(str::trim);
    let lines = lines.take_while(|line| {
        !line.starts_with("Usage:") && !line.starts_with("For more information")
    });
    lines
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
        .replace(" tip: ", "; ")
}

/// Returns clap's message without a value that may contain a password. A value that
/// `--store` refuses is always masked, because the position of the password in it is
/// unknown. Any other value is masked if it may be the URL of a store.
fn without_password(line: &str) -> String {
    // The value is in quotes and ends where clap's own text continues.
    let Some((before, rest)) = line.split_once('\'') else {
        return line.to_owned();
    };
    // The value may contain quotes, so the last match counts.
    let ends = ["' for '", "' found", "'"];
    let end = ends.iter().find_map(|end| rest.rfind(end));
    let (value, after) = rest.split_at(end.unwrap_or(rest.len()));
    // A flag is not a value, and clap does not repeat the value after a flag.
    let is_url = value.contains(['@', '=', '?']) && !value.starts_with('-');
    if is_url || after.starts_with("' for '--store") {
        format!("{before}'…{after}")
    } else {
        line.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::without_password;

    #[test]
    fn a_password_in_a_url_is_not_repeated() {
        for (line, shown) in [
            (
                "invalid value 'postgres://me:se cret@host' for '--store <URL>': no",
                "invalid value '…' for '--store <URL>': no",
            ),
            (
                "invalid value 'host=db password=it' for 's' for '--store <URL>': no",
                "invalid value '…' for '--store <URL>': no",
            ),
            (
                "invalid value 'secret' for '--store <URL>': no",
                "invalid value '…' for '--store <URL>': no",
            ),
            (
                "unexpected argument 'postgres:me:secret@host' found",
                "unexpected argument '…' found",
            ),
            (
                "unrecognized subcommand 'host=db password=secret'",
                "unrecognized subcommand '…'",
            ),
            (
                "invalid value 'http://[::1]:80' for '--listen <IP:PORT>': no",
                "invalid value 'http://[::1]:80' for '--listen <IP:PORT>': no",
            ),
            (
                "unexpected argument '--stor' found; a similar argument exists: '--store'",
                "unexpected argument '--stor' found; a similar argument exists: '--store'",
            ),
            ("no URL at all", "no URL at all"),
        ] {
            assert_eq!(without_password(line), shown);
        }
    }
}
