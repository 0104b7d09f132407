-- Segments that are being written by several transactions: leaves and chunks of
-- theirs are there already, and nobody looks at them until they are listed. uid
-- is random, so that who writes one notices when somebody took it away.
CREATE TABLE search_builds (
  id  INTEGER PRIMARY KEY,
  uid INTEGER NOT NULL
) STRICT;
