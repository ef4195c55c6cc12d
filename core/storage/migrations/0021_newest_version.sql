-- The newest version of the product that showed a window on this database; one row.
CREATE TABLE newest_version (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  version TEXT NOT NULL
) STRICT;
