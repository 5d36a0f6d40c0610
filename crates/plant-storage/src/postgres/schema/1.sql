-- Version 1 of the schema: plants.

CREATE TABLE IF NOT EXISTS plants (
    id   bigint PRIMARY KEY,  -- the creator's number, any 64-bit integer
    name text NOT NULL,       -- U+0000 stands as U+0010 '0', U+0010 as itself twice
    tag  text                 -- NULL: no tag, which is not the same as ''
)
