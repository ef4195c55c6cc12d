-- Rules that run once a session and have done so.
CREATE TABLE hook_marks (
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  rule TEXT NOT NULL,
  PRIMARY KEY (session_id, rule)
) STRICT, WITHOUT ROWID;

-- The newest runs of each project's hooks; a session that is gone leaves its rows.
CREATE TABLE hook_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ts INTEGER NOT NULL,
  project_root TEXT NOT NULL,
  session_id TEXT NOT NULL,
  rule TEXT NOT NULL,
  event TEXT NOT NULL,
  source TEXT NOT NULL,
  outcome TEXT NOT NULL,
  is_failure INTEGER NOT NULL,
  exit_code INTEGER,
  duration_ms REAL NOT NULL,
  reason TEXT NOT NULL,
  payload_bytes INTEGER NOT NULL,
  stdout_bytes INTEGER NOT NULL,
  stderr_bytes INTEGER NOT NULL,
  stdout TEXT NOT NULL,
  stderr TEXT NOT NULL,
  payload TEXT NOT NULL
) STRICT;
CREATE INDEX hook_runs_of_project ON hook_runs (project_root, id);
