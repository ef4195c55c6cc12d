-- What was typed and not sent: one a session, and one a project for the session that is not there yet (`key` is the id of either).
CREATE TABLE drafts (
  key TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  session_id TEXT REFERENCES sessions (id) ON DELETE CASCADE,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX drafts_of_session ON drafts (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX drafts_of_project ON drafts (project_id);
