-- Version 2 of the schema: tokens.

CREATE TABLE IF NOT EXISTS tokens (
    name       text PRIMARY KEY,
    hash       bytea NOT NULL UNIQUE CHECK (length(hash) = 32),  -- SHA-256
    created_at bigint NOT NULL,  -- to_timestamp(created_at) reads it
    expires_at bigint,           -- NULL: never
    revoked_at bigint            -- NULL: not revoked
)
