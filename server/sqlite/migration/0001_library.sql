-- The library: an append-only chain of events, and a projection of it that
-- readers see.

CREATE TABLE sources (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE projects (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE rule_versions (
  id      INTEGER PRIMARY KEY,
  version TEXT NOT NULL UNIQUE
) STRICT;

-- One row per event; commits and attrs are canonical JSON.
CREATE TABLE events (
  source      TEXT NOT NULL,
  seq         INTEGER NOT NULL,
  v           INTEGER NOT NULL,
  prev        TEXT NOT NULL,
  key_id      TEXT NOT NULL,
  kind        TEXT NOT NULL,
  external_id TEXT NOT NULL,
  item_id     TEXT NOT NULL,
  at_ms       INTEGER NOT NULL,
  rules       TEXT NOT NULL,
  commits     TEXT NOT NULL,
  attrs       TEXT NOT NULL,
  hash        TEXT NOT NULL,
  PRIMARY KEY (source, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER events_update BEFORE UPDATE ON events BEGIN
  SELECT RAISE(ABORT, 'events are append-only');
END;

CREATE TRIGGER events_delete BEFORE DELETE ON events BEGIN
  SELECT RAISE(ABORT, 'events are append-only');
END;

-- INSERT OR REPLACE deletes without firing the delete trigger, so an event may
-- only be inserted right behind the last one.
CREATE TRIGGER events_insert BEFORE INSERT ON events
WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE source = NEW.source) BEGIN
  SELECT RAISE(ABORT, 'events are append-only');
END;

-- pk grows with the item's end: (seconds << 6) plus a slot, so that "newest
-- first" is rowid order and a time filter is a rowid range.
-- Short columns come first, so that reading them does not walk the pages that
-- hold the body.
CREATE TABLE items (
  pk          INTEGER PRIMARY KEY,
  item_id     TEXT NOT NULL UNIQUE,
  source_id   INTEGER NOT NULL REFERENCES sources (id),
  project_id  INTEGER NOT NULL REFERENCES projects (id),
  external_id TEXT NOT NULL,
  session     TEXT NOT NULL,
  ordinal     INTEGER NOT NULL,
  branch      TEXT NOT NULL,
  trust       TEXT NOT NULL,
  started_ms  INTEGER NOT NULL,
  ended_ms    INTEGER NOT NULL,
  stored_ms   INTEGER NOT NULL,
  revision    INTEGER NOT NULL,
  rules       TEXT NOT NULL,
  hash        TEXT NOT NULL,
  summarizer  TEXT NOT NULL,
  event_seq   INTEGER NOT NULL,
  redactions  TEXT NOT NULL, -- JSON object kind -> count
  tags        TEXT NOT NULL, -- search tokens of source and project
  title       TEXT NOT NULL,
  summary     TEXT NOT NULL,
  questions   TEXT NOT NULL, -- one a line
  atoms       TEXT NOT NULL, -- one a line
  parts       TEXT NOT NULL, -- search tokens: parts of identifiers, pairs of CJK characters
  turns       TEXT NOT NULL, -- JSON: role, time and length of each turn of the body
  body        TEXT NOT NULL, -- the redacted dialogue
  UNIQUE (source_id, external_id)
) STRICT;

CREATE INDEX items_by_source ON items (source_id);
CREATE INDEX items_by_project ON items (project_id);
CREATE INDEX items_by_session ON items (source_id, session, ordinal);

-- The rules under which an item was last found clean. Kept apart from the wide
-- rows, so that noting "still clean" rewrites a few bytes.
CREATE TABLE item_rules (
  pk       INTEGER PRIMARY KEY,
  rules_id INTEGER NOT NULL REFERENCES rule_versions (id)
) STRICT;

CREATE INDEX item_rules_by_version ON item_rules (rules_id);

-- Numbers of items, so that counting does not read them.
CREATE TABLE tallies (
  source_id  INTEGER NOT NULL,
  project_id INTEGER NOT NULL,
  items      INTEGER NOT NULL,
  PRIMARY KEY (source_id, project_id)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE items_fts USING fts5 (
  title, summary, questions, atoms, parts, tags, body,
  content = 'items', content_rowid = 'pk',
  tokenize = "unicode61 remove_diacritics 2"
);

-- The words of the index, to ask which of a word's forms there are.
CREATE VIRTUAL TABLE items_words USING fts5vocab (items_fts, instance);

-- Deleted text leaves the index's pages at once instead of at the next merge.
INSERT INTO items_fts (items_fts, rank) VALUES ('secure-delete', 1);

CREATE TABLE cursors (
  connector  TEXT NOT NULL,
  source_key TEXT NOT NULL,
  change     TEXT NOT NULL,
  PRIMARY KEY (connector, source_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE runs (
  id         INTEGER PRIMARY KEY,
  connector  TEXT NOT NULL,
  started_ms INTEGER NOT NULL,
  ended_ms   INTEGER NOT NULL,
  error      TEXT NOT NULL,
  outcome    TEXT NOT NULL -- JSON: the rest of the run
) STRICT;

CREATE INDEX runs_by_connector ON runs (connector, id);

-- What was forgotten on purpose and must not come back. scope is item, session,
-- project or source; source is '' for a project.
CREATE TABLE tombstones (
  scope  TEXT NOT NULL,
  source TEXT NOT NULL,
  name   TEXT NOT NULL,
  at_ms  INTEGER NOT NULL,
  PRIMARY KEY (scope, source, name)
) STRICT, WITHOUT ROWID;

-- Tokens spent on models, by month (UTC, 2006-01) and model.
CREATE TABLE spend (
  month  TEXT NOT NULL,
  model  TEXT NOT NULL,
  calls  INTEGER NOT NULL,
  input  INTEGER NOT NULL,
  output INTEGER NOT NULL,
  PRIMARY KEY (month, model)
) STRICT, WITHOUT ROWID;

-- Facts about the library itself: 'scrub' is present while old bytes must still
-- be removed from its files, 'stale' since an item was last replaced.
CREATE TABLE facts (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
