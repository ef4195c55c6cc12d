-- Where a session's open epoch begins, without a look at all of its messages.
CREATE INDEX messages_summaries ON messages (session_id, n) WHERE role = 'summary';
