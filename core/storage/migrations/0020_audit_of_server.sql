-- The calls of one server, newest first. Rows of no server are most of the table and not in it.
CREATE INDEX audit_of_server ON audit (server, id) WHERE server <> '';
