CREATE TABLE projects (
  id TEXT PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  last_opened_at INTEGER NOT NULL,
  forgotten INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX projects_recent ON projects (last_opened_at DESC) WHERE forgotten = 0;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  mode TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  messages INTEGER NOT NULL DEFAULT 0,
  last_seq INTEGER NOT NULL DEFAULT 0,
  usage TEXT NOT NULL,
  context_used INTEGER NOT NULL DEFAULT 0,
  context_window INTEGER NOT NULL DEFAULT 0,
  todos TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX sessions_of_project ON sessions (project_id, updated_at DESC, id DESC);
CREATE INDEX sessions_newest ON sessions (updated_at DESC, id DESC);

-- Apart from the session's row: it is large, rarely written, and SQLite rewrites a row whole.
CREATE TABLE epochs (
  session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- `n` is the order of storing; `body` the normalised message, `raw` the vendor's own blocks.
CREATE TABLE messages (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  turn_id TEXT NOT NULL,
  role TEXT NOT NULL,
  step INTEGER,
  tool_call_id TEXT,
  changes_file INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  body TEXT NOT NULL,
  raw TEXT
) STRICT;
CREATE INDEX messages_of_session ON messages (session_id, n);
CREATE INDEX messages_tool_result ON messages (session_id, tool_call_id, n) WHERE tool_call_id IS NOT NULL;
CREATE INDEX messages_changes ON messages (session_id, n) WHERE changes_file = 1;

CREATE TABLE usage (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  turn_id TEXT NOT NULL,
  step INTEGER NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cache_read_tokens INTEGER NOT NULL,
  cache_write_tokens INTEGER NOT NULL,
  cost_usd REAL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX usage_at ON usage (at);
CREATE INDEX usage_of_session ON usage (session_id);

CREATE TABLE leases (
  session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  host TEXT NOT NULL,
  boot_id TEXT NOT NULL,
  pid INTEGER NOT NULL,
  pid_started TEXT NOT NULL,
  program TEXT NOT NULL,
  renewed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX leases_of_process ON leases (host, pid);
