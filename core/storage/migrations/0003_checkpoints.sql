-- What changed a file: a tool call, or a rewind (then `rewind_id`). Contents lie by SHA-256 in the session's folder; no hash: no
-- file. `message_n`: the newest message then, so that a change is placed among the prompts. Never updated, only added to.
CREATE TABLE file_changes (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  message_n INTEGER NOT NULL,
  turn_id TEXT NOT NULL,
  tool_call_id TEXT,
  rewind_id TEXT,
  path TEXT NOT NULL,
  before_hash TEXT,
  before_mode INTEGER,
  after_hash TEXT,
  made_folder TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX file_changes_of_session ON file_changes (session_id, n);

-- Rewinds and reverts. `from_message_n`: the place of the prompt a rewind went back to. `message_n`, `change_n`: the newest of each before it. `hidden_before`: what was hidden then, as JSON ranges.
CREATE TABLE rewinds (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  what TEXT NOT NULL,
  target TEXT NOT NULL,
  path TEXT,
  from_message_n INTEGER,
  message_n INTEGER NOT NULL,
  change_n INTEGER NOT NULL,
  hidden_before TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX rewinds_of_session ON rewinds (session_id, created_at DESC);

-- Messages a rewind took out of the conversation, by their places. Ranges and not a column: a rewind must not rewrite thousands of rows.
CREATE TABLE hidden_messages (
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  from_n INTEGER NOT NULL,
  to_n INTEGER NOT NULL,
  PRIMARY KEY (session_id, from_n)
) STRICT, WITHOUT ROWID;

-- The conversation as it stands: what history, search and export read.
CREATE VIEW shown_messages AS
SELECT * FROM messages m
WHERE NOT EXISTS (SELECT 1 FROM hidden_messages h WHERE h.session_id = m.session_id AND m.n BETWEEN h.from_n AND h.to_n);

CREATE INDEX messages_prompts ON messages (session_id, n) WHERE role = 'user';
