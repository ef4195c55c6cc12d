-- The definition a conversation goes on under, as JSON; null: it is itself.
ALTER TABLE sessions ADD COLUMN handover TEXT;
