-- A card that is about to begin has no session yet, and is one process's all the same.
CREATE TABLE new_leases (
  session_id TEXT PRIMARY KEY,
  host TEXT NOT NULL,
  boot_id TEXT NOT NULL,
  pid INTEGER NOT NULL,
  pid_started TEXT NOT NULL,
  program TEXT NOT NULL,
  renewed_at INTEGER NOT NULL
) STRICT;
INSERT INTO new_leases SELECT session_id, host, boot_id, pid, pid_started, program, renewed_at FROM leases;
DROP TABLE leases;
ALTER TABLE new_leases RENAME TO leases;
CREATE INDEX leases_of_process ON leases (host, pid);
