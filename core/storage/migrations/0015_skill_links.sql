-- Links among the skills that lead elsewhere: what a person let each of them lead to.
CREATE TABLE skill_links (
  link TEXT PRIMARY KEY,
  target TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
