-- Version 3 of the schema: who created a plant, and who deleted it.

ALTER TABLE plants ADD COLUMN created_at INTEGER;    -- NULL: by a version before this one
ALTER TABLE plants ADD COLUMN token TEXT;            -- NULL: the same, or by an operator
ALTER TABLE plants ADD COLUMN deleted_at INTEGER;    -- NULL: not deleted; otherwise the name is ''
ALTER TABLE plants ADD COLUMN deleted_by TEXT;       -- the operator
ALTER TABLE plants ADD COLUMN deletion_reason TEXT;
