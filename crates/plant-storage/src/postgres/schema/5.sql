-- Version 5 of the schema: who created a plant, and who deleted it.

ALTER TABLE plants
    ADD COLUMN IF NOT EXISTS created_at bigint,    -- NULL: by a version before this one
    ADD COLUMN IF NOT EXISTS token text,           -- NULL: the same, or by an operator
    ADD COLUMN IF NOT EXISTS deleted_at bigint,    -- NULL: not deleted; otherwise the name is ''
    ADD COLUMN IF NOT EXISTS deleted_by text,      -- the operator
    ADD COLUMN IF NOT EXISTS deletion_reason text
