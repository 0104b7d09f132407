-- Every part of the search index ends with a checksum from now on; what is there
-- already is made anew when the library is opened for writing.

DELETE FROM search_leaves;
DELETE FROM search_chunks;
DELETE FROM search_gone;
DELETE FROM search_segments;
UPDATE search_version SET version = random();
INSERT INTO facts (name, value) SELECT 'reindex', '1' WHERE EXISTS (SELECT 1 FROM items) ON CONFLICT DO NOTHING;
