-- Approvals and questions that wait for a person, for windows of other processes. They die with the turn.
CREATE TABLE waiting (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('approval', 'question')),
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX waiting_of_session ON waiting (session_id);
