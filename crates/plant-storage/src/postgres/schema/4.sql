-- Version 4 of the schema: the probe.

CREATE TABLE IF NOT EXISTS plant_store_probe (
    id     integer PRIMARY KEY CHECK (id = 0),
    writes bigint NOT NULL  -- grows by 1 with each probe, so that each probe writes
)
