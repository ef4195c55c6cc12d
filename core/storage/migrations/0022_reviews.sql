-- What a person made of a session's changes: comments on lines that are not sent yet, and places of a diff that stay.
CREATE TABLE line_comments (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX line_comments_of_session ON line_comments (session_id);

CREATE TABLE kept_hunks (
  n INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  hunk TEXT NOT NULL,
  UNIQUE (session_id, hunk)
) STRICT;
