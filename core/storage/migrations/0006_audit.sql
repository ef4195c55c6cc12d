-- Outlives the session it speaks of: no reference.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ts INTEGER NOT NULL,
  kind TEXT NOT NULL,
  project_root TEXT NOT NULL,
  session_id TEXT NOT NULL,
  turn_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  os_user TEXT NOT NULL,
  tool TEXT NOT NULL,
  category TEXT,
  read_only INTEGER NOT NULL,
  args_digest TEXT NOT NULL,
  args_redacted TEXT NOT NULL,
  decision TEXT NOT NULL,
  layer TEXT,
  rule TEXT,
  duration_ms REAL NOT NULL,
  result_bytes INTEGER NOT NULL,
  is_error INTEGER NOT NULL,
  error_class TEXT
) STRICT;
CREATE INDEX audit_of_project ON audit (project_root, id);
CREATE INDEX audit_of_session ON audit (session_id, id);
CREATE INDEX audit_ts ON audit (ts);
