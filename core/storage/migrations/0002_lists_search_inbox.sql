-- 0 shown, 1 put away, 2 not there for anybody: its import or its deletion is at work.
ALTER TABLE sessions ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
DROP INDEX sessions_of_project;
DROP INDEX sessions_newest;
CREATE INDEX sessions_of_project ON sessions (project_id, archived, pinned DESC, updated_at DESC, id DESC);
CREATE INDEX sessions_newest ON sessions (updated_at DESC, id DESC);

-- Trigrams of what people search, one row a message (`rowid` = `messages.n`). The text itself is not kept a second time, nor are
-- places within it: a hit is looked at in its message, which leaves an index of half the text's size.
CREATE VIRTUAL TABLE search USING fts5(text, content = '', contentless_delete = 1, tokenize = 'trigram', detail = none);
CREATE TRIGGER messages_unsearched AFTER DELETE ON messages BEGIN
  DELETE FROM search WHERE rowid = old.n;
END;
-- Messages up to `upto` came before the index and are still to be put into it, the newest first.
CREATE TABLE search_backlog (upto INTEGER NOT NULL) STRICT;
INSERT INTO search_backlog SELECT max(n) FROM messages HAVING max(n) > 0;

-- What one process asks of another that drives a session.
CREATE TABLE inbox (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  command TEXT NOT NULL,
  sent_at INTEGER NOT NULL,
  answer TEXT
) STRICT;
CREATE INDEX inbox_open ON inbox (session_id) WHERE answer IS NULL;
