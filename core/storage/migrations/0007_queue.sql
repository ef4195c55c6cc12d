-- Prompts that wait to be sent, as JSON in their order.
ALTER TABLE sessions ADD COLUMN queue TEXT NOT NULL DEFAULT '[]';
