CREATE TABLE trusted_folders (
  path TEXT PRIMARY KEY,
  decision TEXT NOT NULL CHECK (decision IN ('trusted', 'declined')),
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Definitions as a person saw them: another text of the same key is off again.
CREATE TABLE trusted_items (
  path TEXT NOT NULL,
  key TEXT NOT NULL,
  hash TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (path, key)
) STRICT, WITHOUT ROWID;
