//! `plant-store token list`: the records of all tokens, as a table or as JSON Lines.

use std::io::{self, Write};

use chrono::{DateTime, SecondsFormat};
use plant_storage::{TokenRecord, UnixSeconds};
use serde::Serialize;

use crate::cli::output;
use crate::tokens;

/// Writes the tokens as a table. The name comes last, because it may contain spaces.
pub(super) fn write_table(
    writer: &mut dyn Write,
    records: &[TokenRecord],
    now: UnixSeconds,
) -> io::Result<()> {
    writeln!(writer, "{:8} {:20} {:20} {:20} NAME", "STATE", "CREATED", "EXPIRES", "LAST USED")?;
    for record in records {
        let time = |time: Option<UnixSeconds>| time.map_or("never".to_owned(), timestamp);
        writeln!(
            writer,
            "{:8} {:20} {:20} {:20} {}",
            state(record, now),
            timestamp(record.created_at),
            time(record.expires_at),
            time(record.last_used_at),
            record.name
        )?;
    }
    Ok(())
}

/// Writes each token as a line of JSON.
pub(super) fn write_json(
    writer: &mut dyn Write,
    records: &[TokenRecord],
    now: UnixSeconds,
) -> io::Result<()> {
    #[derive(Serialize)]
    struct Line<'r> {
        name: &'r str,
        state: &'static str,
        created_at: String,
        expires_at: Option<String>,
        revoked_at: Option<String>,
        last_used_at: Option<String>,
    }
    for record in records {
        output::write_json(
            writer,
            &Line {
                name: &record.name,
                state: state(record, now),
                created_at: timestamp(record.created_at),
                expires_at: record.expires_at.map(timestamp),
                revoked_at: record.revoked_at.map(timestamp),
                last_used_at: record.last_used_at.map(timestamp),
            },
        )?;
    }
    Ok(())
}

fn state(record: &TokenRecord, now: UnixSeconds) -> &'static str {
    match record {
        record if record.revoked_at.is_some() => "revoked",
        record if tokens::is_expired(record, now) => "expired",
        _ => "active",
    }
}

/// Returns a time in the format of RFC 3339, in UTC.
pub(in crate::cli) fn timestamp(seconds: UnixSeconds) -> String {
    match DateTime::from_timestamp(seconds, 0) {
        Some(time) => time.to_rfc3339_opts(SecondsFormat::Secs, true),
        None => seconds.to_string(),
    }
}
