-- How often each skill was started, by its name without regard to capitals.
CREATE TABLE skill_uses (
  name TEXT PRIMARY KEY,
  uses INTEGER NOT NULL
) STRICT;
