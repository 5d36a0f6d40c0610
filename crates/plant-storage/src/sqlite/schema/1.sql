-- Version 1 of the schema: plants and tokens.

CREATE TABLE plants (
    id   INTEGER PRIMARY KEY,  -- the creator's number, any 64-bit integer
    name TEXT NOT NULL,
    tag  TEXT                  -- NULL: no tag, which is not the same as ''
) STRICT;

CREATE TABLE tokens (
    name       TEXT PRIMARY KEY,
    hash       BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),  -- SHA-256
    created_at INTEGER NOT NULL,  -- datetime(created_at, 'unixepoch') reads it
    expires_at INTEGER,           -- NULL: never
    revoked_at INTEGER            -- NULL: not revoked
) STRICT, WITHOUT ROWID;
