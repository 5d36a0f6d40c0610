-- Version 2 of the schema: the last use of a token, and the probe.

ALTER TABLE tokens ADD COLUMN last_used_at INTEGER;  -- NULL: never used

CREATE TABLE probe (
    id     INTEGER PRIMARY KEY CHECK (id = 0),
    writes INTEGER NOT NULL  -- grows by 1 with each probe, so that each probe writes
) STRICT;
