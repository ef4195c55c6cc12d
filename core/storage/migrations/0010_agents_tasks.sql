-- An agent's own conversation is a session that no list shows: `agent` is what it was started as, as JSON.
ALTER TABLE sessions ADD COLUMN parent_id TEXT REFERENCES sessions (id) ON DELETE CASCADE;
ALTER TABLE sessions ADD COLUMN agent TEXT;
CREATE INDEX sessions_of_parent ON sessions (parent_id) WHERE parent_id IS NOT NULL;

-- A card on the board. One with runs has a session of the same id, its transcript; `session_id` is who gets its results.
CREATE TABLE tasks (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  session_id TEXT REFERENCES sessions (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  subject TEXT NOT NULL,
  description TEXT NOT NULL,
  status TEXT NOT NULL,
  owner TEXT NOT NULL,
  -- Number of the newest run; 0: none yet.
  run INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX tasks_of_project ON tasks (project_id, updated_at);
CREATE INDEX tasks_of_session ON tasks (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX tasks_at_work ON tasks (status) WHERE status IN ('queued', 'running', 'waiting');

-- `facts`: JSON.
CREATE TABLE task_runs (
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  n INTEGER NOT NULL,
  facts TEXT NOT NULL,
  PRIMARY KEY (task_id, n)
) STRICT;

CREATE TABLE task_blocks (
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  -- Stays when that card is gone: the card it held up says so.
  blocked_by TEXT NOT NULL,
  PRIMARY KEY (task_id, blocked_by)
) STRICT, WITHOUT ROWID;
CREATE INDEX task_blocks_by ON task_blocks (blocked_by);

-- Every change of a card's state, never changed or deleted while the card is there.
CREATE TABLE task_journal (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  run INTEGER NOT NULL,
  was TEXT NOT NULL,
  became TEXT NOT NULL,
  by TEXT NOT NULL,
  reason TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX task_journal_of_task ON task_journal (task_id, n);

-- Ends of runs on their way to the conversation that started them. `message_id`: the message that holds it.
CREATE TABLE task_notices (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  body TEXT NOT NULL,
  wakes INTEGER NOT NULL,
  message_id TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX task_notices_open ON task_notices (session_id) WHERE message_id IS NULL;
