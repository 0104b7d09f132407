-- The search index: immutable segments (package textindex), each over the items
-- of one write or of what was merged since. It is a projection like the items.

DROP TABLE items_words;
DROP TABLE items_fts;

-- uid is random: what a reader keeps of a segment it keeps under this, since ids
-- may be given out again.
CREATE TABLE search_segments (
  id      INTEGER PRIMARY KEY,
  uid     INTEGER NOT NULL UNIQUE,
  items   INTEGER NOT NULL,
  min_key INTEGER NOT NULL,
  max_key INTEGER NOT NULL,
  head    BLOB NOT NULL
) STRICT;

-- id is the segment's, shifted, plus the number within the segment.
CREATE TABLE search_leaves (
  id   INTEGER PRIMARY KEY,
  data BLOB NOT NULL
) STRICT;

CREATE TABLE search_chunks (
  id       INTEGER PRIMARY KEY,
  postings BLOB NOT NULL,
  places   BLOB NOT NULL
) STRICT;

-- Items that a segment holds and that are there no more, or in another revision.
CREATE TABLE search_gone (
  segment INTEGER NOT NULL,
  key     INTEGER NOT NULL,
  PRIMARY KEY (segment, key)
) STRICT, WITHOUT ROWID;

-- A random number that changes with the index.
CREATE TABLE search_version (
  id      INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL
) STRICT;

INSERT INTO search_version (id, version) VALUES (1, random());

-- What is there already is indexed when the library is opened for writing.
INSERT INTO facts (name, value) SELECT 'reindex', '1' WHERE EXISTS (SELECT 1 FROM items);
