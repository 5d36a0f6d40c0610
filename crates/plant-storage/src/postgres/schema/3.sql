-- Version 3 of the schema: the last use of a token.

ALTER TABLE tokens ADD COLUMN IF NOT EXISTS last_used_at bigint  -- NULL: never used
