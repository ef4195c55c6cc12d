-- An approval outlives its process: what it was asked for, so that an answer after a restart runs exactly that call or none. Empty: it does not.
ALTER TABLE waiting ADD COLUMN bound_to TEXT NOT NULL DEFAULT '';
ALTER TABLE waiting ADD COLUMN asked_at INTEGER NOT NULL DEFAULT 0;
