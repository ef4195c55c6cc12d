-- JSON: who is to begin with a card by itself once nothing blocks it.
ALTER TABLE tasks ADD COLUMN plan TEXT;

-- For boards in other processes: what they show is no longer there.
CREATE TABLE task_removals (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  task_id TEXT NOT NULL,
  project_id TEXT NOT NULL
) STRICT;
