-- Hosts that were contacted, by what for; no path, no query, no header.
CREATE TABLE contacts (
  host TEXT NOT NULL,
  purpose TEXT NOT NULL,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  count INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  status INTEGER,
  PRIMARY KEY (host, purpose)
) STRICT;
CREATE INDEX contacts_by_age ON contacts (last_at);
